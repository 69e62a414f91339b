"""From a run's folder back to the sweep that it describes, so that it can be gone on with. No file that a manifest names is executed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from experiments.factors import catalogue
from experiments.grid import Axis, Cell, Grid
from experiments.identity import code_hash
from experiments.map_findings import FOLDER
from experiments.maps import GAMES
from experiments.prepare import Load, load_all
from experiments.run_store.manifest import AGREED, CellEntry, damaged, is_run
from experiments.run_store.store import Store
from experiments.sweep import Sweep
from policies.registry import IN_A_FILE, roster_of
from policies.sources import source_hash
from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import file_name
from simulator.game import Game


def sweep_of(store: Store, games: int | None = None, own: Sequence[str] = (), load: Load = load_all) -> Sweep:
    """Return the sweep that a manifest describes, checked against what is installed here; `own` are policies in files of the user's."""
    manifest, game = store.manifest, store.game
    if manifest.code != code_hash(game):
        raise InputError(f"{store.folder} holds a run of {AGREED['code']}; play it again with another --out.")
    known = catalogue(game)
    axes = [Axis(known.of(each.name), each.levels) for each in manifest.factors]
    try:
        cells = [_cell(game, each) for each in manifest.cells]
    except (LookupError, TypeError, ValueError):
        raise damaged(store.folder) from None
    _check_programs(game, own, {source for each in manifest.cells for source in each.sources})
    named = dict.fromkeys(name for cell in cells for name in cell.lineup)
    shipped = [name for name in named if name.partition(":")[0] in roster_of(game).all]
    loaded = {policy.name: policy for policy in load(game, [*own, *shipped])}
    for name in named:
        if name not in loaded:
            raise InputError(
                f"the run was played by {name}, a file; name it again if you trust it: --policy {name}"
            )
    planned = games or manifest.games
    return Sweep(
        Grid(game, axes, cells=cells),
        {name: loaded[name] for name in named},
        manifest.seed,
        planned,
        re.sub(r"--games \d+", f"--games {planned}", manifest.command),
        manifest.keep_games,
        manifest.title,
        manifest.about,
        manifest.alone,
        manifest.measure,
    )


def _cell(game: Game, entry: CellEntry) -> Cell:
    return Cell(entry.levels, game.setup(entry.setup), entry.lineup)


def maps_beside(folder: Path, games: int, load: Load = load_all) -> Sweep | None:
    """Return the second run of a run that has so many games; None if it was left out."""
    if not is_run(folder / FOLDER):
        return None
    return sweep_of(Store.open(folder / FOLDER), min(GAMES, games), load=load)


def _check_programs(game: Game, texts: Sequence[str], known: set[str]) -> None:
    """Refuse files that are not those of the run before they are loaded: to load a program is to execute it."""
    for text in texts:
        own = IN_A_FILE.fullmatch(text)
        if text.partition(":")[0] in roster_of(game).all or not own:
            continue
        read_text(Path(own[1]))  # refuses what is no file, or no text
        if source_hash(own[1]) not in known:
            raise InputError(
                f"--policy: {file_name(own[1])} is not the program that the run was begun with, or imports another one beside it; "
                "it was not executed."
            )
