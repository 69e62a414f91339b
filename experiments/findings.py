"""What a run says beyond its cells: effects of factors, exchange rates between them, and how much was luck or skill.

For every policy, board and deck by itself: what a token is worth is another question on another map or to another table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from experiments.grid import Axis
from experiments.results import CellResult, Results
from experiments.statistics.effects import Effect, ExchangeRate, average_effects, exchange_rate
from experiments.statistics.jackknife import group_deals
from experiments.statistics.luck import LuckAndSkill, luck_and_skill
from experiments.statistics.model import Model, fit_model
from policies.registry import roster_of
from simulator.game import Level

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
    """One for each policy, board and deck with several settings."""
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
        steps = permutations((effect.name for effect in effects.each), 2)
        rates = tuple(exchange_rate(effects, *pair) for pair in steps if _factor(pair[0]) != _factor(pair[1]))
        found.append(Findings(dict(kept), reference, len(cells), effects.each, model, rates))
    return found


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
    """Cells by policy, board and deck."""
    groups: dict[tuple[tuple[str, str], ...], list[CellResult]] = defaultdict(list)
    for cell in results.cells:
        kept = (name for name in results.known.compared_within if name in cell.levels)
        groups[tuple((name, str(cell.levels[name])) for name in kept)].append(cell)
    return groups


def find_luck(results: Results) -> LuckAndSkill | None:
    """Return it over all settings that every policy has played; None with one policy, or where nothing is won. Rungs stand in the order of how often they win."""
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
