"""How much of a figure is the map's: a run on a reconstruction is asked the same of other maps that fit what is known.

The strongest of its quick tables plays the setup that others are compared with, and one step of each factor from there, on the twelve boards
of `ensemble:test` that are like the board of the run. They are a run of their own, in the folder `maps` of the first one, so that they are kept,
gone on with and read back as every run is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from experiments.grid import POLICY, Cell, Factor, Grid
from experiments.levels import Level
from experiments.map_findings import BOARD, FAMILIES
from experiments.results import PLACE
from experiments.runner import play_many
from experiments.sweep import Sweep
from policies.registry import DEFAULT_POLICY, POLICIES, Policy, load_policy
from simulator.board_model import Board
from simulator.ensemble import PREFIX, members
from simulator.errors import InputError
from simulator.provenance import origin
from simulator.scenario import Scenario

GAMES = 1_000  # on each map, or as many as the run has, if that is less


def is_one_of_many(board: Board) -> bool:
    """Whether the map could as well be another one: it is reconstructed, and not itself one of a set."""
    return origin(board.provenance) == "reconstructed" and not board.source.startswith(PREFIX)


def like(board: Board) -> list[str]:
    """The boards of the test set that know the same facts as this one."""
    return members(f"{PREFIX}test/{FAMILIES[board.family]}", "board")


def strongest(policies: Sequence[str]) -> str:
    """The strongest of these that can play thousands of games in seconds; a practised table where none can, or where they are a user's own."""
    quick = [name for name, kind in POLICIES.items() if not kind.slow]
    known = [policy for policy in policies if policy.partition(":")[0] in quick]
    if DEFAULT_POLICY in known or not known:
        return DEFAULT_POLICY
    return max(known, key=lambda policy: quick.index(policy.partition(":")[0]))


def other_maps(sweep: Sweep) -> Sweep | None:
    """The second run of a sweep; None if its boards are printed ones, invented, or a set already."""
    cells = [cell for cell in sweep.grid.cells if is_one_of_many(cell.scenario.board_data)]
    if not cells:
        return None
    player = strongest(tuple(sweep.policies))
    asked = _asked(sweep.grid)
    # One board of each family asks for all.
    boards = {cell.scenario.board_data.family: cell.scenario.board for cell in reversed(cells)}.values()
    found = [
        placed
        for cell in cells
        if cell.scenario.board in boards and cell.policy == cells[0].policy and _setting(cell) in asked
        for placed in _on_maps(cell, player)
    ]
    if not found:
        return None
    factors = [
        Factor(name, tuple(dict.fromkeys(cell.levels[name] for cell in found))) for name in found[0].levels
    ]
    policy = sweep.policies.get(player) or load_policy(player)
    return replace(
        sweep,
        grid=Grid(factors, cells=found),
        policies={player: policy},
        games=min(GAMES, sweep.games),
        keep_games=False,
    )


def _setting(cell: Cell) -> tuple[Level, ...]:
    return tuple(level for name, level in cell.levels.items() if name not in (POLICY, BOARD))


def _asked(grid: Grid) -> list[tuple[Level, ...]]:
    """The reference setting, and one step from it along each factor: to the next level, or to the one before where there is none."""
    factors = [factor for factor in grid.factors if factor.name not in (POLICY, BOARD)]
    reference = tuple(factor.standard for factor in factors)
    found = [reference]
    for number, factor in enumerate(factors):
        others = [level for level in factor.levels if level != factor.standard]
        if others and factor.name not in PLACE:
            at = factor.levels.index(factor.standard)
            step = factor.levels[at + 1] if at + 1 < len(factor.levels) else factor.levels[at - 1]
            found.append((*reference[:number], step, *reference[number + 1 :]))
    return found


def _on_maps(cell: Cell, player: str) -> Iterator[Cell]:
    """A setting on every map; nothing, if one of them cannot have it."""
    boards = like(cell.scenario.board_data)
    try:
        scenarios: list[Scenario] = [replace(cell.scenario, board=board) for board in boards]
    except InputError:
        return
    for board, scenario in zip(boards, scenarios, strict=True):
        yield Cell({**cell.levels, BOARD: board, POLICY: player}, scenario, player)


def rate_on(board: str, scenario: Scenario, policy: Policy, seed: int, games: int, jobs: int) -> float:
    """The win rate of a setup on another map."""
    batches = play_many(replace(scenario, board=board), policy, seed, games, jobs)
    return sum(int(batch.outcomes["won"].sum()) for batch in batches) / games
