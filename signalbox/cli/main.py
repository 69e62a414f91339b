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
from typing import Annotated

import typer
from typer.main import get_command

from signalbox.cli.bench import bench
from signalbox.cli.boards import board_app, list_boards
from signalbox.cli.calibrate import calibrate
from signalbox.cli.command import HELP, Command, Group
from signalbox.cli.compare import compare
from signalbox.cli.decks import copy_deck, list_decks
from signalbox.cli.export import export
from signalbox.cli.failures import CutShort, came_of_ctrl_c, system_sentence, usage_sentence
from signalbox.cli.generate import deck_app, generate_board, survey_boards
from signalbox.cli.ladder import ladder
from signalbox.cli.options import flag_option
from signalbox.cli.perft import perft
from signalbox.cli.policies import list_policies
from signalbox.cli.presets import list_presets
from signalbox.cli.replay import replay
from signalbox.cli.report import report
from signalbox.cli.run import run
from signalbox.cli.runs import list_runs, list_studies, resume
from signalbox.cli.streams import drop_unprinted, prepare_streams
from signalbox.cli.surroundings import memory_sentence
from signalbox.cli.sweep import sweep
from signalbox.cli.train import train
from signalbox.cli.tune import tune
from simulator.core.errors import IllegalChoice, InputError, OutsideArray, named
from simulator.core.memory import ran_short
from simulator.core.messages import printable
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION

TRACEBACK = "SIGNALBOX_TRACEBACK"

EXAMPLES = """[bold]For instance[/bold]

sim run --games 1000                        how often does a good table win?
sim sweep --tokens 7..10                    what is a time token worth?
sim compare standard extra-signal           which is easier, by how much, why?
sim tune --target 50%                       settings with a given win rate
sim replay --game 4 --html game.html        watch one of the games
sim board copy central-europe -o my.toml    begin a board of your own

`sim COMMAND --help` tells more, and docs/tutorial.md leads from here to a balance argument in a quarter of an hour."""

app = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode="rich", context_settings=HELP)
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
        "boards": list_boards,
        "decks": list_decks,
        "policies": list_policies,
        "presets": list_presets,
        "studies": list_studies,
    },
    "For developers": {
        "ladder": ladder,
        "train": train,
        "bench": bench,
        "perft": perft,
    },
}
for panel, commands in COMMANDS.items():
    for name, command in commands.items():
        app.command(name, cls=Command, rich_help_panel=panel)(command)
board_app.command("generate", cls=Command)(generate_board)
board_app.command("survey", cls=Command)(survey_boards)
deck_app.command("copy", cls=Command)(copy_deck)
app.add_typer(board_app, name="board", rich_help_panel="Make your own")
app.add_typer(deck_app, name="deck", rich_help_panel="Make your own")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"signalbox {ENGINE_VERSION}, rules {RULES_VERSION}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback(epilog=EXAMPLES)
def common(
    version: Annotated[
        bool,
        flag_option(
            "--version", None, "Print the versions of engine and rules.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    """How hard is Switch & Signal, for whom, and why."""


def _fail(sentence: str, code: int) -> int:
    print(f"error: {printable(sentence)}", file=sys.stderr)
    return code


def invoke(arguments: Sequence[str]) -> int:
    """Carry a command line out; gives the exit code."""
    try:
        code = get_command(app).main(list(arguments), prog_name="sim", standalone_mode=False)
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
    except CutShort as error:
        return _fail(f"stopped by Ctrl-C; {error}", 130)
    except Exception as error:
        if not came_of_ctrl_c(error):
            return _tell(error)
        code = 130
    if code == 130:
        return _fail("stopped by Ctrl-C; nothing was kept.", 130)
    return int(code or 0)


def _tell(error: Exception) -> int:
    """Say what went wrong when it was nobody's mistake."""
    short = ran_short(error)
    if os.environ.get(TRACEBACK) and (short or not isinstance(error, OSError)):
        traceback.print_exc()
    if short:
        return _fail(memory_sentence(), 1)
    if isinstance(error, OSError):
        return _fail(system_sentence(error), 1)
    return _fail(f"this should not happen, please report it ({named(error)}; {TRACEBACK}=1 shows where).", 1)


def _end_of_thread(ended: threading.ExceptHookArgs) -> None:
    """A thread that ends for want of memory leaves others waiting for it."""
    if ended.exc_value is not None and ran_short(ended.exc_value):
        os._exit(_fail(memory_sentence(), 1))
    threading.__excepthook__(ended)


def _help_or_fail(error: typer.TyperException) -> int:
    """`sim` alone is a request for help, not a mistake; typer reports both in the same way."""
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
