"""The movement step in NumPy, for all games at once: what a user without a compiler would write: `python -m benchmarks.lockstep`.

Every array operation serves one step of each game, and the games that are still on their way to a cell get fewer with each field and junction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import parts
from benchmarks.page import times
from benchmarks.timing import best_of_all
from simulator.switch_signal.codes import AHEAD, ARM, FREE, HEAD_ON, RED
from simulator.switch_signal.network import JOINED

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Games:
    """What a step depends on, a contiguous array each."""

    lights: Array  # game × field, 0 or 1
    setting: Array
    pos: Array
    way: Array

    @classmethod
    def of(cls, records: Array) -> Games:
        words = np.ascontiguousarray(records["green"])
        lights = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
        return cls(lights, *(np.ascontiguousarray(records[name]) for name in ("setting", "pos", "way")))


def try_steps(board: Any, games: Games, trains: Array, darts: Array) -> tuple[Array, Array]:
    """B6 for each game: FREE or what stops the train, and the dart on which that was found."""
    found, last = np.empty(len(darts), np.int64), darts.copy()
    rows = np.arange(len(darts))
    while len(rows):
        dart = last[rows]
        field = board["field"][dart]
        red = (field >= 0) & (games.lights[rows, field] == 0)
        found[rows[red]] = RED
        rows, dart = rows[~red], dart[~red]

        junction = board["junction"][dart]
        at_cell = junction < 0
        here, there = rows[at_cell], dart[at_cell]
        taken = games.pos[here] == board["head"][there][:, None]
        taken[np.arange(len(here)), trains[here]] = False  # X15
        other = taken.argmax(axis=1)
        faces = games.way[here, other] == there ^ 1
        found[here] = np.where(taken.any(axis=1), np.where(faces, HEAD_ON, AHEAD), FREE)

        rows, dart, junction = rows[~at_cell], dart[~at_cell], junction[~at_cell]
        arm = JOINED[board["arms"][junction] - 3, games.setting[rows, junction], board["arm"][dart]]
        closed = arm < 0
        found[rows[closed]] = ARM
        rows, junction, arm = rows[~closed], junction[~closed], arm[~closed]
        last[rows] = board["arm_dart"][junction, arm]
    return found, last


def step_table(positions: int = 1_000, rounds: int = 50) -> list[str]:
    """The movement step of so many games at once, by the kernel and in NumPy: the same answers, which is checked."""
    found = parts.positions("novice", positions)
    games, trains, darts = found.of_trains_under_way()
    stops = np.zeros((2, len(games)), np.int64)
    together = Games.of(games)
    parts.steps(found.board, games, trains, darts, *stops)
    assert np.array_equal(try_steps(found.board[0], together, trains, darts), stops)
    best = best_of_all(
        {
            "compiled": lambda: parts.steps(found.board, games, trains, darts, *stops),
            "NumPy, in lockstep": lambda: try_steps(found.board[0], together, trains, darts),
        },
        rounds,
    )
    lines = [
        f"| the step of a train in {len(games)} games | ns a step | times the compiled |",
        "|---|--:|--:|",
    ]
    return lines + [
        f"| {name} | {1e9 * seconds / len(games):,.1f} | {times(seconds / best['compiled'])} |"
        for name, seconds in best.items()
    ]


def main() -> None:
    print("\n".join(step_table()))


if __name__ == "__main__":
    main()
