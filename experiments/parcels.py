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
from experiments.run_store.blocks import Task
from experiments.run_store.tally_files import tally_bytes
from experiments.tasks import Player, play_task
from policies.registry import load_policy
from simulator.core.errors import InputError, first_line, named
from simulator.core.files import read_text
from simulator.core.messages import file_name
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION
from simulator.switch_signal.board import board_names, parse_board
from simulator.switch_signal.deck import deck_names, parse_deck
from simulator.switch_signal.ensemble import PREFIX
from simulator.switch_signal.scenario import Scenario


class AnotherProgram(Exception):
    """The worker would play other games than the client; the message says what it has."""


@cache
def program() -> str:
    """All that must agree between client and worker, as words for a message."""
    return ", ".join(
        (
            f"version {ENGINE_VERSION}, rules {RULES_VERSION}, code {code_hash()}, tallies {tally_hash()}",
            *(f"{name} {version}" for name, version in libraries().items()),
        )
    )


@dataclass(frozen=True)
class Parcel:
    """A task with what a worker has to know of it. Plain values only."""

    task: Task
    scenario: str  # its canonical JSON
    scenario_hash: str  # with the contents of board and deck
    texts: tuple[tuple[str, str], ...]  # of a user's own files, by `board` and `deck`
    policy: str
    seed: int
    slice: int  # games to play at a stretch
    program: str


def pack(task: Task, player: Player, seed: int, size: int) -> Parcel:
    scenario, policy = player
    return Parcel(
        task,
        scenario.canonical,
        scenario.hash,
        _own_files(scenario),
        policy.name,
        seed,
        size,
        program(),
    )


@lru_cache(maxsize=1024)
def _own_files(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Texts of board and deck if they are not shipped with the program, as they were when the scenario was made."""
    found = []
    if _is_file(scenario.board, board_names()):
        text = read_text(Path(scenario.board))
        if parse_board(text, scenario.board).hash != scenario.board_data.hash:
            raise InputError(f"{file_name(scenario.board)} was changed in the meantime; begin again.")
        found.append(("board", text))
    if _is_file(scenario.deck, deck_names()):
        text = read_text(Path(scenario.deck))
        if parse_deck(text, scenario.deck).hash != scenario.deck_data.hash:
            raise InputError(f"{file_name(scenario.deck)} was changed in the meantime; begin again.")
        found.append(("deck", text))
    return tuple(found)


def _is_file(name: str, shipped: list[str]) -> bool:
    return name not in shipped and not name.startswith(PREFIX)


# Kinds of answers.
PLAYED, FAILED, ANOTHER_PROGRAM = "played", "failed", "another program"
Answer = tuple[str, bytes | str]


def answer(work: Callable[[Parcel], bytes | str], parcel: Parcel) -> Answer:
    """On a worker: what became of a parcel, its kind and a text, or a tally's bytes.

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
        return PLAYED, found
    return FAILED, found if type(found) is str else f"it made {type(found).__name__} instead of a tally"


_unpacking = Lock()  # threads of a worker would compile the same policy side by side


def play_parcel(parcel: Parcel) -> bytes | str:
    """On a worker: the tally of the games as bytes, or the sentence of what went wrong. A different program is raised: it concerns every task."""
    if parcel.program != program():
        raise AnotherProgram(program())
    try:
        player = unpack(parcel)
    except AnotherProgram:
        raise
    except Exception as error:  # a full disk, a library that is missing there
        return named(error)
    played = play_task(player, parcel.seed, parcel.task, parcel.slice, given_up())
    if played is None:
        return "it was given up on the way"
    return tally_bytes(played.tally) if played.tally else played.failure


def unpack(parcel: Parcel) -> Player:
    with _unpacking:
        return _unpack(parcel.scenario, parcel.scenario_hash, parcel.texts, parcel.policy)


@lru_cache(maxsize=1024)
def _unpack(
    scenario: str,
    scenario_hash: str,
    texts: tuple[tuple[str, str], ...],
    policy: str,
) -> Player:
    options = json.loads(scenario)
    # Board and deck are read when the scenario is made and kept in it, so the files need not stay.
    with TemporaryDirectory(prefix="signalbox-") as folder:
        for kind, text in texts:
            path = Path(folder, f"{kind}.toml")
            path.write_bytes(text.encode())
            options[kind] = str(path)
        unpacked = Scenario.from_dict(options)
    if unpacked.hash != scenario_hash:
        raise AnotherProgram(f"another board {options['board']} or deck {options['deck']}")
    return unpacked, load_policy(policy)


def given_up() -> Callable[[], bool]:
    """On a worker: tells between slices whether the client still wants the task, from what the worker itself knows of it."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()

    def asked() -> bool:
        task = worker.state.tasks.get(key)
        return task is None or task.state == "cancelled"

    return asked
