"""Writes the figures of docs/performance.md: `python -m benchmarks.performance -o docs/performance.md`.

Words between the figures are written by hand (`benchmarks/page.py`); each block of figures is replaced by what is measured now, with the machine and
the command that made it. `--only NAME` measures one block. Only on an idle machine do all of them mean something.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path

from benchmarks import account, growth, guard, hot_spots, lockstep, side_by_side
from benchmarks.page import figure, with_figures
from experiments.play import Matchup
from experiments.speed import START_GAMES, measure, spread, starts
from policies.registry import load_policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.records import game_dtype, outcome_dtype
from simulator.switch_signal.scenario import Scenario

REPEATS, SECONDS = 5, 0.5
BOARDS = ("central-europe", "north-america")
POLICIES = ("random", "idle", "novice", "planner", "expert")
BUSY = 0.7  # processes at work in the last minute, before ours begins
LOAD = os.getloadavg()[0]  # before anything is measured: afterwards it is our own
SAMPLED = ("random", "novice", "planner")


def machine() -> str:
    """What kind it is; nothing by which it could be told from others of the kind."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor() or platform.machine()
    versions = f"Python {platform.python_version()}, numba {version('numba')}"
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, {versions}"


def origin_of(name: str, repeats: int | None = None) -> str:
    """Where figures come from; also whether others were at work, since that spoils them."""
    command = f"python -m benchmarks.performance --only {name}" + (f" --repeats {repeats}" if repeats else "")
    busy = f" **on a busy machine (load {LOAD:.0f})**" if LOAD > BUSY else ""
    return f"*{machine()}*; `{command}`{busy}"


def bench(repeats: int) -> list[str]:
    """`sim bench --start`."""
    lines = [
        "| policy | board | games/s | spread | decisions/s | ns a decision | decisions a game | two threads | signature |",
        "|---|---|--:|--:|--:|--:|--:|--:|---|",
    ]
    for board in BOARDS:
        for name in POLICIES:
            matchup = Matchup(GAME, Scenario(board=board), (load_policy(GAME, name),))
            each = measure(matchup, board, repeats, SECONDS)
            lines.append(
                f"| `{name}` | {board} | {figure(each.games_a_second)} | {each.spread:.0%} | {each.decisions_a_second:,.0f} "
                f"| {each.nanoseconds:,.0f} | {each.decisions:.1f} | {each.two_threads:.2f} | {each.signature} |"
            )
    lines += [
        "",
        f"| `sim run --games {START_GAMES}` | s the first time ever | s later | spread |",
        "|---|--:|--:|--:|",
    ]
    for name in POLICIES[:-1]:  # a thousand games of the expert are no start
        begun = starts(GAME.name, name, repeats)
        lines.append(f"| `{name}` | {begun.cold:.1f} | {begun.warm:.2f} | {spread(begun.later):.0%} |")
    return [
        *lines,
        "",
        f"A game in play takes {game_dtype.itemsize:,} bytes and leaves {outcome_dtype.itemsize:,}.",
    ]


def rivals(repeats: int) -> list[str]:
    return [*side_by_side.table(side_by_side.measure(repeats)), "", *lockstep.step_table()]


def parts_of_a_game() -> list[str]:
    prices = account.part_prices()
    return [*account.account_table(prices), "", *account.price_table(prices)]


def profile() -> list[str]:
    lines: list[str] = []
    for policy in SAMPLED:
        found = hot_spots.hot_spots(policy)[: hot_spots.SHOWN]
        if not found:
            return ["Not measured: there is no `perf` here, or it may not sample."]
        lines += [
            "",
            f"| `{policy}` | share |",
            "|---|--:|",
            *(f"| {name} | {share:.1%} |" for name, share in found),
        ]
    return lines[1:]


def guarded() -> list[str]:
    return [
        "| cost | now |",
        "|---|--:|",
        *(f"| {name} | {figure(cost)} |" for name, cost in guard.measure().items()),
    ]


# In the order of the page.
SECTIONS: Mapping[str, Callable[..., list[str]]] = {
    "bench": bench,
    "side-by-side": rivals,
    "games": growth.games_table,
    "cells": growth.cells_table,
    "players": growth.players_table,
    "boards": growth.boards_table,
    "account": parts_of_a_game,
    "hot-spots": profile,
    "guard": guarded,
}
REPEATED = ("bench", "side-by-side")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", "--out", type=Path, default=Path("docs/performance.md"), help="the page")
    parser.add_argument(
        "--only", choices=SECTIONS, action="append", help="measure this block; may be repeated"
    )
    parser.add_argument(
        "--repeats", type=int, default=REPEATS, help="of policies and libraries: 1 for a quick look"
    )
    given = parser.parse_args()
    for name in given.only or SECTIONS:
        print(name, file=sys.stderr, flush=True)
        repeats = [given.repeats] if name in REPEATED else []
        origin = origin_of(name, *repeats)
        found = [origin, "", *SECTIONS[name](*repeats)]
        # Kept at once, so that what was measured is there when a later block fails.
        page = given.out.read_text(encoding="utf-8")
        given.out.write_text(with_figures(page, name, found), encoding="utf-8")


if __name__ == "__main__":
    main()
