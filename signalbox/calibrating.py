"""`signalbox.calibrate` and `sim calibrate`: where a real table stands on the dial of skill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.calibrate import (
    PLACES,
    Calibration,
    check_dial,
    games_for,
    play_points,
    points_of,
    policy_at,
)
from experiments.plays import read_plays
from experiments.prepare import Load, load_all
from reports.terminal.calibrate_table import calibration_json, sentences
from signalbox.answers import Answered
from signalbox.levels import asked_in_python, check_batch
from signalbox.progress import Watcher
from simulator.core.errors import InputError
from simulator.core.files import check_ending, write_whole
from simulator.game import Game
from simulator.games import DEFAULT, load_game

FEWEST = 100  # games at a place of the dial


@dataclass(frozen=True, repr=False)
class CalibrationResults(Answered):
    """Where a real table stands on the dial of skill.

    `frame()` has a line for every setup of the plays: how often it was played and won.
    """

    found: Calibration

    @property
    def place(self) -> float:
        """Return its place on the dial, from 0 to 1."""
        return self.found.skill.place

    def sentences(self) -> list[str]:
        """Return where it stands, how sure that is, and what follows."""
        return sentences(self.found)

    def lines(self) -> Iterator[dict[str, Any]]:
        for setting in self.found.plays.settings:
            yield {**setting.setup.levels, "plays": setting.plays, "wins": setting.wins}

    @asked_in_python
    def save(self, path: str | Path) -> None:
        """Write the skill to a .json file; `policy="people:skill=FILE"` then plays as this table does."""
        check_ending(path, ".json")
        write_whole(
            path, (json.dumps(calibration_json(self.found), indent=2, ensure_ascii=False) + "\n").encode()
        )


def calibrate_plays(
    game: Game, file: Path, games: int | None, seed: int, jobs: int, load: Load, watcher: Watcher
) -> CalibrationResults:
    """Play every setup of a file of plays along the dial, and find the table's place on it."""
    workers = check_batch(FEWEST if games is None else games, seed, jobs)
    if games is not None and games < FEWEST:
        raise InputError(f"--games: {games} are too few for a curve; it takes {FEWEST} at least.")
    check_dial(game)
    plays = read_plays(game, file)
    points = points_of(game, plays, games or games_for(plays))
    policies = load(game, [policy_at(game, place) for place in PLACES])
    for _ in watcher.track(play_points(points, policies, seed, workers), points.size, ""):
        pass
    return CalibrationResults(Calibration.of(plays, points, seed))


@asked_in_python
def calibrate(
    plays: str | Path,
    *,
    games: int | None = None,
    seed: int = 1,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
) -> CalibrationResults:
    """Find where a real table stands on the dial of skill, from a .csv file of its plays (docs/calibrate.md).

    >>> signalbox.calibrate("plays.csv")
    """
    chosen = load_game(game)
    return calibrate_plays(chosen, Path(plays), games, seed, jobs, load_all, Watcher(progress))
