"""`signalbox.sweep`, `signalbox.open_run` and `signalbox.games`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.limits import worker_count
from experiments.prepare import Request, prepare
from experiments.results import Results
from experiments.run import carried_through
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.study import Study, load_study
from experiments.summary import summarize
from experiments.sweep import run_folder
from signalbox.cli.failures import is_interrupt
from signalbox.levels import policies_of, taking_numbers, texts_of
from signalbox.looking_on import Notebook
from signalbox.run_results import RunResults
from simulator.games import DEFAULT, all_games, load_game

if TYPE_CHECKING:
    import pandas


@taking_numbers
def sweep(
    study: str = "",
    *,
    policy: str | Iterable[str] | None = None,
    games: int | None = None,
    seed: int | None = None,
    measure: str = "",
    maps: bool = True,
    keep_games: bool = False,
    out: str | Path = "",
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> RunResults:
    """Play every combination of some settings, and return what was found.

    >>> run = signalbox.sweep(tokens=range(7, 11), policy=["family", "practised"], games=1_000)

    Every setting takes a level or several: `tokens=8`, `tokens=range(7, 11)`, `locations=["dice", "stack"]`, `house={"draw": [3, 4]}`,
    `extra_signals=1`. All cells meet the same deals, so differences between them are sharper than the rates themselves.

    study       a shipped study, or the path of a .toml file; `levels` replace those of the study
    policy      who plays: one or several tables or players; those of the study, or the game's usual tables
    games       games in each cell (10,000)
    seed        seed of all random numbers (1)
    measure     what the run is about, if not what the game is played for: any share, count or score that the game declares
    maps        whether other maps that fit what is known are played too, where the map is a reconstruction
    keep_games  whether games are kept one by one, not only sums
    out         the run's folder; runs/… with a name made from what is varied
    jobs        cores to use; 0: all of them
    game        a game by name, or the path of your own game.py
    progress    whether a bar shows how far it is

    The run is kept in its folder: the same call again reads it instead of playing it, and more games extend it. Ctrl-C keeps the blocks that are
    finished and returns what they say; the same call goes on.
    """
    chosen = load_game(game)
    texts, players = texts_of(chosen, levels), policies_of(policy)
    wanted = load_study(chosen, study) if study else Study(chosen)
    wanted = wanted.with_levels(texts, players)
    request = Request(wanted, games, seed, measure, keep_games, maps, large=True)
    prepared, other = prepare(request, shlex.join(_command(game, study, texts, players, request)))
    folder = run_folder(prepared, str(out))
    try:
        with carried_through(
            prepared, other, folder, (worker_count(jobs), None), Notebook(progress)
        ) as finished:
            return RunResults(finished.results, finished.rows, folder)
    except BaseException as error:
        if not is_interrupt(error) or not is_run(folder) or not Store.open(folder).progress()[0]:
            raise
    Notebook().note(f"Stopped; finished blocks are kept in {folder}, and the same call goes on.")
    return open_run(folder)


def _command(
    game: str, study: str, texts: dict[str, str], players: tuple[str, ...], request: Request
) -> Iterable[str]:
    """Give the words of the command that does the same."""
    yield "sim"
    yield from () if game == DEFAULT else ("--game", game)
    yield "sweep"
    yield from (study,) if study else ()
    for name, text in texts.items():
        group, _, key = name.rpartition(" ")
        yield from (f"--{group}", f"{key}={text}") if group else (f"--{name}", text)
    yield from (word for player in players for word in ("--policy", player))
    yield from ("--games", str(request.count), "--seed", str(request.the_seed))
    yield from ("--measure", request.measure) if request.measure else ()
    yield from ("--keep-games",) if request.keep_games else ()
    yield from () if request.maps else ("--no-maps",)


@taking_numbers
def open_run(folder: str | Path, *, game: str = "") -> RunResults:
    """Return what a run has found that was played before, by `signalbox.sweep` or `sim sweep`.

    A run of a game of your own needs its file: `game="path/to/game.py"`.
    """
    if game:
        load_game(game)
    store = Store.open(Path(folder))
    results = Results.read(store)
    return RunResults(results, summarize(results), Path(folder))


def games() -> pandas.DataFrame:
    """Return the games that can be played: their names, titles, and what a run of each can be about."""
    import pandas

    found = all_games()
    return pandas.DataFrame(
        {
            "game": [each.name for each in found],
            "title": [each.title for each in found],
            "measures": [
                ", ".join(measure.name for measure in each.measures.values() if measure.asked)
                for each in found
            ],
        }
    )
