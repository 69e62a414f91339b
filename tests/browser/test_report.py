"""The report in a browser: explorer, sort, filter and download do what they say, and nothing leaves the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from experiments.paired import paired_difference
from experiments.results import CellResult, Results
from experiments.summary import csv_lines, summarize
from experiments.two_runs import compare_runs
from reports.chart import Chart
from reports.page import Report, report_page
from reports.run_words import in_points
from reports.two_runs_page import two_runs_page
from tests.runs import made_run

EVIL = "<script>alert(1)</script><img src=http://evil.example/x.png onerror=alert(2)>"
SVG = '<svg viewBox="0 0 500 200" role="img" aria-label="a figure"><text x="9" y="30" fill="var(--ink)">A figure</text></svg>'
CHARTS = [Chart("rates", "setting", "How often?", "a figure", "Read it.", SVG, b"")]


@pytest.fixture(scope="module")
def results() -> Results:
    made = made_run({"tokens": (5, 7, 8, 9), "locations": ("dice", "stack")}, ["random", "novice"], games=200)
    for cell in made.cells:
        cell.entry["board"]["name"] = EVIL
    return made


@pytest.fixture(scope="module")
def file(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report_page(Report(results, summarize(results), CHARTS)), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Browser, file: Path) -> Iterator[Page]:
    """The page, opened; afterwards nothing must have been complained about or asked for."""
    opened = browser.new_page(viewport={"width": 1200, "height": 900})
    complaints: list[str] = []
    requests: list[str] = []
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("dialog", lambda dialog: complaints.append(dialog.message))
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(file.as_uri())
    yield opened
    opened.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "blob:"))] == []


def cell_of(results: Results, **levels: object) -> CellResult:
    return next(c for c in results.cells if all(c.levels[name] == level for name, level in levels.items()))


def versus(page: Page, heading: str, side: int) -> str:
    row = page.locator("table.versus tr", has=page.get_by_role("rowheader", name=heading, exact=True))
    return row.first.locator("td").nth(side).inner_text()


def test_the_explorer_shows_the_figures_of_the_cell_that_is_picked(page: Page, results: Results) -> None:
    side = page.locator(".side").nth(0)
    slider = side.get_by_label("time tokens")
    slider.focus()
    page.keyboard.press("Home")
    side.get_by_text("novice", exact=True).click()
    side.get_by_text("stack", exact=True).click()
    seen = set()
    for tokens in (5, 7, 8, 9):
        cell = cell_of(results, tokens=tokens, locations="stack", policy="novice")
        assert slider.get_attribute("aria-valuetext") == f"{tokens} time tokens"
        assert f"{100 * cell.rate:.1f} %" in versus(page, "games won", 0)
        assert versus(page, "goods delivered", 0) == f"{cell.mean('goods')[0]:.2f}"
        assert versus(page, "turns", 0) == f"{cell.mean('turns')[0]:.2f}"
        assert versus(page, "cards unspent at the end", 0) == f"{cell.mean('unspent')[0]:.2f}"
        assert versus(page, "closed switches", 0).startswith(f"{cell.mean('tokens')[1]:.2f}")
        seen.add(page.locator(".versus").inner_text())
        slider.focus()
        page.keyboard.press("ArrowRight")
    assert len(seen) == 4


def test_two_settings_are_compared_deal_by_deal(page: Page, results: Results) -> None:
    pick = {0: (5, "dice", "novice"), 1: (9, "stack", "random")}
    for number, (tokens, locations, policy) in pick.items():
        side = page.locator(".side").nth(number)
        side.get_by_label("time tokens").fill(str((5, 7, 8, 9).index(tokens)))
        side.get_by_text(locations, exact=True).click()
        side.get_by_text(policy, exact=True).click()
    first, second = (
        cell_of(results, tokens=tokens, locations=locations, policy=policy)
        for tokens, locations, policy in pick.values()
    )
    found = paired_difference(second.tally.wins, first.tally.wins)
    low, high = (in_points(end, sign=True) for end in (found.low, found.high))
    said = page.locator(".verdict").inner_text()
    assert f"{in_points(found.difference, sign=True)} points ({low} to {high}; from 200 deals" in said
    assert page.locator(".verdict").get_attribute("aria-live") == "polite"


def column(page: Page, name: str) -> list[str]:
    heads = page.locator("table.cells th").all_inner_texts()
    at = next(number for number, head in enumerate(heads) if head.startswith(name))
    rows = page.locator("table.cells tbody tr:visible").all()
    return [row.locator("td").nth(at).inner_text() for row in rows]


def test_the_table_sorts_and_filters(page: Page, results: Results) -> None:
    rates = sorted(cell.rate for cell in results.cells)
    head = page.locator("table.cells th", has_text="won, %")
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, "won, %") == [f"{100 * rate:.1f}" for rate in rates]
    head.get_by_role("button").click()
    assert column(page, "won, %") == [f"{100 * rate:.1f}" for rate in reversed(rates)]
    page.locator(".tools").get_by_label("policy").select_option("novice")
    page.locator(".tools").get_by_label("time tokens").select_option("8")
    assert column(page, "policy") == ["novice", "novice"]
    assert column(page, "time tokens") == ["8", "8"]
    assert page.locator(".tools output").inner_text() == "2 of 16 settings"


def test_the_download_is_the_table_as_it_is_shown(page: Page, results: Results, tmp_path: Path) -> None:
    head, *lines = csv_lines(results, summarize(results))
    with page.expect_download() as whole:
        page.get_by_role("button", name="Download as CSV").click()
    whole.value.save_as(tmp_path / "all.csv")
    assert (tmp_path / "all.csv").read_bytes().decode() == head + "".join(lines)
    page.locator(".tools").get_by_label("start places by").select_option("stack")
    with page.expect_download() as part:
        page.get_by_role("button", name="Download as CSV").click()
    part.value.save_as(tmp_path / "part.csv")
    kept = [
        line for line, cell in zip(lines, results.cells, strict=True) if cell.levels["locations"] == "stack"
    ]
    assert (tmp_path / "part.csv").read_bytes().decode() == head + "".join(kept)


def test_names_are_shown_as_text(page: Page) -> None:
    assert EVIL in page.locator("#answer .lead").inner_text()
    assert page.locator("img").count() == 0


def test_a_phone_scrolls_in_one_direction_only(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_light_dark_and_paper_differ(page: Page) -> None:
    pictures = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        pictures.append(page.screenshot())
    assert pictures[0] != pictures[1]
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 254, 253)"
    assert not page.locator("#explorer").is_visible()


def test_without_scripts_everything_but_the_explorer_can_be_read(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("table.cells tbody tr").count() == 16
    assert "needs JavaScript" in page.locator("#explorer").inner_text()
    context.close()


def test_two_runs_fit_a_phone(browser: Browser, results: Results, tmp_path: Path) -> None:
    (tmp_path / "two.html").write_text(two_runs_page(compare_runs(results, results)), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto((tmp_path / "two.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.locator("table.cells tbody tr").count() == 16
    page.close()
