"""`sim replay`: one game, or some, told turn by turn, as a trace, or as a page that plays it."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.factors import catalogue
from experiments.limits import check_first_game
from signalbox.cli.console import Printer, load_and_warn
from signalbox.cli.options import (
    BATCH,
    WHERE,
    AsJson,
    FirstGame,
    Force,
    Games,
    Jobs,
    Player,
    Seed,
    flag_option,
    text_option,
)
from signalbox.cli.setup_options import SetupOptions
from signalbox.levels import check_batch
from simulator.core.errors import InputError, errors_about
from simulator.core.files import check_target
from simulator.game import Game


def replay(
    game: Game,
    setup: SetupOptions,
    games: Games = 1,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: AsJson = False,
    policy: Player = "{main}",
    first: FirstGame = 0,
    options: Annotated[bool, flag_option("--options", BATCH, "List what could be chosen.")] = False,
    explain: Annotated[bool, flag_option("--explain", BATCH, "Show what the policy weighed.")] = False,
    html: Annotated[
        str | None,
        text_option(
            "--html", "FILE", WHERE, "Write a page that plays the game on the drawn board (docs/replay.md)."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Tell a game of `sim run` again, turn by turn: {sim} replay --seed 1 --game 4 {watched}

    {retold}
    """
    setups = setup.setups()
    workers = check_batch(games, seed, jobs)
    check_first_game(first, games)
    if html is not None:
        _check_page(game, games, len(setups), as_json, options)
        check_target(html, force, ".html", "game.html", "--html")
    (player,) = load_and_warn(game, [policy], game.compiled_steps)

    from signalbox.cli.game_texts import GameText, game_texts

    forms = [GameText(game, each, player.name, seed, first, as_json, options, explain) for each in setups]
    if html is not None:
        retold = forms[0].replay(first)
        with errors_about("--html"):
            retold.save(html)
        typer.echo(f"{html} was written.")
        return
    with Printer() as printer:
        for form in forms:
            if printer.began and not as_json:
                printer.write("\n")
            for piece in game_texts(form, range(first, first + games), workers):
                printer.write(piece)


def _check_page(game: Game, games: int, setups: int, as_json: bool, options: bool) -> None:
    """Refuse, before anything is played, what a page of one game cannot show."""
    if as_json:
        raise InputError(
            "--html: a game is written either as a page or as JSON, so leave --html or --json out."
        )
    if options:
        raise InputError(
            "--html: a page does not list all options, so leave --options out; --explain shows those that were weighed."
        )
    if games != 1 or setups != 1:
        places = " or ".join(f"{name}s" for name in catalogue(game).places)
        found = f"{games} games" if games != 1 else f"games on {setups} {places}"
        raise InputError(f"--html: a page plays one game, and these are {found}.")
