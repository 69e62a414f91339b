"""Figures of any game: made from what it declares, and the same from outcomes and from what a run keeps of them."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.run_store.tally import Tally, tally_form
from experiments.statistics.changes import JointSums, changes_between
from experiments.statistics.figures import figures_of
from simulator.declaration import by_name
from simulator.game import Game, Measure
from tests.experiments.dice_game import DICE, POINTS, Dice, Table
from tests.tallies import tally_of

GAMES, BLOCK = 400, 20
EVERY = pytest.mark.parametrize("game", [DICE, POINTS], ids=lambda game: game.name)


def test_figures_are_told_in_the_words_of_the_declarations() -> None:
    assert {name: each.words for name, each in figures_of(DICE).items()} == {
        "margin": "points ahead",
        "margin of lost games": "… in lost games",
        "points": "points",
        "doubles": "games with doubles",
        "swing": "swings together",
        "swing up": "swings: up",
        "swing down": "swings: down",
    }
    assert [name for name, each in figures_of(DICE).items() if each.is_share] == ["doubles"]


def test_a_value_whose_words_are_its_name_is_not_told_twice() -> None:
    class Crossing(Dice):
        measures = by_name(
            Dice.measures["won"],
            Measure(
                "end",
                "how it ends",
                kind="code",
                values={"lost": "sunk", "crossed": "crossed"},
                told="compared",
            ),
        )

    words = {each.words for each in figures_of(Crossing()).values()}
    assert words == {"how it ends: sunk (lost)", "how it ends: crossed"}


@EVERY
def test_what_is_kept_gives_the_figures_of_the_games(game: Game) -> None:
    batch, form = game.play(Table(), [], 3, 0, GAMES), tally_form(game, game.main.name)
    tally, rows = tally_of(form, batch), form.rows(batch.outcomes)
    figures = figures_of(game)
    assert list(figures.numbers_of(batch.outcomes).sum(axis=1)) == figures.kept_sums(tally)
    for figure in figures.values():
        kept = figure.numbers(batch.outcomes, rows)
        if figure.result is not None:
            kept = kept[rows == figure.result]
        found = figure.mean(tally)
        assert found is not None
        assert found.games == len(kept)
        assert found.value == pytest.approx(kept.mean())
        error = kept.std(ddof=1) / np.sqrt(len(kept))
        if figure.name == "swing":  # how far parts go together is not kept
            assert error < found.error < 2 * error
        elif not figure.measure.top:  # the outer classes of a histogram do not tell how far games lie apart
            assert found.error == pytest.approx(error)


def test_a_share_counts_games_and_not_what_is_in_them() -> None:
    outcomes = DICE.play(Table(), [], 3, 0, GAMES).outcomes
    assert outcomes["doubles"].max() > 1
    numbers = figures_of(DICE)["doubles"].numbers(outcomes, outcomes["won"])
    assert numbers.tolist() == (outcomes["doubles"] > 0).astype(int).tolist()


def test_of_games_that_there_are_not_there_is_no_figure() -> None:
    outcomes = DICE.play(Table(), [], 3, 0, GAMES)
    outcomes.outcomes["won"] = 1
    assert (
        figures_of(DICE)["margin of lost games"].mean(tally_of(tally_form(DICE, DICE.main.name), outcomes))
        is None
    )


@EVERY
def test_two_sides_are_compared_whatever_the_game(game: Game) -> None:
    """A side more is seen in the points, on the same deals and on others, and by games as by blocks."""
    form, moments = tally_form(game, game.main.name), JointSums(game)
    blocks: list[list[Tally]] = []
    outcomes = []
    for sides in (6, 7):
        batches = [game.play(Table(sides), [], 3, first, BLOCK) for first in range(0, GAMES, BLOCK)]
        blocks.append([tally_of(form, batch) for batch in batches])
        outcomes.append(np.concatenate([batch.outcomes for batch in batches]))
    moments.add(*outcomes)
    by_games = {each.name: each for each in moments.changes()}
    first, second = (side[0].merged(*side[1:]) for side in blocks)
    for pairs in ((blocks[0], blocks[1]), None):
        by_sums = {each.name: each for each in changes_between(first, second, pairs).changes}
        assert list(by_sums) == list(by_games)
        for name, each in by_sums.items():
            assert (each.first, each.second) == pytest.approx((by_games[name].first, by_games[name].second))
        assert by_sums["points"].p_value < 1e-6
        assert by_sums["points"].difference == pytest.approx(1.5, abs=0.5)
    assert by_games["points"].clear
