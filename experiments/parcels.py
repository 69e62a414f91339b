"""What travels to a worker on another machine, and what the worker makes of it: a small parcel out, a tally's bytes back.

A parcel names everything and holds no code: workers load the program, shipped boards and policies from where they are installed, and
refuse to play if those are not the client's own. Board and deck files of a user travel as text, since only the client has them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from experiments.identity import code_hash, libraries, tally_hash
from experiments.play import Matchup, play_task
from experiments.run_store.blocks import Task, tally_bytes
from experiments.run_store.tally import TallyForm, tally_form
from policies.registry import load_policy
from simulator.core.errors import first_line, named
from simulator.games import find_game


class AnotherProgram(Exception):
    """The worker would play other games than the client; the message says what it has."""


@cache
def program(game_name: str) -> str:
    """Return all that must agree between client and worker, as words for a message."""
    game = find_game(game_name)
    return ", ".join(
        (
            f"version {game.version}, rules {game.rules_version}, code {code_hash(game)}, tallies {tally_hash()}",
            *(f"{name} {version}" for name, version in libraries().items()),
        )
    )


@dataclass(frozen=True)
class RemoteTask:
    """A task with what a worker has to know of it. Plain values only."""

    task: Task
    game: str
    measure: str
    levels: str  # of the setup, as JSON
    setup_hash: str  # with the contents of board and deck
    texts: tuple[tuple[str, str], ...]  # of a user's own files, by the names of their factors
    lineup: tuple[str, ...]
    seed: int
    program: str


def pack(task: Task, matchup: Matchup, form: TallyForm, seed: int) -> RemoteTask:
    """Return what a worker has to know of a task."""
    return RemoteTask(
        task,
        matchup.game.name,
        form.about.name,
        json.dumps(matchup.setup.levels),
        matchup.setup.hash,
        # As they were when the setup was made; what is shipped with the program is there.
        tuple((name, place.text) for name, place in matchup.setup.places.items() if place.is_file),
        tuple(policy.name for policy in matchup.lineup),
        seed,
        program(matchup.game.name),
    )


# Kinds of answers that are no tally.
FAILED, ANOTHER_PROGRAM = "failed", "another program"
Answer = bytes | tuple[str, str]


def answer(work: Callable[[RemoteTask], bytes | str], parcel: RemoteTask) -> Answer:
    """Return, on a worker, what became of a parcel: a tally's bytes, or a kind of failure and a text.

    Nothing is raised, and nothing but plain values is sent: dask pickles exceptions and results, and one that the client cannot read
    leaves it waiting for ever. Not even SystemExit gets out, which would end the thread without an answer.
    """
    try:
        found = work(parcel)
    except AnotherProgram as error:
        return ANOTHER_PROGRAM, first_line(error)
    except BaseException as error:
        return FAILED, named(error)
    if type(found) is bytes:
        return found
    return FAILED, found if type(found) is str else f"it made {type(found).__name__} instead of a tally"


_unpacking = Lock()  # threads of a worker would compile the same policy side by side


def play_remote_task(parcel: RemoteTask) -> bytes | str:
    """Play on a worker: return the tally of the games as bytes, or the sentence of what went wrong. A different program is raised: it concerns every task."""
    if parcel.program != program(parcel.game):
        raise AnotherProgram(program(parcel.game))
    try:
        matchup = unpack(parcel)
    except AnotherProgram:
        raise
    except Exception as error:  # a full disk, a library that is missing there
        return named(error)
    form = tally_form(find_game(parcel.game), parcel.measure)
    played = play_task(matchup, form, parcel.seed, parcel.task, given_up())
    if played is None:
        return "it was given up on the way"
    return tally_bytes(played.tally) if played.tally else played.failure


def unpack(parcel: RemoteTask) -> Matchup:
    """Return who plays what."""
    with _unpacking:
        return _unpack(parcel.game, parcel.levels, parcel.setup_hash, parcel.texts, parcel.lineup)


@lru_cache(maxsize=1024)
def _unpack(
    game_name: str,
    levels_text: str,
    setup_hash: str,
    texts: tuple[tuple[str, str], ...],
    lineup: tuple[str, ...],
) -> Matchup:
    game, levels = find_game(game_name), json.loads(levels_text)
    # Places are read when the setup is made and kept in it, so the files need not stay.
    with TemporaryDirectory(prefix="signalbox-") as folder:
        for name, text in texts:
            path = Path(folder, f"{name}.toml")
            path.write_bytes(text.encode())
            levels[name] = str(path)
        setup = game.setup(levels)
    if setup.hash != setup_hash:
        places = " or ".join(f"{name} {levels[name]}" for name in setup.places)
        raise AnotherProgram(f"another {places}")
    return Matchup(game, setup, tuple(load_policy(game, name) for name in lineup))


def given_up() -> Callable[[], bool]:
    """Return what tells a worker between slices whether the client no longer wants the task, from what the worker itself knows of it."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def asked() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return asked
