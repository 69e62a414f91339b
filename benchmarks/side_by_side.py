"""Signalbox beside what one would pick instead, in one run on one core: `python -m benchmarks.side_by_side`.

Other libraries play other games, so games a second say little by themselves; decisions a second compare better. A decision is one with at least two
answers, everywhere. Rivals play in processes of their own that may use one core only, timed by the processor; ours plays before and after them. Rates
are medians of repeats.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.page import times
from benchmarks.rivals.environments import REQUIREMENTS, NotInstalled, environment_of
from benchmarks.second_engine import oracle_games, pick_any
from benchmarks.timing import seconds_of
from policies.registry import load_policy
from simulator.game import Policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario

REPEATS, SECONDS = 5, 1.0
OURS = ("random", "novice", "planner")
Repeat = tuple[float, float, float]  # games, decisions, seconds of the processor


@dataclass(frozen=True)
class Row:
    """One player of one library at one game; without repeats, `player` says why."""

    library: str
    game: str
    player: str
    repeats: tuple[Repeat, ...] = ()

    @property
    def games_a_second(self) -> float:
        return median(games / seconds for games, _, seconds in self.repeats)

    @property
    def decisions_a_second(self) -> float:
        return median(decisions / seconds for _, decisions, seconds in self.repeats)


def measure(repeats: int = REPEATS, seconds: float = SECONDS) -> list[Row]:
    """All rows, ours first."""
    scenario = Scenario(board="central-europe")
    policies = [load_policy(GAME, name) for name in OURS]
    first = [_ours(scenario, policy, repeats, seconds) for policy in policies]
    others = [_oracle(scenario, repeats, seconds)]
    for rival in REQUIREMENTS:
        others.extend(_rival(rival, repeats, seconds))
    again = [_ours(scenario, policy, repeats, seconds) for policy in policies]
    ours = [
        Row("Signalbox", GAME.title, policy.name, before + after)
        for policy, before, after in zip(policies, first, again, strict=True)
    ]
    return [*ours, *others]


def _ours(scenario: Scenario, policy: Policy, repeats: int, seconds: float) -> tuple[Repeat, ...]:
    games = 1
    while seconds_of(partial(play, scenario, policy, 1, 0, games)) < seconds / 4:
        games *= 2
    decisions = float(play(scenario, policy, 1, 0, games).outcomes["decisions"].sum())
    times = [seconds_of(partial(play, scenario, policy, 1, 0, games)) for _ in range(repeats)]
    return tuple((float(games), decisions, time) for time in times)


def _oracle(scenario: Scenario, repeats: int, seconds: float) -> Row:
    games, found = max(1, int(100 * seconds)), []
    for repeat in range(repeats):
        start = time.process_time()
        decisions = oracle_games(scenario, games, partial(pick_any, dice=random.Random(repeat)))
        found.append((float(games), float(decisions), time.process_time() - start))
    return Row("our oracle, plain Python", GAME.title, "random", tuple(found))


def _rival(rival: str, repeats: int, seconds: float) -> Iterator[Row]:
    named = " ".join(REQUIREMENTS[rival]).replace("==", " ").replace("_", "-")
    try:
        python = environment_of(rival)
    except NotInstalled as why:
        yield Row(named, "", str(why))
        return
    script = Path(__file__).parent / "rivals" / f"play_{rival}.py"
    command = [str(python), str(script), str(repeats), str(seconds)]
    one_core = (
        partial(os.sched_setaffinity, 0, {max(os.sched_getaffinity(0))})
        if hasattr(os, "sched_setaffinity")
        else None
    )
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=one_core
    )
    for line in done.stdout.splitlines():
        found = json.loads(line)
        yield Row(named, found["game"], found["player"], tuple(tuple(each) for each in found["repeats"]))
    if done.returncode:
        yield Row(named, "", "its script failed")


def table(rows: list[Row]) -> list[str]:
    """Markdown. Ratios are to our `random`, so many times as many as they."""
    lines = [
        "| library | game | player | games/s | decisions/s | decisions a game | Signalbox `random`: decisions/s | games/s |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    ours = rows[0]
    for row in rows:
        if not row.repeats:
            lines.append(f"| {row.library} | {row.game} | {row.player} | | | | | |")
            continue
        games, decisions = row.games_a_second, row.decisions_a_second
        ratios = f"{times(ours.decisions_a_second / decisions)} | {times(ours.games_a_second / games)}"
        length = f"{decisions / games:,.0f}"
        lines.append(
            f"| {row.library} | {row.game} | {row.player} | {_rate(games)} | {_rate(decisions)} | {length} | {ratios} |"
        )
    return lines


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def main() -> None:
    print("\n".join(table(measure())))


if __name__ == "__main__":
    main()
