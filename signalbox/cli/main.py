"""`sim`: the commands, and what the shell gets when something goes wrong.

Exit codes: 0 done, 1 the run failed, 2 an option or file is wrong, 130 stopped by Ctrl-C. Every failure is one sentence.
"""

from __future__ import annotations

import os
import platform
import sys
import threading
import traceback
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
from signalbox.cli.failures import Interrupted, system_sentence, usage_sentence
from signalbox.cli.help_words import commands_of, unstyled, words_of
from signalbox.cli.listings import list_games, list_policies, list_presets, list_studies
from signalbox.cli.options import flag_option
from signalbox.cli.replay import replay
from signalbox.cli.report import report
from signalbox.cli.run import run
from signalbox.cli.runs import list_runs, resume
from signalbox.cli.surroundings import drop_unprinted, memory_sentence, prepare_streams
from signalbox.cli.sweep import sweep
from signalbox.cli.tune import tune
from signalbox.progress import is_interrupt
from simulator.core.errors import IllegalChoice, InputError, OutsideArray, named
from simulator.core.memory import ran_short
from simulator.core.messages import printable
from simulator.game import Game
from simulator.games import DEFAULT, load_game
from simulator.user_file import failure_of, line_of

TRACEBACK = "SIGNALBOX_TRACEBACK"
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
            f"signalbox {game.version}, rules {game.rules_version}, Python {platform.python_version()}"
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
        "--version", None, "Print the versions of engine and rules.", callback=_tell_version, is_eager=True
    ),
]


@cache
def program(game: Game) -> Any:
    """Return all commands as they are for a game."""
    own = commands_of(game)
    words = words_of(game, own.words)
    app = typer.Typer(
        cls=Group, no_args_is_help=True, rich_markup_mode="rich", context_settings={**HELP, "obj": game}
    )
    for panel in dict.fromkeys((*COMMANDS, *own.commands)):
        for name, command in {**own.commands.get(panel, {}), **COMMANDS.get(panel, {})}.items():
            app.command(name, cls=Command, rich_help_panel=panel)(with_options(command, game, words))
    for name, group in own.groups.items():
        app.add_typer(group, name=name, rich_help_panel="Make your own")

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
    """Carry a command line out; gives the exit code."""
    completing, line = (os.environ.get(name, "") for name in COMPLETING)
    game: Game | None = None
    try:
        game = load_game(game_named(line.split()[1:] if completing else arguments))
        code = program(game).main(list(arguments), prog_name="sim", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _help_or_fail(error)
    except InputError as error:
        return _fail(str(error), 2)
    except IllegalChoice as error:
        return _fail(str(error), 1)
    except OutsideArray as error:
        return _fail(f"a kernel used an index outside its array ({error}).", 1)
    except BrokenPipeError:
        return 1  # whoever read our output has seen enough
    except KeyboardInterrupt:
        code = 130
    except Interrupted as error:
        return _fail(f"stopped by Ctrl-C; {error}", 130)
    except Exception as error:
        if not is_interrupt(error):
            return _tell(error, game)
        code = 130
    if code == 130:
        return _fail("stopped by Ctrl-C; nothing was kept.", 130)
    return int(code or 0)


def _tell(error: Exception, game: Game | None) -> int:
    """Say what went wrong when it was nobody's mistake, or one in the files of a user's game."""
    short = ran_short(error)
    if not short and game and game.file and line_of(error, game.file.parent):
        return _fail(f"{game.title} failed: {failure_of(error, game.file.parent)}.", 1)
    if os.environ.get(TRACEBACK) and (short or not isinstance(error, OSError)):
        traceback.print_exc()
    if short:
        return _fail(memory_sentence(), 1)
    if isinstance(error, OSError):
        return _fail(system_sentence(error), 1)
    return _fail(f"this should not happen, please report it ({named(error)}; {TRACEBACK}=1 shows where).", 1)


def _end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """End the program with a thread that lacks memory: others would wait for it."""
    if ended.exc_value is not None and ran_short(ended.exc_value):
        os._exit(_fail(memory_sentence(), 1))
    threading.__excepthook__(ended)


def _help_or_fail(error: typer.TyperException) -> int:
    """Tell `sim` alone, a request for help, from a mistake; typer reports both in the same way."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message())
        return 0
    return _fail(usage_sentence(error), 2)


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
