"""Failures that are not our own, in one sentence each: what could not be done, why, and what to do about it."""

from __future__ import annotations

import re
import traceback
from typing import Any

import typer

from simulator.messages import file_name

LONGEST = 300  # characters of a complaint that is not ours


class CutShort(Exception):
    """Ctrl-C came when something was already done: a part of the output is out, or a part of a run is kept. The message says which."""

    def __init__(self, state: str = "what was printed is not complete.") -> None:
        super().__init__(state)


def visible(text: str) -> str:
    """Without characters that would be commands to a terminal: a run or a policy may come from a stranger."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


def came_of_ctrl_c(error: BaseException | None) -> bool:
    """Whether a library has made an error of its own of it."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def usage_sentence(error: typer.TyperException) -> str:
    """typer's complaint about the command line, as one sentence of ours."""
    parameter: Any = getattr(error, "param", None)
    context: Any = getattr(error, "ctx", None)
    ours = isinstance(error, typer.BadParameter) and error.message and parameter is not None
    text = f"{parameter.opts[0]}: {error.message}" if ours else error.format_message()
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > LONGEST:  # it quotes what was typed, all of it
        text = f"{text[:LONGEST]}…"
    if not ours and context is not None and not re.search(r"Did you mean|Possible options", text):
        text = f"{text.rstrip('.')}; `{context.command_path} --help` tells what there is"
    return text if text.endswith((".", "!", "?")) else f"{text}."


def system_sentence(error: OSError) -> str:
    """What the operating system refused. Errors of writing name no file, so the cache is told by who was at work."""
    why = error.strerror or str(error) or type(error).__name__
    if _came_from_the_cache(error):
        from simulator.jit import cache_root

        return (
            f"the compiled rules could not be kept in {file_name(str(cache_root()))} ({why}); "
            "make room there, or set SIGNALBOX_CACHE to a folder that can be written."
        )
    if error.filename is not None:
        return f"{file_name(str(error.filename))}: could not be read or written ({why})."
    return f"something could not be read or written ({why}); is a disk full, or a permission missing?"


def _came_from_the_cache(error: OSError) -> bool:
    """numba saves machine code while a module of ours is imported; the traceback has both."""
    modules = {frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__)}
    return "simulator.jit" in modules


def memory_sentence() -> str:
    return "there is not enough memory; fewer --jobs need less of it."
