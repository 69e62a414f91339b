"""Games of a run that are worth looking at: a typical win, a narrow and a bad loss of every cell, kept as traces."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from experiments.play import Matchup
from experiments.results import Results
from experiments.run_store.blocks import Damaged
from experiments.run_store.kept_files import TRACE_FILE, TRACES, read_trace, trace_path
from experiments.run_store.store import Store
from experiments.sweep import Sweep

Explain = Callable[..., Any]  # asks a policy why
# In a run, of setups that others are compared with before those others: more would fill a folder with games that nobody looks at.
MOST_TRACES = 60


def trace_bytes(matchup: Matchup, seed: int, game: int, explain: Explain | None = None) -> bytes:
    """Write a game as JSON lines, packed; the same game always gives the same bytes."""
    events = matchup.trace(seed, game, explain=explain)
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
        trace_path(folder, cell.id, name, game): (cell.id, game)
        for cell in sorted(results.cells, key=lambda cell: results.baseline(cell) is not cell)
        for name, game in sweep.game.notable(cell.tally.columns)
    }
    kept = dict(list(wanted.items())[:MOST_TRACES])
    for path in (folder / TRACES).glob("*.jsonl.gz"):
        named = TRACE_FILE.fullmatch(path.name)
        if path not in kept and named and named[1] in sweep.matchups:
            path.unlink()
    for path, (cell_id, game) in kept.items():
        if not _is_whole(path):
            store.put(path, trace_bytes(sweep.matchups[cell_id], sweep.seed, game, explain))


def _is_whole(path: Path) -> bool:
    try:
        read_trace(path)
    except Damaged:
        return False
    return True
