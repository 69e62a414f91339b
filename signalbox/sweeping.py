"""`signalbox.sweep`, `signalbox.open_run` and `signalbox.games`."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from experiments.factors import POLICY, catalogue
from experiments.limits import worker_count
from experiments.prepare import Request, prepare
from experiments.results import Results
from experiments.run_store.manifest import is_run
from experiments.run_store.store import Store
from experiments.study import Study, load_study
from experiments.summary import summarize
from experiments.sweep import run_folder
from reports.terminal.screen import note
from signalbox.keeping import kept_run
from signalbox.levels import asked_in_python, policies_of, program_words, texts_of
from signalbox.progress import Interrupted, Watcher
from signalbox.run_results import RunResults
from simulator.core.errors import InputError
from simulator.core.messages import quote
from simulator.game import Game
from simulator.games import DEFAULT, all_games, load_game

if TYPE_CHECKING:
    import pandas


def sweep_request(
    game: Game,
    study: str,
    texts: Mapping[str, str],
    players: Sequence[str],
    games: int | None,
    seed: int | None,
    measure: str,
    keep_games: bool,
    maps: bool,
    large: bool = True,
) -> Request:
    """Return what is to be played: a study under its name or in a file, these levels and players instead of its own, or they alone."""
    known, given = catalogue(game), list[str]()
    for name, text in texts.items():
        factor = known.factors[name]
        given += [f"--{factor.group}", f"{factor.key}={text}"] if factor.group else [f"--{name}", text]
    given += [word for player in players for word in (f"--{POLICY}", player)]
    asked = load_study(game, study) if study else Study(game)
    wanted = asked.changed(texts, players, games, seed)
    return Request(wanted, measure, keep_games, maps, large, tuple(given))


def sweep_command(request: Request, study: str, *, yes: bool = False) -> str:
    """Return the command line that plays a request."""
    words = [*program_words(request.game), "sweep", *([study] if study else []), *request.given]
    words += ["--games", str(request.study.games), "--seed", str(request.study.seed)]
    words += ["--measure", request.measure] if request.measure else []
    flags = {"--keep-games": request.keep_games, "--no-maps": not request.maps, "--yes": yes}
    return shlex.join([*words, *(flag for flag, wished in flags.items() if wished)])


@asked_in_python
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
    request = sweep_request(
        chosen, study, texts_of(chosen, levels), policies_of(policy), games, seed, measure, keep_games, maps
    )
    prepared, other = prepare(request, sweep_command(request, study))
    folder, watcher = run_folder(prepared, str(out)), Watcher(progress)
    try:
        with kept_run(prepared, other, folder, (worker_count(jobs), None), watcher) as finished:
            return RunResults(finished.results, finished.rows, folder)
    except Interrupted as stopped:
        watcher.note(f"Stopped: {stopped}")
    if is_run(folder) and Store.open(folder).progress()[0]:
        return open_run(folder)
    raise KeyboardInterrupt


@asked_in_python
def open_run(folder: str | Path, *, game: str = "") -> RunResults:
    """Return what a run has found that was played before, by `signalbox.sweep` or `sim sweep`.

    A run of a game of your own needs its file: `game="path/to/game.py"`.
    """
    named = load_game(game) if game else None
    store = Store.open(Path(folder))
    if named and named.name != store.game.name:
        raise InputError(
            f"{folder} is a run of the game {quote(store.game.name)}, and {game} is {quote(named.name)}."
        )
    for sentence in store.notes:
        note(sentence)
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
