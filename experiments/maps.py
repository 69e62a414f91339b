"""How much of a figure is the map's: a run on a reconstruction is asked the same of other maps that fit what is known.

The strongest of its quick tables plays the setup that others are compared with, and one step of each factor from there, on the places that are
like that of the run (`Game.elsewhere`). They are a run of their own, in the folder `maps` of the first one, so that they are kept,
gone on with and read back as every run is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from experiments.factors import POLICY, catalogue
from experiments.grid import Axis, Cell, Grid
from experiments.play import Matchup, play_many
from experiments.run_store.tally import values_of
from experiments.sweep import Sweep
from policies.registry import load_policy, roster_of
from simulator.core.errors import InputError
from simulator.game import Game, Level, Measure, Policy, Setup

GAMES = 1_000  # on each map, or as many as the run has, if that is less
Setting = tuple[Level, ...]


def _replaceable(setup: Setup) -> tuple[str, str]:
    """Name the factor whose place could as well be another one, and the kind of such places: it is reconstructed, and not itself one of a set."""
    found = (
        (name, place.kind)
        for name, place in setup.places.items()
        if place.kind and place.origin == "reconstructed" and not place.sampled
    )
    return next(found, ("", ""))


def kind_of_map(setup: Setup) -> str:
    """Name the kind of places that a setup could as well be played on. Nothing, where its own is the only one."""
    return _replaceable(setup)[1]


def check_left_out(maps: bool, asked: bool) -> None:
    """Refuse to leave other maps out where none would be asked."""
    if not maps and not asked:
        raise InputError(
            "--no-maps: nothing is played on other maps here; it is for what is played on a reconstruction."
        )


def kind_of_places(setup: Setup) -> str:
    """Name the kind of places that a setup is played on; nothing, where they have none."""
    return next((place.kind for place in setup.places.values() if place.kind), "")


def strongest(game: Game, policies: Iterable[Policy]) -> Policy:
    """Return the strongest that can play thousands of games in seconds; the game's main table where none can, or where they are a user's own."""
    roster = roster_of(game)
    kinds = {policy: roster.all.get(policy.name.partition(":")[0]) for policy in policies}
    quick = [policy for policy, kind in kinds.items() if kind and not kind.slow]
    return max(quick, key=roster.strength) if quick else load_policy(game, roster.main)


def rates_on(
    game: Game,
    setups: Iterable[Setup],
    policy: Policy,
    seed: int,
    games: int,
    jobs: int,
    measure: Measure | None = None,
) -> Iterator[float]:
    """Give what a measure comes to with each setup, the game's main one unless another is named."""
    about = measure or game.main
    for setup in setups:
        batches = play_many(Matchup(game, setup, (policy,)), seed, games, jobs)
        yield sum(int(values_of(about, batch.outcomes).sum()) for batch in batches) / games


def other_maps(sweep: Sweep) -> Sweep | None:
    """Return the second run of a sweep; None if its places are printed ones, invented, or a set already."""
    player = strongest(sweep.game, sweep.policies.values())
    asking: dict[str, Cell] = {}
    for cell in sweep.grid.cells:
        if kind := kind_of_map(cell.setup):  # one place of each kind asks for all
            asking.setdefault(kind, cell)
    found = [cell for first in asking.values() for cell in _on_maps(sweep.grid, first, player.name)]
    if not found:
        return None
    known = catalogue(sweep.game)
    factors = [
        Axis(known.factors[name], tuple(dict.fromkeys(cell.levels[name] for cell in found)))
        for name in found[0].levels
    ]
    return replace(
        sweep,
        grid=Grid(sweep.game, factors, cells=found),
        policies={player.name: player},
        games=min(GAMES, sweep.games),
        keep_games=False,
    )


def _on_maps(grid: Grid, asking: Cell, player: str) -> Iterator[Cell]:
    """Give what is asked of other maps for one place: nothing, if one of them cannot have its reference setup."""
    name, _ = _replaceable(asking.setup)
    here = {
        _setting(cell, name): cell
        for cell in grid.cells
        if cell.setup.levels[name] == asking.setup.levels[name]
    }
    reference, *steps = asked(grid, asking.setup)
    if not grid.game.elsewhere(here[reference].setup):
        return
    for setting in (reference, *steps):
        cell = here[setting]
        for setup in grid.game.elsewhere(cell.setup):
            yield Cell({**cell.levels, name: setup.levels[name], POLICY: player}, setup, (player,))


def _setting(cell: Cell, place: str) -> Setting:
    return tuple(level for name, level in cell.levels.items() if name not in (POLICY, place))


def asked(grid: Grid, setup: Setup) -> list[Setting]:
    """Return the reference setting of a place, and one step from it along each factor: to the next level, or to the one before where there is none.

    No step is made to another place, nor in a number of which every place has its own.
    """
    places = catalogue(grid.game).places
    apart = (POLICY, _replaceable(setup)[0])
    factors = [replace(each, own=setup.own.get(each.name)) for each in grid.factors if each.name not in apart]
    reference = tuple(factor.standard for factor in factors)
    found = [reference]
    for number, factor in enumerate(factors):
        if len(factor.levels) > 1 and factor.name not in places and factor.own is None:
            at = factor.levels.index(factor.standard)
            step = factor.levels[at + 1] if at + 1 < len(factor.levels) else factor.levels[at - 1]
            found.append((*reference[:number], step, *reference[number + 1 :]))
    return found


@dataclass(frozen=True)
class SetsCompared:
    """One setup on all boards that are like one board, and on all that are like another: mean win rates, and their difference over boards."""

    policy: str
    boards: tuple[int, int]
    means: tuple[float, float]
    difference: float
    low: float
    high: float


@dataclass(frozen=True)
class OnOtherMaps:
    """What is played to compare two reconstructions over the maps that are like each of them, by the strongest table."""

    game: Game
    measure: Measure
    first: Sequence[Setup]
    second: Sequence[Setup]
    player: Policy
    games: int  # on each map

    @property
    def maps(self) -> int:
        """Count the maps of both kinds."""
        return len(self.first) + len(self.second)

    def play(self, seed: int, jobs: int) -> Iterator[float]:
        """Give what the measure comes to on each map."""
        setups = [*self.first, *self.second]
        return rates_on(self.game, setups, self.player, seed, self.games, jobs, self.measure)

    def compared(self, rates: Sequence[float]) -> SetsCompared:
        """Return what these say. The interval is Welch's over boards: it would hold for other boards of the two kinds too."""
        from scipy.stats import ttest_ind

        boards = len(self.first), len(self.second)
        first, second = rates[: boards[0]], rates[boards[0] :]
        low, high = ttest_ind(second, first, equal_var=False).confidence_interval(0.95)
        means = fmean(first), fmean(second)
        return SetsCompared(self.player.name, boards, means, means[1] - means[0], float(low), float(high))
