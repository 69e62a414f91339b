"""`sim games`, `sim policies`, `sim presets` and `sim studies`: what there is to play, and who plays it."""

from __future__ import annotations

from typing import Annotated

import typer

from policies.registry import roster_of
from reports.terminal.screen import plain_table, show
from signalbox.cli.options import POLICY
from simulator.core.errors import InputError
from simulator.core.messages import near, quote
from simulator.game import Game
from simulator.games import DEFAULT, all_games


def list_games() -> None:
    """List the games that can be played; `sim --game NAME COMMAND` plays one, and what a run of it can be about is told beside it."""
    table = plain_table("game", "title", "measures")
    for each in all_games():
        asked = ", ".join(measure.name for measure in each.measures.values() if measure.asked)
        default = " (default)" if each.name == DEFAULT else ""
        table.add_row(each.name, f"{each.title}{default}", asked)
    table.add_row("path/to/game.py", "your own (docs/own-game.md)", "")
    show(table)


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


def list_presets(game: Game) -> None:
    """List the presets: the rulebook's easings, challenges and variants."""
    if not game.presets:
        show(f"{game.title} has no presets.")
        return
    table = plain_table("preset", "meaning", "options")
    for preset in game.presets.values():
        options = " ".join(f"--{name} {value}" for name, value in preset.changes.items())
        table.add_row(preset.name, preset.meaning, options)
    show(table)


def list_studies(game: Game) -> None:
    """List the studies that are shipped; `sim sweep NAME` plays one."""
    from experiments.study import load_study, study_names

    names = study_names(game)
    if not names:
        show(f"{game.title} has no studies of its own; `sim sweep FILE.toml` plays yours.")
        return
    table = plain_table("study", "what it asks")
    for name in names:
        study = load_study(game, name)
        table.add_row(name, study.title)
    show(table)
