"""The manifest of a run, which says what its blocks are. It may be damaged, or come from a stranger, so it is checked once, where it is read into a `Manifest`.

All others rely on that, and see no raw dictionaries.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from experiments.factors import POLICY, catalogue
from experiments.identity import LIBRARIES, code_hash, is_edited
from experiments.limits import MAX_GAMES, MAX_SEED
from experiments.run_store.blocks import LARGEST_BLOCK, MOST_BLOCKS
from simulator.core.errors import InputError
from simulator.core.file_limits import (
    MAX_CELLS_OF_A_RUN,
    MAX_COMMAND,
    MAX_MANIFEST_BYTES,
    MAX_MANIFEST_VALUES,
    MAX_TEXT,
)
from simulator.core.files import count_values, read_bytes
from simulator.core.messages import quote, unfit_texts
from simulator.core.provenance import Origin
from simulator.game import Game
from simulator.games import find_game

FORMAT = 3
READ_BY = {1: "0.1.0", 2: "0.2.0"}  # older formats, and the version of Signalbox that reads them
MANIFEST, COPY = "manifest.json", "manifest.copy.json"

Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
LevelEntry = Whole | str


class FactorEntry(Struct, frozen=True):
    """A factor of the grid, and its levels."""

    name: str
    levels: Annotated[tuple[LevelEntry, ...], Meta(min_length=1)]


class PlaceEntry(Struct, frozen=True):
    """What a cell is played on; the file of its hash is kept with the run."""

    name: str
    hash: str
    origin: Origin
    kind: str = ""
    sampled: bool = False


class CellEntry(Struct, frozen=True):
    """A cell: its levels of the grid's factors, and what that means."""

    id: Annotated[str, Meta(pattern=r"\A[0-9a-f]{12}\Z")]  # becomes the name of a folder
    levels: dict[str, LevelEntry]
    lineup: Annotated[tuple[str, ...], Meta(min_length=1)]
    sources: tuple[
        str, ...
    ]  # hashes of users' files, by the place in the line-up; nothing for shipped policies
    setup: dict[str, LevelEntry]  # the level of every factor of the game
    setup_hash: str
    own: dict[str, LevelEntry]
    places: dict[str, PlaceEntry]

    @property
    def policy(self) -> str:
        """Name who plays."""
        return "+".join(self.lineup)


class Manifest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a run is made of."""

    format: int
    game: str
    measure: str
    signalbox: LevelEntry
    rules: LevelEntry
    code: str
    tallies: str
    command: str
    title: str = ""
    about: str = ""
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)]
    games: Annotated[int, Meta(ge=1, le=MAX_GAMES)]
    block: Annotated[int, Meta(ge=1, le=LARGEST_BLOCK)]
    keep_games: bool
    factors: tuple[FactorEntry, ...]
    cells: Annotated[tuple[CellEntry, ...], Meta(min_length=1, max_length=MAX_CELLS_OF_A_RUN)]
    python: str
    numba: str
    numpy: str
    machine: str
    alone: bool = False  # on a reconstruction, with a setup that other maps cannot have
    seal: str = ""

    @property
    def blocks(self) -> int:
        """Count the blocks of all cells, those that mean the same once."""
        return len({cell.id for cell in self.cells}) * -(-self.games // self.block)


# What must agree to go on with a run, and what it is called if it does not.
AGREED = {
    "format": "another format",
    "game": "another game",
    "rules": "other rules",
    "code": "another version of engine or policies",
    "tallies": "a program that counts in another way",
    **{name: f"another version of {name}" for name in LIBRARIES},
    "measure": "another measure",
    "seed": "another seed",
    "factors": "another grid (`sim runs` tells which)",
    "cells": "other boards, decks or policies",
    "keep_games": "sums only, or with games kept, other than this",
    "seal": "another description: its manifest was changed after it was begun",
}


def other_code(played: str, here: str, game: Game) -> str:
    """Say what a run is of whose code is not what it was."""
    if is_edited(played, here):
        return f"{game.title} before its files or players were changed"
    return AGREED["code"]


def edit_told(manifest: Manifest, run: str) -> str:
    """Say that a run was played before its user changed the game; nothing if that is not so."""
    game = find_game(manifest.game)
    if not game.file or not is_edited(manifest.code, code_hash(game)):
        return ""
    return (
        f"{run} was played before the files or players of {game.title} were changed; "
        "standard levels and words are told as they are declared now."
    )


def sealed(manifest: Manifest) -> Manifest:
    """Add a hash of what must agree: blocks do not say of which seed they are, so a manifest must not say another one later."""
    agreed = msgspec.to_builtins([getattr(manifest, key) for key in AGREED if key != "seal"])
    # In plain ASCII: a name that no run can keep is told later, in a sentence.
    text = json.dumps(agreed, sort_keys=True, separators=(",", ":"))
    return msgspec.structs.replace(manifest, seal=hashlib.sha256(text.encode()).hexdigest()[:16])


def manifest_bytes(manifest: Manifest) -> bytes:
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n"


def check_new(manifest: Manifest) -> None:
    """Refuse to begin what could not be read again: a run that is too large, and names that no file may hold."""
    if manifest.blocks > MOST_BLOCKS:
        raise InputError(
            f"so many games would be {manifest.blocks:,} blocks, more than {MOST_BLOCKS:,}; give fewer."
        )
    check_cells(len(manifest.cells))
    for text, most in _unfit(msgspec.to_builtins(manifest)):
        raise InputError(
            f"{quote(text)} cannot be kept with a run: text has at most {most:,} characters there, and all of them can be printed."
        )
    content = manifest_bytes(manifest)
    if len(content) > MAX_MANIFEST_BYTES or count_values(content) > MAX_MANIFEST_VALUES:
        raise InputError(
            f"to describe {len(manifest.cells):,} cells with such long names takes more than the {MAX_MANIFEST_BYTES:,} bytes that a run has for it; "
            "give shorter names of files, or fewer cells."
        )


def check_cells(cells: int) -> None:
    if cells > MAX_CELLS_OF_A_RUN:
        raise InputError(
            f"the grid has {cells:,} cells, and a run has at most {MAX_CELLS_OF_A_RUN:,}; play it in parts."
        )


def _unfit(manifest: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Find texts that break the rule for them, and say how long they may be."""
    for part, most in ((manifest["command"], MAX_COMMAND), ({**manifest, "command": ""}, MAX_TEXT)):
        yield from ((text, most) for text in unfit_texts(part, most))


def damaged(folder: Path) -> InputError:
    return InputError(
        f"{folder / MANIFEST} is damaged; give the sweep's command again with another --out, or restore the file."
    )


def is_run(folder: Path) -> bool:
    return any((folder / name).exists() for name in (MANIFEST, COPY))


def read_manifest(folder: Path) -> tuple[Manifest, str]:
    """Return the manifest of a run that is there; if it is damaged its copy, and a sentence on that."""
    if not is_run(folder):
        raise InputError(f"{folder} is no run: it has no {MANIFEST}; `sim runs` lists those that there are.")
    found = _read(folder, MANIFEST)
    if found is not None:
        return found, ""
    found = _read(folder, COPY)
    if found is None:
        raise damaged(folder)
    return found, f"{folder / MANIFEST} is damaged; {COPY} beside it is whole and was read instead."


def _read(folder: Path, name: str) -> Manifest | None:
    """Return None if it is damaged, or not there."""
    if not (folder / name).exists():
        return None
    content = read_bytes(folder / name, MAX_MANIFEST_BYTES)
    try:
        if count_values(content) > MAX_MANIFEST_VALUES:
            return None
        number, raw = msgspec.json.decode(content, type=_Format).format, msgspec.json.decode(content)
        # Of other formats nothing but the number is known.
        found = msgspec.convert(raw, Manifest) if number == FORMAT else None
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    if found is None:  # say which version of Signalbox made the run, and which one reads it
        raise InputError(
            f"{folder} was made by {'a newer' if number > FORMAT else 'an older'} version of Signalbox "
            f"(format {quote(number)}, here {FORMAT}); "
            f"open it with {f'Signalbox {READ_BY[number]}' if number in READ_BY else 'that one'}, or play it again with another --out."
        )
    if any(_unfit(raw)) or found.blocks > MOST_BLOCKS:
        return None
    try:
        game = find_game(found.game)
    except InputError as error:
        raise InputError(f"{folder} cannot be read: {error}") from None
    if not _fits(found, game) or (edit_told(found, "") and not _can_be_set_up(found, game)):
        if sealed(found) == found:
            raise InputError(
                f"{folder} was played when {game.title} had other factors, levels or measures; play it again with another --out."
            )
        return None
    return found


class _Format(Struct):
    format: int


def _fits(manifest: Manifest, game: Game) -> bool:
    """Tell whether its cells fit its factors, and those the game."""
    known, levels = catalogue(game), {each.name: frozenset(each.levels) for each in manifest.factors}
    return (
        manifest.measure in game.measures
        and levels.keys() <= known.factors.keys()
        and all(_is_cell(cell, levels, game) for cell in manifest.cells)
    )


def _can_be_set_up(manifest: Manifest, game: Game) -> bool:
    """Tell whether a game still has all of its levels."""
    try:
        return all(dict(game.setup(cell.setup).levels) == cell.setup for cell in manifest.cells)
    except InputError:
        return False


def _is_cell(cell: CellEntry, levels: Mapping[str, frozenset[LevelEntry]], game: Game) -> bool:
    return (
        cell.levels.keys() == levels.keys()
        and all(level in levels[name] for name, level in cell.levels.items())
        and cell.levels.get(POLICY) == cell.policy
        and len(cell.sources) == len(cell.lineup)
        and cell.setup.keys() == game.factors.keys()
        and all(_is_alike(cell.setup[name], factor.default) for name, factor in game.factors.items())
        and cell.places.keys() == set(catalogue(game).places)
    )


def _is_alike(level: LevelEntry, default: object) -> bool:
    """Tell whether a level is a number where the rulebook has one; whether it can be played is asked by who plays it."""
    return not isinstance(default, int) or (isinstance(level, int) and level >= 0)
