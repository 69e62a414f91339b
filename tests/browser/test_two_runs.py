"""The page of two runs in a browser and on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from experiments.results import Results
from experiments.two_runs import compare_runs
from reports.charts.two_runs import two_runs_charts
from reports.page import two_runs_page
from tests.browser.conftest import NARROW, PHONE, SHEET, WIDE, Look
from tests.runs import made_run

if TYPE_CHECKING:
    pass


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
