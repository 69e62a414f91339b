"""A race of settings towards a target: those that cannot be near it any more drop out, and the rest get more games.

Whether a setting may still be near is asked after every round and of all settings, so the intervals that decide hold at all looks and for all
settings together: confidence sequences (`experiments/statistics/sequential.py`), their error divided by the number of settings. Nothing is
assumed about the shape of the response.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from experiments.run_store.blocks import Task
from experiments.statistics.intervals import wilson
from experiments.statistics.power import games_for_precision
from experiments.statistics.sequential import SHARES, ConfidenceSequence

FIRST_ROUND = 250  # games; each round then doubles what a setting has
KEPT = 3  # settings that go on if none can be near: one alone might be the nearest by chance
WRONG = 0.05  # chance that any setting is dropped although it is near the target


@dataclass(frozen=True)
class Goal:
    """The win rate that is wanted, what counts as near it, how well near ones shall be known, and at which number of games to give up."""

    target: float
    within: float = 0.02
    precision: float = 0.01
    games: int = 100_000

    @property
    def enough(self) -> int:
        """Games after which Wilson's interval is as narrow as asked, at the target."""
        return min(self.games, games_for_precision(self.precision, min(0.99, max(0.01, self.target))))

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
    sequence: ConfidenceSequence
    wins: int = 0
    games: int = 0
    running: bool = True

    @property
    def rate(self) -> float:
        return self.wins / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for this setting alone (Wilson)."""
        return wilson(self.wins, self.games) if self.games else (0.0, 1.0)

    def add(self, wins: int, games: int) -> None:
        self.wins, self.games = self.wins + wins, self.games + games
        self.sequence.update([games - wins, wins])


@dataclass
class Race:
    """All settings; `tasks` says what to play next, `add` takes the result, `drop` ends a round."""

    goal: Goal
    runners: dict[str, Runner] = field(default_factory=dict)

    @classmethod
    def of(cls, goal: Goal, keys: Sequence[str]) -> Race:
        confidence = 1 - WRONG / len(keys)
        planned = max(FIRST_ROUND, goal.enough // 4)  # where most settings are decided
        return cls(goal, {key: Runner(key, ConfidenceSequence(SHARES, planned, confidence)) for key in keys})

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
            Task(each.key, each.games, min(max(FIRST_ROUND, each.games), self.goal.enough - each.games))
            for each in self.running
            if each.games < self.goal.enough
        ]

    def add(self, key: str, wins: int, games: int) -> None:
        self.runners[key].add(wins, games)

    def drop(self) -> None:
        """After a round: out goes what cannot be near. If that is all, the nearest go on, so that they can be named."""
        for each in self.running:
            each.running = self.may_be_near(each)
        if not self.running:
            for each in self.nearest(KEPT):
                each.running = True

    def may_be_near(self, runner: Runner) -> bool:
        """Whether what was played leaves open that a setting is near the target, allowing for all settings and all looks."""
        low, high = runner.sequence.interval()
        return low <= self.goal.high and high >= self.goal.low

    def not_ruled_out(self) -> list[Runner]:
        """Settings whose rate is not near the target, though what was played leaves open that they are."""
        near = {each.key for each in self.near()}
        played = [each for each in self.runners.values() if each.games]
        return [each for each in played if each.key not in near and self.may_be_near(each)]

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
