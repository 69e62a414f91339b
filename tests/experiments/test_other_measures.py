"""Comparisons, searches and runs about another measure than the main one, with games that are really played: a count, a score, another share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from experiments.duel import ALIKE, DIFFERENT, Aim, Duel, play_until_decided
from experiments.factors import POLICY, catalogue
from experiments.findings import find_effects, find_luck
from experiments.grid import Axis, Cell, Grid, make_axes
from experiments.play import Matchup
from experiments.results import Results
from experiments.run_store.tally import values_of
from experiments.statistics.changes import JointSums
from experiments.statistics.means import interval_of, moments_of
from experiments.summary import summarize, summary_table
from experiments.tune import Goal, Race, play_race
from experiments.two_runs import compare_runs
from simulator.game import Game, Policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.experiments.dice_game import DICE, Table
from tests.experiments.sweeps import play_all, small_sweep
from tests.players import load_player

NOBODY = Policy("nobody", lambda: 0)


def duel_of(game: Game, about: str, sides: tuple[Matchup, Matchup], aim: Aim) -> Duel:
    duel = Duel(aim, game.measures[about], JointSums(game))
    assert sum(play_until_decided(duel, sides, 5, 2)) == duel.games
    return duel


def outcomes_of(side: Matchup, duel: Duel, about: str) -> list[int]:
    found: list[int] = values_of(side.game.measures[about], side.play(5, 0, duel.games).outcomes).tolist()
    return found


def test_a_comparison_about_goods_is_one_of_their_means() -> None:
    novice = load_player("novice")
    first, second = (Matchup(GAME, Scenario(board="tiny", removed=removed), (novice,)) for removed in (2, 6))
    duel = duel_of(GAME, "goods", (first, second), Aim(5_000))
    goods = [outcomes_of(side, duel, "goods") for side in (first, second)]
    assert max(goods[0]) > 1  # they are no share
    assert [side.total for side in duel.sums.sides] == [sum(each) for each in goods]
    assert duel.difference == pytest.approx(np.mean(goods[1]) - np.mean(goods[0]))
    assert duel.low < duel.difference < duel.high
    assert duel.verdict == DIFFERENT
    assert duel.difference < 0


@pytest.mark.parametrize("about", ["doubles", "margin", "points"])
def test_a_comparison_may_be_about_any_measure_that_is_one_number_of_each_game(about: str) -> None:
    first, second = (Matchup(DICE, Table(sides), (NOBODY,)) for sides in (3, 6))
    duel = duel_of(DICE, about, (first, second), Aim(1_500))
    found = [outcomes_of(side, duel, about) for side in (first, second)]
    assert duel.difference == pytest.approx(np.mean(found[1]) - np.mean(found[0]))
    assert (duel.sums.more_first, duel.sums.more_second) == tuple(
        sum(one > other for one, other in zip(*pair, strict=True)) for pair in (found, found[::-1])
    )
    wanted = {"doubles": -0.28, "points": 4.5, "margin": 0.0}[about]
    assert duel.low < wanted < duel.high
    assert (duel.verdict == DIFFERENT) is bool(wanted)


def test_sides_that_differ_in_who_wins_may_be_alike_in_another_share() -> None:
    """A bonus changes who wins; how often both throw the same it does not."""
    sides = Matchup(DICE, Table(), (NOBODY,)), Matchup(DICE, Table(bonus=1), (NOBODY,))
    assert duel_of(DICE, "won", sides, Aim(1_000)).verdict == DIFFERENT
    assert duel_of(DICE, "doubles", sides, Aim(1_000, negligible=0.05)).verdict == ALIKE


def race_of(game: Game, about: str, levels: str, target: float, within: float, precision: float) -> Race:
    sides = catalogue(game).factors[POLICY]
    name = "sides" if game is DICE else "removed"
    fixed = {} if game is DICE else {"board": "tiny"}
    player = NOBODY if game is DICE else load_player("novice")
    axes = [*make_axes(game, {**fixed, name: levels}), Axis(sides, (player.name,))]
    cells: dict[str, Cell] = {str(cell.levels[name]): cell for cell in Grid(game, axes).cells}
    race = Race.of(Goal(game.measures[about], target, within, precision, 2_000), list(cells))
    for _ in play_race(race, game, cells, player, 5, 2):
        pass
    return race


def test_a_search_about_a_score_finds_the_mean_that_is_wanted() -> None:
    """The mean of three dice with n sides is 3 (n + 1) / 2."""
    race = race_of(DICE, "points", "2..9", 10.5, 0.5, 0.2)
    assert [each.key for each in race.near()] == ["6"]
    assert race.candidates["6"].rate == pytest.approx(10.5, abs=0.4)
    assert race.candidates["2"].games < race.candidates["6"].games


def test_a_search_may_be_about_another_share() -> None:
    """With n sides none of three throws is the other's in (1 − 1/n)³ of the games."""
    race = race_of(DICE, "doubles", "2..7", 1 - (1 - 1 / 3) ** 3, 0.05, 0.03)
    assert [each.key for each in race.near()] == ["3"]
    assert not race.candidates["7"].running


def test_a_search_about_goods_is_one_for_their_mean() -> None:
    race = race_of(GAME, "goods", "0..16..8", 0.9, 0.05, 0.1)
    for key, runner in race.candidates.items():
        side = Matchup(GAME, Scenario(board="tiny", removed=int(key)), (load_player("novice"),))
        assert runner.found.total == side.play(5, 0, runner.games).outcomes["goods"].sum()
    assert [key for key, each in race.candidates.items() if not each.running] == ["16"]


@pytest.fixture(scope="module")
def goods_run(tmp_path_factory: pytest.TempPathFactory) -> Results:
    sweep = small_sweep(200, tokens="6..8", measure="goods")
    return Results.read(play_all(sweep, tmp_path_factory.mktemp("run") / "goods"))


def test_a_run_about_goods_tells_their_means(goods_run: Results) -> None:
    rows = summarize(goods_run)
    for row, line in zip(rows, summary_table(goods_run, rows), strict=True):
        goods = small_sweep(200, tokens="6..8").matchups[row.cell.id].play(3, 0, 200).outcomes["goods"]
        assert row.cell.tally.values[:].tolist() == goods.tolist()
        assert (row.low, row.high) == interval_of(goods_run.measure, moments_of(goods))
        assert (line["total"], line["mean"]) == (goods.sum(), pytest.approx(goods.mean()))
        assert not {"wins", "win_rate"} & set(line)
    assert max(row.rate for row in rows) > max(row.rate for row in rows if row.cell.policy == "random")


def test_what_steps_do_to_goods_is_told_in_goods(goods_run: Results) -> None:
    found = {each.kept[POLICY]: each for each in find_effects(goods_run)}
    assert set(found) == {"random", "novice"}
    novice = [cell.rate for cell in goods_run.cells if cell.policy == "novice"]
    (effect,) = found["novice"].effects
    assert effect.points == pytest.approx((novice[2] - novice[0]) / 2)
    assert effect.low <= effect.points <= effect.high
    assert found["novice"].model is None  # of log odds of a win
    assert find_luck(goods_run) is None


def test_two_runs_about_goods_are_compared_by_their_means(goods_run: Results, tmp_path: Path) -> None:
    sweep = small_sweep(100, tokens="6..8", measure="goods")
    shorter = Results.read(play_all(sweep, tmp_path / "run"))
    found = compare_runs(goods_run, shorter)
    assert found.paired
    assert found.same_games
    assert [match.before.games for match in found.matches] == [100] * 6
    for match in found.matches:
        assert match.before.rate == match.after.rate == match.second.rate
        assert (match.difference.difference, match.difference.p_value) == (0, 1)
