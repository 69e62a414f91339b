"""The browser of the system in which pages are tried, by tests and by the benchmark of reports. `.ci/run` looks for the same."""

from __future__ import annotations

import shutil

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The path of the first that there is."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
