"""The report in a browser: explorer, sort, filter and download do what they say, and nothing leaves the page."""

from __future__ import annotations

import re
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cli.report_files import write_report
from experiments.chosen import keep_chosen
from experiments.intervals import wilson
from experiments.kept_files import keep_files
from experiments.paired import paired_difference
from experiments.results import CellResult, Results
from experiments.summary import csv_lines, summarize
from experiments.two_runs import compare_runs
from reports.chart import Chart
from reports.charts import charts
from reports.charts.columns import mean_of_histogram, means_of
from reports.charts.interval_rows import Mark
from reports.charts.style import give_or_take, shade
from reports.charts.two_runs import two_runs_charts
from reports.page import Report, report_page
from reports.run_words import in_points
from reports.two_runs_page import two_runs_page
from tests.browser.conftest import NARROW, PHONE, WIDE, Look
from tests.experiments.sweeps import play_all, small_sweep
from tests.runs import cut_short, made_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVIL = "<script>alert(1)</script><img src=http://evil.example/x.png onerror=alert(2)>"
SVG = '<svg viewBox="0 0 500 200" role="img" aria-label="a figure"><text x="9" y="30" fill="var(--ink)">A figure</text></svg>'
CHARTS = [Chart("rates", "setting", "How often?", "a figure", "Read it.", SVG, "", b"")]


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
def page(look: Look, file: Path) -> Page:
    return look(file).page


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page that users get: a run played, kept and reported, with figures and games to watch."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    sweep = small_sweep()
    store = play_all(sweep, folder)
    results = Results.read(store)
    keep_files(sweep, folder)
    keep_chosen(sweep, results, folder)
    write_report(results, summarize(results), folder)
    return folder / "report.html"


def cell_of(results: Results, **levels: object) -> CellResult:
    return next(c for c in results.cells if all(c.levels[name] == level for name, level in levels.items()))


def versus(page: Page, heading: str, side: int) -> str:
    row = page.locator("table.versus tr", has=page.get_by_role("rowheader", name=heading, exact=True))
    return row.first.locator("td").nth(side).inner_text()


def mean_words(mark: Mark) -> str:
    return f"{mark.value:.2f} ±{mark.high - mark.value:.2f}"


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
        goods, turns = (
            mean_of_histogram(cell.tally.columns[f"{name}_histogram"].sum(axis=0))
            for name in ("goods", "turns")
        )
        assert goods
        assert turns
        assert versus(page, "goods delivered", 0) == f"{goods.value:.2f} of 2 ±{goods.high - goods.value:.2f}"
        assert versus(page, "turns", 0) == mean_words(turns)
        (unspent,) = means_of(cell.tally, "unspent")
        at_switches = means_of(cell.tally, "tokens")[1]
        assert versus(page, "cards unspent at the end", 0) == mean_words(unspent)
        assert versus(page, "closed switches", 0).startswith(mean_words(at_switches))
        seen.add(page.locator(".versus").inner_text())
        slider.focus()
        page.keyboard.press("ArrowRight")
    assert len(seen) == 4


def test_the_page_rounds_as_python_does(page: Page) -> None:
    """Exact halves are common with 200 or 400 games, and the table beside the explorer is Python's."""
    for number in (25.25, 67.25, 25.35, 16.755, 0.05, -25.25, 62.5, 90.0):
        for places in (0, 1, 2):
            shown = page.evaluate("([number, places]) => elements.fixed(number, places)", [number, places])
            assert float(shown) == float(f"{number:.{places}f}"), (number, places)


def pick_two(page: Page, results: Results) -> tuple[CellResult, CellResult]:
    """Pick two settings in the explorer, and give their cells."""
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
    return first, second


def test_two_settings_are_compared_deal_by_deal(page: Page, results: Results) -> None:
    first, second = pick_two(page, results)
    found = paired_difference(second.tally.wins, first.tally.wins)
    low, high = (in_points(end, sign=True) for end in (found.low, found.high))
    said = page.locator(".verdict").inner_text()
    assert f"{in_points(found.difference, sign=True)} points ({low} to {high}; from 200 deals" in said
    assert page.locator(".verdict").get_attribute("aria-live") == "polite"


def test_too_many_settings_for_pairs_are_compared_by_their_intervals(
    look: Look, results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.page_data.MOST_PAIRED", 1)
    path = tmp_path / "report.html"
    path.write_text(report_page(Report(results, summarize(results), CHARTS)), encoding="utf-8")
    page = look(path).page
    first, second = pick_two(page, results)
    (low, high), (least, most) = (wilson(cell.wins, cell.games) for cell in (first, second))
    change = second.rate - first.rate
    ends = (
        change - hypot(second.rate - least, high - first.rate),
        change + hypot(most - second.rate, first.rate - low),
    )
    said = page.locator(".verdict").inner_text()
    told = " to ".join(in_points(end, sign=True) for end in ends)
    assert f"{in_points(change, sign=True)} points ({told}; from both intervals, without pairing" in said


def test_a_heatmap_of_any_two_factors(page: Page, results: Results) -> None:
    home = page.locator("#any-two")
    home.get_by_label("policy", exact=True).select_option("random")
    home.get_by_label("down").select_option("start places")
    home.get_by_label("across").select_option("time tokens")
    rows = summarize(results)
    for k, locations in enumerate(("dice", "stack")):
        line = home.locator("tbody tr").nth(k)
        assert line.locator("th").inner_text() == locations
        for n, tokens in enumerate((5, 7, 8, 9)):
            wanted = {"tokens": tokens, "locations": locations, "policy": "random"}
            row = next(row for row in rows if wanted.items() <= row.cell.levels.items())
            place = line.locator("td").nth(n)
            assert place.inner_text().split("\n") == [
                f"{100 * row.rate:.1f} %",
                give_or_take(row.low, row.high),
            ]
            red, green, blue = (int(shade(round(row.rate, 2))[0][at : at + 2], 16) for at in (1, 3, 5))
            background = place.evaluate("place => getComputedStyle(place).backgroundColor")
            assert background == f"rgb({red}, {green}, {blue})"
    assert "random" in home.locator(".held").inner_text()
    assert (
        home.locator("td.here").inner_text()
        == home.locator("tbody tr").nth(0).locator("td").nth(1).inner_text()
    )
    home.get_by_label("across").select_option("start places")  # both are never the same
    assert home.get_by_label("down").evaluate("it => it.selectedOptions[0].text") == "time tokens"
    assert home.locator("tbody tr").count() == 4
    home.get_by_label("down").select_option("policy")
    assert (
        home.get_by_label("policy", exact=True).count() == 0 or not home.locator("label").nth(2).is_visible()
    )
    assert home.locator("tbody th").all_inner_texts() == ["random", "novice"]


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
    page.locator(".tools").get_by_label("start places").select_option("stack")
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


def test_long_names_do_not_make_a_phone_scroll_sideways(look: Look, tmp_path: Path) -> None:
    """No filter, button or sentence may be broader than the window, whatever a board or variant is called."""
    long = "Ober-" + "langenscheidt" * 10
    names = ("standard", long, "x" * 130)
    variants = {"standard": {}, long: {"tokens": "8"}, "x" * 130: {"tokens": "9"}}
    made = made_run({"variant": names}, ["random", "novice"], games=20, variants=variants)
    for cell in made.cells:
        cell.entry["board"]["name"] = "B" * 130
    path = tmp_path / "report.html"
    path.write_text(report_page(Report(made, summarize(made), CHARTS)), encoding="utf-8")
    for size in (PHONE, NARROW):
        assert look(path, size).sideways == 0


def test_light_dark_and_paper_differ(look: Look, file: Path) -> None:
    """In the dark light letters stand on dark paper, in every part; on paper it is always light."""
    shade = """(selector) => {
      const style = getComputedStyle(document.querySelector(selector));
      const light = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0) / 3;
      return [light(style.color), light(style.backgroundColor)];
    }"""
    for dark in (False, True):
        page = look(file, dark=dark).page
        for part in ("body", "nav", ".side", ".tools button"):
            letters, paper = page.evaluate(shade, part)
            assert (letters > 150, paper < 100) == (dark, dark), part
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 254, 253)"
    assert not page.locator("#explorer").is_visible()


def test_paper_is_wide_enough(look: Look, whole: Path) -> None:
    """A table wider than the sheet would shrink everything else with it."""
    page = look(whole, (794, 1123)).page
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 794


SHEET = (718, 1047)  # A4 with margins of 1 cm, in pixels
HEADINGS = """() => [...document.querySelectorAll("figure")].map((figure) => {
  const above = figure.matches("figure:first-child") ? figure.closest("section") : figure;
  return [figure.id, figure.getBoundingClientRect().bottom - above.getBoundingClientRect().top];
})"""


def test_a_figure_fits_a_sheet_with_its_headings_and_caption(look: Look, tmp_path: Path) -> None:
    """What is higher would be printed over what follows it; nor may columns or a break keep a title from its figure."""
    grid = {"tokens": tuple(range(1, 11)), "removed": tuple(range(10))}
    made = made_run(grid, ["novice"], games=10)
    rows = summarize(made)
    path = tmp_path / "report.html"
    path.write_text(report_page(Report(made, rows, list(charts(made, rows, {})))), encoding="utf-8")
    page = look(path, SHEET).page
    tall = [high for _, high in page.evaluate(HEADINGS) if high > SHEET[1]]
    assert tall  # or this would try nothing
    page.emulate_media(media="print")
    heights = page.evaluate(HEADINGS)
    assert len(heights) > 10
    assert [
        each for each in heights if each[1] > 0.93 * SHEET[1]
    ] == []  # paper of other countries is shorter
    for selector, name, wanted in (
        (".charts", "columnCount", "auto"),
        ("figure", "breakInside", "avoid"),
        ("section > h2, section > .about, figure > h3", "breakAfter", "avoid"),
    ):
        found = page.locator(selector).evaluate_all(
            f"all => [...new Set(all.map((each) => getComputedStyle(each).{name}))]"
        )
        assert found == [wanted], selector


@pytest.mark.parametrize("width", [390, 645, 700, 1000, 1270, 1290, 1600])
def test_the_menu_covers_no_heading(look: Look, whole: Path, width: int) -> None:
    page = look(whole, (width, 700)).page
    for link in page.locator("nav a").all():
        link.click()
        menu = page.locator("nav").bounding_box()
        heading = page.locator(f"{link.get_attribute('href')}-heading").bounding_box()
        assert menu
        assert heading
        assert heading["y"] >= menu["y"] + menu["height"]


def test_a_run_that_is_not_finished_says_on_what_a_difference_rests(
    look: Look, results: Results, tmp_path: Path
) -> None:
    part = cut_short(results, {0: 120, 5: 30})
    path = tmp_path / "report.html"
    path.write_text(report_page(Report(part, summarize(part), CHARTS)), encoding="utf-8")
    page = look(path).page
    pick = ((5, "dice", "random"), (7, "dice", "random"))
    for number, (tokens, locations, policy) in enumerate(pick):
        side = page.locator(".side").nth(number)
        side.get_by_label("time tokens").fill(str((5, 7, 8, 9).index(tokens)))
        side.get_by_text(locations, exact=True).click()
        side.get_by_text(policy, exact=True).click()
    one, other = (cell_of(part, tokens=t, locations=place, policy=who) for t, place, who in pick)
    assert (one.games, other.games) == (120, 200)
    found = paired_difference(other.tally.wins[:120], one.tally.wins)
    said = page.locator(".verdict").inner_text()
    assert f"A wins {100 * one.rate:.1f} % of 120 games, B {100 * other.rate:.1f} % of 200 games" in said
    assert f"{in_points(found.difference, sign=True)} points" in said
    assert "from 120 deals that both played" in said


def test_one_setting_has_nothing_to_pick(look: Look, tmp_path: Path) -> None:
    made = made_run({}, ["novice"], games=50)
    path = tmp_path / "report.html"
    path.write_text(report_page(Report(made, summarize(made), CHARTS)), encoding="utf-8")
    page = look(path).page
    assert page.locator(".side, .verdict").count() == 0
    assert page.locator(".versus thead th").all_inner_texts() == ["", "all games"]
    assert f"{100 * made.cells[0].rate:.1f} %" in versus(page, "games won", 0)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [WIDE, PHONE, NARROW])
def test_the_page_that_users_get(look: Look, whole: Path, size: tuple[int, int], dark: bool) -> None:
    watched = look(whole, size, dark=dark)
    page = watched.page
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map((each) => each.id)")
    assert [each for each in set(ids) if ids.count(each) > 1] == []
    assert page.locator("figure svg").count() > 5
    assert page.locator(".versus tbody tr").count() > 5
    replay = page.locator(".replay")
    page.get_by_label("One step on").click()
    assert replay.get_attribute("data-step") == "1"
    assert watched.sideways == 0


LETTERS = """() => [...document.querySelectorAll("figure svg text")].filter((each) => each.getClientRects().length)
  .map((each) => [parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().d, each.closest("figure").id, each.textContent])"""


@pytest.mark.parametrize(("size", "least"), [(WIDE, 8.8), (PHONE, 9.0), (NARROW, 7.4)])
def test_letters_of_figures_can_be_read(look: Look, whole: Path, size: tuple[int, int], least: float) -> None:
    """In pixels of the screen, those of maps among them."""
    found = look(whole, size).page.evaluate(LETTERS)
    assert len(found) > 100
    assert [each for each in found if each[0] < least] == []


def test_unequal_figures_leave_no_holes(look: Look, whole: Path) -> None:
    """Figures of a column follow each other, whatever stands beside them."""
    page = look(whole).page
    boxes = [
        (box["x"], box["y"], box["height"])
        for figure in page.locator("#losses figure").all()
        if (box := figure.bounding_box())
    ]
    columns = {x: sorted((y, h) for other, y, h in boxes if other == x) for x in {x for x, _, _ in boxes}}
    assert len(columns) == 2
    for column in columns.values():
        assert all(below - (y + high) < 40 for (y, high), (below, _) in pairwise(column))


def test_maps_are_dark_in_the_dark(look: Look, whole: Path) -> None:
    light, dark = (
        look(whole, dark=dark)
        .page.locator("#figure-where-visits .land")
        .evaluate("it => getComputedStyle(it).fill")
        for dark in (False, True)
    )
    brightness = [sum(map(int, re.findall(r"\d+", colour))) for colour in (light, dark)]
    assert brightness[0] > 600
    assert brightness[1] < 200


def test_without_scripts_everything_but_the_explorer_can_be_read(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert page.locator("table.cells tbody tr").count() == 16
    assert "needs JavaScript" in page.locator("#explorer").inner_text()
    context.close()


@pytest.fixture(scope="module")
def two_runs(results: Results, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A change of what a lost point costs, with figures and how games went."""
    grid = {"tokens": (5, 7, 8, 9), "locations": ("dice", "stack"), "house unused-point": (3,)}
    found = compare_runs(results, made_run(grid, ["random", "novice"], games=200))
    path = tmp_path_factory.mktemp("two") / "two.html"
    path.write_text(two_runs_page(found, list(two_runs_charts(found))), encoding="utf-8")
    return path


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [WIDE, PHONE, NARROW])
def test_two_runs_fit_every_window(look: Look, two_runs: Path, size: tuple[int, int], dark: bool) -> None:
    watched = look(two_runs, size, dark=dark)
    assert watched.sideways == 0
    assert watched.page.locator("#table tbody tr").count() == 16
    assert watched.page.locator("#losses .lines").count() == 2
    assert watched.page.locator("figure svg:visible").count() == 2


def test_two_runs_on_paper(look: Look, two_runs: Path) -> None:
    """Tables are no wider than the sheet, and the commands are there."""
    page = look(two_runs, SHEET).page
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= SHEET[0]
    assert page.locator("#again pre").first.is_visible()


def test_two_runs_of_the_same_games_fit_a_phone(look: Look, results: Results, tmp_path: Path) -> None:
    (tmp_path / "two.html").write_text(two_runs_page(compare_runs(results, results)), encoding="utf-8")
    watched = look(tmp_path / "two.html", PHONE)
    assert watched.sideways == 0
    assert watched.page.locator("table.cells tbody tr").count() == 16
    assert watched.page.locator("figure, #losses").count() == 0
