"""Errors like people's, beside errors by coin: what `first-game` gets wrong, and what a planner that overlooks trains at random does with as many goods.

    python -m benchmarks.errors -o docs/errors.md

The coin's dial is set so that both deliver as many goods on average on the training boards; then both play the test boards. Mistakes are seen with the planner's
eyes: at every decision on a card, how much the best answer would gain over stopping (what is at stake), and whether the answer given gains less than half of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from policies.registry import load_policy
from policies.switch_signal.planning.memory import memory_of
from simulator.game import Policy
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.measures import CAUSES
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session

SEED = 31
STAKES = (0.5, 1.0, 2.0, 4.0, 8.0, np.inf)
PLACES = np.arange(0.40, 0.62, 0.02)


@dataclass(frozen=True)
class Record:
    """What one player did: outcomes of its games, and how often it erred by what was at stake."""

    name: str
    outcomes: np.ndarray[Any, Any]
    decisions: np.ndarray[Any, Any]  # numbers of them, by what was at stake
    errors: np.ndarray[Any, Any]  # … and of those in which more than half of it was left lying


def outcomes(policy: Policy, boards: Sequence[str], games: int) -> np.ndarray[Any, Any]:
    found = [play(Scenario(board=board), policy, SEED, 0, games).outcomes for board in boards]
    return np.concatenate(found)


def coin_with_as_many_goods(goods: float, games: int) -> str:
    """The place of the plainer dial that brings so many goods on the training boards."""
    boards = members("ensemble:train/ce", "board")
    names = [f"planner:attention={place:.2f}" for place in PLACES]
    brought = [float(outcomes(load_policy(GAME, name), boards, games)["goods"].mean()) for name in names]
    return names[int(np.argmin(np.abs(np.array(brought) - goods)))]


def watch(
    policy: Policy, boards: Sequence[str], games: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """How many decisions on cards there were, and in how many more than half of what was at stake was left lying, by how much that was."""
    planner = load_policy(GAME, "planner")
    decisions, errors = np.zeros(len(STAKES)), np.zeros(len(STAKES))
    for board in boards:
        for game in range(games):
            session = Session(Scenario(board=board), SEED, game, policy.params)
            onlooker = Session(Scenario(board=board), SEED, game, planner.params)
            session.run_on()
            while not session.over:
                answer = session.consult(policy.decide)
                if session.ask == "act":
                    onlooker.games[0] = session.games[0]
                    onlooker.consult(planner.decide)
                    plan = memory_of(onlooker.minds[0])["plan"]
                    offered = dict(
                        zip(
                            plan["offer"][: plan["offers"]].tolist(),
                            plan["offer_gain"].tolist(),
                            strict=False,
                        )
                    )
                    best = max(offered.values())
                    if best > 0.0:
                        at = int(np.searchsorted(STAKES, best))
                        decisions[at] += 1
                        errors[at] += offered.get(answer, 0.0) < best / 2
                session.choose(answer)
                session.run_on()
    return decisions, errors


def page(players: Sequence[Record], command: str) -> str:
    names = " | ".join(f"`{each.name}`" for each in players)
    lines = [
        "# Errors like people's, and errors by coin",
        "",
        "Two players that deliver about as many goods: the table `first-game`, which errs as people do, and the planner with the plainer dial, which overlooks each train in some turns by the toss of",
        "a coin. Twelve Central European boards of ensemble:test, reconstructions, on which nobody was tuned. What is at stake in a decision is what",
        "the best answer gains over stopping, as the planner judges it, in steps of way; an error leaves more than half of it lying, and may be to stop. Written by",
        "",
        f"    {command}",
        "",
        f"| | {names} |",
        "|---" + "|--:" * len(players) + "|",
    ]

    def row(words: str, values: Sequence[str]) -> None:
        lines.append(f"| {words} | {' | '.join(values)} |")

    def mean(field: str, index: int | None = None) -> list[float]:
        return [
            float((each.outcomes[field] if index is None else each.outcomes[field][:, index]).mean())
            for each in players
        ]

    row("games", [f"{len(each.outcomes):,}" for each in players])
    row("goods delivered", [f"{value:.2f}" for value in mean("goods")])
    row("… standard deviation between games", [f"{each.outcomes['goods'].std():.2f}" for each in players])
    row("games won", [f"{100 * value:.1f} %" for value in mean("won")])
    for helper in range(3):
        used = [float((each.outcomes["helper_turn"][:, helper] > 0).mean()) for each in players]
        row(f"games in which the {HELPER_NAMES[helper]} was used", [f"{100 * value:.0f} %" for value in used])
    for number, words in enumerate(CAUSES.values()):
        row(f"tokens lost: {words}", [f"{value:.1f}" for value in mean("tokens", number)])
    row("trains that met head-on", [f"{value:.2f}" for value in mean("head_ons")])
    row("cards in hand at the end", [f"{value:.1f}" for value in mean("unspent")])
    for number, colour in enumerate(("black", "brown", "grey")):
        row(f"{colour} trains deployed", [f"{value:.1f}" for value in mean("deployed", number)])
    for at, stake in enumerate(STAKES):
        low = 0.0 if at == 0 else STAKES[at - 1]
        words = f"over {low:g} steps" if stake == np.inf else f"{low:g} to {stake:g} steps"
        shares = [each.errors[at] / max(1.0, each.decisions[at]) for each in players]
        row(f"errors with {words} at stake", [f"{100 * share:.0f} %" for share in shares])
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=500, help="on each board")
    parser.add_argument("--watched", type=int, default=40, help="of them looked at decision by decision")
    parser.add_argument("-o", "--out", default="", help="write the page to this .md file")
    given = parser.parse_args()
    people = load_policy(GAME, "first-game")
    goods = float(outcomes(people, members("ensemble:train/ce", "board"), given.games)["goods"].mean())
    coin = load_policy(GAME, coin_with_as_many_goods(goods, given.games))
    boards = members("ensemble:test/ce", "board")
    players = [
        Record(policy.name, outcomes(policy, boards, given.games), *watch(policy, boards, given.watched))
        for policy in (people, coin)
    ]
    text = page(
        players,
        f"python -m benchmarks.errors --games {given.games} --watched {given.watched} -o docs/errors.md",
    )
    print(text, end="")
    if given.out:
        Path(given.out).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
