"""A run's folder is begun, or put in order to go on: leftovers are removed, and its files are those that the manifest asks for.

Every step can be broken off and done again. What is removed is played again.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec.structs import replace

from experiments.run_store.blocks import Damaged
from experiments.run_store.lock import LOCK, Hold, exclusive
from experiments.run_store.manifest import AGREED, Manifest, check_new, is_run, other_code
from experiments.run_store.store import Store
from simulator.core.errors import InputError

# What is written beside a file's place (`simulator/core/files.py`), and which process did.
PART = re.compile(r"\..*[.-](\d{1,10})\.part")
OLD_SECONDS = 3600.0  # no file takes so long to be written


@contextmanager
def writing_run(folder: Path, manifest: Manifest) -> Iterator[Store]:
    """Give a new run, or one of the same grid that goes on; no other process writes to it meanwhile."""
    check_new(manifest)
    _refuse_others(folder)
    with exclusive(folder) as hold:
        store: Store | None = None
        try:
            store = begin_run(folder, manifest, hold)
            yield store
        except BaseException:
            with suppress(OSError):  # its disk cannot even be asked
                hold.check()  # where the folder is gone, nothing else that went wrong is worth telling
            if store:
                with suppress(OSError):
                    store.write_manifest()
            raise
        store.write_manifest()  # if somebody has removed it meanwhile: without it the blocks would be lost


def begin_run(folder: Path, manifest: Manifest, hold: Hold | None = None) -> Store:
    """Begin a run, or go on with it, without looking whether others write to it; anything else in the folder is refused."""
    check_new(manifest)
    if is_run(folder):
        return _go_on(folder, manifest, hold)
    _refuse_others(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        store = Store(folder, manifest, hold)
        store.write_manifest()
    except OSError as error:
        raise InputError(f"{folder} cannot be written ({error.strerror}).") from None
    return store


def _refuse_others(folder: Path) -> None:
    """Refuse what is neither a run nor an empty folder. What a run that has just begun, and was killed, left of its lock is nothing."""
    try:
        if folder.exists() and not is_run(folder) and any(path.name != LOCK for path in folder.iterdir()):
            raise InputError(f"{folder} is no run and not empty; give another --out.")
    except OSError as error:
        raise InputError(f"{folder} cannot be written ({error.strerror}).") from None


def _go_on(folder: Path, manifest: Manifest, hold: Hold | None) -> Store:
    store = Store.open(folder, hold)
    refuse_links(folder)
    for key, words in AGREED.items():
        found, wanted = getattr(store.manifest, key), getattr(manifest, key)
        if found != wanted:
            words = other_code(found, wanted, store.game) if key == "code" else words
            raise InputError(f"{folder} holds a run of {words}; give another --out.")
    if manifest.games < store.games:
        raise InputError(
            f"--games: {manifest.games:,} is less than the {store.games:,} games that the run has planned already; `sim resume` goes on with these, another --out begins anew."
        )
    if manifest.games > store.games:
        larger = manifest.block % store.block == 0
        store.manifest = replace(
            store.manifest,
            games=manifest.games,
            block=manifest.block if larger else store.block,
            command=manifest.command,
        )
        check_new(store.manifest)
    store.write_manifest()
    store.repaired = repair(store)
    return store


def refuse_links(folder: Path) -> None:
    """Refuse links: a run from a stranger must not make us write or remove anything outside its folder."""
    for where, folders, files in os.walk(folder):
        for name in (*folders, *files):
            if Path(where, name).is_symlink():
                raise InputError(f"{Path(where, name)} is a link; a run that is written to must hold none.")


def repair(store: Store) -> list[str]:
    """Remove what is damaged or not finished, join what belongs together, and return sentences on damaged files."""
    _remove_parts(store.folder)
    sentences: list[str] = []
    for cell in dict.fromkeys(entry.id for entry in store.manifest.cells):
        sentences.extend(_remove_damaged(store, cell))
        _join(store, cell)
    for path in store.folder.glob("cells/*/*.failed.json"):
        start = path.name.partition(".")[0]
        if start.isdecimal() and int(start) % store.block:
            path.unlink()  # it told of a smaller block, which is part of another one now
    return sentences


def _remove_parts(folder: Path) -> None:
    """Remove files that were not finished because their process was killed."""
    for path in folder.rglob(".*.part"):
        named = PART.fullmatch(path.name)
        if named and (not _lives(int(named[1])) or path.stat().st_mtime < time.time() - OLD_SECONDS):
            path.unlink(missing_ok=True)


def _lives(process: int) -> bool:
    """Tell whether another process of this number may be writing. We are not, at this time."""
    if process == os.getpid():
        return False
    if os.name != "posix":  # elsewhere a signal of 0 is not a question
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _remove_damaged(store: Store, cell: str) -> Iterator[str]:
    for first, games in store.files(cell):
        try:
            store.read(cell, first, games)
        except Damaged as error:
            yield f"{error} and is played again."
            store.remove(cell, first, games)


def _join(store: Store, cell: str) -> None:
    """Make one file of what a block has from its beginning on. What cannot be joined is removed: doubles, pieces behind a gap, games without a tally."""
    files, games_files = store.files(cell), store.files(cell, "games")
    longest = dict(files)
    kept = set()
    for start in sorted({first - first % store.block for first, _ in files}):
        chain, place = [], start
        while place in longest and place + longest[place] <= start + store.block:
            chain.append((place, longest[place]))
            place += longest[place]
        if len(chain) > 1:
            store.join(cell, chain)
        kept.add((start, place - start))
    for first, games in {*files, *games_files} - kept:
        store.remove(cell, first, games)
