"""The report in a browser: it can be read on any screen and on paper, in the light and in the dark, and nothing leaves the page."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from experiments.summary import summarize
from reports.charts import charts
from reports.charts.run import Run
from reports.facts import RunFacts
from tests.browser.conftest import EVIL, NARROW, PHONE, SHEET, WIDE, Look, write_page
from tests.runs import made_run, with_place

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_names_are_shown_as_text(page: Page) -> None:
    assert EVIL in page.locator("#answer .lead").inner_text()
    assert page.locator("img").count() == 0


def test_long_names_do_not_make_a_phone_scroll_sideways(look: Look, tmp_path: Path) -> None:
    """No filter, button or sentence may be broader than the window, whatever a board or variant is called."""
    long = "Ober-" + "langenscheidt" * 10
    names = ("standard", long, "x" * 130)
    variants = {"standard": {}, long: {"tokens": "8"}, "x" * 130: {"tokens": "9"}}
    made = made_run({"variant": names}, ["random", "novice"], games=20, variants=variants)
    path = write_page(tmp_path, with_place(made, "board", name="B" * 130))
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


HEADINGS = """() => [...document.querySelectorAll("figure")].map((figure) => {
  const above = figure.matches("figure:first-child") ? figure.closest("section") : figure;
  return [figure.id, figure.getBoundingClientRect().bottom - above.getBoundingClientRect().top];
})"""


def test_a_figure_fits_a_sheet_with_its_headings_and_caption(look: Look, tmp_path: Path) -> None:
    """What is higher would be printed over what follows it; nor may columns or a break keep a title from its figure."""
    grid = {"tokens": tuple(range(1, 11)), "removed": tuple(range(10))}
    made = made_run(grid, ["novice"], games=10)
    path = write_page(tmp_path, made, list(charts(Run(RunFacts(made, summarize(made))))))
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


@pytest.mark.parametrize(
    "width",
    [390, 700, 1290, *(pytest.param(width, marks=pytest.mark.slow) for width in (645, 1000, 1270, 1600))],
)
def test_the_menu_covers_no_heading(look: Look, whole: Path, width: int) -> None:
    page = look(whole, (width, 700)).page
    for link in page.locator("nav a").all():
        link.click()
        menu = page.locator("nav").bounding_box()
        heading = page.locator(f"{link.get_attribute('href')}-heading").bounding_box()
        assert menu
        assert heading
        assert heading["y"] >= menu["y"] + menu["height"]


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


def test_without_scripts_everything_but_the_explorer_can_be_read(look: Look, file: Path) -> None:
    page = look(file, scripts=False).page
    assert page.locator("table.cells tbody tr").count() == 16
    assert "needs JavaScript" in page.locator("#explorer").inner_text()
