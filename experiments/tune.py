"""A search for settings that come near a target: those that cannot be near it any more drop out, and the rest get more games.

What is found is told from the smallest change of the rulebook on. Whether a setting may still be near is asked after every round and of all
settings, so the intervals that decide hold at all looks and for all settings together (`experiments/statistics/sequential.py`), their error
divided by the number of settings. Nothing is assumed about the shape of the response.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, inf, prod

from experiments.factors import POLICY, catalogue
from experiments.grid import Axis, Cell, Grid, make_axes
from experiments.play import Matchup, Played, play_all
from experiments.run_store.blocks import Task
from experiments.run_store.tally import tally_form
from experiments.statistics.intervals import NORMAL_95, games_for_precision
from experiments.statistics.means import NOTHING, Moments, interval_of, moments_of_games
from experiments.statistics.sequential import anytime_interval
from simulator.core.errors import InputError
from simulator.game import Game, Level, Measure, Policy

MOST_CELLS = 5_000
NEAR, PRECISE = 0.02, 0.01  # of a share; of any other measure parts of the target
FIRST_ROUND = 250  # games; each round then doubles what a setting has
DECIDED = 2_500  # games after which most settings are decided, if nobody can say beforehand
KEPT = 3  # settings that go on if none can be near: one alone might be the nearest by chance
WRONG = 0.05  # chance that any setting is dropped although it is near the target


@dataclass(frozen=True)
class Goal:
    """What a measure is to come to, what counts as near it, how well near settings are to be known, and after how many games to give up."""

    measure: Measure
    target: float
    within: float
    precision: float
    games: int = 100_000

    @property
    def enough(self) -> int:
        """Return the most games that a setting takes to be as well known as asked: of a share as many as at the target."""
        if self.measure.kind != "share":
            return self.games
        return min(self.games, games_for_precision(self.precision, min(0.99, max(0.01, self.target))))

    def enough_of(self, found: Moments) -> int:
        """Return the games after which a setting is as well known as asked; what is no share has to show its spread first."""
        if self.measure.kind == "share" or not found.games:
            return self.enough
        wanted = ceil(found.variance * (NORMAL_95 / self.precision) ** 2)
        return min(self.games, max(FIRST_ROUND, wanted))

    @property
    def planned(self) -> int:
        """Return the games near which intervals at every look are narrowest: where most settings are decided."""
        return max(FIRST_ROUND, self.enough // 4) if self.measure.kind == "share" else DECIDED

    @property
    def low(self) -> float:
        """Return the least that counts as near."""
        return self.target - self.within

    @property
    def high(self) -> float:
        """Return the most that counts as near."""
        return self.target + self.within

    def distance(self, rate: float) -> float:
        return abs(rate - self.target)


def goal_of(
    measure: Measure, target: float, within: float | None, precision: float | None, games: int
) -> Goal:
    """Return what is wanted; None: two percentage points and one of a share, 2 % and 1 % of any other target."""
    scale = 1.0 if measure.kind == "share" else abs(target)
    if not scale and (within is None or precision is None):
        raise InputError(
            "--target: with a target of 0, --within and --precision must say what is near and how precise it is to be."
        )
    return Goal(
        measure,
        target,
        NEAR * scale if within is None else within,
        PRECISE * scale if precision is None else precision,
        games,
    )


def free_axes(game: Game, given: Mapping[str, str]) -> list[Axis]:
    """Return what is varied: whatever has several levels in what is given, or what the game declares as free if nothing has."""
    known = catalogue(game)
    axes = make_axes(game, given)
    for axis in axes:
        if axis.name in known.places and len(axis.levels) > 1:
            raise InputError(f"--{axis.name}: tune asks for one {axis.name}; `sim sweep` plays several.")
    if not any(len(axis.levels) > 1 for axis in axes):
        free = {name: factor.free for name, factor in game.factors.items() if factor.free}
        axes = [_possible(game, axis, given) for axis in make_axes(game, {**free, **given})]
    count = prod(len(axis.levels) for axis in axes)
    if count > MOST_CELLS:
        raise InputError(f"{count:,} settings are too many; name fewer levels, {MOST_CELLS:,} at most.")
    return axes


def _possible(game: Game, axis: Axis, given: Mapping[str, str]) -> Axis:
    """Return only the levels that the place allows, if nobody has asked for others: a small board may be too small for some."""
    places = catalogue(game).places
    place = {name: given[name] for name in places if name in given}
    game.setup(place)

    def is_possible(level: Level) -> bool:
        try:
            game.setup({**place, axis.name: level})
        except InputError:
            return False
        return True

    if axis.name in given or axis.name in places:
        return axis
    return Axis(axis.factor, tuple(level for level in axis.levels if is_possible(level)))


def settings(game: Game, axes: list[Axis], policy: str) -> dict[str, Cell]:
    """Return all settings by what they mean; a preset and a number may say the same."""
    found: dict[str, Cell] = {}
    for cell in Grid(game, [*axes, Axis(catalogue(game).factors[POLICY], (policy,))]).cells:
        found.setdefault(cell.id, cell)
    return found


@dataclass
class Candidate:
    """One setting in the race."""

    key: str
    goal: Goal
    confidence: float  # of its interval at every look
    found: Moments = NOTHING
    running: bool = True

    @property
    def games(self) -> int:
        return self.found.games

    @property
    def rate(self) -> float:
        """Return what the measure comes to."""
        return self.found.total / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval for this setting alone."""
        if not self.games:
            return (0.0, 1.0) if self.goal.measure.kind == "share" else (-inf, inf)
        return interval_of(self.goal.measure, self.found)

    @property
    def may_be_near(self) -> bool:
        """Tell whether what was played leaves open that it is near the target, allowing for all settings and all looks."""
        if not self.games:
            return True
        low, high = anytime_interval(self.goal.measure, self.found, self.goal.planned, self.confidence)
        return low <= self.goal.high and high >= self.goal.low


@dataclass
class Race:
    """All settings; `tasks` says what to play next, candidates take the results, `drop` ends a round."""

    goal: Goal
    candidates: dict[str, Candidate] = field(default_factory=dict)

    @classmethod
    def of(cls, goal: Goal, keys: Sequence[str]) -> Race:
        confidence = 1 - WRONG / len(keys)
        return cls(goal, {key: Candidate(key, goal, confidence) for key in keys})

    @property
    def running(self) -> list[Candidate]:
        return [each for each in self.candidates.values() if each.running]

    @property
    def spent(self) -> int:
        return sum(each.games for each in self.candidates.values())

    @property
    def full_grid(self) -> int:
        """Count the games that it would have taken to know every setting as well as the near ones are."""
        return len(self.candidates) * max(each.games for each in self.candidates.values())

    def tasks(self) -> list[Task]:
        """Return the games of the next round; none when all that is near is known well enough."""
        return [
            Task(each.key, each.games, min(max(FIRST_ROUND, each.games), enough - each.games))
            for each in self.running
            if each.games < (enough := self.goal.enough_of(each.found))
        ]

    def drop(self) -> None:
        """Drop what cannot be near, after a round. If that is all, the nearest go on, so that they can be named."""
        for each in self.running:
            each.running = each.may_be_near
        if not self.running:
            for each in self.nearest(KEPT):
                each.running = True

    def not_ruled_out(self) -> list[Candidate]:
        """Return the settings whose rate is not near the target, though what was played leaves open that they are."""
        near = self.near()
        return [each for each in self._played() if each.may_be_near and each not in near]

    def near(self) -> list[Candidate]:
        """Return the settings whose rate is near the target, the nearest first."""
        return [
            each
            for each in self.nearest(len(self.candidates))
            if each.running and self.goal.distance(each.rate) <= self.goal.within
        ]

    def nearest(self, count: int) -> list[Candidate]:
        return sorted(self._played(), key=lambda each: self.goal.distance(each.rate))[:count]

    def _played(self) -> list[Candidate]:
        return [each for each in self.candidates.values() if each.games]


def play_race(
    race: Race, game: Game, cells: Mapping[str, Cell], policy: Policy, seed: int, workers: int
) -> Iterator[Played]:
    """Play round by round until nothing is left to play, and give what was played as soon as it is in the race."""
    form = tally_form(game, race.goal.measure.name)
    matchups = {key: Matchup(game, cell.setup, (policy,)) for key, cell in cells.items()}
    while tasks := race.tasks():
        for played, tally in play_all(tasks, matchups, form, seed, workers):
            race.candidates[played.task.cell].found += moments_of_games(tally)
            yield played
        race.drop()


@dataclass(frozen=True)
class Ladder:
    """What a table made of all settings: those near the target, from the smallest change of the rulebook on."""

    game: Game
    race: Race
    cells: Mapping[str, Cell]
    policy: str

    @cached_property
    def steps(self) -> dict[str, int]:
        """Count how far each setting is from the rulebook."""
        known = catalogue(self.game)
        return {
            key: known.steps_from_rulebook(cell.setup.levels, cell.setup.own)
            for key, cell in self.cells.items()
        }

    @cached_property
    def found(self) -> list[Candidate]:
        """Return the settings near the target."""
        return ranked(self.race, self.steps)

    @cached_property
    def nearest(self) -> list[Candidate]:
        """Return the settings that come nearest to the target; of those that come equally near, the smallest change of the rulebook first."""
        everything = self.race.nearest(len(self.cells))
        distance = self.race.goal.distance
        return sorted(everything, key=lambda each: (distance(each.rate), self.steps[each.key]))[:KEPT]


def ranked(race: Race, steps: Mapping[str, int]) -> list[Candidate]:
    """Sort what is near, the smallest change of the rulebook first, then the nearest to the target."""
    return sorted(race.near(), key=lambda each: steps[each.key])
