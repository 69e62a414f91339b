"""A race of settings towards a target: those that cannot be near it any more drop out, and the rest get more games.

Whether a setting may still be near is asked after every round and of all settings, so the intervals that decide hold at all looks and for all
settings together (`experiments/statistics/anytime.py`), their error divided by the number of settings. Nothing is
assumed about the shape of the response.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf

from experiments.grid import Cell
from experiments.play import Matchup, Played, PlayFailed, games_a_second, play_here
from experiments.run_store.blocks import Task
from experiments.run_store.tally import tally_form
from experiments.statistics.anytime import anytime_interval
from experiments.statistics.intervals import NORMAL_95
from experiments.statistics.means import NOTHING, Moments, interval_of_moments, moments_of
from experiments.statistics.power import games_for_precision
from policies.roster import Policy
from simulator.game import Game, Measure

FIRST_ROUND = 250  # games; each round then doubles what a setting has
DECIDED = 2_500  # games after which most settings are decided, if nobody can say beforehand
KEPT = 3  # settings that go on if none can be near: one alone might be the nearest by chance
WRONG = 0.05  # chance that any setting is dropped although it is near the target


@dataclass(frozen=True)
class Goal:
    """What a measure shall come to, what counts as near it, how well near settings shall be known, and at which number of games to give up."""

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
        """Where what counts as near begins."""
        return self.target - self.within

    @property
    def high(self) -> float:
        """Where what counts as near ends."""
        return self.target + self.within

    def distance(self, rate: float) -> float:
        return abs(rate - self.target)


@dataclass
class Runner:
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
        return interval_of_moments(self.goal.measure, self.found)

    @property
    def may_be_near(self) -> bool:
        """Tell whether what was played leaves open that it is near the target, allowing for all settings and all looks."""
        if not self.games:
            return True
        low, high = anytime_interval(self.goal.measure, self.found, self.goal.planned, self.confidence)
        return low <= self.goal.high and high >= self.goal.low


@dataclass
class Race:
    """All settings; `tasks` says what to play next, `add` takes the result, `drop` ends a round."""

    goal: Goal
    runners: dict[str, Runner] = field(default_factory=dict)

    @classmethod
    def of(cls, goal: Goal, keys: Sequence[str]) -> Race:
        confidence = 1 - WRONG / len(keys)
        return cls(goal, {key: Runner(key, goal, confidence) for key in keys})

    @property
    def running(self) -> list[Runner]:
        return [each for each in self.runners.values() if each.running]

    @property
    def spent(self) -> int:
        return sum(each.games for each in self.runners.values())

    @property
    def full_grid(self) -> int:
        """Games that every setting would have cost, known as well as the near ones are."""
        return len(self.runners) * max(each.games for each in self.runners.values())

    def tasks(self) -> list[Task]:
        """The games of the next round; none when all that is near is known well enough."""
        return [
            Task(each.key, each.games, min(max(FIRST_ROUND, each.games), enough - each.games))
            for each in self.running
            if each.games < (enough := self.goal.enough_of(each.found))
        ]

    def add(self, key: str, found: Moments) -> None:
        self.runners[key].found += found

    def drop(self) -> None:
        """After a round: out goes what cannot be near. If that is all, the nearest go on, so that they can be named."""
        for each in self.running:
            each.running = each.may_be_near
        if not self.running:
            for each in self.nearest(KEPT):
                each.running = True

    def not_ruled_out(self) -> list[Runner]:
        """Settings whose rate is not near the target, though what was played leaves open that they are."""
        near = {each.key for each in self.near()}
        played = [each for each in self.runners.values() if each.games]
        return [each for each in played if each.key not in near and each.may_be_near]

    def near(self) -> list[Runner]:
        """Settings whose rate is near the target, the nearest first."""
        found = [
            each for each in self.running if each.games and self.goal.distance(each.rate) <= self.goal.within
        ]
        return sorted(found, key=lambda each: self.goal.distance(each.rate))

    def nearest(self, count: int) -> list[Runner]:
        played = [each for each in self.runners.values() if each.games]
        return sorted(played, key=lambda each: self.goal.distance(each.rate))[:count]


def ranked(race: Race, steps: Mapping[str, int]) -> Iterator[Runner]:
    """What is near, the smallest change of the rulebook first, then the nearest to the target."""
    yield from sorted(race.near(), key=lambda each: (steps[each.key], race.goal.distance(each.rate)))


def play_race(
    race: Race, game: Game, cells: Mapping[str, Cell], policy: Policy, seed: int, workers: int
) -> Iterator[Played]:
    """Play round by round until nothing is left to play, and give what was played as soon as it is in the race."""
    form = tally_form(game, race.goal.measure.name)
    matchups = {key: Matchup(game, cell.setup, (policy,)) for key, cell in cells.items()}
    rate = games_a_second(next(iter(matchups.values())), seed)
    while tasks := race.tasks():
        for played in play_here(tasks, matchups.__getitem__, form, seed, lambda _: rate, workers):
            if played.tally is None:
                raise PlayFailed(played.failure)
            race.add(played.task.cell, moments_of(played.tally.values))
            yield played
        race.drop()
