"""`sim replay`: one game, or some, told turn by turn, as a trace, or as a page that plays it."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.factors import catalogue
from experiments.limits import worker_count
from signalbox.cli.console import Printer
from signalbox.cli.options import BATCH, WHERE, Force, GameOptions, flag_option
from signalbox.cli.setup_options import SetupOptions
from simulator.core.errors import InputError
from simulator.core.files import check_target
from simulator.game import Game


def replay(
    game: Game,
    setup: SetupOptions,
    play: GameOptions,
    options: Annotated[bool, flag_option("--options", BATCH, "List what could be chosen.")] = False,
    explain: Annotated[bool, flag_option("--explain", BATCH, "Show what the policy weighed.")] = False,
    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write a page that plays the game on the drawn board (docs/replay.md).",
            rich_help_panel=WHERE,
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Tell a game of `sim run` again, turn by turn: {sim} replay --seed 1 --game 4 {watched}

    {retold}
    """
    setups = setup.setups()
    if html is not None:
        _check_page(html, force, play, len(setups), options)
    policy = play.load(game.compiled_steps)

    from experiments.grid import prefix_errors
    from signalbox.cli.game_texts import GameText, game_texts

    forms = [
        GameText(game, each, policy.name, play.seed, play.first, play.as_json, options, explain)
        for each in setups
    ]
    if html is not None:
        retold = forms[0].replay(play.first)
        with prefix_errors("--html"):
            retold.save(html)
        typer.echo(f"{html} was written.")
        return
    with Printer() as printer:
        for form in forms:
            if printer.began and not play.as_json:
                printer.write("\n")
            for piece in game_texts(form, play.numbers, worker_count(play.jobs)):
                printer.write(piece)


def _check_page(html: str, force: bool, play: GameOptions, setups: int, options: bool) -> None:
    """Refuse, before anything is played, what a page of one game cannot show."""
    play.check()
    if play.as_json:
        raise InputError(
            "--html: a game is written either as a page or as JSON, so leave --html or --json out."
        )
    if options:
        raise InputError(
            "--html: a page does not list all options, so leave --options out; --explain shows those that were weighed."
        )
    if play.games != 1 or setups != 1:
        places = " or ".join(f"{name}s" for name in catalogue(play.of).places)
        found = f"{play.games} games" if play.games != 1 else f"games on {setups} {places}"
        raise InputError(f"--html: a page plays one game, and these are {found}.")
    check_target(html, force, ".html", "game.html", "--html")
