"""Games of a run that are worth looking at: a typical win, a narrow and a bad loss of every cell, kept as traces."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from experiments.results import CellResult, Results
from experiments.run_store.kept_files import CHOSEN, TRACE_FILE, TRACES, read_trace, trace_path
from experiments.run_store.parquet_files import Damaged
from experiments.run_store.store import Store
from experiments.sweep import Sweep
from experiments.tasks import Player
from experiments.tracing import traced
from simulator.switch_signal.trace import Explain

# In a run, of setups that others are compared with before those others: more would fill a folder with games that nobody looks at.
MOST_TRACES = 60


def chosen_games(cell: CellResult) -> Iterator[tuple[str, int]]:
    """Names and numbers of games. Which they are depends on all games of the cell, and not on blocks or order."""
    columns = cell.tally.columns
    win, narrow, bad = CHOSEN
    turns, goods = columns["turns_histogram"][1], columns["goods_histogram"][0]
    if turns.any():
        middle = int(np.searchsorted(np.cumsum(turns), (turns.sum() + 1) // 2))
        yield win, int(columns["turns_first"][1, middle])
    lost = np.flatnonzero(goods)
    if len(lost):
        yield narrow, int(columns["goods_first"][0, lost[-1]])
        if len(lost) > 1:
            yield bad, int(columns["goods_first"][0, lost[0]])


def trace_bytes(player: Player, seed: int, game: int, explain: Explain | None = None) -> bytes:
    """A game as JSON lines, packed; the same game always gives the same bytes."""
    events = traced(*player, seed, game, explain=explain)
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)
    sink = io.BytesIO()
    # Not `gzip.compress`: some versions of Python let zlib write the header, which names the system.
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=sink, mtime=0) as file:
        file.write(text.encode())
    return sink.getvalue()


def keep_chosen(sweep: Sweep, results: Results, store: Store, explain: Explain | None = None) -> None:
    """Write the traces that are not there, or damaged, and remove those that a longer run has replaced."""
    folder = store.folder
    wanted = {
        trace_path(folder, cell.entry["id"], name, game): (cell.entry["id"], game)
        for cell in sorted(results.cells, key=lambda cell: results.baseline(cell) is not cell)
        for name, game in chosen_games(cell)
    }
    kept = dict(list(wanted.items())[:MOST_TRACES])
    for path in (folder / TRACES).glob("*.jsonl.gz"):
        named = TRACE_FILE.fullmatch(path.name)
        if path not in kept and named and named[1] in sweep.players:
            path.unlink()
    for path, (cell_id, game) in kept.items():
        if not _is_whole(path):
            store.put(path, trace_bytes(sweep.players[cell_id], sweep.seed, game, explain))


def _is_whole(path: Path) -> bool:
    try:
        read_trace(path)
    except Damaged:
        return False
    return True
