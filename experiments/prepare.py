"""Sweeps that can be played: from a study, and from the folder of a run that is to go on.

Every mistake is refused before a policy is loaded, which may take the time of compiling. No file that a manifest names is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from experiments.factors import POLICY, catalogue
from experiments.findings import FOLDER
from experiments.grid import Axis, Cell, Grid, policy_axis, prefix_errors
from experiments.identity import code_hash
from experiments.limits import check_games, check_seed
from experiments.maps import GAMES, check_left_out, kind_of_map, other_maps
from experiments.run_store.manifest import CellEntry, check_cells, damaged, is_run, other_code
from experiments.run_store.store import Store
from experiments.study import Study
from experiments.sweep import Sweep
from policies.registry import IN_A_FILE, load_policy, roster_of
from policies.sources import source_hash
from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import check_known, file_name
from simulator.game import Game, Measure, Policy

ASK_ABOVE = 500  # cells; a grid so large is more often a slip than a wish
Load = Callable[[Game, Iterable[str]], Sequence[Policy]]


def load_all(game: Game, texts: Iterable[str]) -> list[Policy]:
    """Load policies without a word to anybody."""
    return [load_policy(game, text) for text in texts]


def find_measure(game: Game, name: str) -> Measure:
    """Return the measure that a run is to be about: the main one if none is named."""
    if not name:
        return game.main
    asked = [each.name for each in game.measures.values() if each.asked]
    if name in game.measures and name not in asked:
        raise InputError(
            f"--measure: {name} is neither a share of games nor a single number of each game, so nothing can be asked about it; what can be asked about: {', '.join(asked)}."
        )
    check_known("--measure: there is no measure", name, asked)
    return game.measures[name]


@dataclass(frozen=True)
class Request:
    """A study, and how it is to be played."""

    study: Study
    measure: str = ""  # nothing: the game's main measure
    keep_games: bool = False
    maps: bool = True  # whether other maps that fit what is known are played too
    large: bool = False  # whether grids of more than `ASK_ABOVE` cells are played
    given: tuple[str, ...] = ()  # words of the command line that say what is varied

    @property
    def game(self) -> Game:
        return self.study.game


def prepare(request: Request, command: str, load: Load = load_all) -> tuple[Sweep, Sweep | None]:
    """Return what is to be played, and what is to be played on other maps, if anything is."""
    study = request.study
    if not any((study.factors, study.variants, study.policies)):
        name, levels = catalogue(request.game).example
        raise InputError(f"nothing is varied; give for instance --{name} {levels}, or a study.")
    check_games(study.games)
    check_seed(study.seed)
    measure = find_measure(request.game, request.measure)
    with _in_the_study(request):
        of_one, players = _checked_grid(request)
    may_differ = any(kind_of_map(cell.setup) for cell in of_one.cells)
    check_left_out(request.maps, may_differ)
    with _in_the_study(request):
        policies = {policy.name: policy for policy in load(request.game, players)}
    policy = Axis(catalogue(request.game).factors[POLICY], tuple(policies))
    sweep = Sweep(
        Grid(request.game, [*of_one.factors[:-1], policy], of_one.variants),
        policies,
        study.seed,
        study.games,
        command,
        request.keep_games,
        study.title,
        study.about,
        measure=measure.name,
    )
    maps = other_maps(sweep) if request.maps else None
    return replace(sweep, alone=may_differ and request.maps and maps is None), maps


@contextmanager
def _in_the_study(request: Request) -> Iterator[None]:
    """Name the file before mistakes that were made there, which are those in options that the command line does not give."""
    try:
        yield
    except InputError as error:
        option = re.match(r"--[a-z-]+|variants\.", str(error))
        if not request.study.source or not option or option[0] in request.given:
            raise
        with prefix_errors(request.study.source):
            raise


def _checked_grid(request: Request) -> tuple[Grid, list[str]]:
    """Return the grid of the first player, and all players by name."""
    study, game = request.study, request.game
    factors, variants = study.axes(), study.variants
    players = policy_axis(game, study.policies or roster_of(game).usual)
    cells = prod(len(factor.levels) for factor in factors) * len(players.levels)
    check_cells(cells)
    first = replace(players, levels=players.levels[:1])
    # Every level by itself, so that nobody is asked about a grid that cannot be played.
    for changed in factors:
        one = [each if each is changed else replace(each, levels=each.levels[:1]) for each in factors]
        Grid(game, [*one, first], variants)
    if cells > ASK_ABOVE and not request.large:
        raise InputError(f"the grid has {cells:,} cells, more than {ASK_ABOVE}; --yes plays it.")
    return Grid(game, [*factors, first], variants), [str(text) for text in players.levels]


def sweep_of(store: Store, games: int | None = None, own: Sequence[str] = (), load: Load = load_all) -> Sweep:
    """Return the sweep that a manifest describes, checked against what is installed here; `own` are policies in files of the user's."""
    manifest, game = store.manifest, store.game
    if manifest.code != code_hash(game):
        played = other_code(manifest.code, code_hash(game), game)
        raise InputError(f"{store.folder} holds a run of {played}; play it again with another --out.")
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
