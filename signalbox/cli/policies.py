"""`sim policies`: who can play, and what can be set."""

from __future__ import annotations

from typing import Annotated

import typer

from policies.registry import ASSUMED, DEFAULT_TABLES, POLICIES
from policies.skill import SKILL
from signalbox.cli.completion import POLICY
from simulator.core.errors import InputError
from simulator.core.messages import near, show


def list_policies(
    name: Annotated[
        str,
        typer.Argument(
            metavar="POLICY",
            help="Show what can be set with it, for instance planner.",
            autocompletion=POLICY,
        ),
    ] = "",
) -> None:
    """List the policies and how they play; with a name, its settings: sim policies expert"""
    from reports.terminal.screen import plain_table
    from reports.terminal.screen import show as show_text

    if not name:
        table = plain_table("policy", "how it plays")
        for each, kind in POLICIES.items():
            table.add_row(each, kind.meaning + (" (default)" if each in DEFAULT_TABLES else ""))
        table.add_row("FILE.py:NAME", "your own, a function in a file (docs/own-policy.md)")
        show_text(table, ASSUMED)
        return
    if name not in POLICIES:
        raise InputError(
            f"there is no policy {show(name)}{near(name, POLICIES)}; policies are {', '.join(POLICIES)}."
        )
    kind = POLICIES[name]
    if kind.plays:
        player = kind.plays.partition(":")[0]
        show_text(
            f"{name}: {kind.meaning}.",
            f"It plays as {kind.plays} and has no settings of its own; `sim policies {player}` shows those of the player underneath.",
            ASSUMED,
        )
        return
    parameters = kind.settings()
    if not parameters:
        show_text(f"{name} has no settings")
        return
    table = plain_table("setting", "unless set", "from", "to", "meaning", right=(1, 2, 3))
    for key, (default, low, high, meaning, _) in parameters.items():
        table.add_row(key, f"{default:g}", f"{low:g}", f"{high:g}", meaning)
    dial = SKILL if SKILL in parameters else "attention"
    show_text(table, f"for instance --policy {name}:{dial}=0.4")
