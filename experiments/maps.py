"""How much of a figure is the map's: a run on a reconstruction is asked the same of other maps that fit what is known.

The strongest of its quick tables plays the setup that others are compared with, and one step of each factor from there, on the twelve boards
of `ensemble:test` that are like the board of the run. They are a run of their own, in the folder `maps` of the first one, so that they are kept,
gone on with and read back as every run is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from experiments.factors import PLACE, POLICY
from experiments.grid import Axis, Cell, Grid
from experiments.levels import Level
from experiments.map_findings import BOARD, FAMILIES
from experiments.runner import play_many
from experiments.sweep import Sweep
from policies.registry import DEFAULT_POLICY, PLAYERS, POLICIES, Policy, load_policy
from simulator.core.errors import InputError
from simulator.core.provenance import origin
from simulator.switch_signal.board_model import Board
from simulator.switch_signal.ensemble import PREFIX, members
from simulator.switch_signal.scenario import Scenario

GAMES = 1_000  # on each map, or as many as the run has, if that is less
# Players that are the planner at the upper end of these settings; from 0.7 on both win about as often at the same place.
PLANNER_LIKE = {"people": "skill", "planner": "attention"}
Setting = tuple[Level, ...]


def is_one_of_many(board: Board) -> bool:
    """Whether the map could as well be another one: it is reconstructed, and not itself one of a set."""
    return origin(board.provenance) == "reconstructed" and not board.source.startswith(PREFIX)


def elsewhere(scenario: Scenario) -> list[Scenario]:
    """The setup on each board of the test set that knows the same facts; none, where the map is the only one or another cannot have the setup."""
    board = scenario.board_data
    if not is_one_of_many(board):
        return []
    # What is the board's own number is another board's own number there.
    house = {key: value for key, value in scenario.house.items() if value != scenario.rulebook_number(key)}
    try:
        others = members(f"{PREFIX}test/{FAMILIES[board.family]}", "board")
        return [replace(scenario, board=other, house=house) for other in others]
    except InputError:
        return []


def strongest(policies: Iterable[Policy]) -> Policy:
    """The strongest that can play thousands of games in seconds; a practised table where none can, or where they are a user's own."""
    quick = [policy for policy in policies if _is_quick(policy)]
    return max(quick, key=_strength) if quick else load_policy(DEFAULT_POLICY)


def _is_quick(policy: Policy) -> bool:
    kind = POLICIES.get(policy.name.partition(":")[0])
    return kind is not None and not kind.slow


def _strength(policy: Policy) -> tuple[int, float]:
    """Return the rank of the player among all, who are listed from weak to strong, and how near it is to the planner at its best.

    The win rates of the run would tell it more exactly, but only afterwards, and with few games chance would choose.
    """
    table = POLICIES[policy.name.partition(":")[0]].plays
    player = (table or policy.name).partition(":")[0]
    if player not in PLANNER_LIKE:
        return list(PLAYERS).index(player), 0.0
    settings = dict(zip(PLAYERS[player].parameters(), policy.params, strict=True))
    return list(PLAYERS).index("planner"), settings[PLANNER_LIKE[player]]


def rates_on(
    scenarios: Iterable[Scenario], policy: Policy, seed: int, games: int, jobs: int
) -> Iterator[float]:
    """The win rate of each."""
    for scenario in scenarios:
        batches = play_many(scenario, policy, seed, games, jobs)
        yield sum(int(batch.outcomes["won"].sum()) for batch in batches) / games


def other_maps(sweep: Sweep) -> Sweep | None:
    """The second run of a sweep; None if its boards are printed ones, invented, or a set already."""
    player = strongest(sweep.policies.values())
    asking: dict[str, Scenario] = {}
    for cell in sweep.grid.cells:
        if is_one_of_many(cell.scenario.board_data):  # one board of each family asks for all
            asking.setdefault(cell.scenario.board_data.family, cell.scenario)
    found = [cell for scenario in asking.values() for cell in _on_maps(sweep.grid, scenario, player.name)]
    if not found:
        return None
    factors = [
        Axis(name, tuple(dict.fromkeys(cell.levels[name] for cell in found))) for name in found[0].levels
    ]
    return replace(
        sweep,
        grid=Grid(factors, cells=found),
        policies={player.name: player},
        games=min(GAMES, sweep.games),
        keep_games=False,
    )


def _on_maps(grid: Grid, asking: Scenario, player: str) -> Iterator[Cell]:
    """What is asked of other maps for one board: nothing, if one of them cannot have its reference setup."""
    here = {_setting(cell): cell for cell in grid.cells if cell.scenario.board == asking.board}
    reference, *steps = asked(grid, asking)
    if not elsewhere(here[reference].scenario):
        return
    for setting in (reference, *steps):
        cell = here[setting]
        for scenario in elsewhere(cell.scenario):
            yield Cell({**cell.levels, BOARD: scenario.board, POLICY: player}, scenario, player)


def _setting(cell: Cell) -> Setting:
    return tuple(level for name, level in cell.levels.items() if name not in (POLICY, BOARD))


def asked(grid: Grid, scenario: Scenario) -> list[Setting]:
    """The reference setting of a board, and one step from it along each factor: to the next level, or to the one before where there is none.

    No step is made to another place, nor in a number of which every board has its own.
    """
    factors = [_by_the_book(each, scenario) for each in grid.factors if each.name not in (POLICY, BOARD)]
    reference = tuple(factor.standard for factor in factors)
    found = [reference]
    for number, factor in enumerate(factors):
        if len(factor.levels) > 1 and factor.name not in PLACE and factor.own is None:
            at = factor.levels.index(factor.standard)
            step = factor.levels[at + 1] if at + 1 < len(factor.levels) else factor.levels[at - 1]
            found.append((*reference[:number], step, *reference[number + 1 :]))
    return found


def _by_the_book(axis: Axis, scenario: Scenario) -> Axis:
    """The axis with what the scenario's place says of it, if the rulebook does not."""
    return replace(axis, own=scenario.own.get(axis.name))
