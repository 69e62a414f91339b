"""`sim`: the commands, and how one of them is carried out for a game."""

from __future__ import annotations

import os
import platform
import sys
import threading
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from signalbox.cli.bench import bench
from signalbox.cli.calibrate import calibrate
from signalbox.cli.command import HELP, Command, Group, with_options
from signalbox.cli.compare import compare
from signalbox.cli.export import export
from signalbox.cli.failures import failure
from signalbox.cli.help_words import commands_of, unstyled, words_of
from signalbox.cli.listings import list_games, list_policies, list_presets, list_runs, list_studies
from signalbox.cli.options import flag_option
from signalbox.cli.replay import replay
from signalbox.cli.report import report
from signalbox.cli.run import run
from signalbox.cli.surroundings import drop_unprinted, memory_sentence, prepare_streams
from signalbox.cli.sweep import resume, sweep
from signalbox.cli.tune import tune
from simulator import VERSION
from simulator.core.errors import InputError
from simulator.core.memory import ran_short
from simulator.core.messages import printable
from simulator.game import Game
from simulator.games import DEFAULT, load_game

GAME = "--game"
COMPLETING = "_SIM_COMPLETE", "COMP_WORDS"  # set by the shell when Tab is pressed; the line so far

COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Ask": {
        "run": run,
        "sweep": sweep,
        "compare": compare,
        "tune": tune,
        "calibrate": calibrate,
        "replay": replay,
    },
    "Runs that were kept": {
        "runs": list_runs,
        "resume": resume,
        "report": report,
        "export": export,
    },
    "What there is": {
        "games": list_games,
        "policies": list_policies,
        "presets": list_presets,
        "studies": list_studies,
    },
    "For developers": {
        "bench": bench,
    },
}


def _tell_version(context: typer.Context, wanted: bool) -> None:
    if wanted:
        game: Game = context.obj
        typer.echo(
            f"signalbox {VERSION}, {unstyled(game.title)} {game.version}, rules {game.rules_version}, Python {platform.python_version()}"
        )
        raise typer.Exit


Named = Annotated[
    str,
    typer.Option(
        GAME,
        metavar="NAME",
        help="Another game: `sim games` lists them; or your own, path/to/game.py. It stands before the command.",
    ),
]
Version = Annotated[
    bool,
    flag_option(
        "--version",
        None,
        "Print the versions of Signalbox, game and rules.",
        callback=_tell_version,
        is_eager=True,
    ),
]


@cache
def program(game: Game) -> Any:
    """Return all commands, made for a game."""
    own = commands_of(game)
    words = words_of(game, own.words)
    form: dict[str, Any] = {"cls": Group, "no_args_is_help": True, "rich_markup_mode": "rich"}
    app = typer.Typer(**form, context_settings={**HELP, "obj": game})
    for panel in dict.fromkeys((*COMMANDS, *own.commands)):
        for name, command in {**own.commands.get(panel, {}), **COMMANDS.get(panel, {})}.items():
            app.command(name, cls=Command, rich_help_panel=panel)(with_options(command, game, words))
    for name, group in own.groups.items():
        inner = typer.Typer(**form, help=group.help, add_completion=False)
        for each, command in group.commands.items():
            inner.command(each, cls=Command)(with_options(command, game, words))
        app.add_typer(inner, name=name, rich_help_panel="Make your own")

    def common(named: Named = DEFAULT, version: Version = False) -> None:
        pass

    common.__doc__ = f"How hard is {unstyled(game.title)}, for whom, and why."
    app.callback(epilog=own.examples)(common)
    return get_command(app)


def game_named(arguments: Sequence[str]) -> str:
    """Return the game that a command line names: commands and options depend on it. Only what stands before the command is looked at."""
    words, found = iter(arguments), []
    for word in words:
        name, equals, value = word.partition("=")
        if name == GAME:
            found.append(value if equals else next(words, DEFAULT))
        elif not word.startswith("-"):
            break
    if len(found) > 1:
        raise InputError(f"{GAME}: a single game is played; it is named {len(found)} times.")
    return found[0] if found else DEFAULT


def _fail(sentence: str, code: int) -> int:
    print(f"error: {printable(sentence)}", file=sys.stderr)
    return code


def invoke(arguments: Sequence[str]) -> int:
    """Carry out a command line, and return the exit code."""
    completing, line = (os.environ.get(name, "") for name in COMPLETING)
    game: Game | None = None
    try:
        game = load_game(game_named(line.split()[1:] if completing else arguments))
        code = int(program(game).main(list(arguments), prog_name="sim", standalone_mode=False) or 0)
        sys.stdout.flush()
        if code == 130:  # typer's own answer to Ctrl-C
            raise KeyboardInterrupt
        return code
    except BrokenPipeError:
        return 1  # whoever read our output has seen enough
    except (Exception, KeyboardInterrupt) as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # `sim` alone, a request for help
            print(error.format_message())  # type: ignore[union-attr]
            return 0
        return _fail(*failure(error, game))


def _end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """End the program when one of its threads lacks memory: the others would wait for it."""
    if ended.exc_value is not None and ran_short(ended.exc_value):
        os._exit(_fail(memory_sentence(), 1))
    threading.__excepthook__(ended)


def main() -> None:
    # Broken off by Ctrl-C or a closed pipe, joblib adds advice on its tasks to the sentence that we say ourselves.
    warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
    threading.excepthook = _end_of_thread
    if not prepare_streams():
        sys.exit(
            _fail("standard output is closed; send it to a file, or to /dev/null if nobody shall read it.", 2)
        )
    code = invoke(sys.argv[1:])
    drop_unprinted()
    sys.exit(code)


if __name__ == "__main__":
    main()
