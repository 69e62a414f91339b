"""Failures that are not our own, in one sentence each: what could not be done, why, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

from reports.terminal.screen import note
from simulator.core.messages import file_name, near

LONGEST = 300  # characters of a complaint that is not ours


class Interrupted(Exception):
    """The end by Ctrl-C when something was already done: a part of the output is out, or a part of a run is kept. The message says which."""

    def __init__(self, state: str = "what was printed is not complete.") -> None:
        super().__init__(state)


@contextmanager
def failing(kind: type[Exception]) -> Iterator[None]:
    """End the program with the sentence of such an error: the command has failed, and nobody has made a mistake."""
    try:
        yield
    except kind as error:
        note(f"error: {error}")
        raise typer.Exit(1) from None


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
