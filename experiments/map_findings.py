"""What other maps say of a run: the range of its reference setup over them, and whether a step from there does the same on all.

`experiments/maps.py` plays them; here they are read back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from experiments.results import Results
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.summary import Row, summarize
from simulator.core.errors import InputError
from simulator.core.messages import printable
from simulator.game import Level

FOLDER = "maps"  # of a run, for what was played on other maps


@dataclass(frozen=True)
class MapRun:
    """What was played on other maps for a run: results, if there are any, and sentences on what they lack."""

    results: Results | None = None
    gaps: tuple[str, ...] = ()


def read_maps(folder: Path) -> MapRun:
    """What lies in the folder of a run; a report is made whatever is wrong with it."""
    if not is_run(folder / FOLDER):
        return MapRun()
    try:
        store = Store.open(folder / FOLDER)
        if not store.progress()[0] and not store.failures():
            return MapRun(gaps=("Other maps have not been played yet; `sim resume` plays them.",))
        results = Results.read(store)
    except InputError as error:
        return MapRun(gaps=(f"What was played on other maps cannot be read: {printable(str(error))}",))
    gaps = [f"A file of other maps was left out: {printable(each)}." for each in results.damaged]
    if not results.complete:
        gaps.append("What is played on other maps is not finished; `sim resume` plays the rest.")
    return MapRun(results, tuple(gaps))


@dataclass(frozen=True)
class StepOnMaps:
    """One step from the reference: of which factor, between which levels, on how many maps it helps or hurts, and on how many of those clearly."""

    factor: str
    before: Level
    after: Level
    helps: int
    hurts: int
    clear_helps: int
    clear_hurts: int


@dataclass(frozen=True)
class OtherMaps:
    """What the reference setup comes to on maps of one family: win rates in the order of the maps, and steps from it."""

    family: str
    policy: str
    rates: tuple[float, ...]
    steps: tuple[StepOnMaps, ...]


def find_on_maps(results: Results) -> list[OtherMaps]:
    """Return what was found for each kind of places that was played."""
    rows = summarize(results)
    found = []
    for kind in dict.fromkeys(kind for row in rows if (kind := _kind(row))):
        here = [row for row in rows if _kind(row) == kind]
        bases = [row for row in here if row.is_base]
        if not bases:
            continue
        names = [factor.name for factor in results.varied if factor.name not in results.known.compared_within]
        steps = (_step(here, bases[0], name) for name in names)
        rates = tuple(row.rate for row in bases)
        found.append(OtherMaps(kind, bases[0].cell.policy, rates, tuple(filter(None, steps))))
    return found


def _kind(row: Row) -> str:
    """Name the kind of sampled places that a cell was played on."""
    kinds = (place.kind for place in row.cell.entry.places.values() if place.sampled and place.kind)
    return next(kinds, "")


def _step(rows: Sequence[Row], base: Row, factor: str) -> StepOnMaps | None:
    """What a step of a factor does on these maps; None if it was not played."""
    before = base.cell.levels[factor]
    moved = [row for row in rows if row.cell.levels[factor] != before]
    if not moved:
        return None
    changes = [(row.difference.difference, row.clear) for row in moved if row.difference is not None]
    helps, hurts = ([clear for change, clear in changes if change * sign > 0] for sign in (1, -1))
    after = moved[0].cell.levels[factor]
    return StepOnMaps(factor, before, after, len(helps), len(hurts), sum(helps), sum(hurts))
