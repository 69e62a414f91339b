"""What `sim compare` says: a verdict in a sentence, both sides in a table, and what changed in how games go."""

from __future__ import annotations

import json
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from cli.console import note, plain_table, show
from cli.summary import not_printed, origins, program, title
from experiments.duel import ALIKE, BLOCK, DIFFERENT, Duel
from experiments.sides import Side
from experiments.statistics.anatomy import Change, changes
from experiments.statistics.intervals import wilson
from experiments.statistics.power import plays_to_notice
from reports.anatomy_words import WORDS, both_values, reasons, seen, signed
from reports.run_words import about, in_points, points_interval
from reports.words import origins_in_words

Sides = tuple[Side, Side]
Names = tuple[str, str]


def show_comparison(
    duel: Duel, sides: Sides, policies: Names, seed: int, stopped: bool, as_json: bool
) -> None:
    """The result, on stdout; that it was broken off, on stderr."""
    found = changes(duel.moments)
    sentence = verdict(duel, sides, policies, found)
    if stopped:
        note(f"Broken off after {duel.games:,} games of each side; this is known so far.")
    if as_json:
        typer.echo(json.dumps(figures(duel, sides, policies, seed, stopped, found, sentence), indent=2))
        return
    for letter, side, policy in zip("AB", sides, policies, strict=True):
        show(Text(f"{letter}  {title(side.scenario)}; policy {policy}"))
    for warning in dict.fromkeys(
        sentence for side in sides for sentence in origins_in_words(**origins(side.scenario))
    ):
        show(Text(warning, style="yellow"))
    show(Text(), Text(sentence, style="bold"), Text(), _table(duel, found))
    show(
        Text(
            "Differences on the same deals; the interval holds at every look, * is clear of chance (5 %, Holm over all lines).\n"
            f"{duel.games:,} games of each side, seed {seed}; looked after every {BLOCK}. "
            f"{duel.only_first:,} deals only A won, {duel.only_second:,} only B.",
            style="dim",
        )
    )


def verdict(duel: Duel, sides: Sides, policies: Names, found: list[Change]) -> str:
    """The answer as one sentence."""
    interval = points_interval(duel.low, duel.high)
    if duel.verdict == ALIKE:
        most = in_points(duel.aim.negligible)
        return f"A and B are alike: the difference of {in_points(duel.difference, True)} points {interval} is smaller than {most}."
    if duel.verdict != DIFFERENT:
        return (
            f"Open after {duel.games:,} games: B wins {in_points(duel.difference, True)} points {interval}, "
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
        f"B ({sides[1].text}) {what} by {in_points(abs(duel.difference))} points [{in_points(low)}, {in_points(high)}]",
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
        table.add_row(WORDS[change.name], *both_values(change), f"{signed(change, change.difference)} {star}")
    return table


def figures(
    duel: Duel,
    sides: Sides,
    policies: Names,
    seed: int,
    stopped: bool,
    found: list[Change],
    sentence: str,
) -> dict[str, Any]:
    """The same for other programs; nothing in it depends on time, cores or machine."""
    return {
        "verdict": duel.verdict,
        "sentence": sentence,
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
                "name": each.name,
                "a": each.first,
                "b": each.second,
                "difference": each.difference,
                "standard_error": each.error,
                "p_holm": each.holm,
                "clear": each.clear,
            }
            for each in found
        ],
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
