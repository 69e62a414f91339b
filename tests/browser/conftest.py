"""Pages are tried in a real browser: the chromium of the system, driven by Playwright.

Where one of them is missing these tests are skipped, but not in CI: there it is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from experiments.results import Results
from experiments.run import keep_chosen, keep_files
from experiments.summary import summarize
from reports.chart import Chart
from reports.page import report_page
from reports.report import RunReport
from reports.sentences.answer import Answer
from tests.browser.chromium import chromium
from tests.experiments.sweeps import play_all, small_sweep
from tests.runs import made_run, with_place

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
SHEET = (718, 1047)  # A4 with margins of 1 cm, in pixels

EVIL = "<script>alert(1)</script><img src=http://evil.example/x.png onerror=alert(2)>"
SVG = '<svg viewBox="0 0 500 200" role="img" aria-label="a figure"><text x="9" y="30" fill="var(--ink)">A figure</text></svg>'
CHARTS = [Chart("rates", "setting", "How often?", "a figure", "Read it.", SVG, "", b"")]


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
        path: Path,
        size: tuple[int, int] = WIDE,
        *,
        dark: bool = False,
        motion: bool = False,
        scripts: bool = True,
        at: str = "",
    ) -> Watched:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            offline=True,
            java_script_enabled=scripts,
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


def write_page(folder: Path, results: Results, charts: list[Chart] = CHARTS) -> Path:
    path = folder / "report.html"
    path.write_text(report_page(Answer(results, summarize(results)), charts), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def results() -> Results:
    made = made_run({"tokens": (5, 7, 8, 9), "locations": ("dice", "stack")}, ["random", "novice"], games=200)
    return with_place(made, "board", name=EVIL)


@pytest.fixture(scope="session")
def file(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_page(tmp_path_factory.mktemp("report"), results)


@pytest.fixture
def page(look: Look, file: Path) -> Page:
    return look(file).page


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page that users get: a run played, kept and reported, with figures and games to watch."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    sweep = small_sweep()
    store = play_all(sweep, folder)
    results = Results.read(store)
    keep_files(sweep, store)
    keep_chosen(sweep, results, store)
    RunReport.of(results, summarize(results), folder).write()
    return folder / "report.html"
