"""What the shell gets when something goes wrong: one sentence, and an exit code.

0 done, 1 the run failed, 2 an option or file is wrong, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import re
import traceback
from typing import Any

import typer

from signalbox.cli.surroundings import memory_sentence
from signalbox.progress import Interrupted, is_interrupt
from simulator.core.errors import Failed, IllegalChoice, InputError, OutsideArray, named
from simulator.core.memory import ran_short
from simulator.core.messages import file_name, near
from simulator.game import Game
from simulator.user_file import failure_of, line_of

TRACEBACK = "SIGNALBOX_TRACEBACK"
LONGEST = 300  # characters of a complaint that is not ours


def failure(error: BaseException, game: Game | None) -> tuple[str, int]:
    """Return the sentence that tells of an error while a game was played, and the exit code."""
    match error:
        case Interrupted():
            return f"stopped by Ctrl-C; {error}", 130
        case typer.TyperException():
            return usage_sentence(error), 2
        case InputError():
            return str(error), 2
        case IllegalChoice() | Failed():
            return str(error), 1
        case OutsideArray():
            return f"a kernel used an index outside its array ({error}).", 1
    if is_interrupt(error):
        return "stopped by Ctrl-C; nothing was kept.", 130
    return _accident(error, game), 1


def _accident(error: BaseException, game: Game | None) -> str:
    """Say what went wrong when it was nobody's mistake, or one in the files of a user's game."""
    short = ran_short(error)
    if not short and game and game.file and line_of(error, game.file.parent):
        return f"{game.title} failed: {failure_of(error, game.file.parent)}."
    if os.environ.get(TRACEBACK) and (short or not isinstance(error, OSError)):
        traceback.print_exception(error)
    if short:
        return memory_sentence()
    if isinstance(error, OSError):
        return system_sentence(error)
    return f"this should not happen, please report it ({named(error)}; {TRACEBACK}=1 shows where)."


def usage_sentence(error: typer.TyperException) -> str:
    """Return typer's complaint about the command line as one sentence of ours."""
    parameter: Any = getattr(error, "param", None)
    context: Any = getattr(error, "ctx", None)
    ours = isinstance(error, typer.BadParameter) and error.message and parameter is not None
    text = f"{parameter.opts[0]}: {error.message}" if ours else error.format_message()
    wrong: Any = getattr(error, "option_name", None)
    if wrong == "--game":
        return "--game: a game is named before the command, for instance sim --game FILE.py run."
    if wrong and context is not None:  # of several near misses the nearest
        known = [name for each in context.command.params for name in each.opts if name.startswith("--")]
        text = f"There is no option {wrong}{near(str(wrong), known)}"
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > LONGEST:  # it quotes what was typed, all of it
        text = f"{text[:LONGEST]}…"
    if not ours and context is not None and not re.search(r"Did you mean|did you mean", text):
        text = f"{text.rstrip('.')}; `{context.command_path} --help` tells what there is"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def system_sentence(error: OSError) -> str:
    """Say what the operating system refused."""
    why = error.strerror or str(error) or type(error).__name__
    if error.filename is not None:
        return f"{file_name(str(error.filename))}: could not be read or written ({why})."
    return f"something could not be read or written ({why}); is a disk full, or a permission missing?"
