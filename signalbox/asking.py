"""`signalbox.run`, `compare`, `tune`, `calibrate` and `replay`. What was played when Ctrl-C came is returned, if it says anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from experiments import compare as comparing
from experiments import tune as tuning
from experiments.calibrate import Calibration, check_dial, games_for, play_points, points_of, policy_at
from experiments.duel import Aim
from experiments.grid import policy_axis
from experiments.limits import check_first_game, check_games, check_seed, worker_count
from experiments.play import Matchup, play_many
from experiments.plays import read_plays
from experiments.prepare import find_measure
from experiments.skill import PLACES
from experiments.tune import Race, play_race
from policies.registry import load_policy, roster_of
from reports.terminal.play_tables import Summary
from signalbox.answers import CalibrationResults, ComparisonResults, PlayResults, Replay, TuneResults
from signalbox.cli.console import tracked
from signalbox.levels import check_number, levels_of, policies_of, taking_numbers, texts_of
from simulator.core.errors import InputError
from simulator.core.messages import show
from simulator.game import Game
from simulator.games import DEFAULT, load_game

Policies = str | Iterable[str] | None
Item = TypeVar("Item")


def _tables(game: Game, policy: Policies) -> list[str]:
    """Return who plays: those who are named, or the game's usual tables."""
    return [str(each) for each in policy_axis(game, policies_of(policy) or roster_of(game).usual).levels]


def _watched(
    items: Iterable[Item], total: int, size: Callable[[Item], int], label: str, progress: bool
) -> Iterable[Item]:
    """Give the items, with a progress bar if somebody wants one."""
    return tracked(items, total, "games", size, label) if progress else items


def _stopped(items: Iterable[Item]) -> bool:
    """Play to the end; gives whether Ctrl-C came before."""
    try:
        for _ in items:
            pass
    except KeyboardInterrupt:
        return True
    return False


@taking_numbers
def run(
    *,
    policy: Policies = None,
    games: int = 10_000,
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> PlayResults:
    """Play many games of one setup, and return how they went.

    >>> signalbox.run(tokens=8, policy=["family", "practised"], games=1_000)

    policy    who plays: one or several tables or players; the game's usual tables
    games     games of each table
    seed      seed of all random numbers
    jobs      cores to use; 0: all of them
    game      a game by name, or the path of your own game.py
    progress  whether a bar shows how far it is
    levels    what is changed in the standard setup: tokens=8, preset="remove-3", house={"draw": 4}
    """
    chosen = load_game(game)
    check_games(games)
    check_seed(seed)
    setup = chosen.setup(levels_of(chosen, levels))
    policies = [load_policy(chosen, text) for text in _tables(chosen, policy)]
    found = []
    for each in policies:
        summary = Summary(chosen, setup, each.name, seed)
        batches = play_many(Matchup(chosen, setup, (each,)), seed, games, jobs)
        for batch in _watched(batches, games, lambda batch: len(batch.outcomes), each.name, progress):
            summary.add(batch)
        found.append(summary)
    return PlayResults(found)


@taking_numbers
def compare(
    first: str,
    second: str,
    *,
    policy: Policies = None,
    games: int = 100_000,
    measure: str = "",
    precision: float | None = None,
    negligible: float | None = None,
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> ComparisonResults:
    """Play two sides on the same deals until the difference is known, and return which is easier, by how much, and why.

    >>> signalbox.compare("standard", "tokens=8", policy="family")

    first, second  a preset, a board or a policy by its name, or factor=level joined by commas: "tokens=8,removed=1"
    policy         who plays both sides: one table or several
    games          most games of each side; fewer are played if they say enough
    measure        what is compared, if not what the game is played for
    precision      how far the interval may reach to either side; of a share 0.01 is one percentage point
    negligible     a difference that is too small to matter
    levels         what both sides have in common
    """
    chosen = load_game(game)
    about = find_measure(chosen, measure)
    for side in (first, second):
        if not isinstance(side, str):
            raise InputError(f"{show(side)} must be a text: a preset, a policy, or factor=level.")
    check_number("precision", precision, 0)
    check_number("negligible", negligible, 0)
    check_games(games)
    check_seed(seed)
    common = levels_of(chosen, levels)
    pairs = comparing.read_pairs(chosen, common, first, second, _tables(chosen, policy), policy is not None)
    players = {
        side.policy: load_policy(chosen, side.policy)
        for side in dict.fromkeys(side for pair in pairs for side in pair)
    }
    comparing.check_sides(pairs, players)
    found = []
    for pair in pairs:
        each = comparing.begin(chosen, about, pair, players, Aim(games, precision, negligible))
        blocks = comparing.go_on(each, players, seed, worker_count(jobs))
        stopped = _stopped(_watched(blocks, games, lambda block: block, each.policies[0], progress))
        if each.duel.games:
            found.append(each)
        elif stopped and not found:
            raise KeyboardInterrupt
        if stopped:
            break
    return ComparisonResults(found)


@taking_numbers
def tune(
    target: float,
    *,
    policy: Policies = None,
    within: float | None = None,
    precision: float | None = None,
    games: int = 100_000,
    measure: str = "",
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> TuneResults:
    """Find settings that come near a target, the smallest change of the rulebook first.

    >>> signalbox.tune(0.5, policy="family", tokens=range(7, 11), removed=range(0, 4))

    target     a win rate from 0 to 1, or the mean of another measure
    within     what counts as near; two percentage points of a share
    precision  how far the intervals of near settings may reach to either side; one percentage point of a share
    games      most games of a setting
    measure    what the target is of, if not what the game is played for
    levels     what is varied; what the game declares as free, if nothing has several levels
    """
    chosen = load_game(game)
    about = find_measure(chosen, measure)
    check_number("target", target)
    check_number("within", within, 0)
    check_number("precision", precision, 0)
    if about.kind == "share" and not 0 <= target <= 1:
        raise InputError(f"target: {target:g} must be from 0 to 1, for instance 0.5.")
    goal = tuning.goal_of(about, target, within, precision, games)
    check_games(games)
    check_seed(seed)
    axes = tuning.free_axes(chosen, texts_of(chosen, levels))
    found = []
    for text in _tables(chosen, policy):
        cells = tuning.settings(chosen, axes, text)
        player = load_policy(chosen, text)
        race = Race.of(goal, list(cells))
        rounds = play_race(race, chosen, cells, player, seed, worker_count(jobs))
        total = len(cells) * goal.enough
        stopped = _stopped(_watched(rounds, total, lambda played: played.task.games, player.name, progress))
        if race.spent:
            found.append(tuning.Ladder(chosen, race, cells, player.name))
        elif stopped and not found:
            raise KeyboardInterrupt
        if stopped:
            break
    return TuneResults(found)


@taking_numbers
def calibrate(
    plays: str | Path,
    *,
    games: int | None = None,
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
) -> CalibrationResults:
    """Find where a real table stands on the dial of skill, from a .csv file of its plays (docs/calibrate.md).

    >>> signalbox.calibrate("plays.csv")
    """
    chosen = load_game(game)
    check_dial(chosen)
    check_seed(seed)
    found = read_plays(chosen, Path(plays))
    points = points_of(chosen, found, games or games_for(found))
    policies = [load_policy(chosen, policy_at(chosen, place)) for place in PLACES]
    played = play_points(points, policies, seed, worker_count(jobs))
    for _ in _watched(played, points.size, lambda each: each.task.games, "", progress):
        pass
    return CalibrationResults(Calibration.of(found, points, seed))


@taking_numbers
def replay(number: int = 0, *, policy: str = "", seed: int = 1, game: str = DEFAULT, **levels: Any) -> Replay:
    """Play one game of `signalbox.run` again, and return it move by move.

    >>> signalbox.replay(4, policy="practised", tokens=8)
    """
    chosen = load_game(game)
    check_seed(seed)
    check_first_game(number, 1)
    setup = chosen.setup(levels_of(chosen, levels))
    player = load_policy(chosen, policy or roster_of(chosen).main)
    return Replay(Matchup(chosen, setup, (player,)), seed, number)
