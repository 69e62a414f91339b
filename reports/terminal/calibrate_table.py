"""What `sim calibrate` says: a place on the dial, what follows from it, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from experiments.plays import Plays
from experiments.skill import LAST, Evidence, Skill, chance_of_more, locate, plays_to_halve, rate_at
from experiments.skill_curve import DIAL, PLACES, Points, policy_at
from policies.registry import TABLES
from policies.skill import KIND, SKILL, WHAT
from reports.terminal.play_summary import not_printed, origins, program, title
from reports.terminal.screen import plain_table, show
from reports.words import counted, origins_in_words
from simulator.switch_signal.scenario import Scenario

UNLIKELY = 0.025
# Named tables by their places on the dial, whose upper end is the planner.
NAMED = {
    name: 1.0 if kind.plays == "planner" else float(kind.plays.partition("skill=")[2])
    for name, kind in TABLES.items()
    if not kind.slow
}
END = max(NAMED.values())  # of the dial: who plays better than that is found here too
SAYS_LITTLE = 0.8  # width of an interval on the dial from which on plays have hardly said anything


@dataclass(frozen=True)
class Calibration:
    """Plays, the curves of their setups, and what follows."""

    plays: Plays
    points: Points
    standard: Scenario  # the setup of the forecast
    seed: int
    evidence: list[Evidence]
    skill: Skill
    more_plays: int | None  # that would halve the interval
    ceiling: float  # chance of more wins at the upper end of the dial

    @classmethod
    def of(cls, plays: Plays, points: Points, standard: Scenario, seed: int) -> Calibration:
        evidence = [
            Evidence(setting.plays, setting.wins, points.curve(number))
            for number, setting in enumerate(plays.settings)
        ]
        skill = locate(evidence)
        halve, ceiling = plays_to_halve(evidence, skill), chance_of_more(evidence, LAST)
        return cls(plays, points, standard, seed, evidence, skill, halve, ceiling)

    @property
    def above_the_dial(self) -> bool:
        """Whether the table won more than its upper end explains: then no interval on it says where the table stands."""
        return self.ceiling < UNLIKELY

    def forecast(self) -> tuple[float, float, float]:
        """Win rate of the standard game with that skill, and at the ends of its interval."""
        curve = self.points.curve(self.points.scenarios.index(self.standard))
        rate, low, high = (
            rate_at(curve, place) for place in (self.skill.place, self.skill.low, self.skill.high)
        )
        return rate, low, high


def sentences(found: Calibration) -> list[str]:
    """The answer in words."""
    skill, standard = found.skill, found.standard
    rate, low, high = found.forecast()
    game = f"the standard game of {standard.players} on {standard.board_data.name}"
    if found.above_the_dial:
        return [
            "The table won more often than the dial reaches: it plays better than a practised table, or by other rules or on another map.",
            f"A practised table itself wins {game} {high:.1%} of the time; the table would win it more often.",
        ]
    said = [
        f"Your table {among_tables(skill.low, skill.high)}: {DIAL} from {skill.low:.2f} to {skill.high:.2f}, best guess {skill.place:.2f}.",
        f"It would win {game} {low:.1%} to {high:.1%} of the time, best guess {rate:.1%}.",
    ]
    if skill.width > SAYS_LITTLE:
        said.append("These plays hardly tell players apart: nearly every place of the dial fits them.")
    if found.more_plays is not None:
        said.append(f"{counted(found.more_plays, 'more play')} of this kind would halve the interval.")
    else:
        said.append("No number of plays of this kind would halve the interval; other setups would tell more.")
    return said


def among_tables(low: float, high: float) -> str:
    """`plays like a family` if the interval holds that table and lies nearer to it than to any other; else between which tables it lies."""
    better = ", or better" if high >= END else ""
    for name, place in NAMED.items():
        if low <= place <= high and _nearest(low) == _nearest(high) == name:
            return f"plays like {TABLES[name].called}{better}"
    below = [TABLES[name].called for name, place in NAMED.items() if place <= low]
    above = [TABLES[name].called for name, place in NAMED.items() if place >= high]
    if not below:
        return "may stand anywhere on the dial" if better else f"plays no better than {above[0]}"
    return f"plays somewhere between {below[-1]} and {above[0]}{better}"


def _nearest(place: float) -> str:
    """Return the named table that is nearest to a place of the dial."""
    return min(NAMED, key=lambda name: abs(NAMED[name] - place))


def show_calibration(found: Calibration, source: str) -> None:
    plays = found.plays
    show(
        Text(
            f"{source}: {counted(plays.plays, 'play')}, {plays.wins} won, {counted(len(plays.settings), 'setup')}"
        )
    )
    if plays.ignored:
        show(Text(f"columns that were not looked at: {', '.join(plays.ignored)}"))
    warnings = [each for scenario in found.points.scenarios for each in origins_in_words(**origins(scenario))]
    for warning in dict.fromkeys(warnings):
        show(Text(warning, style="yellow"))
    show(Text())
    for sentence in sentences(found):
        show(Text(sentence, style="bold"))
    show(Text(), _table(found))
    show(
        Text(
            f"95 % intervals, for the boards as they are; {found.points.games:,} games at each of "
            f"{len(PLACES)} places of it for each setup, seed {found.seed}.",
            style="dim",
        )
    )


def _table(found: Calibration) -> Table:
    headings = ("setup", "plays", "won", "expected", *NAMED)
    table = plain_table(*headings, right=range(1, len(headings)))
    for setting, each in zip(found.plays.settings, found.evidence, strict=True):
        table.add_row(
            Text(title(setting.scenario)),
            str(setting.plays),
            str(setting.wins),
            f"{setting.plays * rate_at(each.curve, found.skill.place):.1f}",
            *(f"{rate_at(each.curve, place):.1%}" for place in NAMED.values()),
        )
    return table


def figures(found: Calibration) -> dict[str, Any]:
    """Return everything that is shown, for other programs and for `policies/skill.py`, which reads it."""
    skill, standard = found.skill, found.standard
    rate, low, high = found.forecast()
    return {
        WHAT: KIND,
        SKILL: skill.place,
        "low": None if found.above_the_dial else round(skill.low, 3),
        "high": None if found.above_the_dial else round(skill.high, 3),
        "policy": policy_at(skill.place),
        "plays": found.plays.plays,
        "wins": found.plays.wins,
        "more_plays_to_halve": None if found.above_the_dial else found.more_plays,
        "chance_of_more_at_the_upper_end": round(found.ceiling, 4),
        "forecast": {"board": standard.board, "win_rate": rate, "low": low, "high": high},
        "settings": [
            {
                "scenario": setting.scenario.to_dict(),
                "plays": setting.plays,
                "wins": setting.wins,
                "expected": setting.plays * rate_at(each.curve, skill.place),
                "dial": list(PLACES),
                "wins_simulated": found.points.wins[number].tolist(),
                **not_printed(setting.scenario),
            }
            for number, (setting, each) in enumerate(zip(found.plays.settings, found.evidence, strict=True))
        ],
        "games": found.points.games,
        "seed": found.seed,
        **program(),
    }
