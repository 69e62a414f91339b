"""A table's place on the skill dial, from its plays and from games that were played along the dial."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from experiments.factors import catalogue
from experiments.plays import Plays
from experiments.skill import LAST, Evidence, Skill, chance_of_more, locate, plays_to_halve, rate_at
from experiments.skill_curve import Points
from policies.registry import roster_of
from simulator.core.errors import InputError
from simulator.game import Game, Level, Setup

UNLIKELY = 0.025
GAMES = 2_000  # at each place of the dial
TIMES = 20  # as many games as plays, so that the error of the curve is small beside that of the plays


@dataclass(frozen=True)
class Calibration:
    """Plays, the curves of their setups, and what follows."""

    plays: Plays
    points: Points
    standard: Setup  # of the forecast
    seed: int
    evidence: list[Evidence]
    skill: Skill
    more_plays: int | None  # that would halve the interval
    ceiling: float  # chance of more wins at the upper end of the dial

    @classmethod
    def of(cls, plays: Plays, points: Points, seed: int) -> Calibration:
        """Locate a table; the points are those of `points_of`, played."""
        evidence = [
            Evidence(setting.plays, setting.wins, points.curve(number))
            for number, setting in enumerate(plays.settings)
        ]
        skill = locate(evidence)
        halve, ceiling = plays_to_halve(evidence, skill), chance_of_more(evidence, LAST)
        return cls(plays, points, standard(points.game, plays), seed, evidence, skill, halve, ceiling)

    @property
    def game(self) -> Game:
        return self.points.game

    @property
    def above_the_dial(self) -> bool:
        """Whether the table won more than its upper end explains: then no interval on it says where the table stands."""
        return self.ceiling < UNLIKELY

    def forecast(self) -> tuple[float, float, float]:
        """Win rate of the standard game with that skill, and at the ends of its interval."""
        curve = self.points.curve(self.points.setups.index(self.standard))
        rate, low, high = (
            rate_at(curve, place) for place in (self.skill.place, self.skill.low, self.skill.high)
        )
        return rate, low, high


def check_dial(game: Game) -> None:
    """Refuse a game without a dial, or one that is not won."""
    if not roster_of(game).dial or game.main.kind != "share":
        raise InputError(f"{game.title} has no players with a skill dial, so no table can be found on it.")


def games_for(plays: Plays) -> int:
    """Return how many games tell a curve well enough for so many plays."""
    return max(GAMES, TIMES * plays.plays)


def points_of(game: Game, plays: Plays, games: int) -> Points:
    """Return what is to be played: every setup of the plays, and the standard game."""
    setups = [setting.setup for setting in plays.settings]
    return Points(game, list(dict.fromkeys([*setups, standard(game, plays)])), games)


def standard(game: Game, plays: Plays) -> Setup:
    """Return the rulebook's game in the place and with the number of players that the table plays most."""
    own = [name for name, factor in game.factors.items() if factor.role != "place" and not factor.is_step]
    kept = [*catalogue(game).places[:1], *own]
    counted: Counter[tuple[Level, ...]] = Counter()
    for setting in plays.settings:
        counted[tuple(setting.setup.levels[name] for name in kept)] += setting.plays
    (levels, _), *_ = counted.most_common(1)
    return game.setup(dict(zip(kept, levels, strict=True)))
