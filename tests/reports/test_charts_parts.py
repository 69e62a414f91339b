"""The parts that figures are made of."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb

from experiments.play import Matchup
from experiments.run_store.tally import GAMES_BY_RESULT, Tally, tally_form
from experiments.statistics.intervals import student_95
from experiments.statistics.means import games_of, mean_of_counts
from experiments.summary import summarize
from policies.registry import load_policy
from reports.charts.canvas import page_svg
from reports.charts.columns import (
    bounded,
    intervals_words,
    mean_marks,
    mean_of_histogram,
    means_of,
)
from reports.charts.run import Run
from reports.charts.scale import Mark, Scale
from reports.charts.style import HUES, VARIABLES, evenly, short, spread_labels, text_on
from reports.facts import RunFacts
from reports.page_parts import asset
from reports.switch_signal.losses import goods_required
from reports.units import Unit, percent
from simulator.switch_signal.board import load_board
from simulator.switch_signal.game import GAME, LOST, WON
from tests.runs import small_run
from tests.tallies import tally_of

TINY = load_board("tiny")


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.623, "62"),
        (0.0, "0"),
        (1.0, "100"),
        (0.004, "0.4"),
        (0.0001, "0.1"),
        (0.9999, "99.9"),
        (0.99, "99"),
    ],
)
def test_percent_never_rounds_something_to_nothing(share: float, words: str) -> None:
    assert percent(share) == f"{words}\N{NO-BREAK SPACE}%"


def test_long_names_keep_both_ends() -> None:
    assert short("planner") == "planner"
    shortened = short("planner:attention=0.75,token=3.25,way=1.5")
    assert len(shortened) == 26
    assert shortened.startswith("planner:")
    assert shortened.endswith("way=1.5")


def test_some_of_many_have_both_ends_and_what_must_be_kept() -> None:
    assert evenly(range(5), 9) == [0, 1, 2, 3, 4]
    found = evenly(range(100), 10, keep=[37, 50])
    assert len(found) == 10
    assert {0, 37, 50, 99} <= set(found)
    assert found == sorted(found)


def test_labels_are_spread_in_order() -> None:
    places = spread_labels([10.0, 10.0, 11.0, 90.0], 14, 0, 100)
    assert all(b - a > 13.9 for a, b in pairwise(places))
    assert spread_labels([5.0, 50.0], 14, 0, 100) == [5.0, 50.0]


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.01), (0.31, 0.32), (0.399, 0.4), (0.6, 0.7), (0.999, 1.0)])
def test_a_scale_holds_its_intervals(low: float, high: float) -> None:
    marks = [Mark(low, low, min(high, 0.5)), Mark(high, max(low, 0.5), high)]
    scale = Scale.of(Unit(GAME.main), marks)
    assert 0 <= scale.low <= min(mark.low for mark in marks)
    assert max(mark.high for mark in marks) <= scale.high <= 1
    assert scale.high > scale.low


@pytest.mark.parametrize("values", [(3.0, 3.0), (0.0, 0.0), (-4.2, 17.0), (12_000.0, 12_345.0)])
def test_a_scale_of_anything_else_has_round_numbers_at_its_ends(values: tuple[float, float]) -> None:
    low, high = values
    scale = Scale.of(Unit(GAME.measures["goods"]), [Mark(low, low, low), Mark(high, high, high)])
    assert scale.low <= low <= high <= scale.high
    assert scale.high > scale.low
    assert all(float(f"{end:.3g}") == pytest.approx(end) for end in (scale.low, scale.high))


def test_page_and_slides_have_the_same_ink() -> None:
    light = str(asset("report.css")).partition("@media")[0]
    for colour, variable in VARIABLES.items():
        assert f"{variable[4:-1]}: {colour};" in light


def test_text_stands_out_on_every_colour() -> None:
    colours = [to_hex(matplotlib.colormaps["cividis"](k / 50)) for k in range(51)]
    for colour in (*colours, *HUES):
        light, dark = sorted((_luminance(colour), _luminance(text_on(colour))))
        assert (dark + 0.05) / (light + 0.05) >= 4.4


def _luminance(colour: str) -> float:
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_intervals_from_sums_are_never_too_narrow() -> None:
    values = np.random.default_rng(1).binomial(8, 0.4, 500)
    exact = mean_of_histogram(np.bincount(values, minlength=9))
    assert exact is not None
    rough = bounded(float(values.mean()), 8, 500)
    assert rough.value == pytest.approx(exact.value)
    assert rough.low <= exact.low < exact.high <= rough.high
    assert mean_of_histogram(np.zeros(4, int)) is None


def test_means_of_games_have_the_errors_that_games_show() -> None:
    block = Matchup(GAME, GAME.setup({"board": "tiny"}), (load_policy(GAME, "novice"),)).play(5, 0, 400)
    tally, unspent, lost = (
        tally_of(tally_form(GAME, GAME.main.name), block),
        block.outcomes["unspent"],
        block.outcomes["won"] == 0,
    )
    for chosen, sides in ((lost, [LOST]), (~lost, [WON]), (np.full(400, True), [LOST, WON])):
        (mark,) = means_of(tally, "unspent", sides)
        assert mark.value == pytest.approx(unspent[chosen].mean())
        error = unspent[chosen].std(ddof=1) / sqrt(chosen.sum())
        assert mark.high - mark.value == pytest.approx(student_95(int(chosen.sum()) - 1) * error)
    none_won = {**tally.columns, GAMES_BY_RESULT: np.array([400, 0])}
    assert means_of(replace(tally, columns=none_won), "unspent", [WON]) == []


@pytest.mark.parametrize("games", [3, 5, 30])
def test_means_of_few_games_are_known_as_well_as_they_are_told(games: int) -> None:
    """Of 2,000 experiments about 95 % hold the truth (fixed seed); with the normal distribution it were 73 % of those of 3 games."""
    chance = np.random.default_rng(1)
    found = [mean_of_counts(np.bincount(chance.poisson(4, games))) for _ in range(2_000)]
    held = np.mean([mean is not None and abs(mean.value - 4) <= mean.half for mean in found])
    assert 0.935 <= held <= 0.965


def test_one_game_has_no_interval() -> None:
    mark = mean_of_histogram(np.array([0, 0, 1]))
    assert mark is not None
    assert (mark.low, mark.value, mark.high) == (2.0, 2.0, 2.0)


def in_blocks(tally: Tally, blocks: int) -> list[Tally]:
    """Made-up blocks: each with its own games, of which about half are won, and so many goods in them."""
    chance = np.random.default_rng(2)
    made = []
    for number in range(blocks):
        wins = (chance.random(20) < 0.5).astype(np.uint8)
        goods = np.array(
            [[chance.binomial(4 * (20 - wins.sum()), 0.5)], [chance.binomial(4 * wins.sum(), 0.5)]]
        )
        made.append(Tally(tally.form, 20 * number, wins, {**tally.columns, "unspent": goods}))
    return made


def unspent_when_won(blocks: list[Tally]) -> tuple[list[np.ndarray], list[int]]:
    """Sums and games of each block."""
    return [each.columns["unspent"][WON] for each in blocks], [games_of(each, WON) for each in blocks]


def test_means_of_sums_have_intervals_from_blocks() -> None:
    blocks = in_blocks(small_run("novice", board="tiny").cells[0].tally, 12)
    (mark,) = mean_marks(*unspent_when_won(blocks), 4)
    games = sum(games_of(each, WON) for each in blocks)
    assert mark.value == sum(int(each.columns["unspent"][1][0]) for each in blocks) / games
    assert mark.low < mark.value < mark.high
    assert not mark.rough
    assert intervals_words([mark]) == "95 % intervals"
    # four numbers of 0 or 1 a game have a variance of 1
    assert mark.high - mark.value == pytest.approx(1.96 / games**0.5, rel=0.5)


def test_too_few_blocks_give_an_interval_that_is_rather_too_wide_and_say_so() -> None:
    blocks = in_blocks(small_run("novice", board="tiny").cells[0].tally, 3)
    (mark,) = mean_marks(*unspent_when_won(blocks), 4)
    assert mark == bounded(mark.value, 4, sum(games_of(each, WON) for each in blocks))
    assert "rather too wide" in intervals_words([mark])
    (bare,) = mean_marks(*unspent_when_won(blocks))
    assert bare.low == bare.value == bare.high


def test_the_goods_that_win_are_known_without_a_win() -> None:
    won = small_run("novice", board="tiny").cells[0]
    need = goods_required(won, {})
    assert need == int(won.tally.columns["goods_histogram"][1].nonzero()[0][-1])
    lost = small_run("idle", board="tiny", games=5).cells[0]
    assert lost.total == 0
    assert goods_required(lost, {}) is None
    assert goods_required(lost, {"board": {TINY.hash: TINY}}) == need


def test_presets_are_found_among_settings() -> None:
    results = small_run("random", board="tiny", tokens="7,10", removed="0,2", extra_signals="0..1", games=5)
    rows = summarize(results)
    run = Run(RunFacts(results, rows))
    found = {tuple(row.cell.levels.values())[1:4]: run.preset(row) for row in rows}
    assert found[7, 2, 0] == "standard"
    assert found[7, 2, 1] == "extra-signal"
    assert found[10, 2, 0] == "tokens-10"
    assert found[10, 0, 1] == "easier-6"
    assert found[10, 0, 0] == ""
    named = small_run("random", board="tiny", preset="standard,tokens-8", games=5)
    assert [Run(RunFacts(named, summarize(named))).preset(row) for row in summarize(named)] == [
        "standard",
        "tokens-8",
    ]
    others = small_run("random", board="tiny", edition="pl", games=5)
    assert Run(RunFacts(others, [])).preset(summarize(others)[0]) == ""


RAW = b"""<?xml version="1.0"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg">
 <metadata>who and when</metadata>
 <defs><style>*{stroke: red}</style></defs>
 <g id="figure_1"><g id="text_1"><text style="font-size: 10px; font-family: 'DejaVu Sans', serif; fill: #1a1b1f"
  transform="rotate(-0 1 2)" x="1.23456">id="figure_1" #1a1b1f &lt;b&gt;</text></g>
  <defs><path id="m1" d="M 0 0
L 1.00001 2
"/></defs><use xlink:href="#m1" clip-path="url(#p1)"/><clipPath id="p1"/></g></svg>"""


def test_svg_for_a_page_keeps_words_and_changes_the_rest() -> None:
    svg = page_svg(RAW, 'says "<b>"')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'says "<b>"'
    words = [element for element in root.iter() if element.tag.endswith("text")]
    assert [word.text for word in words] == ['id="figure_1" #1a1b1f <b>']
    assert words[0].attrib == {"style": "font-size:10px;fill:var(--ink)", "x": "1.23"}
    assert 'id="m1"' in svg
    assert 'href="#m1"' in svg
    assert "url(#p1)" in svg
    assert 'd="M 0 0 L 1 2"' in svg
    assert "stroke: red" not in svg
    assert "who and when" not in svg
