"""The report's page: complete, the same for the same run, small, and deaf to what names of files try to say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from markupsafe import Markup, escape

from experiments.grid import Axis
from experiments.results import CellResult, Results
from experiments.statistics.paired import Difference, difference_of
from experiments.summary import summarize, summary_csv
from experiments.two_runs import compare_runs
from policies.switch_signal.roster import ASSUMED, TABLES
from reports.chart import Chart
from reports.facts import RunFacts
from reports.page import Replays, report_page, two_runs_page
from reports.page_data import anatomy, page_data
from reports.report import RunReport
from reports.run_markdown import plain, run_markdown, two_runs_markdown
from reports.sentences.answer import Answer
from reports.tables import Cell, run_table
from reports.words import capital
from simulator.game import Factor
from simulator.switch_signal.board import load_board
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import play_run
from tests.runs import cut_short, made_run, only, with_place

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>\u2028"
FORMULA = '=HYPERLINK("http://evil","x")'
CHARTS = [
    Chart(
        "rates",
        "setting",
        f"How often? {EVIL}",
        "alt",
        f"Read it {EVIL}",
        '<svg viewBox="0 0 9 9"></svg>',
        "",
        b"png",
    ),
    Chart("why", "losses", "Why?", "alt", "So.", '<svg viewBox="0 0 9 9"></svg>', "", b"png"),
]
GAMES = Replays([Markup("<p>the game</p>")], Markup(".game {}"), Markup("/* plays */"))


class Outline(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def page_of(results: Results, **more: Any) -> str:
    return report_page(Answer(results, summarize(results)), **more)


@pytest.fixture(scope="module")
def results() -> Results:
    return made_run({"tokens": (7, 8), "locations": ("dice", "stack")}, games=200)


@pytest.fixture(scope="module")
def page(results: Results) -> str:
    return page_of(results, charts=CHARTS, replays=GAMES)


def test_the_page_has_its_parts_in_order_and_links_to_them(page: str) -> None:
    outline = Outline(page)
    ids = [attributes["id"] for attributes in outline.all("section")]
    assert ids == ["answer", "players", "setting", "losses", "explorer", "replays", "table", "again"]
    links = [attributes["href"] for attributes in outline.all("a")]
    assert links == ["#answer", *(f"#{each}" for each in ids)]
    assert "<p>the game</p>" in page
    assert page.count(".game {}") == page.count("/* plays */") == 1
    assert "sim sweep --made-up" in page


def test_the_page_says_who_plays_and_what_is_assumed() -> None:
    """Whoever gets the page alone reads of "a family", and is told who that is."""
    page = page_of(made_run({"tokens": (7, 8)}, ["family", "practised"], games=20))
    for name in ("family", "practised"):
        meaning = TABLES[name].meaning
        assert f"<dt><code>{name}</code></dt><dd>{escape(capital(meaning))}." in page
    assert page.count(str(escape(ASSUMED))) == 1
    assert "first-game</code>" not in page

    two = two_runs_page(
        compare_runs(made_run({}, ["family"], games=20), made_run({}, ["practised"], games=20))
    )
    assert [f"<dt><code>{name}</code></dt>" in two for name in ("family", "practised")] == [True, True]
    assert str(escape(ASSUMED)) in two


def test_headings_stand_in_order(page: str) -> None:
    levels = [int(tag[1]) for tag, _ in Outline(page).tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_nothing_is_fetched_and_nothing_depends_on_time(results: Results, page: str) -> None:
    outline = Outline(page)
    assert not [
        a for _, a in outline.tags if "src" in a or not (a.get("href") or "#").startswith(("#", "data:,"))
    ]
    assert [a["href"] for a in outline.all("link")] == ["data:,"]  # no icon is asked for
    assert "@import" not in page
    assert "url(" not in page
    assert page == page_of(results, charts=CHARTS, replays=GAMES)


def assert_pairs(data: dict[str, Any], one: int, other: int, found: Difference, games: int) -> None:
    """How many deals only one of two cells won is what their difference says."""
    only_one, only_other = data["pairs"][one][other], data["pairs"][other][one]
    assert (only_one + only_other, (only_one - only_other) / games) == (found.apart, found.difference)


def test_the_embedded_figures_are_those_of_the_cells(results: Results, page: str) -> None:
    data = data_of(page)
    for number, (cell, row) in enumerate(zip(data["cells"], summarize(results), strict=True)):
        levels = {f["label"]: f["levels"][at] for f, at in zip(data["factors"], cell["at"], strict=True)}
        assert levels["time tokens"] == str(row.cell.levels["tokens"])
        assert (cell["total"], cell["games"]) == (row.cell.total, row.cell.games)
        assert [sum(shares) for shares in cell["shares"]] == [row.cell.games - row.cell.total] * 2
        other = results.cells[0].tally.values
        found = difference_of(GAME.main, row.cell.tally.values, other)
        assert_pairs(data, number, 0, found, row.cell.games)
    assert "".join(data["csv"]).encode() == summary_csv(results, summarize(results))


def test_pairs_of_a_run_that_is_not_finished_are_of_deals_that_both_have(results: Results) -> None:
    """Another cell that has fewer games takes nothing from them."""
    data = data_of(page_of(cut_short(results, {1: 120, 2: 150})))
    wins = [cell.tally.values for cell in results.cells]
    found = difference_of(GAME.main, wins[0], wins[3])
    assert_pairs(data, 0, 3, found, len(wins[0]))
    found = difference_of(GAME.main, wins[1][:120], wins[2][:120])
    assert_pairs(data, 1, 2, found, 120)


def test_one_setting_is_told_without_a_choice() -> None:
    page = page_of(made_run({}, ["novice"], games=50))
    assert "These figures rest on 50 games, seed 3." in page
    assert 'class="sides"' not in page
    assert "How games of the one setting went." in page


def _mean(results: Results, cell: CellResult, heading: str) -> list[float] | None:
    names = page_data(RunFacts(results, summarize(results)), (0, 0))["means"]
    found: list[float] | None = anatomy(results, cell)["means"][names.index(heading)]
    return found


def test_anatomy_of_a_cell_without_losses() -> None:
    won = made_run({}, ["novice"], kept="won")
    assert _mean(won, won.cells[0], "goods delivered in lost games") is None
    assert "100\N{NO-BREAK SPACE}%" in page_of(won)


def test_give_or_take_may_be_more_than_the_mean() -> None:
    """Of ten lost games one delivered two goods: 0.20 ± 0.45, and a lower end at nothing is the page's to draw."""
    results = made_run({}, ["random"], games=10)
    cell = results.cells[0]
    wide = cell.tally.columns["goods_histogram"].shape[1]
    histogram = np.array([[9, 0, 1] + [0] * (wide - 3), [0] * wide])
    columns = {**cell.tally.columns, "goods_histogram": histogram, "goods": np.array([[2], [0]])}
    few = CellResult(cell.entry, replace(cell.tally, columns=columns))
    assert _mean(results, few, "goods delivered") == [0.2, 0.4524, 10]


def hostile() -> Results:
    """Names that a stranger's files may have."""
    results = made_run(
        {"variant": ("standard", EVIL, FORMULA)},
        ["novice"],
        games=20,
        variants={"standard": {}, EVIL: {"tokens": "8"}, FORMULA: {"tokens": "9"}},
    )
    results = with_place(results, "board", name=EVIL)
    results.failures["x"] = [EVIL]
    command = f"sim sweep\n\n# {EVIL}\x1b[2J"
    results.manifest = msgspec.structs.replace(results.manifest, command=command, title=EVIL, about=EVIL)
    return results


def test_names_are_text_everywhere() -> None:
    results = hostile()
    page = page_of(results, charts=CHARTS)
    outline = Outline(page)
    assert len(outline.all("script")) == 4  # data, elements, explorer, table; one factor: no heatmap
    assert not outline.all("img")
    data = data_of(page)
    assert "\u2028" not in page[page.index('id="data"') :]
    assert EVIL.replace("\u2028", "�") in data["factors"][0]["levels"]
    assert any(line.startswith("tiny,") and "'=HYPERLINK" in line for line in data["csv"])
    markdown = run_markdown(Answer(results, summarize(results)))
    assert "The run holds no command of this program." in markdown
    assert "The run holds no command of this program" in page
    assert "<script" not in markdown
    assert all(character.isprintable() or character in "\n\u200b" for character in markdown)
    side_by_side = compare_runs(results, results)
    assert len(Outline(two_runs_page(side_by_side)).all("script")) == 0
    assert "<script" not in two_runs_markdown(side_by_side)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*a* _b_ [c](d) `e` | #1", "\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\` \\| \\#1"),
        ("~~a~~ $x$", "\\~\\~a\\~\\~ \\$x\\$"),
        ("<b>&amp;", "&#60;b&#62;&#38;amp;"),
        ("@name me@home", "@\u200bname me@\u200bhome"),
        ("see http://evil www.evil.example", "see http:\u200b//evil www\u200b.evil.example"),
        ("a\nb", "a�b"),
    ],
)
def test_nothing_in_a_name_is_markdown(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_markdown_says_what_the_page_says() -> None:
    results = made_run({"board": ("tiny", "tiny-na", "loop"), "tokens": (8, 9)}, ["novice"], games=60)
    half = cut_short(with_place(results, "board", kind="one kind"), {0: 40})
    answer = Answer(half, summarize(half))
    markdown = run_markdown(answer)
    for sentence in (*answer.sentences(), *answer.gaps()):
        assert plain(sentence) in markdown
    assert "These figures rest on 340 games" in markdown
    assert "on average" in markdown
    assert "`sim calibrate` tells" in markdown
    table = run_table(answer)
    assert "to reference" in table.figures
    assert "| to reference |" in markdown
    assert markdown.count("| reference |") == 3
    assert markdown.lower().count("time token makes no clear") <= 1
    assert "to standard" not in markdown


def test_the_table_sorts_the_standard_row_among_the_differences() -> None:
    results = made_run({"tokens": (6, 7, 8)}, ["novice"], games=60)
    table = run_table(RunFacts(results, summarize(results)))
    column = table.figures.index("to standard")
    cells = {words[-1]: figures[column] for words, figures in table.rows}
    by = {words: cell.order for words, cell in cells.items() if isinstance(cell, Cell)}
    assert (cells["7"], by["7"]) == ("standard", 0.0)
    assert all(isinstance(by[words], float) for words in cells)


def test_where_nothing_is_compared_the_table_has_no_column_for_it() -> None:
    results = made_run({"board": ("ensemble:test/ce-01", "ensemble:test/ce-02")}, ["novice"], games=20)
    table = run_table(RunFacts(results, summarize(results)))
    assert not [head for head in table.figures if "standard" in head or "noticed" in head]
    assert all(len(figures) == len(table.figures) for _, figures in table.rows)
    assert "Differences" not in table.about


def test_a_spreadsheet_takes_no_heading_for_a_formula(results: Results) -> None:
    cells = [
        CellResult(msgspec.structs.replace(cell.entry, levels={**cell.levels, FORMULA: "x"}), cell.tally)
        for cell in results.cells
    ]
    odd = Results(results.manifest, [*results.factors, Axis(Factor(FORMULA, None), ("x",))], cells)
    assert "\"'=HYPERLINK" in summary_csv(odd, summarize(odd)).decode().splitlines()[0]


def test_a_board_without_games_yet_has_its_name() -> None:
    """The explorer lists every level of the run, also those that are still to be played."""
    begun = only(made_run({"board": ("tiny", "loop")}, ["novice"], games=20), [0])
    assert data_of(page_of(begun))["factors"][0]["levels"] == ["Tiny Valley", load_board("loop").name]


def test_titles_list_what_varies() -> None:
    results = made_run(
        {"tokens": (7, 8), "removed": (1, 2), "locations": ("dice", "stack")}, ["idle"], games=1
    )
    title = RunFacts(results, summarize(results)).title
    assert title.endswith("by time tokens, removed timetable cards and start places")


@pytest.mark.slow
def test_the_report_of_a_hundred_cells_is_small(tmp_path: Path) -> None:
    """As users get it, with figures and games to watch; `python -m benchmarks.report` measures how long it takes."""
    results = play_run(tmp_path / "run", games=10)
    assert len(results.cells) == 100
    RunReport.of(results, summarize(results), tmp_path / "run").write()
    page = tmp_path / "run" / "report.html"
    assert "Games to watch" in page.read_text(encoding="utf-8")
    assert page.stat().st_size < 5_000_000
