"""Pages are tried in a real browser: the chromium of the system, driven by Playwright.

Where one of them is missing these tests are skipped, but not in CI: there it is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.browser.chromium import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 10_000  # milliseconds
WIDE, PHONE, NARROW = (1280, 800), (390, 844), (320, 640)


def cannot(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{reason}, and in CI pages must be tried in a browser")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        cannot("there is no chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        cannot("playwright is not installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield found
        found.close()


class Watched:
    """A page, and all that went wrong on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("dialog", self._dialog)
        page.on("request", lambda request: self.requests.append(request.url))

    def _note(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.troubles.append(f"{kind}: {text}")

    def _dialog(self, dialog: Any) -> None:
        self.troubles.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    @property
    def asked_for(self) -> list[str]:
        """What the page asked for besides itself; pictures inside it and downloads made by it are no requests."""
        own = self.page.url.partition("#")[0]
        return [
            url
            for url in self.requests
            if not url.startswith(("data:", "blob:")) and url.partition("#")[0] != own
        ]

    @property
    def sideways(self) -> int:
        """How many pixels the page is broader than the window."""
        return int(
            self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        )


Look = Callable[..., Watched]


@pytest.fixture
def look(browser: Browser) -> Iterator[Look]:
    """`look(path, PHONE, dark=True)` opens a page; at the end nothing may have gone wrong on any."""
    opened: list[Watched] = []

    def open_page(
        path: Path, size: tuple[int, int] = WIDE, *, dark: bool = False, motion: bool = False, at: str = ""
    ) -> Watched:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            offline=True,
        )
        context.set_default_timeout(PATIENCE)
        watched = Watched(context.new_page())
        opened.append(watched)
        watched.page.goto(path.as_uri() + at)
        return watched

    yield open_page
    for watched in opened:
        assert watched.troubles == []
        assert watched.asked_for == []
        watched.page.context.close()
