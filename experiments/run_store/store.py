"""A run as a folder: what was asked for, and what has been played of it, block by block.

    manifest.json, manifest.copy.json      versions, command, grid, seed, hashes (`experiments/run_store/manifest.py`)
    cells/<id>/<first>+<games>.block       the tally of a block (`experiments/run_store/blocks.py`)
    cells/<id>/<first>.failed.json         why a block could not be played
    games/<id>/<first>+<games>.block       the same games one by one, if they are kept
    boards/, decks/ …                      what it is played on, made when it begins: a folder for each factor that is a place
    traces/, summary.csv, report.html, figures/     made when it ends

Block k of a cell holds its games k·B … (k+1)·B − 1. A file is written beside its place and then renamed, so that whatever kills a run
leaves whole files only; what is missing is seen from the names. A longer run has larger blocks: when a run is extended, its files are joined
to those that it would have if it had been so long from the start (`experiments/run_store/upkeep.py`). Nothing in the folder is ever executed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from experiments.run_store.blocks import (
    BLOCK_FILE,
    Damaged,
    Task,
    block_name,
    games_bytes,
    games_layout,
    read_games,
    read_limited,
    read_tally,
    tally_bytes,
    tally_layout,
)
from experiments.run_store.lock import Hold
from experiments.run_store.manifest import COPY, MANIFEST, Manifest, edit_told, manifest_bytes, read_manifest
from experiments.run_store.tally import Tally, TallyForm, tally_form
from simulator.core.file_limits import MAX_SENTENCE, MAX_TEXT
from simulator.core.files import parse_json, read_bytes, replace_file
from simulator.core.messages import is_text, printable
from simulator.game import Game
from simulator.games import find_game


def put_file(run: Path, path: Path, content: bytes) -> None:
    """Write a file into a run's folder, whole or not at all; a full disk is no mistake of the user, so an OSError stays one.

    Folders within that of the run are made. That of the run is not: if it is gone, somebody has moved or removed it.
    """
    for above in reversed(path.relative_to(run).parents[:-1]):
        (run / above).mkdir(exist_ok=True)
    replace_file(path, content)


class Store:
    """A run's folder. Whoever writes to it for long has a hold on it."""

    def __init__(self, folder: Path, manifest: Manifest, hold: Hold | None = None) -> None:
        self.folder, self.manifest, self.hold = folder, manifest, hold
        self.restored = ""  # a sentence, if the copy of a damaged manifest was read
        self.repaired: list[str] = []  # sentences on damaged files that were removed, to be played again

    @classmethod
    def open(cls, folder: Path, hold: Hold | None = None) -> Store:
        """Open a run that is there."""
        manifest, restored = read_manifest(folder)
        store = cls(folder, manifest, hold)
        store.restored = restored
        return store

    @property
    def notes(self) -> list[str]:
        """Return sentences that whoever opens the run should hear."""
        return [*filter(None, (self.restored, edit_told(self.manifest, str(self.folder))))]

    def write_manifest(self) -> None:
        """Write the manifest twice, since without it nobody knows what the blocks are."""
        content = manifest_bytes(self.manifest)
        for path in (self.folder / COPY, self.folder / MANIFEST):
            self.keep(path, content)

    def check_place(self) -> None:
        """Raise `FolderLost` if the folder is held and no longer in its place."""
        if self.hold:
            self.hold.check()

    def put(self, path: Path, content: bytes) -> None:
        """Write a file of the run, in its own folder or nowhere."""
        self.check_place()
        put_file(self.folder, path, content)

    def keep(self, path: Path, content: bytes) -> None:
        """Write a file of the run unless it is there and whole."""
        there = path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content
        if not there:
            self.put(path, content)

    @property
    def game(self) -> Game:
        """Return the game that the run is of."""
        return find_game(self.manifest.game)

    @property
    def form(self) -> TallyForm:
        """Return what its tallies hold."""
        return tally_form(self.game, self.manifest.measure)

    @property
    def games(self) -> int:
        return self.manifest.games

    @property
    def block(self) -> int:
        return self.manifest.block

    def files(self, cell: str, kind: str = "cells") -> list[tuple[int, int]]:
        """Return first game and number of games of every file of a cell, from their names; `kind` is `cells` or `games`."""
        folder = self.folder / kind / cell
        names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
        found = [(int(match[1]), int(match[2])) for match in map(BLOCK_FILE.fullmatch, names) if match]
        return sorted(each for each in found if block_name(*each) in names)

    def done(self, cell: str) -> dict[int, int]:
        """Return how many games are there, by the first game of their block."""
        return dict(self.files(cell))  # of two that begin together the longer one, which comes last

    def missing(self) -> Iterator[Task]:
        """Give what is still to be played, cell by cell in turn, so that all cells grow together."""
        done = {cell.id: self.done(cell.id) for cell in self.manifest.cells}
        for first in range(0, self.games, self.block):
            wanted = min(self.block, self.games - first)
            for cell, blocks in done.items():
                have = blocks.get(first, 0)
                if have < wanted:
                    yield Task(cell, first + have, wanted - have)

    def progress(self) -> tuple[int, int]:
        """Count the games that are there, and those that are wanted, from the names of files alone."""
        cells = {cell.id for cell in self.manifest.cells}
        there = sum(min(games, self.block) for cell in cells for games in self.done(cell).values())
        return there, len(cells) * self.games

    def add(self, cell: str, tally: Tally) -> None:
        """Keep what a task has played; the rest of a block is put to its beginning."""
        start = tally.first - tally.first % self.block
        before = self.done(cell).get(start, 0) if tally.first > start else 0
        if before:
            tally = self.read(cell, start, before).merged(tally)
        self._write(cell, tally)
        if before:
            self.remove(cell, start, before)
        self._failure(cell, start).unlink(missing_ok=True)

    def join(self, cell: str, files: list[tuple[int, int]]) -> None:
        """Make one file of several that follow each other."""
        first, *others = (self.read(cell, *each) for each in files)
        self._write(cell, first.merged(*others))
        for each in files:
            self.remove(cell, *each)

    def read(self, cell: str, first: int, games: int) -> Tally:
        """Return all that is kept of these games; `Damaged` names the file if it is not whole."""
        tally = self.read_tally(cell, first, games)
        if not self.manifest.keep_games:
            return tally
        with self._naming(self.path(cell, first, games, "games")) as path:
            content = read_limited(path, games_layout(self.game, games))
            return replace(tally, outcomes=read_games(self.game, content, first, games))

    def read_tally(self, cell: str, first: int, games: int) -> Tally:
        """Return what is kept of these games, but for the games one by one."""
        with self._naming(self.path(cell, first, games)) as path:
            if games > self.block:
                raise Damaged(f"its name speaks of more games than the {self.block:,} of a block")
            tally = read_tally(self.form, read_limited(path, tally_layout(self.form, games)), games)
            if tally.first != first:
                raise Damaged("it holds other games than its name says")
            return tally

    @contextmanager
    def _naming(self, path: Path) -> Iterator[Path]:
        try:
            if path.exists() and not path.is_file():  # a pipe would be read for ever
                raise Damaged("it is not an ordinary file")
            yield path
        except (Damaged, OSError) as error:
            why = error.strerror or type(error).__name__ if isinstance(error, OSError) else error
            raise Damaged(f"{path.relative_to(self.folder)} is damaged ({why})") from None

    def _write(self, cell: str, tally: Tally) -> None:
        """Write games before their tally, so that what has a tally has its games too."""
        if tally.outcomes is not None:
            content = games_bytes(self.game, tally.first, tally.outcomes)
            self.put(self.path(cell, tally.first, tally.games, "games"), content)
        self.put(self.path(cell, tally.first, tally.games), tally_bytes(tally))

    def remove(self, cell: str, first: int, games: int) -> None:
        for kind in ("cells", "games"):
            self.path(cell, first, games, kind).unlink(missing_ok=True)

    def add_failure(self, cell: str, first: int, sentence: str) -> None:
        text = json.dumps({"first": first, "error": printable(sentence)[:MAX_SENTENCE]}, ensure_ascii=False)
        self.put(self._failure(cell, first - first % self.block), (text + "\n").encode())

    def failures(self) -> dict[str, list[str]]:
        """Return sentences on blocks that failed, by cell."""
        found: dict[str, list[str]] = {}
        for path in sorted((self.folder / "cells").glob("*/*.failed.json")):
            try:
                sentence = parse_json(read_bytes(path), MAX_TEXT)["error"]
            except (ValueError, KeyError, TypeError):
                sentence = ""
            if not sentence or not is_text(sentence, MAX_SENTENCE):
                sentence = "for a reason that cannot be read"
            found.setdefault(path.parent.name, []).append(sentence)
        return found

    def whole(self, cell: str) -> list[tuple[int, int]]:
        """Return the files of a cell from game 0 on without a gap."""
        found: list[tuple[int, int]] = []
        blocks, start = self.done(cell), 0
        while start in blocks:
            found.append((start, blocks[start]))
            start += blocks[start]
        return found

    def path(self, cell: str, first: int, games: int, kind: str = "cells") -> Path:
        return self.folder / kind / cell / block_name(first, games)

    def _failure(self, cell: str, start: int) -> Path:
        return self.folder / "cells" / cell / f"{start:09d}.failed.json"
