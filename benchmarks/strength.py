"""Strength against time: win rate and seconds a game of every rung and of several budgets of the expert, on one core.

    python -m benchmarks.strength --games 1200 --slow-games 240 -o docs/strength

prints the table and writes it as OUT.md, with the curve as OUT.svg. Boards are those of ensemble:test/ce; nothing was tuned on them.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from experiments.switch_signal.ladder import interval
from policies.registry import load_policy
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

QUICK = ("random", "novice", "first-game", "people:skill=0.5", "family", "people:skill=0.9", "practised")
SLOW = ("expert:futures=4", "expert:horizon=2", "veteran", "expert:futures=32", "clairvoyant")
SEED = 3001
CROWDED = 0.01  # seconds a game: who searches


@dataclass(frozen=True)
class Point:
    policy: str
    games: int
    seconds: float  # a game
    won: float
    low: float
    high: float


def measure(name: str, boards: list[str], games: int) -> Point:
    """So many games on each board, on one core."""
    policy = load_policy(GAME, name)
    for board in boards:  # compile policy and boards
        play(Scenario(board=board), policy, SEED, 0, 1)
    start = time.thread_time()
    won: list[np.ndarray[Any, Any]] = []
    for number, board in enumerate(
        boards
    ):  # each with deals of its own: the interval takes boards for independent
        won.append(play(Scenario(board=board), policy, SEED, number * games, games).outcomes["won"])
    seconds = (time.thread_time() - start) / (games * len(boards))
    return Point(name, games * len(boards), seconds, *interval(won))


def table(points: list[Point], command: str) -> str:
    lines = [
        "# Strength against time",
        "",
        "Central European boards of `ensemble:test`, standard setup, two players; 95 % intervals for these boards. One core, seconds of the processor. Written by",
        "",
        f"    {command}",
        "",
        "| policy | games | games a second | games won |",
        "|---|---|---|---|",
    ]
    for p in points:
        rate = f"{1 / p.seconds:,.0f}" if p.seconds < 0.1 else f"{1 / p.seconds:.1f}"
        lines.append(f"| `{p.policy}` | {p.games:,} | {rate} | {p.won:.1%} ({p.low:.1%}–{p.high:.1%}) |")
    return "\n".join(lines) + "\n"


def label_crowd(points: list[Point], axes: Any) -> None:
    """Names of points that lie close together: in a column beside them, one below the other."""
    height = 0.0
    for p in sorted(points, key=lambda each: each.won):
        height = max(100 * p.won, height + 5)
        axes.annotate(
            p.policy,
            (1000 * p.seconds, 100 * p.won),
            xytext=(2000 * max(each.seconds for each in points), height),
            va="center",
            fontsize=8,
            arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
        )


def draw(points: list[Point], path: Path) -> None:
    """Win rate over milliseconds a game."""
    mpl.rcParams.update({"svg.hashsalt": "signalbox", "svg.fonttype": "none", "font.size": 10})
    figure, axes = plt.subplots(figsize=(7.5, 4.2), layout="constrained")
    for p in points:
        axes.errorbar(
            1000 * p.seconds,
            100 * p.won,
            yerr=[[100 * (p.won - p.low)], [100 * (p.high - p.won)]],
            fmt="o",
            color="#0072b2",
            capsize=3,
        )
        if p.seconds < CROWDED:
            place = (1000 * p.seconds, 100 * p.won)
            axes.annotate(p.policy, place, xytext=(6, 4), textcoords="offset points", fontsize=8)
    label_crowd([p for p in points if p.seconds >= CROWDED], axes)
    axes.set(xscale="log", xlabel="milliseconds a game, one core", ylabel="games won, %", ylim=(-3, 108))
    axes.set_xlim(right=2500)
    axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1200, help="of the quick policies, over all boards")
    parser.add_argument("--slow-games", type=int, default=240, help="of those that search")
    parser.add_argument("-o", "--out", default="", help="write OUT.md and OUT.svg")
    given = parser.parse_args()
    boards = members("ensemble:test/ce", "board", "")
    points = []
    for name in (*QUICK, *SLOW):
        games = given.games if name in QUICK else given.slow_games
        points.append(measure(name, boards, max(1, games // len(boards))))
        p = points[-1]
        print(
            f"{p.policy:28} {p.games:6,} games {1000 * p.seconds:10.3f} ms a game  {p.won:6.1%} ({p.low:.1%} to {p.high:.1%})",
            flush=True,
        )
    if given.out:
        command = f"python -m benchmarks.strength --games {given.games} --slow-games {given.slow_games}"
        Path(f"{given.out}.md").write_text(table(points, command), encoding="utf-8")
        draw(points, Path(f"{given.out}.svg"))


if __name__ == "__main__":
    main()
