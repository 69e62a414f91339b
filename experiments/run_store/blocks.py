"""Blocks of games: how large they are, what is to be played of them, and their files, which may come from a stranger.

A file is a seal and packed numbers. How many numbers there must be follows from its name and from what is counted in the game, so no word of the
file about itself is believed, and no more is read or unpacked than that. The seal is a hash of the packed numbers and of what they should be.
"""

from __future__ import annotations

import hashlib
import os
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from experiments.run_store.tally import Tally, TallyForm
from experiments.run_store.tally_checks import is_possible
from simulator.game import Game

Array = np.ndarray[Any, Any]
Layout = dict[str, tuple[str, tuple[int, ...]]]  # of a file: type and shape of every array in it
LARGEST_BLOCK = 100_000  # games: what is lost at most for each core when a run is killed
MOST_BLOCKS = 1_000_000  # of all cells: 10¹¹ games in the largest blocks
BLOCK_FILE = re.compile(r"(\d{1,12})\+(\d{1,12})\.block")
SEAL_BYTES = hashlib.sha256().digest_size
LEVEL = 3  # of packing: half of what 1 leaves to be gained, for a quarter of the time that 6 takes


@dataclass(frozen=True)
class Task:
    """Games of a cell that are still to be played: a block, or what is missing of it."""

    cell: str
    first: int
    games: int


class Damaged(Exception):
    """A file does not hold what it should."""


def block_size(games: int) -> int:
    """Return the games of a block, at most a fifth of a cell's: 1, 2, 10, 20, 100 … Each divides the next, so that small blocks can be joined to large ones."""
    wanted = min(max(1, games // 5), LARGEST_BLOCK)
    ten = int(10 ** (len(str(wanted)) - 1))
    return 2 * ten if 2 * ten <= wanted else ten


def block_name(first: int, games: int) -> str:
    return f"{first:09d}+{games}.block"


def tally_layout(form: TallyForm, games: int) -> Layout:
    """Say what a file with the tally of so many games holds: first game and number of games, the value of each game, and the sums."""
    values = ("|u1", (-(-games // 8),)) if form.about.kind == "share" else ("<i8", (games,))
    return {
        "games": ("<i8", (2,)),
        "values": values,
        **{f"sums of {name}": ("<i8", shape) for name, shape in form.shapes.items()},
    }


def tally_bytes(tally: Tally) -> bytes:
    """Write a tally; the same tally always gives the same bytes."""
    form = tally.form
    sums = (tally.columns[name] for name in form.shapes)
    arrays = [np.array([tally.first, tally.games]), form.packed(tally.values[:]), *sums]
    return _packed(arrays, tally_layout(form, tally.games))


def read_tally(form: TallyForm, content: bytes, games: int) -> Tally:
    """Return the tally of so many games in a file; anything else is `Damaged`."""
    about, kept, *sums = _unpacked(content, tally_layout(form, games))
    first, counted = map(int, about)
    if counted != games:
        raise Damaged("it holds other games than its name says")
    tally = Tally(form, first, form.unpacked(kept, games), dict(zip(form.shapes, sums, strict=True)))
    if first < 0 or not is_possible(tally):
        raise Damaged("its numbers do not fit together")
    return tally


def games_layout(game: Game, games: int) -> Layout:
    """Say what a file with so many games one by one holds: the number of the first, and every field of their outcomes."""
    fields = {name: game.outcome[name] for name in game.outcome.names or ()}
    return {
        "first": ("<i8", (1,)),
        **{f"field {name}": (field.base.str, (games, *field.shape)) for name, field in fields.items()},
    }


def games_bytes(game: Game, first: int, outcomes: Array) -> bytes:
    """Write games one by one; the same games always give the same bytes."""
    fields = (outcomes[name] for name in game.outcome.names or ())
    return _packed([np.array([first]), *fields], games_layout(game, len(outcomes)))


def read_games(game: Game, content: bytes, first: int, games: int) -> Array:
    """Return the outcomes of these games in a file; anything else is `Damaged`."""
    begin, *fields = _unpacked(content, games_layout(game, games))
    if begin[0] != first:
        raise Damaged("it holds other games than its name says")
    outcomes = np.zeros(games, game.outcome)
    for name, numbers in zip(game.outcome.names or (), fields, strict=True):
        outcomes[name] = numbers
    return outcomes


def largest_file(layout: Layout) -> int:
    """Count the bytes that such a file has at most: numbers that nothing compresses are a little longer when they are packed."""
    size = _size(layout)
    return SEAL_BYTES + size + size // 1_000 + 100


def read_limited(path: Path, layout: Layout) -> bytes:
    """Return the bytes of a file that should hold such arrays; one that has more than they can take is not read."""
    most = largest_file(layout)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most:
            raise Damaged(f"it has {size:,} bytes, and what it should hold takes {most:,} at most")
        return file.read(most)


def _size(layout: Layout) -> int:
    return sum(np.dtype(kind).itemsize * prod(shape) for kind, shape in layout.values())


def _packed(arrays: list[Array], layout: Layout) -> bytes:
    """Write arrays number by number of a game, and not game by game: what is alike stands together."""
    columns = (
        array.astype(kind).reshape(len(array), -1).T
        for array, (kind, _) in zip(arrays, layout.values(), strict=True)
    )
    body = zlib.compress(b"".join(column.tobytes() for column in columns), LEVEL)
    return _seal(body, layout) + body


def _unpacked(content: bytes, layout: Layout) -> list[Array]:
    """Return the arrays of a file; no more is unpacked than they take."""
    body, size = memoryview(content)[SEAL_BYTES:], _size(layout)
    if content[:SEAL_BYTES] != _seal(body, layout):
        raise Damaged("it is not a whole file of such games")
    stream, numbers = zlib.decompressobj(), b""
    with suppress(zlib.error):  # the stream has no end then
        numbers = stream.decompress(body, size + 1)
    if len(numbers) > size:
        raise Damaged("it unpacks to more than it should hold")
    if len(numbers) < size or not stream.eof or stream.unused_data:
        raise Damaged("it is not a whole file of such games")
    found, at = [], 0
    for kind, (length, *inner) in layout.values():
        count = length * prod(inner)
        column = np.frombuffer(numbers, kind, count, at).reshape(prod(inner), length)
        found.append(column.T.reshape(length, *inner))
        at += column.nbytes
    return found


def _seal(body: bytes | memoryview, layout: Mapping[str, Any]) -> bytes:
    return hashlib.sha256(repr(layout).encode() + body).digest()
