"""Comparing and tuning a user's game: two sides on the same deals, and a race towards a target."""

from __future__ import annotations

import pytest

from experiments.compare import names_a_policy, read_side, split_side
from experiments.duel import DIFFERENT, Aim, Duel, play_until_decided
from experiments.factors import POLICY, catalogue
from experiments.grid import Cell, Grid, make_axes, policy_axis
from experiments.play import Matchup, PlayFailed
from experiments.speed import measure, signature_of
from experiments.statistics.changes import JointSums
from experiments.statistics.figures import figures_of
from experiments.tune import Goal, Race, play_race, ranked
from simulator.core.errors import InputError
from simulator.game import Policy
from tests.hoard import HOARD, load_thief

DROWSY, ANGRY = HOARD.setup({}), HOARD.setup({"dragon": "angry"})


def duel_of(name: str) -> Duel:
    duel = Duel(Aim(4_000), HOARD.measures[name], JointSums(HOARD))
    sides = (Matchup(HOARD, DROWSY, (load_thief("timid"),)), Matchup(HOARD, DROWSY, (load_thief("daring"),)))
    for _ in play_until_decided(duel, sides, 1, 2):
        pass
    return duel


@pytest.mark.parametrize(("name", "least"), [("won", 0.3), ("gold", 3)])
def test_who_dares_comes_to_more(name: str, least: float) -> None:
    duel = duel_of(name)
    assert duel.verdict == DIFFERENT
    assert duel.low > least
    assert duel.sums.more_second > duel.sums.more_first


def test_sides_are_said_in_the_words_of_the_game() -> None:
    side = read_side(HOARD, "A", "nights=8,dragon=angry,policy=daring:sack=12", {}, "timid")
    assert (dict(side.setup.levels), side.policy) == ({"nights": 8, "dragon": "angry"}, "daring:sack=12")
    assert split_side(HOARD, "nightmare") == {"preset": "nightmare"}
    assert names_a_policy(HOARD, "A", "daring")
    with pytest.raises(InputError) as refusal:
        split_side(HOARD, "angry")
    assert str(refusal.value) == (
        '"angry" is no preset or policy; write for instance nightmare, nights=5 or policy=daring.'
    )
    with pytest.raises(
        InputError, match=r"^B \(nights=99\): --nights: 99 must be a whole number from 1 to 20\.$"
    ):
        read_side(HOARD, "B", "nights=99", {}, "timid")


def test_figures_are_made_of_its_measures() -> None:
    assert list(figures_of(HOARD)) == ["gold", "grabs"]


def cells(nights: str) -> dict[str, Cell]:
    grid = Grid(HOARD, [*make_axes(HOARD, {"nights": nights}), policy_axis(HOARD, ["daring"])])
    return {str(cell.levels["nights"]): cell for cell in grid.cells}


@pytest.mark.parametrize(
    ("name", "target", "within", "found"), [("won", 0.72, 0.05, "7"), ("gold", 45.0, 1.5, "7")]
)
def test_the_number_of_nights_is_found_that_comes_to_a_target(
    name: str, target: float, within: float, found: str
) -> None:
    wanted = Goal(HOARD.measures[name], target, within, within / 2, games=3_000)
    free = HOARD.factors["nights"].free
    there = cells(free)
    race = Race.of(wanted, list(there))
    spent = sum(played.task.games for played in play_race(race, HOARD, there, load_thief("daring"), 1, 2))
    assert spent == race.spent < race.full_grid
    steps = {
        key: catalogue(HOARD).steps_from_rulebook(cell.setup.levels, cell.setup.own)
        for key, cell in there.items()
    }
    assert ranked(race, steps)[0].key == found
    assert list(there) == [str(each) for each in range(4, 10)]


def test_a_policy_that_fails_ends_a_race_in_a_sentence() -> None:
    race = Race.of(Goal(HOARD.main, 0.5, 0.1, 0.05), ["6"])
    silent = Policy("silent", lambda cave, offers, chance: None, plain=True)
    with pytest.raises(Exception, match="policy silent made an illegal choice") as failure:
        list(play_race(race, HOARD, cells("6"), silent, 1, 1))
    assert not isinstance(failure.value, PlayFailed) or str(failure.value).endswith("choice None.")


def test_its_speed_can_be_measured() -> None:
    matchup = Matchup(HOARD, ANGRY, (load_thief("timid"),))
    found = measure(matchup, "angry", repeats=2, seconds=0.05)
    assert found.games_a_second > 50
    assert (
        found.signature
        == signature_of(matchup)
        != signature_of(Matchup(HOARD, DROWSY, (load_thief("timid"),)))
    )
    assert POLICY not in HOARD.factors
