"""Counting every legal continuation to a few decisions: a fingerprint of the rules, as perft is for chess.

Dice and cards are those of one fixed (seed, game), so the tree has decisions only. A change of any rule that can matter
within the depth changes the counts.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from simulator.core.jit import kernel
from simulator.game import Policy
from simulator.switch_signal.codes import OVER
from simulator.switch_signal.decisions import count_choices, nth_choice
from simulator.switch_signal.engine import carry_out, run_on
from simulator.switch_signal.limits import MAX_PERFT_DEPTH
from simulator.switch_signal.records import BOARD, DEALER, GAME, RULES, game_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session

i64 = types.int64


class Counts(NamedTuple):
    """Sequences of exactly so many decisions, and how many of these ended the game with the last one."""

    plies: int
    continuations: int
    ended: int


@kernel(types.void(BOARD[:], RULES[:], GAME[:], DEALER[:], i64, i64, i64[:]), entry=True)
def _walk(
    boards: Any, rule_sets: Any, games: Any, dealers: Any, first_choice: Any, depth: Any, counts: Any
) -> None:
    """Play all that follows one first choice, depth first, with one game record for each level; `counts` gives continuations and ended games."""
    board, rules, dealer = boards[0], rule_sets[0], dealers[0]
    tried = np.zeros(MAX_PERFT_DEPTH + 1, np.int64)
    choices = np.zeros(MAX_PERFT_DEPTH + 1, np.int64)
    level = 0
    tried[0] = first_choice
    choices[0] = first_choice + 1
    while level >= 0:
        if tried[level] == choices[level]:
            level -= 1
            continue
        code = nth_choice(board, rules, games[level], tried[level])
        tried[level] += 1
        games[level + 1] = games[level]
        g = games[level + 1]
        carry_out(board, rules, g, dealer, code)
        run_on(board, rules, g, dealer)
        if level + 1 == depth:
            counts[0] += 1
            counts[1] += 1 if g.phase == OVER else 0
        elif g.phase != OVER:
            level += 1
            tried[level] = 0
            choices[level] = count_choices(board, rules, g)


def perft(
    scenario: Scenario, seed: int, game: int, plies: int, player: Policy | None = None, after: int = 0
) -> Counts:
    """Count all sequences of `plies` decisions, at most MAX_PERFT_DEPTH, from the beginning of a game or after so many decisions of a player.

    A game that is over before has no continuation, which is what the count then says.
    """
    given = (player.params, player.foresees) if player else ()
    session = Session(scenario, seed, game, *given)
    session.dealers["logging"] = 0
    session.run_on()
    while player and after > 0 and not session.over:
        session.choose(session.consult(player.decide))
        session.run_on()
        after -= 1
    games = np.zeros(plies + 1, game_dtype)
    games[0] = session.games[0]
    counts = np.zeros(2, np.int64)
    # One first choice a call: compiled code cannot be interrupted, a loop around it can.
    for first_choice in range(0 if session.over else len(session.options())):
        _walk(session.board, session.rules, games, session.dealers, first_choice, plies, counts)
    return Counts(plies, int(counts[0]), int(counts[1]))


# The published table (docs/perft.md). Small hands let few decisions reach through many turns, to the end of games.
_ONE_CARD: dict[str, Any] = {"starting-hand": 1, "draw": 1, "hand-limit": 2}
PUBLISHED: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("tiny", {"board": "tiny"}, 7),
    ("tiny, layout by the players", {"board": "tiny", "layout": "policy"}, 7),
    ("tiny, one card a turn, 4 turns", {"board": "tiny", "removed": 15, "house": _ONE_CARD}, 12),
    (
        "tiny, one card a turn, 4 turns, 1 token, pl",
        {"board": "tiny", "removed": 15, "tokens": 1, "edition": "pl", "house": _ONE_CARD},
        12,
    ),
    (
        "tiny, one card a turn, location stack",
        {"board": "tiny", "locations": "stack", "house": _ONE_CARD},
        10,
    ),
    ("loop", {"board": "loop"}, 6),
    (
        "loop, random layout, shuffled places",
        {"board": "loop", "layout": "random", "locations": "shuffled"},
        5,
    ),
    ("tiny-na, de", {"board": "tiny-na"}, 4),
    ("tiny-na, pl", {"board": "tiny-na", "edition": "pl"}, 4),
    ("tiny-na, one card a turn, 5 turns", {"board": "tiny-na", "removed": 14, "house": _ONE_CARD}, 7),
    ("central-europe", {}, 2),
    ("north-america", {"board": "north-america"}, 2),
)


def published_table() -> list[str]:
    """The table in Markdown: the counts to each depth, with the dice of seed 1, game 0."""
    lines = ["| game | sequences of 1, 2, 3 … decisions | of the last, games over |", "|---|---|---|"]
    for name, options, depth in PUBLISHED:
        rows = [perft(Scenario(**options), 1, 0, plies) for plies in range(1, depth + 1)]
        counts = " · ".join(f"{row.continuations:,}" for row in rows)
        lines.append(f"| {name} | {counts} | {rows[-1].ended:,} |")
    return lines
