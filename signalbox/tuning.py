"""`signalbox.tune` and `sim tune`: settings that come near a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.play import Played
from experiments.prepare import Load, find_measure, load_all
from experiments.tune import Goal, Ladder, Race, free_axes, goal_of, play_race, settings
from reports.terminal.tune_table import tuning_verdict
from signalbox.answers import Answered, by_table
from signalbox.levels import (
    asked_in_python,
    check_batch,
    check_number,
    check_reach,
    policies_of,
    table_names,
    texts_of,
)
from signalbox.progress import Watcher
from simulator.game import Game, Policy
from simulator.games import DEFAULT, load_game


@dataclass(frozen=True, repr=False)
class TuneResults(Answered):
    """Settings near a target, for one table or for several.

    `frame()` has a line for every setting that was tried: steps from the rulebook, its value with the 95 % interval, and whether it is near.
    """

    found: Sequence[Ladder]
    free: Sequence[str]  # factors that were varied
    several: bool  # whether several tables were asked, though Ctrl-C may have come before the second one
    stopped: str = ""

    def sentences(self) -> list[str]:
        """Return the smallest change of the rulebook that comes near the target, for each table."""
        return by_table([(each.policy, tuning_verdict(each)) for each in self.found])

    def lines(self) -> Iterator[dict[str, Any]]:
        for each in self.found:
            near = {candidate.key for candidate in each.found}
            for key, candidate in each.race.candidates.items():
                if candidate.games:
                    low, high = candidate.interval
                    yield {
                        **each.cells[key].levels,
                        "steps": each.steps[key],
                        "games": candidate.games,
                        "value": candidate.rate,
                        "ci_low": low,
                        "ci_high": high,
                        "near": key in near,
                    }


def tune_tables(
    game: Game,
    goal: Goal,
    texts: Mapping[str, str],
    named: Sequence[str] | None,
    seed: int,
    jobs: int,
    load: Load,
    watcher: Watcher,
) -> TuneResults:
    """Find the settings near a goal, for each table that is named. `texts` say what is varied, by the names of factors."""
    workers = check_batch(goal.games, seed, jobs)
    axes, tables = free_axes(game, texts), table_names(game, named)
    cells_of = [settings(game, axes, table) for table in tables]
    begun = (
        (Ladder(game, Race.of(goal, list(cells)), cells, player.name), player)
        for player, cells in zip(load(game, tables), cells_of, strict=True)
    )

    def play(one: tuple[Ladder, Policy]) -> Iterator[Played]:
        each, player = one
        rounds = play_race(each.race, game, each.cells, player, seed, workers)
        return watcher.track(rounds, len(each.cells) * goal.enough, f"{each.policy}: games, at most")

    found, stopped = watcher.in_turn(begun, play, lambda one: one[0].race.spent)
    free = [axis.name for axis in axes if len(axis.levels) > 1]
    return TuneResults([ladder for ladder, _ in found], free, len(tables) > 1, stopped)


@asked_in_python
def tune(
    target: float,
    *,
    policy: str | Iterable[str] | None = None,
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
    check_number("target", target, *((0, 1) if about.kind == "share" else ()))
    check_reach("within", within, about)
    check_reach("precision", precision, about)
    goal = goal_of(about, target, within, precision, games)
    texts, named = texts_of(chosen, levels), policies_of(policy)
    return tune_tables(chosen, goal, texts, named, seed, jobs, load_all, Watcher(progress))
