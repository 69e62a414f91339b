"""What commands tell beside their results: that something is compiled or was mended, and that a long text has ended early."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import typer

from policies.registry import load_policy
from reports.terminal.screen import note
from signalbox.progress import Interrupted
from simulator.core.errors import Failed, InputError
from simulator.core.files import write_whole
from simulator.core.messages import file_name
from simulator.game import Game, Policy

if TYPE_CHECKING:
    from experiments.run_store.store import Store


class Printer(AbstractContextManager["Printer"]):
    """Print long texts piece by piece, and know whether anything has been printed when it has to end early.

    Input that turns out to be wrong only then is not refused any more, since half of the output is out: the command has failed.
    """

    began = False

    def write(self, text: str, *, at_once: bool = False) -> None:
        self.began = True
        sys.stdout.write(text)
        if at_once:
            sys.stdout.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.began and isinstance(error, KeyboardInterrupt):
            raise Interrupted from None
        if self.began and isinstance(error, InputError):
            raise Failed(str(error)) from None


def announce_compiling(rules: str = "") -> None:
    """Say so when something has to be compiled first; later runs find the machine code.

    Another process compiles the rules, in the shape in which they are needed, beside the policy.
    """
    from simulator.core import jit, jit_cache

    def tell(module: str) -> None:
        wanted = jit_cache.wanted_cache()
        when = "once after installing or changing the rules, less than a minute on most machines."
        if jit_cache.cache_root() != wanted:
            when = f"at every start, since {file_name(str(wanted))} cannot be written; set SIGNALBOX_CACHE to a folder that can."
        note(f"Compiling what this command needs: {when}")
        if rules and module != rules:
            jit.compile_beside(rules)

    def tell_not_kept(error: OSError) -> None:
        why = error.strerror or str(error) or type(error).__name__
        note(
            f"The compiled rules could not be kept in {file_name(str(jit_cache.cache_root()))} ({why}), so the next start compiles them again; "
            "make room there, or set SIGNALBOX_CACHE to a folder that can be written."
        )

    jit.announce = tell
    jit_cache.not_kept = tell_not_kept


def load_players(game: Game, texts: Iterable[str], rules: str = "") -> list[Policy]:
    """Return the policies of these names, and load the rules, which another process compiles meanwhile if they are not kept.

    `rules` is the module that holds them in the shape in which they are needed, if not in that of many games. All of it on the main
    thread: elsewhere Ctrl-C could not wait for the compiler.
    """
    rules = rules or game.compiled
    announce_compiling(rules)
    players = [load_policy(game, text) for text in texts]
    if rules:
        import_module(rules)
    return players


def load_and_warn(game: Game, texts: Iterable[str], rules: str = "") -> list[Policy]:
    """Load policies, and say so if one of them is slow."""
    policies = load_players(game, texts, rules)
    if game.compiled and any(policy.plain for policy in policies):
        note(
            "The policy is plain Python, asked step by step: dozens of times slower than a compiled one, or more."
        )
    return policies


def write_file(path: str | Path, text: str) -> None:
    """Write a whole file, and say so."""
    write_whole(path, text.encode())
    typer.echo(f"{path} was written.")


def open_run(folder: str | Path) -> Store:
    """Open a run that is there already, and tell what is to be known of it."""
    from experiments.run_store.store import Store

    store = Store.open(Path(folder))
    for sentence in store.notes:
        note(sentence)
    return store
