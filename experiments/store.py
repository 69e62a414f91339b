"""A run as a folder: what was asked for, and what has been played of it, block by block.

    manifest.json                     versions, command, grid, seed, hashes
    cells/<id>/<first>+<games>.parquet     the tally of a block (`experiments/tally_files.py`)
    cells/<id>/<first>.failed.json         why a block could not be played
    games/<id>/<first>+<games>.parquet     games one by one, if they are kept (`experiments/game_table.py`)
    boards/, decks/                        what it is played on, made when it begins
    traces/, summary.csv, report.html, figures/     made when it ends

Block k of a cell holds its games k·B … (k+1)·B − 1. A file is written beside its place and then renamed, so that whatever kills a run
leaves whole files only; what is missing is seen from the names. Nothing in the folder is ever executed.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from experiments.game_table import games_bytes
from experiments.manifest import is_manifest
from experiments.tally import Tally
from experiments.tally_files import Damaged, read_tally, tally_bytes
from simulator.errors import InputError

FORMAT = 1
MANIFEST = "manifest.json"
FOLDERS = ("cells", "games", "traces", "boards", "decks", "figures")
LARGEST_BLOCK = 100_000  # games: what is lost at most for each core when a run is killed
BLOCK_FILE = re.compile(r"(\d{1,12})\+(\d{1,12})\.parquet")
# What must agree to go on with a run.
SAME = ("format", "rules", "code", "seed", "factors", "cells", "keep_games")
WORDS = {
    "format": "another format",
    "rules": "other rules",
    "code": "another version of engine or policies",
    "seed": "another seed",
    "factors": "another grid",
    "cells": "other boards, decks or policies",
    "keep_games": "sums only, or with games kept, other than this",
}


@dataclass(frozen=True)
class Task:
    """Games of a cell that are still to be played: a block, or what is missing of it."""

    cell: str
    first: int
    games: int


def block_size(games: int) -> int:
    """About a tenth of a cell's games, as a round number: 1, 2, 5, 10, 20, 50 …"""
    wanted = min(max(1, games // 10), LARGEST_BLOCK)
    ten = int(10 ** (len(str(wanted)) - 1))
    return max(ten * step for step in (1, 2, 5) if ten * step <= wanted)


def put_file(path: Path, content: bytes) -> None:
    """The whole file or none of it. Unlike `write_whole` it makes the folder, and a full disk is no mistake of the user."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def damaged(folder: Path) -> InputError:
    return InputError(
        f"{folder / MANIFEST} is damaged; give the sweep's command again with another --out, or restore the file."
    )


def _refuse_links(folder: Path, manifest: Mapping[str, Any]) -> None:
    """A folder from a stranger must not lead us to write or remove anything elsewhere. A file needs no such care: `put_file` replaces a link."""
    cells = [f"{part}/{cell['id']}" for part in ("cells", "games") for cell in manifest["cells"]]
    for name in (*FOLDERS, *cells):
        if (folder / name).is_symlink():
            raise InputError(f"{folder / name} is a link to another place; a run must hold its own files.")


class Store:
    """A run's folder."""

    def __init__(self, folder: Path, manifest: Mapping[str, Any]) -> None:
        self.folder, self.manifest = folder, manifest
        self.damaged: list[str] = []  # sentences on files that could not be read

    @classmethod
    def open(cls, folder: Path) -> Store:
        """A run that is there."""
        path = folder / MANIFEST
        try:
            manifest = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise InputError(f"{folder} is no run: it has no {MANIFEST}.") from None
        except OSError as error:
            raise InputError(f"{path} cannot be read ({error.strerror}).") from None
        except (ValueError, RecursionError):
            raise damaged(folder) from None
        found = manifest.get("format") if isinstance(manifest, dict) else None
        if isinstance(found, int) and found > FORMAT:
            raise InputError(f"{folder} was made by a newer version of Signalbox (format {found}).")
        if found != FORMAT or not is_manifest(manifest):
            raise damaged(folder)
        _refuse_links(folder, manifest)
        return cls(folder, manifest)

    @classmethod
    def begin(cls, folder: Path, manifest: Mapping[str, Any]) -> Store:
        """A new run, or one of the same grid that goes on; anything else in the folder is refused."""
        if (folder / MANIFEST).exists():
            store = cls.open(folder)
            for key in SAME:
                if store.manifest.get(key) != manifest[key]:
                    raise InputError(f"{folder} holds a run of {WORDS[key]}; give another --out.")
            if manifest["games"] > store.manifest["games"]:
                store.manifest = {
                    **store.manifest,
                    "games": manifest["games"],
                    "command": manifest["command"],
                }
                store.write_manifest()
            return store
        try:
            if folder.exists() and any(folder.iterdir()):
                raise InputError(f"{folder} is no run and not empty; give another --out.")
            store = cls(folder, manifest)
            store.write_manifest()
        except OSError as error:
            raise InputError(f"{folder} cannot be written ({error.strerror}).") from None
        return store

    def write_manifest(self) -> None:
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
        put_file(self.folder / MANIFEST, (text + "\n").encode())

    @property
    def games(self) -> int:
        return int(self.manifest["games"])

    @property
    def block(self) -> int:
        return int(self.manifest["block"])

    def done(self, cell: str) -> dict[int, int]:
        """Games that are there, by the first game of their block."""
        found: dict[int, int] = {}
        folder = self.folder / "cells" / cell
        if folder.is_dir():
            for path in folder.iterdir():
                name = BLOCK_FILE.fullmatch(path.name)
                if name:
                    first, games = int(name[1]), int(name[2])
                    found[first] = max(games, found.get(first, 0))
        return found

    def missing(self) -> Iterator[Task]:
        """What is still to be played, cell by cell in turn, so that all cells grow together."""
        done = {cell["id"]: self.done(cell["id"]) for cell in self.manifest["cells"]}
        for first in range(0, self.games, self.block):
            wanted = min(self.block, self.games - first)
            for cell, blocks in done.items():
                have = blocks.get(first, 0)
                if have < wanted:
                    yield Task(cell, first + have, wanted - have)

    def progress(self) -> tuple[int, int]:
        """Games that are there, of those that are wanted; from the names of files alone."""
        cells = {cell["id"] for cell in self.manifest["cells"]}
        there = sum(min(games, self.block) for cell in cells for games in self.done(cell).values())
        return there, len(cells) * self.games

    def add(self, cell: str, tally: Tally) -> None:
        """Keep what a task has played; the rest of a block is put to its beginning."""
        start = tally.first - tally.first % self.block
        before = self.done(cell).get(start, 0) if tally.first > start else 0
        if before:
            tally = self._read(cell, start, before).merged(tally)
        put_file(self._path(cell, tally.first, tally.games), tally_bytes(tally))
        if before:
            self._path(cell, start, before).unlink(missing_ok=True)
        self._failure(cell, start).unlink(missing_ok=True)

    def add_games(self, cell: str, first: int, outcomes: np.ndarray[Any, Any]) -> None:
        """Keep games one by one: before their tally, so that what has a tally has its games too."""
        path = self.folder / "games" / cell / f"{first:09d}+{len(outcomes)}.parquet"
        put_file(path, games_bytes(first, outcomes))

    def add_failure(self, cell: str, first: int, sentence: str) -> None:
        text = json.dumps({"first": first, "error": sentence}, ensure_ascii=False)
        put_file(self._failure(cell, first - first % self.block), (text + "\n").encode())

    def failures(self) -> dict[str, list[str]]:
        """Sentences on blocks that failed, by cell."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.folder / "cells").glob("*/*.failed.json")):
            try:
                sentence = str(json.loads(path.read_text(encoding="utf-8"))["error"])
            except (OSError, ValueError, KeyError, TypeError):
                sentence = "for a reason that cannot be read"
            found.setdefault(path.parent.name, []).append(sentence)
        return found

    def tally(self, cell: str) -> Tally | None:
        """All games of a cell from game 0 on without a gap. Files that are damaged are put aside, and named in `damaged`."""
        parts: list[Tally] = []
        blocks, start = self.done(cell), 0
        while start in blocks:
            try:
                parts.append(self._read(cell, start, blocks[start]))
            except Damaged as error:
                path = self._path(cell, start, blocks[start]).relative_to(self.folder)
                self.damaged.append(f"{path} is damaged ({error})")
                break
            start += blocks[start]
        return parts[0].merged(*parts[1:]) if parts else None

    def remove_damaged(self) -> list[str]:
        """Look at every block, and remove what is damaged, so that it is played again; gives sentences on it."""
        sentences = []
        for entry in self.manifest["cells"]:
            for first, games in self.done(entry["id"]).items():
                path = self._path(entry["id"], first, games)
                try:
                    self._read(entry["id"], first, games)
                except Damaged as error:
                    sentences.append(
                        f"{path.relative_to(self.folder)} is damaged ({error}) and is played again."
                    )
                    path.unlink()
        return sentences

    def _read(self, cell: str, first: int, games: int) -> Tally:
        try:
            tally = read_tally(self._path(cell, first, games).read_bytes())
        except OSError as error:
            raise Damaged(error.strerror or type(error).__name__) from None
        if (tally.first, tally.games) != (first, games):
            raise Damaged("it holds other games than its name says")
        return tally

    def _path(self, cell: str, first: int, games: int) -> Path:
        return self.folder / "cells" / cell / f"{first:09d}+{games}.parquet"

    def _failure(self, cell: str, start: int) -> Path:
        return self.folder / "cells" / cell / f"{start:09d}.failed.json"
