"""A run, from its sweep to what it has found: all that is missing is played and kept, whoever looks on. Commands and notebooks both go this way."""

from __future__ import annotations

import gzip
import io
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from experiments.findings import MAPS_FOLDER
from experiments.play import Matchup, Played
from experiments.results import Results
from experiments.run_store.blocks import Damaged
from experiments.run_store.kept_files import TRACE_FILE, TRACES, place_path, read_trace, trace_path
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run, writing_run
from experiments.summary import Row, summarize, summary_csv
from experiments.sweep import Plan, Sweep, Workers, plan, play_missing
from policies.registry import roster_of
from simulator.core.errors import Failed, InputError

OTHER_MAPS = "other maps"  # before the bar of the second run
Explain = Callable[..., Any]  # asks a policy why
# In a run, of setups that others are compared with before those others: more would fill a folder with games that nobody looks at.
MOST_TRACES = 60


class NothingPlayed(Failed):
    """No game of a run could be played; the message is one sentence."""


class Watch(Protocol):
    """Somebody who looks on while a run is played."""

    def note(self, sentence: str) -> None:
        """Hear something that is worth knowing."""

    def begin(self, first: Plan, on_maps: Plan | None, workers: int) -> None:
        """See what is going to be played."""

    def track(self, playing: Iterator[Played], games: int, label: str) -> Iterator[Played]:
        """See how far it is; pass on what is played."""


@dataclass(frozen=True)
class Finished:
    """A run after it was played: its results, a row for each cell, and how long the games took that were missing."""

    store: Store
    results: Results
    rows: list[Row] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0


@contextmanager
def play_run(
    sweep: Sweep,
    maps: Sweep | None,
    folder: Path,
    workers: Workers,
    watch: Watch,
) -> Iterator[Finished]:
    """Play what is missing, keep its summary and games to look at, and give what was found. No other process writes to the run meanwhile.

    What is played on other maps is a run in the folder of the first, begun with it, so that it is found when the run goes on.
    """
    with writing_run(folder, sweep.manifest()) as store:
        keep_files(sweep, store)  # before anything is played: a run that is broken off is reported too
        beside = _begin_maps(maps, store, watch) if maps else None
        for sentence in (*store.repaired, *(beside.repaired if beside else ())):
            watch.note(sentence)
        first = plan(sweep, store, workers.count)
        second = plan(maps, beside, workers.count) if maps and beside else None
        watch.begin(first, second, workers.count)
        seconds = _play(first, workers, watch)
        if second:
            _play(second, workers, watch, OTHER_MAPS)
        yield _finish(first, seconds)
        if beside:
            beside.write_manifest()  # as that of the run itself, in case it is gone


def _play(planned: Plan, workers: Workers, watch: Watch, label: str = "") -> float:
    """Play what is missing, and return how many seconds it took."""
    started = time.perf_counter()
    for _ in watch.track(play_missing(planned, workers), planned.games, label):
        pass
    planned.store.check_place()
    return time.perf_counter() - started


def _finish(planned: Plan, seconds: float) -> Finished:
    sweep, store = planned.sweep, planned.store
    try:
        results = Results.read(store)
    except InputError as error:
        raise NothingPlayed(str(error)) from None
    rows = summarize(results)
    store.put(store.folder / "summary.csv", summary_csv(results, rows))
    keep_chosen(sweep, results, store, roster_of(sweep.game).explain)
    return Finished(store, results, rows, planned.games, seconds if planned.games else 0.0)


def _begin_maps(maps: Sweep, store: Store, watch: Watch) -> Store | None:
    """Begin the run on other maps, or go on with it. None, with a sentence, where its folder does not allow it: the run itself is whole without it."""
    try:
        return begin_run(store.folder / MAPS_FOLDER, maps.manifest(), store.hold)
    except InputError as error:
        watch.note(maps_left_out(store.folder, error))
        return None


def maps_left_out(folder: Path, error: InputError) -> str:
    """Say why other maps are not played, and how they are had again."""
    why = str(error).partition(";")[0].rstrip(".")  # what follows is advice on the run itself
    return f"Other maps are left out: {why}. To play them anew, remove {folder / MAPS_FOLDER} and give the sweep's command again."


def keep_files(sweep: Sweep, store: Store) -> None:
    """Keep what cells are played on, each under its hash."""
    for cell in sweep.grid.cells:
        for factor, place in cell.setup.places.items():
            store.keep(place_path(store.folder, factor, place.hash), place.text.encode())


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
        try:
            read_trace(path)
        except Damaged:
            store.put(path, trace_bytes(sweep.matchups[cell_id], sweep.seed, game, explain))
