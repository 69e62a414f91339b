"""What `sim calibrate` says: a place on the dial, what follows from it, and how sure that is."""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.table import Table
from rich.text import Text

from experiments.calibrate import PLACES, Calibration, policy_at, rate_at
from experiments.factors import catalogue
from policies.parameters import KIND, SKILL, WHAT
from policies.registry import roster_of
from reports.factor_words import (
    listed_player,
    not_printed,
    origin_sentences,
    program,
    setup_figures,
    title,
    where,
)
from reports.terminal.screen import plain_table, show, show_lines
from reports.words import capital, counted
from simulator.game import Game

SAYS_LITTLE = 0.8  # width of an interval on the dial from which on plays have hardly said anything


@cache
def named_places(game: Game) -> dict[str, float]:
    """Return the named tables by their places on the dial; the game's main one plays as its upper end does."""
    roster = roster_of(game)
    found = {}
    for name, kind in roster.tables.items():
        setting, _, place = kind.plays.partition("=")
        if setting == roster.dial:
            found[name] = float(place)
        elif name == roster.main:
            found[name] = 1.0
    return found


def sentences(found: Calibration) -> list[str]:
    """Return the answer in words."""
    game, skill, standard = found.game, found.skill, found.standard
    rate, low, high = found.forecast()
    place = f" on {where(game, standard)}" if standard.places else ""
    what = f"the standard game of {standard.players}{place}"
    if found.above_the_dial:
        best = listed_player(game, roster_of(game).main)
        elsewhere = " or on another map" if place else ""
        return [
            f"The table won more often than the dial reaches: it plays better than {best}, or by other rules{elsewhere}.",
            f"{capital(best)} itself wins {what} {high:.1%} of the time; the table would win it more often.",
        ]
    dial, among = roster_of(game).dial, among_tables(game, skill.low, skill.high)
    said = [
        f"Your table {among}: {dial} from {skill.low:.2f} to {skill.high:.2f}, best guess {skill.place:.2f}.",
        f"It would win {what} {low:.1%} to {high:.1%} of the time, best guess {rate:.1%}.",
    ]
    if skill.width > SAYS_LITTLE:
        said.append("These plays hardly tell players apart: nearly every place of the dial fits them.")
    if found.more_plays is not None:
        said.append(f"{counted(found.more_plays, 'more play')} of this kind would halve the interval.")
    else:
        said.append("No number of plays of this kind would halve the interval; other setups would tell more.")
    return said


def among_tables(game: Game, low: float, high: float) -> str:
    """Return `plays like a family` if the interval holds that table and lies nearer to it than to any other; else between which tables it lies."""
    named = named_places(game)
    if not named:
        return "stands on the dial"
    better = (
        ", or better" if high >= max(named.values()) else ""
    )  # who plays better is found at the upper end too

    def nearest(place: float) -> str:
        return min(named, key=lambda name: abs(named[name] - place))

    for name, place in named.items():
        if low <= place <= high and nearest(low) == nearest(high) == name:
            return f"plays like {listed_player(game, name)}{better}"
    below = [listed_player(game, name) for name, place in named.items() if place <= low]
    above = [listed_player(game, name) for name, place in named.items() if place >= high]
    if not below:
        return "may stand anywhere on the dial" if better else f"plays no better than {above[0]}"
    return f"plays somewhere between {below[-1]} and {above[0]}{better}"


def show_calibration(found: Calibration, source: str) -> None:
    plays = found.plays
    show(
        Text(
            f"{source}: {counted(plays.plays, 'play')}, {plays.wins} won, {counted(len(plays.settings), 'setup')}"
        )
    )
    if plays.ignored:
        show(Text(f"columns that were not looked at: {', '.join(plays.ignored)}"))
    show_lines(origin_sentences(found.game, (setup.places for setup in found.points.setups)), "yellow")
    show(Text())
    show_lines(sentences(found), "bold")
    show(Text(), _table(found))
    # What is not known of the boards is in no interval.
    for_boards = "".join(f", for the {name}s as they are" for name in catalogue(found.game).places[:1])
    show(
        Text(
            f"95 % intervals{for_boards}; {found.points.games:,} games at each of "
            f"{len(PLACES)} places of it for each setup, seed {found.seed}.",
            style="dim",
        )
    )


def _table(found: Calibration) -> Table:
    named = named_places(found.game)
    headings = ("setup", "plays", "won", "expected", *named)
    rows = (
        (
            Text(title(found.game, setting.setup)),
            str(setting.plays),
            str(setting.wins),
            f"{setting.plays * rate_at(each.curve, found.skill.place):.1f}",
            *(f"{rate_at(each.curve, place):.1%}" for place in named.values()),
        )
        for setting, each in zip(found.plays.settings, found.evidence, strict=True)
    )
    return plain_table(*headings, right=range(1, len(headings)), rows=rows)


def calibration_json(found: Calibration) -> dict[str, Any]:
    """Return everything that is shown, for other programs and for `policies/parameters.py`, which reads it."""
    game, skill = found.game, found.skill
    rate, low, high = found.forecast()
    place = {name: found.standard.levels[name] for name in catalogue(game).places[:1]}
    return {
        WHAT: KIND,
        SKILL: skill.place,
        "low": None if found.above_the_dial else round(skill.low, 3),
        "high": None if found.above_the_dial else round(skill.high, 3),
        "policy": policy_at(game, skill.place),
        "plays": found.plays.plays,
        "wins": found.plays.wins,
        "more_plays_to_halve": None if found.above_the_dial else found.more_plays,
        "chance_of_more_at_the_upper_end": round(found.ceiling, 4),
        "forecast": {**place, "win_rate": rate, "low": low, "high": high},
        "settings": [
            {
                "scenario": setup_figures(game, setting.setup)["scenario"],
                "plays": setting.plays,
                "wins": setting.wins,
                "expected": setting.plays * rate_at(each.curve, skill.place),
                "dial": list(PLACES),
                "wins_simulated": found.points.wins[number].tolist(),
                **not_printed(game, [setting.setup.places]),
            }
            for number, (setting, each) in enumerate(zip(found.plays.settings, found.evidence, strict=True))
        ],
        "games": found.points.games,
        "seed": found.seed,
        **program(game),
    }
