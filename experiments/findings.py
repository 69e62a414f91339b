"""What a run says beyond its cells: effects of factors, exchange rates between them, how much was luck or skill, and what other maps say of it.

Effects are found for every policy, board and deck by itself: what a token is worth is another question on another map or to another table. On
other maps (`experiments/maps.py` plays them) it is asked how far the reference setup ranges, and whether a step from there does the same on all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from pathlib import Path

from experiments.grid import Axis
from experiments.results import CellResult, Results
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.statistics.effects import Effect, ExchangeRate, average_effects, exchange_rate
from experiments.statistics.jackknife import group_deals
from experiments.statistics.luck import LuckAndSkill, luck_and_skill
from experiments.statistics.model import Model, fit_model
from experiments.summary import Row, summarize
from policies.registry import roster_of
from simulator.core.errors import InputError
from simulator.core.messages import printable
from simulator.game import Level

FOLDER = "maps"  # of a run, for what was played on other maps
MOST_TERMS = 60  # with more, interactions are left out


@dataclass(frozen=True)
class Findings:
    """What steps do to one policy's win rate on one board, what they are worth in each other, and a model that asks whether they add up."""

    kept: dict[str, str]  # policy, board and deck, as far as the run has them as factors
    reference: dict[str, Level]  # that steps are taken from
    settings: int  # that were played
    effects: tuple[Effect, ...]
    model: Model | None  # of shares only
    rates: tuple[ExchangeRate, ...]


def find_effects(results: Results) -> list[Findings]:
    """Return findings for each policy, board and deck with several settings."""
    known, is_share = results.known, results.measure.kind == "share"
    axes = [axis for axis in results.varied if axis.name not in known.compared_within]
    # Of lists of setups differences say all, and a model nothing more.
    if not axes or any(axis.name in known.lists for axis in axes):
        return []
    found = []
    for kept, cells in _groups(results).items():
        base = results.baseline(cells[0])
        won, played = sum(cell.total for cell in cells), sum(cell.games for cell in cells)
        if base is None or len(cells) < 2 or (is_share and not 0 < won < played):
            continue
        if min(cell.games for cell in cells) < 2:  # nothing can be said of chance
            continue
        reference = {axis.name: _counted(axis, base) for axis in axes}
        settings = [{axis.name: _counted(axis, cell) for axis in axes} for cell in cells]
        grouped = group_deals([cell.tally.values for cell in cells])
        effects = average_effects(settings, grouped, reference, is_share)
        interactions = _interactions(axes) <= MOST_TERMS
        model = fit_model(settings, grouped, reference, interactions) if is_share else None
        rates = tuple(exchange_rate(effects, *pair) for pair in _exchanged(effects.each))
        found.append(Findings(dict(kept), reference, len(cells), effects.each, model, rates))
    return found


def _exchanged(effects: Sequence[Effect]) -> list[tuple[str, str]]:
    """Return all pairs of steps of two factors, in the direction in which the rate is one step or more, in the order of the first."""
    strongest = sorted(effects, key=lambda each: -abs(each.points))
    pairs = {(more.name, less.name) for more, less in combinations(strongest, 2)}
    names = permutations((each.name for each in effects), 2)
    return [pair for pair in names if pair in pairs and _factor(pair[0]) != _factor(pair[1])]


def _counted(axis: Axis, cell: CellResult) -> Level:
    """Return a number of which one more is a setting; of others each is a level like a word."""
    level = cell.levels[axis.name]
    return level if axis.factor.counted else str(level)


def _interactions(axes: Sequence[Axis]) -> int:
    """Count the terms that the interactions of two factors would be: a factor of whole numbers has one column."""
    columns = [
        1 if all(isinstance(level, int) for level in axis.levels) else len(axis.levels) - 1 for axis in axes
    ]
    return sum(first * second for first, second in combinations(columns, 2))


def _factor(step: str) -> str:
    return step.partition("=")[0]


def _groups(results: Results) -> dict[tuple[tuple[str, str], ...], list[CellResult]]:
    """Group cells by policy, board and deck."""
    groups: dict[tuple[tuple[str, str], ...], list[CellResult]] = defaultdict(list)
    for cell in results.cells:
        kept = (name for name in results.known.compared_within if name in cell.levels)
        groups[tuple((name, str(cell.levels[name])) for name in kept)].append(cell)
    return groups


def find_luck(results: Results) -> LuckAndSkill | None:
    """Return how much is luck and how much skill, over all settings that every policy has played; None with one policy, or where nothing is won.

    Policies stand in the order of how often they win.
    """
    if results.measure.kind != "share":
        return None
    by_policy: dict[str, dict[str, CellResult]] = {}
    for cell in results.cells:
        setting = repr({name: level for name, level in cell.levels.items() if name != "policy"})
        by_policy.setdefault(cell.policy, {})[setting] = cell
    # Floors are no rungs of skill, and who foresees the dice is no table at all.
    roster = roster_of(results.game)
    apart = (*roster.unskilled, *roster.foreseeing)
    policies = [name for name in by_policy if name.partition(":")[0] not in apart]
    if len(policies) < 2:
        return None
    settings = [name for name in by_policy[policies[0]] if all(name in by_policy[p] for p in policies)]
    if not settings:
        return None
    policies.sort(key=lambda name: sum(by_policy[name][setting].rate for setting in settings))
    return luck_and_skill([[by_policy[p][s].tally.values for s in settings] for p in policies], policies)


@dataclass(frozen=True)
class MapRun:
    """What was played on other maps for a run: results, if there are any, and sentences on what they lack."""

    results: Results | None = None
    gaps: tuple[str, ...] = ()


def read_maps(folder: Path) -> MapRun:
    """Return what was played on other maps for the run in a folder; a report is made whatever is wrong with it."""
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
    """Return what a step of a factor does on these maps; None if it was not played."""
    before = base.cell.levels[factor]
    moved = [row for row in rows if row.cell.levels[factor] != before]
    if not moved:
        return None
    changes = [(row.difference.difference, row.clear) for row in moved if row.difference is not None]
    helps, hurts = ([clear for change, clear in changes if change * sign > 0] for sign in (1, -1))
    after = moved[0].cell.levels[factor]
    return StepOnMaps(factor, before, after, len(helps), len(hurts), sum(helps), sum(hurts))
