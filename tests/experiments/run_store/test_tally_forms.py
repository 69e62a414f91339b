"""Tallies of any game: columns are made from what it declares, and hold what its outcomes say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from experiments.run_store.blocks import Damaged, read_tally, tally_bytes
from experiments.run_store.tally import NO_GAME, Tally, tally_form
from experiments.run_store.tally_checks import is_possible
from simulator.game import Batch, Game
from tests.experiments.dice_game import DICE, POINTS, Table
from tests.tallies import tally_of

GAMES = 300
LOST, WON = 0, 1
ASKED = [(game, name) for game in (DICE, POINTS) for name, each in game.measures.items() if each.asked]
EVERY = pytest.mark.parametrize(("game", "about"), ASKED, ids=lambda each: getattr(each, "name", each))


def played(game: Game, first: int = 0, games: int = GAMES) -> Batch:
    return game.play(Table(), [], 7, first, games)


def counted(game: Game, about: str, batch: Batch) -> Tally:
    return tally_of(tally_form(game, about), batch)


def test_what_a_run_can_be_about_is_one_number_of_each_game() -> None:
    assert [name for game, name in ASKED if game is DICE] == [
        "won",
        "margin",
        "points",
        "doubles",
        "throws",
        "swing",
    ]


def test_columns_are_those_of_the_declarations() -> None:
    assert tally_form(DICE, DICE.main.name).shapes == {
        "results": (2,),
        "margin": (2, 1),
        "margin_histogram": (2, 11),
        "margin_first": (2, 11),
        "points": (2, 1),
        "points_squares": (2, 1),
        "doubles": (2, 1),
        "ended": (2, 3),
        "throws": (2, 3),
        "swing": (2, 2),
        "swing_squares": (2, 2),
    }


def test_a_main_measure_without_values_splits_nothing_and_is_summed_too() -> None:
    shapes = tally_form(POINTS, POINTS.main.name).shapes
    assert shapes["results"] == (1,)
    assert shapes["margin"] == (1, 1)
    assert "won" not in shapes


@EVERY
def test_sums_are_those_of_the_outcomes(game: Game, about: str) -> None:
    batch = played(game)
    tally, outcomes = counted(game, about, batch), batch.outcomes
    rows = outcomes["won"] if game is DICE else np.zeros(GAMES, int)
    for row in range(len(game.results)):
        here = outcomes[rows == row]
        columns = {name: values[row] for name, values in tally.columns.items()}
        assert columns["results"] == len(here)
        assert columns["margin"] == here["margin"].sum()
        assert columns["points"] == here["points"].sum()
        assert columns["points_squares"] == (here["points"].astype(int) ** 2).sum()
        assert columns["doubles"] == (here["doubles"] > 0).sum()
        assert columns["ended"].tolist() == np.bincount(here["ended"], minlength=3).tolist()
        assert columns["throws"].tolist() == here["throws"].sum(axis=0).tolist()
        assert columns["swing"].tolist() == here["swing"].sum(axis=0).tolist()
        assert columns["swing_squares"].tolist() == (here["swing"].astype(int) ** 2).sum(axis=0).tolist()


@EVERY
def test_values_are_one_number_of_each_game(game: Game, about: str) -> None:
    outcomes = played(game).outcomes
    whole = outcomes[about].reshape(GAMES, -1).sum(axis=1)
    wanted = whole > 0 if game.measures[about].kind == "share" else whole
    tally = counted(game, about, played(game))
    assert (tally.values[:] == wanted).all()
    assert tally.games == GAMES


def test_a_score_is_sorted_into_classes_of_which_the_outer_ones_hold_the_rest() -> None:
    margins = played(DICE).outcomes["margin"]
    assert margins.min() < -5 < 5 < margins.max()
    columns = counted(DICE, "won", played(DICE)).columns
    histogram, first = (columns[f"margin_{part}"] for part in ("histogram", "first"))
    for margin in range(-5, 6):
        here = np.flatnonzero(np.clip(margins, -5, 5) == margin)
        row = int(margin > 0)
        assert histogram[row, margin + 5] == len(here)
        assert first[row, margin + 5] == here[0]
        assert (histogram[1 - row, margin + 5], first[1 - row, margin + 5]) == (0, NO_GAME)


@EVERY
def test_slices_leave_no_trace_in_what_is_kept(game: Game, about: str) -> None:
    whole = counted(game, about, played(game, 40, 60))
    parts = [
        counted(game, about, played(game, first, games)) for first, games in ((40, 7), (47, 1), (48, 52))
    ]
    assert tally_bytes(parts[0].merged(*parts[1:])) == tally_bytes(whole)


@EVERY
@pytest.mark.parametrize("games", [1, 8, 77])
def test_a_tally_is_read_back_as_it_was(game: Game, about: str, games: int) -> None:
    tally = counted(game, about, played(game, 200, games))
    again = read_tally(tally.form, tally_bytes(tally), games)
    assert (again.first, again.values[:].tolist()) == (200, tally.values[:].tolist())
    assert {name: values.tolist() for name, values in again.columns.items()} == {
        name: values.tolist() for name, values in tally.columns.items()
    }


def test_a_tally_about_something_else_is_damaged() -> None:
    """A share is kept in bits, a number as it is: neither is taken for the other."""
    for about, other in (("won", "margin"), ("margin", "won"), ("points", "margin"), ("won", "doubles")):
        content = tally_bytes(counted(DICE, about, played(DICE)))
        with pytest.raises(Damaged):
            read_tally(tally_form(DICE, other), content, GAMES)


def strange(game: Game, rng: np.random.Generator, games: int) -> Batch:
    """Outcomes that fit into their fields and their declarations, and into nothing else."""
    outcomes = np.zeros(games, game.outcome)
    for name, measure in game.measures.items():
        field = game.outcome[name]
        most = int(np.iinfo(field.base).max) if rng.random() < 0.7 else 1
        if measure.values:
            most = len(measure.values) - 1
        least = -most if measure.kind == "score" else 0
        outcomes[name] = rng.integers(least, most, outcomes[name].shape, endpoint=True)
    return Batch(30, outcomes)


@EVERY
@pytest.mark.parametrize("number", range(12))
def test_whatever_an_outcome_can_hold_is_possible(game: Game, about: str, number: int) -> None:
    tally = counted(game, about, strange(game, np.random.default_rng(number), 1 + number**2))
    assert is_possible(tally)
    read_tally(tally.form, tally_bytes(tally), tally.games)


def forged(tally: Tally, name: str, place: tuple[int, ...], by: int) -> Tally:
    columns = {each: values.copy() for each, values in tally.columns.items()}
    columns[name][place] += by
    return replace(tally, columns=columns)


@pytest.mark.parametrize(
    ("name", "place", "by"),
    [
        ("results", (0,), 1),
        ("margin", (LOST, 0), 1_000),
        ("margin", (WON, 0), -1_000),
        ("margin", (LOST, 0), -(2**40)),
        ("margin_histogram", (LOST, 0), 1),
        ("margin_histogram", (WON, 0), -1),
        ("margin_first", (LOST, 0), 1),
        ("margin_first", (WON, 0), -(2**40)),
        ("points", (LOST, 0), -(2**40)),
        ("points_squares", (LOST, 0), -(2**20)),
        ("points_squares", (LOST, 0), 2**40),
        ("doubles", (LOST, 0), GAMES),
        ("doubles", (LOST, 0), -GAMES),
        ("ended", (LOST, 1), 1),
        ("throws", (WON, 2), -(2**30)),
        ("swing", (WON, 1), 2**40),
        ("swing_squares", (WON, 1), -(2**20)),
    ],
)
def test_sums_that_no_games_have_are_damage(name: str, place: tuple[int, ...], by: int) -> None:
    tally = counted(DICE, "won", played(DICE))
    assert is_possible(tally)
    assert not is_possible(forged(tally, name, place, by))


def test_the_outer_classes_of_a_score_leave_its_sum_open_to_their_side() -> None:
    """Who lost may be further behind than the first class says, and who won further ahead than the last."""
    tally = counted(DICE, "won", played(DICE))
    assert is_possible(forged(tally, "margin", (LOST, 0), -1))
    assert is_possible(forged(tally, "margin", (WON, 0), 1))


@EVERY
def test_values_that_are_not_those_that_were_summed_are_damage(game: Game, about: str) -> None:
    tally = counted(game, about, played(game))
    values = tally.values[:].copy()
    values[3] = 1 - values[3] if game.measures[about].kind == "share" else values[3] + 1
    assert not is_possible(replace(tally, values=values))


def test_shares_take_a_bit_each_in_memory_and_numbers_what_they_need() -> None:
    for about, size in (("won", 38), ("doubles", 38), ("margin", 300), ("points", 300)):
        tally = counted(DICE, about, played(DICE))
        assert tally.form.packed(tally.values[:]).nbytes == size


@EVERY
@pytest.mark.parametrize("games", [1, 7, 8, 9])
def test_values_in_memory_are_those_of_the_file(game: Game, about: str, games: int) -> None:
    for first in range(10):
        tally = counted(game, about, played(game, first, games))
        kept = tally.form.packed(tally.values[:])
        assert tally.form.unpacked(kept, games).tolist() == tally.values[:].tolist()
