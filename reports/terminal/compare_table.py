"""What `sim compare` says: a verdict in a sentence, both sides in a table, and what changed in how games go."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from experiments.duel import ALIKE, BLOCK, DIFFERENT, Duel
from experiments.map_findings import SetsCompared
from experiments.sides import Side
from experiments.statistics.anatomy import Change, changes
from experiments.statistics.figures import FIGURES
from experiments.statistics.intervals import wilson
from experiments.statistics.power import plays_to_notice
from reports.anatomy_words import both_values, reasons, seen, signed
from reports.factor_words import capital, table_words
from reports.run_words import STAR_MEANS, about, in_points, points_interval
from reports.terminal.play_summary import not_printed, origins, program, title
from reports.terminal.screen import note, plain_table, show
from reports.words import origins_in_words

Sides = tuple[Side, Side]
Names = tuple[str, str]


@dataclass(frozen=True)
class Comparison:
    """What one table, or one pair of players, made of the two sides."""

    duel: Duel
    sides: Sides
    policies: Names

    @cached_property
    def changes(self) -> list[Change]:
        return changes(self.duel.moments)

    @property
    def verdict(self) -> str:
        return verdict(self.duel, self.sides, self.policies, self.changes)


def show_comparisons(
    found: Sequence[Comparison],
    over_sets: SetsCompared | None,
    several: bool,
    seed: int,
    stopped: bool,
    as_json: bool,
) -> None:
    """The result, on stdout; that it was broken off, on stderr. `several` tables were asked, whether all of them have played or not."""
    last = found[-1]
    if stopped:
        note(f"Broken off after {last.duel.games:,} games of each side; this is known so far.")
    if as_json:
        told = [figures(each, over_sets, seed, stopped) for each in found]
        typer.echo(json.dumps(told[0] if not several else {"tables": told}, indent=2))
        return
    for letter, side, policy in zip("AB", last.sides, last.policies, strict=True):
        show(Text(f"{letter}  {title(side.scenario)}{'' if several else f'; policy {policy}'}"))
    for warning in dict.fromkeys(
        sentence for side in last.sides for sentence in origins_in_words(**origins(side.scenario))
    ):
        show(Text(warning, style="yellow"))
    show(Text())
    for each in found:
        who = f"{capital(table_words(each.policies[0]))}: " if several else ""
        show(Text(f"{who}{each.verdict}", style="bold"))
    if over_sets is not None:
        show(Text(sets_sentence(over_sets), style="bold"))
    show(Text())
    if several:
        show(_rates(found), Text(), Text(f"How games change for {table_words(last.policies[0])}:"), Text())
    show(_table(last.duel, last.changes))
    for each in found:
        duel, who = each.duel, f"{each.policies[0]}: " if several else ""
        show(
            Text(
                f"{who}{duel.games:,} games of each side, seed {seed}; {duel.only_first:,} deals only A won, {duel.only_second:,} only B.",
                style="dim",
            )
        )
    show(
        Text(
            "Differences on the same deals, in percentage points with 95 % intervals that hold at every look "
            f"(after every {BLOCK} games); {STAR_MEANS}.",
            style="dim",
        )
    )


def sets_sentence(found: SetsCompared) -> str:
    """What the comparison of two boards is, over all boards that fit what is known of each."""
    first, second = (f"{100 * mean:.0f} %" for mean in found.means)
    return (
        f"On {found.boards[0]} other maps like A and {found.boards[1]} like B that fit what is known, {table_words(found.policy)} wins "
        f"{first} and {second} of the time on average: {in_points(found.difference, True)} percentage points {points_interval(found.low, found.high)}"
        f"{', so the printed maps may differ either way' if found.low <= 0 <= found.high else ', so this holds for more than these two maps'}."
    )


def _rates(found: Sequence[Comparison]) -> Table:
    """How often each table wins on both sides."""
    table = plain_table("games won", "A", "B", "B − A", right=(1, 2, 3))
    for each in found:
        duel = each.duel
        star = "*" if duel.low > 0 or duel.high < 0 else " "
        difference = f"{in_points(duel.difference, True)} {points_interval(duel.low, duel.high)} {star}"
        table.add_row(each.policies[0], *(f"{wins / duel.games:.1%}" for wins in duel.wins), difference)
    return table


def verdict(duel: Duel, sides: Sides, policies: Names, found: list[Change]) -> str:
    """The answer as one sentence."""
    interval = points_interval(duel.low, duel.high)
    if duel.verdict == ALIKE:
        most = in_points(duel.aim.negligible)
        return f"A and B are alike: the difference of {in_points(duel.difference, True)} percentage points {interval} is smaller than {most}."
    if duel.verdict != DIFFERENT:
        return (
            f"Open after {duel.games:,} games: B wins {in_points(duel.difference, True)} percentage points {interval}, "
            "so it may be either way; more --games may tell."
        )
    better = duel.difference > 0
    same_players = policies[0] == policies[1]
    what = (
        ("is easier" if better else "is harder")
        if same_players
        else f"wins {'more' if better else 'less'} often"
    )
    low, high = sorted((abs(duel.low), abs(duel.high)))
    parts = [
        f"B ({sides[1].text}) {what} by {in_points(abs(duel.difference))} percentage points [{in_points(low)}, {in_points(high)}]",
        *reasons(found, better),
    ]
    games = duel.games
    plays = plays_to_notice(duel.wins[0] / games, duel.wins[1] / games)
    if plays is not None:
        parts.append(f"a group would notice after about {about(plays)} plays")
    return "; ".join(parts) + "."


def _table(duel: Duel, found: list[Change]) -> Table:
    table = plain_table("", "A", "B", "B − A", right=(1, 2, 3))
    rates = [wins / duel.games for wins in duel.wins]
    interval = f"{in_points(duel.difference, True)} {points_interval(duel.low, duel.high)} "
    star = "*" if duel.low > 0 or duel.high < 0 else " "
    table.add_row("games won", *(f"{rate:.1%}" for rate in rates), f"{interval}{star}", style="bold")
    intervals = [wilson(wins, duel.games) for wins in duel.wins]
    table.add_row("  95 % interval", *(f"{low:.1%} to {high:.1%}" for low, high in intervals), "")
    for change in seen(found):
        star = "*" if change.clear else " "
        table.add_row(
            FIGURES[change.name].words, *both_values(change), f"{signed(change, change.difference)} {star}"
        )
    return table


def figures(each: Comparison, over_sets: SetsCompared | None, seed: int, stopped: bool) -> dict[str, Any]:
    """Everything that is shown, for other programs; nothing in it depends on time, cores or machine."""
    duel, sides, policies = each.duel, each.sides, each.policies
    return {
        "verdict": duel.verdict,
        "sentence": each.verdict,
        "difference": duel.difference,
        "low": duel.low,
        "high": duel.high,
        "games": duel.games,
        "most_games": duel.aim.games,
        "negligible": duel.aim.negligible,
        "seed": seed,
        "stopped": stopped,
        "only_a": duel.only_first,
        "only_b": duel.only_second,
        "plays_to_notice": plays_to_notice(*(wins / duel.games for wins in duel.wins)),
        **{
            letter: _side(side, policy, wins, duel.games)
            for letter, side, policy, wins in zip("ab", sides, policies, duel.wins, strict=True)
        },
        "changes": [
            {
                "name": change.name,
                "a": change.first,
                "b": change.second,
                "difference": change.difference,
                "standard_error": change.error,
                "p_holm": change.holm,
                "clear": change.clear,
            }
            for change in each.changes
        ],
        "over_sets": None if over_sets is None else asdict(over_sets),
        **program(),
    }


def _side(side: Side, policy: str, wins: int, games: int) -> dict[str, Any]:
    low, high = wilson(wins, games)
    return {
        "text": side.text,
        "policy": policy,
        "wins": wins,
        "win_rate": wins / games,
        "ci_low": low,
        "ci_high": high,
        **not_printed(side.scenario),
        "scenario": side.scenario.to_dict(),
        "scenario_hash": side.scenario.hash,
    }
