"""The explorer of the report in a browser: what is picked is what is shown, compared and drawn."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from experiments.results import CellResult, Results
from experiments.statistics.intervals import wilson
from experiments.statistics.paired import difference_of
from experiments.summary import summarize
from reports.charts.columns import mean_of_histogram, means_of
from reports.charts.scale import Mark
from reports.charts.style import shade
from reports.units import Unit, give_or_take, in_points
from simulator.switch_signal.game import GAME
from tests.browser.conftest import Look, write_page
from tests.runs import cell_of, cut_short, made_run

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
        assert versus(page, "cards in hand at the end", 0) == mean_words(unspent)
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


def pick(page: Page, results: Results, *settings: tuple[int, str, str]) -> list[CellResult]:
    """Pick settings in the explorer, one on each side, and give their cells."""
    for number, (tokens, locations, policy) in enumerate(settings):
        side = page.locator(".side").nth(number)
        side.get_by_label("time tokens").fill(str((5, 7, 8, 9).index(tokens)))
        side.get_by_text(locations, exact=True).click()
        side.get_by_text(policy, exact=True).click()
    return [
        cell_of(results, tokens=tokens, locations=locations, policy=policy)
        for tokens, locations, policy in settings
    ]


TWO = ((5, "dice", "novice"), (9, "stack", "random"))


def test_two_settings_are_compared_deal_by_deal(page: Page, results: Results) -> None:
    first, second = pick(page, results, *TWO)
    found = difference_of(GAME.main, second.tally.values, first.tally.values)
    low, high = (in_points(end, sign=True) for end in (found.low, found.high))
    said = page.locator(".verdict").inner_text()
    assert f"{in_points(found.difference, sign=True)} points ({low} to {high}; from 200 deals" in said
    assert page.locator(".verdict").get_attribute("aria-live") == "polite"


def test_too_many_settings_for_pairs_are_compared_by_their_intervals(
    look: Look, results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.page_data.MOST_PAIRED", 1)
    page = look(write_page(tmp_path, results)).page
    first, second = pick(page, results, *TWO)
    (low, high), (least, most) = (wilson(cell.total, cell.games) for cell in (first, second))
    change = second.rate - first.rate
    ends = (
        change - hypot(second.rate - least, high - first.rate),
        change + hypot(most - second.rate, first.rate - low),
    )
    said = page.locator(".verdict").inner_text()
    told = " to ".join(in_points(end, sign=True) for end in ends)
    assert f"{in_points(change, sign=True)} points ({told}; from both intervals, without pairing" in said


def test_means_are_compared_deal_by_deal_and_told_in_their_own_unit(look: Look, tmp_path: Path) -> None:
    made = made_run(
        {"tokens": (5, 7, 8, 9), "locations": ("dice", "stack")},
        ["random", "novice"],
        measure="turns",
        games=60,
    )
    page = look(write_page(tmp_path, made)).page
    first, second = pick(page, made, *TWO)
    found, unit = difference_of(made.measure, second.tally.values, first.tally.values), Unit(made.measure)
    low, high = (unit.difference(end, sign=True) for end in (found.low, found.high))
    said = page.locator(".verdict").inner_text()
    assert said.startswith(
        f"A averages {unit.exact(first.rate)}, B {unit.exact(second.rate)} turns: a difference of "
    )
    assert f"{unit.difference(found.difference, sign=True)} ({low} to {high}; from 60 deals" in said
    assert versus(page, "turns", 0).startswith(unit.exact(first.rate))
    assert "%" not in page.locator("#any-two td").first.inner_text()


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
    assert not home.get_by_label("policy", exact=True).is_visible()
    assert home.locator("tbody th").all_inner_texts() == ["random", "novice"]


def test_a_run_that_is_not_finished_says_on_what_a_difference_rests(
    look: Look, results: Results, tmp_path: Path
) -> None:
    part = cut_short(results, {0: 120, 5: 30})
    page = look(write_page(tmp_path, part)).page
    one, other = pick(page, part, (5, "dice", "random"), (7, "dice", "random"))
    assert (one.games, other.games) == (120, 200)
    found = difference_of(GAME.main, other.tally.values[:120], one.tally.values)
    said = page.locator(".verdict").inner_text()
    assert f"A wins {100 * one.rate:.1f} % of 120 games, B {100 * other.rate:.1f} % of 200 games" in said
    assert f"{in_points(found.difference, sign=True)} points" in said
    assert "from 120 deals that both played" in said


def test_one_setting_has_nothing_to_pick(look: Look, tmp_path: Path) -> None:
    made = made_run({}, ["novice"], games=50)
    page = look(write_page(tmp_path, made)).page
    assert page.locator(".side, .verdict").count() == 0
    assert page.locator(".versus thead th").all_inner_texts() == ["", "all games"]
    assert f"{100 * made.cells[0].rate:.1f} %" in versus(page, "games won", 0)
