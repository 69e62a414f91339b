"""`sim policies`: who can play, and what can be set."""

from __future__ import annotations

from typing import Annotated

import typer

from policies.registry import roster_of
from signalbox.cli.completion import POLICY
from simulator.core.errors import InputError
from simulator.core.messages import near
from simulator.core.messages import show as quote
from simulator.game import Game


def list_policies(
    game: Game,
    name: Annotated[
        str,
        typer.Argument(
            metavar="POLICY",
            help="Show what can be set with it, for instance {measured}.",
            autocompletion=POLICY,
        ),
    ] = "",
) -> None:
    """List the policies and how they play; with a name, its settings: {sim} policies {settable}"""
    from reports.terminal.screen import plain_table, show

    roster = roster_of(game)
    assumed = (roster.assumed,) if roster.assumed else ()
    if not name:
        table = plain_table("policy", "how it plays")
        for each, kind in roster.all.items():
            table.add_row(each, kind.meaning + (" (default)" if each in roster.usual else ""))
        table.add_row("FILE.py:NAME", "your own, a function in a file (docs/own-policy.md)")
        show(table, *assumed)
        return
    if name not in roster.all:
        raise InputError(
            f"there is no policy {quote(name)}{near(name, roster.all)}; policies are {', '.join(roster.all)}."
        )
    kind = roster.all[name]
    if kind.plays:
        player = kind.plays.partition(":")[0]
        show(
            f"{name}: {kind.meaning}.",
            f"It plays as {kind.plays} and has no settings of its own; `sim policies {player}` shows those of the player underneath.",
            *assumed,
        )
        return
    parameters = kind.settings()
    if not parameters:
        show(f"{name} has no settings")
        return
    table = plain_table("setting", "unless set", "from", "to", "meaning", right=(1, 2, 3))
    for key, (default, low, high, meaning, _) in parameters.items():
        table.add_row(key, f"{default:g}", f"{low:g}", f"{high:g}", meaning)
    dial = next((key for key in ("skill", "attention") if key in parameters), next(iter(parameters)))
    lowest, highest = parameters[dial].low, parameters[dial].high
    level = 0.4 if lowest <= 0.4 <= highest else highest
    show(table, f"for instance --policy {name}:{dial}={level:g}")
