"""Figures of a run: those that make sense for it, with its numbers, as text that stays text, in the same bytes every time."""

from __future__ import annotations

import re
import struct
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from xml.etree import ElementTree

import matplotlib
import pytest

from experiments.findings import find_effects, find_luck
from experiments.results import Results
from experiments.summary import summarize
from reports.chart import Chart
from reports.charts import charts
from reports.charts.effects import effect_charts
from reports.charts.heatmap import heatmap_charts
from reports.charts.parts import ending_charts, luck_charts, parts_charts
from reports.charts.run import Run
from reports.charts.settings import factor_charts, setting_charts
from reports.charts.spreads import spread_charts
from reports.charts.style import VARIABLES, short
from reports.factor_words import change_words, table_words
from reports.facts import RunFacts
from reports.switch_signal.where import where_charts
from reports.units import give_or_take, in_points, percent
from simulator.switch_signal.board import Board, load_board
from simulator.switch_signal.game import GAME
from simulator.switch_signal.measures import MEASURES
from tests.pictures import texts, without_slides
from tests.runs import cut_short, made_run, only, renamed, small_run, with_wins

TINY = load_board("tiny")
BOARDS = {TINY.hash: TINY}
GRID = {"board": "tiny", "tokens": "7..8", "removed": "1..2"}
ALWAYS = {
    "endings", "causes", "unspent", "goods-by-turn", "tokens-by-turn", "missing",
    "where-visits", "where-stops", "where-lost-points", "busiest", "turns-spread", "goods-spread", "tokens-spread",
}  # fmt: skip
OF_SETTINGS = {"difficulty-ladder", "differences", "causes-by-setting"}

MOST_TOKENS = MEASURES["tokens"].top


def drawn(
    results: Results,
    boards: Mapping[str, Board] = BOARDS,
    kinds: Sequence[Callable[[Run], Iterable[Chart]]] = (charts,),
    slides: bool = False,
) -> dict[str, Chart]:
    """By name; no figure may warn. All kinds together take seconds."""
    with warnings.catch_warnings(), nullcontext() if slides else without_slides():
        warnings.simplefilter("error")
        run = Run(RunFacts(results, summarize(results), {"board": boards}))
        found = [chart for kind in kinds for chart in kind(run)]
    assert len({chart.name for chart in found}) == len(found)
    return {chart.name: chart for chart in found}


@pytest.fixture(scope="module")
def run() -> Results:
    return small_run("novice,planner", games=200, **GRID)


@pytest.fixture(scope="module")
def figures(run: Results) -> dict[str, Chart]:
    return drawn(run, slides=True)


def test_a_grid_has_every_figure(figures: dict[str, Chart]) -> None:
    of_grid = {
        "by-tokens",
        "by-removed",
        "heatmap-tokens-removed",
        "skill-band",
        "effects",
        "luck",
    }
    assert set(figures) == ALWAYS | OF_SETTINGS | of_grid
    sections = list(dict.fromkeys(chart.section for chart in figures.values()))
    assert sections == ["setting", "effects", "losses", "where", "luck"]


def test_one_cell_has_no_figure_that_compares(run: Results) -> None:
    assert set(drawn(only(run, [3]))) == ALWAYS


def test_one_policy_has_no_skill() -> None:
    kinds = [factor_charts, heatmap_charts, setting_charts, effect_charts, parts_charts, luck_charts]
    found = set(drawn(small_run("novice", **GRID), kinds=kinds))
    assert not found & {"skill-band", "luck"}
    assert {"by-tokens", "heatmap-tokens-removed", "effects", *OF_SETTINGS} <= found


def test_policies_alone_are_compared_with_each_other() -> None:
    results = small_run("novice,planner", board="tiny")
    found = drawn(results)
    assert set(found) == {*ALWAYS, "by-policy", "luck"}
    for cell in results.cells:
        assert f"{cell.policy} {percent(cell.rate)}" in found["by-policy"].alt


def test_levels_without_numbers_are_rows() -> None:
    results = small_run("novice", board="tiny", locations="dice,shuffled")
    found = drawn(results, kinds=[factor_charts, setting_charts, effect_charts])
    assert {"by-locations", "differences", "effects"} <= set(found)
    assert {"dice (standard)", "shuffled"} <= set(texts(found["by-locations"].svg))


def test_a_level_that_is_not_the_rulebooks_is_not_called_standard() -> None:
    results = small_run("novice", board="tiny,loop", games=30)
    by_board = next(charts(Run(RunFacts(results, summarize(results)))))
    assert {"Tiny Valley", "Loop"} <= set(texts(by_board.svg))  # by their names
    assert Run(RunFacts(results, summarize(results))).reference_words == "the standard setup on Tiny Valley"


def test_few_rows_are_all_named_and_say_nothing_of_it(figures: dict[str, Chart]) -> None:
    for name in ("difficulty-ladder", "skill-band", "differences"):
        assert "the table names" not in figures[name].caption


def test_a_slide_tells_the_games_of_what_it_shows() -> None:
    results = cut_short(made_run({"tokens": (7, 8)}, ["novice"], games=100), {1: 60})
    run = Run(RunFacts(results, summarize(results)))
    assert run.source().startswith("Signalbox: 60 to 100 games of every")
    assert run.source("x", [run.main_cell]).startswith("Signalbox: 100 games of x")


def test_a_number_that_is_fixed_off_the_rulebook_is_no_standard_setup() -> None:
    results = made_run({"tokens": (7, 8), "removed": (1, 2), "house draw": (3,)}, ["novice"], games=30)
    found = drawn(
        results, kinds=[factor_charts, heatmap_charts, setting_charts, effect_charts, ending_charts]
    )
    setup = "the setup with 7 time tokens, 2 removed timetable cards, 3 cards drawn a turn"
    assert setup in found["endings"].alt
    assert found["differences"].title == f"How far is each setting from {setup}?"
    assert found["by-tokens"].caption.endswith(
        "as in one setup: 2 removed timetable cards, 3 cards drawn a turn."
    )
    for name in ("heatmap-tokens-removed", "differences", "difficulty-ladder"):
        assert "standard" not in found[name].caption + found[name].alt


def test_each_board_has_a_standard_setup_of_its_own() -> None:
    results = small_run("novice", board="tiny,loop", tokens="5,7", games=60)
    found = {chart.name: chart for chart in effect_charts(Run(RunFacts(results, summarize(results))))}
    assert found["differences"].title == "How far is each setting from the standard setup?"
    assert (
        "minus that in the standard setup with the same policy and board, on the same deals"
        in found["differences"].caption
    )


def test_the_last_class_of_tokens_holds_all_above(run: Results) -> None:
    cell = run.cells[0]
    counts = cell.tally.columns["tokens_histogram"].copy()
    counts[0][[0, MOST_TOKENS]] = counts[0][0], 40
    sums = {**cell.tally.columns, "tokens_histogram": counts, "tokens": cell.tally.columns["tokens"] + 5000}
    many = replace(cell, tally=replace(cell.tally, columns=sums))
    results = Results(run.manifest, run.factors, [many])
    chart = next(
        each
        for each in spread_charts(Run(RunFacts(results, summarize(results))))
        if each.name == "tokens-spread"
    )
    assert f"{MOST_TOKENS}+" in texts(chart.svg)
    assert f"The last bar holds all games with {MOST_TOKENS} and more." in chart.caption
    lost = sums["tokens"][0].sum() / (cell.games - cell.total)
    assert f"novice {lost:.1f} in lost games" in chart.alt


def test_without_wins_and_without_boards() -> None:
    found = drawn(small_run("random", board="central-europe", tokens="7..8", games=30), {})
    assert {"by-tokens", "endings", "goods-spread", "difficulty-ladder"} <= set(found)
    assert not {"effects", "luck", "missing", "where-visits", "busiest"} & set(found)
    assert "at random (random) wins 0 % at 7, 0 % at 8" in found["by-tokens"].alt.replace(
        "\N{NO-BREAK SPACE}", " "
    )


def test_with_wins_only() -> None:
    single = (small_run("planner", board="tiny", tokens="7..8", games=1, seed=seed) for seed in range(1, 20))
    found = drawn(next(each for each in single if all(cell.total == 1 for cell in each.cells)))
    assert {"by-tokens", "goods-by-turn"} <= set(found)
    assert not {"missing", "effects"} & set(found)
    assert "won 100" in found["endings"].alt


def test_a_half_finished_run_shows_what_is_there(run: Results) -> None:
    without_standard = drawn(only(run, [0, 1, 5]))
    assert set(without_standard) >= ALWAYS
    assert "in the setup with 7 time tokens, 1 removed timetable card" in without_standard["endings"].alt
    without_last = drawn(
        only(run, range(len(run.cells) - 1)), kinds=[factor_charts, setting_charts, luck_charts]
    )
    assert {"by-tokens", "skill-band", "luck"} <= set(without_last)


def test_many_players_of_whom_few_have_played_the_reference() -> None:
    """One that has is drawn, though it would be left out of a whole run."""
    players = [f"planner:attention=0.{number}" for number in range(1, 8)]
    played = made_run({"tokens": (7, 8)}, players, games=20)
    whole = with_wins(played, lambda levels: (1 + players.index(str(levels["policy"]))) / 8)
    shown = Run(RunFacts(whole, summarize(whole))).shown
    alone = next(number for number, player in enumerate(players) if player not in shown)
    found = drawn(only(whole, [alone, *range(7, 14)]), kinds=[ending_charts])
    assert players[alone] in found["endings"].alt


def test_sentences_call_a_table_what_it_is() -> None:
    """Labels have the name that `--policy` takes; in a sentence it would be no English."""
    found = drawn(small_run("practised,family", games=60, **GRID))
    ladder = found["difficulty-ladder"]
    assert "from the easiest to the hardest as a practised table plays them" in ladder.caption
    assert ladder.title == "How hard is each setting for a practised table?"
    for chart in found.values():
        said = f"{chart.title} {chart.caption} {chart.alt}"
        assert not re.search(
            r"\b(as|of|for|by) (practised|family)\b|(?<!a )\b(practised|family) (wins|plays|has|lacked)\b",
            said,
        )


def test_numbers_are_those_of_the_run(run: Results, figures: dict[str, Chart]) -> None:
    by = {(c.policy, c.levels["tokens"], c.levels["removed"]): c for c in run.cells}
    for policy in ("novice", "planner"):
        cells = [by[policy, tokens, 2] for tokens in (7, 8)]
        told = ", ".join(f"{percent(cell.rate)} at {cell.levels['tokens']}" for cell in cells)
        assert f"{table_words(GAME, policy)} wins {told}" in figures["by-tokens"].alt
        standard = by[policy, 7, 2]
        assert f"{policy}: won {percent(standard.rate)}, lost" in figures["endings"].alt
        lost = standard.games - standard.total
        goods = standard.tally.columns["goods_histogram"]
        missing_one = goods[0][int(goods[1].argmax()) - 1]
        assert f"{percent(missing_one / lost)} of {lost} lost games" in figures["missing"].alt
        turns = standard.tally.columns["turns"][0][0] / lost
        assert f"{policy} {turns:.1f} in lost games" in figures["turns-spread"].alt
        lost_tokens = standard.tally.columns["tokens"][0].sum() / lost
        assert f"{policy}, lost games: {lost_tokens:.1f} in all" in figures["causes"].alt
        unspent = standard.tally.columns["unspent"][1][0] / standard.total
        assert f"{policy} {unspent:.1f} in won games" in figures["unspent"].alt


def test_findings_are_those_of_the_run(run: Results, figures: dict[str, Chart]) -> None:
    for found in find_effects(run):
        for effect in found.effects:
            assert (
                f"{change_words(GAME, effect.name, found.reference)} {in_points(effect.points, sign=True)} points"
                in figures["effects"].alt
            )
    luck = find_luck(run)
    assert luck is not None
    assert f"{percent(luck.decided_by_play.share)} depends on who plays" in figures["luck"].alt
    assert f"{percent(luck.lost_by_all.share)} lost by novice and planner" in figures["luck"].alt
    rows = summarize(run)
    most = max(row.difference.difference for row in rows if row.difference)
    assert f"{in_points(most, sign=True)} points" in figures["differences"].alt
    assert f"{sum(row.clear for row in rows)} of them clear" in figures["differences"].alt


def test_exchange_rates_are_drawn_where_the_run_tells_them(run: Results, figures: dict[str, Chart]) -> None:
    assert "exchange-rates" not in figures
    made_up = with_wins(
        run, lambda levels: 0.5 + 0.2 * (int(levels["tokens"]) - 7) - 0.4 * (int(levels["removed"]) - 2)
    )
    found = {chart.name: chart for chart in effect_charts(Run(RunFacts(made_up, summarize(made_up))))}
    rates = [
        rate
        for each in find_effects(made_up)
        for rate in each.rates
        if rate.determined and abs(rate.rate) >= 1
    ]
    assert {(rate.of, rate.in_steps_of) for rate in rates} == {("removed", "tokens")}
    for rate in rates:
        assert (
            f"one more removed timetable card does as much as {abs(rate.rate):.1f} time tokens"
            in found["exchange-rates"].alt
        )


def test_heat_names_the_places(run: Results, figures: dict[str, Chart]) -> None:
    cell = next(
        c
        for c in run.cells
        if dict(c.levels) == {"board": "tiny", "tokens": 7, "removed": 2, "policy": "planner"}
    )
    visits = cell.tally.columns["heat_visits"]
    busiest = TINY.cities[int(visits[: len(TINY.cities)].argmax())].name
    assert f"{busiest}: {visits[: len(TINY.cities)].max() / cell.games:.2f}" in figures["where-visits"].alt
    assert {city.name for city in TINY.cities} <= set(texts(figures["where-visits"].svg))
    assert "invented" in figures["where-visits"].caption


def test_presets_of_the_rulebook_are_marked(figures: dict[str, Chart]) -> None:
    shown = texts(figures["difficulty-ladder"].svg)
    assert {"7 · 2 = standard", "8 · 2 = tokens-8", "7 · 1 = remove-1", "8 · 1"} <= set(shown)
    assert "time tokens · removed timetable cards" in shown


def test_intervals_are_written_in_the_heatmap(run: Results, figures: dict[str, Chart]) -> None:
    shown = texts(figures["heatmap-tokens-removed"].svg)
    for row in summarize(run):
        assert percent(row.rate) in shown
        assert f"±{50 * (row.high - row.low):.1f}" in shown


def test_the_same_run_gives_the_same_bytes_for_everybody(run: Results, figures: dict[str, Chart]) -> None:
    with matplotlib.rc_context(
        {"font.size": 30, "svg.fonttype": "path", "lines.linewidth": 9, "text.parse_math": True}
    ):
        again = drawn(run, slides=True)
    assert again == figures


def test_figures_fit_together_in_one_page(figures: dict[str, Chart]) -> None:
    drawings = [(chart, svg) for chart in figures.values() for svg in filter(None, (chart.svg, chart.narrow))]
    ids = [found for _, svg in drawings for found in re.findall(r'\bid="([^"]*)"', svg)]
    assert len(set(ids)) == len(ids) > 0
    for chart, svg in drawings:
        own = set(re.findall(r'\bid="([^"]*)"', svg))
        assert set(re.findall(r'(?:url\(|href=")#([^")]*)', svg)) <= own
        root = ElementTree.fromstring(svg)
        assert (root.get("role"), root.get("aria-label")) == ("img", chart.alt)
        assert not re.search("<style|<metadata|<!DOCTYPE|font-family|http(?!://www.w3.org/2000/svg)", svg)
        assert not any(colour in svg for colour in VARIABLES)
        assert ('class="heat-' if chart.section == "where" and not chart.narrow else "var(--ink)") in svg
        assert len(svg) < 100_000


def test_on_a_phone_letters_stay_as_large_as_in_a_column(figures: dict[str, Chart]) -> None:
    """A narrow drawing is laid out anew: no letter is smaller than 9 points of 340, and all words are there."""
    for chart in figures.values():
        if not chart.narrow:
            continue
        root = ElementTree.fromstring(chart.narrow)
        assert (root.get("viewBox") or "").split()[2] == "340"
        sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", chart.narrow)]
        sizes += [float(size) for size in re.findall(r"font:(?:\w+ )*([\d.]+)px", chart.narrow)]
        assert min(sizes) >= 9, chart.name
        words = {word for text in texts(chart.svg) for word in text.split() if word.isalpha()}
        assert words <= {word for text in texts(chart.narrow) for word in text.split()}, chart.name


def test_slides_are_wide_and_say_what_they_show(figures: dict[str, Chart]) -> None:
    for chart in figures.values():
        assert chart.png[:8] == b"\x89PNG\r\n\x1a\n"
        width, height = struct.unpack(">II", chart.png[16:24])
        assert width == 1600
        assert 300 <= height <= 4000
        assert chart.title not in texts(chart.svg)
        assert b"Software" not in chart.png
        assert chart.alt.endswith(".")
        assert chart.caption.endswith(".")


SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    ("novice", "planner"), [("$x$ & \\frac{1}{2}", SCRIPT), ('a_b^{c} id="1"', "ünï\u2028\x07$y_1$")]
)
def test_names_are_text(run: Results, novice: str, planner: str) -> None:
    """Neither mathematics nor markup nor what XML has no place for."""
    city = replace(TINY.cities[0], name=SCRIPT)
    found = drawn(
        renamed(run, {"novice": novice, "planner": planner}),
        {TINY.hash: replace(TINY, cities=(city, *TINY.cities[1:]))},
        [factor_charts, setting_charts, ending_charts, where_charts],
    )
    for name in (novice, planner):
        shown = "".join(c if c.isprintable() else "�" for c in name)
        assert shown in texts(found["skill-band"].svg)
        assert short(shown, 22) in texts(found["by-tokens"].svg)
        assert f"{shown}: won" in found["endings"].alt
    assert any(words.startswith("<script>alert") for words in texts(found["where-visits"].svg))
    for chart in found.values():
        assert "<script" not in chart.svg


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.6, 0.64, "±2.0"),
        (0.0, 0.002, "≤0.2"),
        (0.981, 1.0, "≥98.1"),
        (0.0, 0.0004, "≤0.1"),
        (0.9996, 1.0, "≥99.9"),
    ],
)
def test_an_interval_with_one_side_is_no_give_or_take(low: float, high: float, shown: str) -> None:
    assert give_or_take(low, high) == shown
