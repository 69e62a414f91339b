"""A game of dice with a measure of every kind, for tests of the laboratory: whoever throws highest wins, and nobody chooses anything."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulator.game import Batch, Factor, Game, Level, Measure, Place, Policy, Preset, Setup

ROUNDS = 3


@dataclass(frozen=True)
class Table:
    """A die with so many sides, and so many points for every throw."""

    sides: int = 6
    bonus: int = 0
    players: int = 2

    @property
    def levels(self) -> dict[str, Level]:
        return {"sides": self.sides, "bonus": self.bonus}

    @property
    def own(self) -> dict[str, Level]:
        return {}

    @property
    def places(self) -> dict[str, Place]:
        return {}

    @property
    def hash(self) -> str:
        return hashlib.sha256(repr(self.levels).encode()).hexdigest()[:16]


class Dice(Game):
    """Three throws against three: a margin that may be negative, points, how it ended, and throws of each round."""

    name, title = "dice", "Dice"
    factors: Mapping[str, Factor] = {
        "sides": Factor("sides", 6, "Sides of a die", noun="side"),
        "bonus": Factor("bonus", 0, "Points for every throw", noun="point"),
    }
    presets: Mapping[str, Preset] = {
        "standard": Preset("standard", "as written"),
        "long": Preset("long", "more sides", {"sides": 9}),
    }
    measures: Mapping[str, Measure] = {
        each.name: each
        for each in (
            Measure("won", "games won", kind="share", values={"lost": "lost", "won": "won"}, better=1),
            Measure("margin", "points ahead", kind="score", low=-5, top=5, told="compared", also_of="lost"),
            Measure("points", "points", told="compared"),
            Measure("doubles", "games with doubles", kind="share", told="compared"),
            Measure("ended", "ended", kind="code", values={"": "", "early": "at once", "late": "in the end"}),
            Measure("throws", "throws", parts={f"round-{k + 1}": f"round {k + 1}" for k in range(ROUNDS)}),
            Measure("swing", "swings", kind="score", parts={"up": "up", "down": "down"}, told="compared"),
        )
    }

    @property
    def outcome(self) -> np.dtype[Any]:
        single = [(name, "i2") for name in ("won", "margin", "points", "doubles", "ended")]
        return np.dtype([*single, ("throws", "i2", (ROUNDS,)), ("swing", "i2", (2,))])

    def setup(self, levels: Mapping[str, Level]) -> Table:
        return Table(**{name: int(level) for name, level in levels.items()})

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        assert isinstance(setup, Table)
        outcomes = np.zeros(games, self.outcome)
        for row, found in enumerate(outcomes):
            dice = np.random.default_rng([seed, first + row])
            throws = dice.integers(1, setup.sides, (2, ROUNDS), endpoint=True)
            swings = throws[0] - throws[1]
            found["throws"] = throws[0] + setup.bonus
            found["points"] = found["throws"].sum()
            found["margin"] = swings.sum() + ROUNDS * setup.bonus
            found["won"] = found["margin"] > 0
            found["doubles"] = (swings == 0).sum()  # a share counts games with any
            found["ended"] = 1 if abs(swings[0]) > 2 else 2
            found["swing"] = swings.max(), swings.min()
        return Batch(first, outcomes)


class Points(Dice):
    """Dice where nobody wins: the first measure is a score, so nothing is split by results."""

    name = "points"
    measures: Mapping[str, Measure] = {
        "margin": Measure("margin", "points ahead", kind="score", low=-5, top=5),
        **{name: each for name, each in Dice.measures.items() if name not in ("won", "margin")},
    }

    @property
    def outcome(self) -> np.dtype[Any]:
        return np.dtype([(name, DICE.outcome[name]) for name in DICE.outcome.names or () if name != "won"])

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        played, outcomes = DICE.play(setup, lineup, seed, first, games), np.zeros(games, self.outcome)
        for name in outcomes.dtype.names or ():
            outcomes[name] = played.outcomes[name]
        return Batch(first, outcomes)


DICE, POINTS = Dice(), Points()
