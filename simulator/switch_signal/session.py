"""A game step by step, for everything that is not a batch: traces, replays, tests, policies in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.extending import is_jitted

from simulator.core.errors import IllegalChoice
from simulator.core.jit import kernel
from simulator.core.rng import game_key
from simulator.switch_signal.book import finish_outcome, start_outcome
from simulator.switch_signal.codes import ASK_NAMES, OVER
from simulator.switch_signal.decisions import count_choices, is_legal, nth_choice
from simulator.switch_signal.engine import apply_choice, run_on
from simulator.switch_signal.layout import lay_out_table, prepare
from simulator.switch_signal.mind import reset_mind, whim
from simulator.switch_signal.mind_records import MIND, POLICY_POINTER, mind_dtype
from simulator.switch_signal.records import BOARD, DEALER, GAME, RULES, dealer_dtype, game_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board, compile_rules

i64 = types.int64
RUN_ON = -1  # no choice has this code
# Arrays, not records, cross from Python: a single record as an argument costs 10 µs.
TABLE = (BOARD[:], RULES[:], GAME[:], DEALER[:])


@kernel(types.void(*TABLE, MIND[:], types.uint64, types.uint64), entry=True)
def _prepare(boards: Any, rule_sets: Any, games: Any, dealers: Any, minds: Any, seed: Any, game: Any) -> None:
    key = game_key(seed, game)
    start_outcome(dealers[0], key)
    reset_mind(minds[0], key)
    lay_out_table(boards[0], rule_sets[0], games[0])
    prepare(boards[0], rule_sets[0], games[0], dealers[0])


@kernel(i64(*TABLE, i64), entry=True)
def _advance(boards: Any, rule_sets: Any, games: Any, dealers: Any, code: Any) -> Any:
    """Carry a choice out (1 if it was legal), or run on if there is none."""
    if code == RUN_ON:
        run_on(boards[0], rule_sets[0], games[0], dealers[0])
        if games[0].phase == OVER:
            finish_outcome(rule_sets[0], games[0], dealers[0])
        return 1
    dealers[0].outcome.decisions += 1
    return apply_choice(boards[0], rule_sets[0], games[0], dealers[0], code)


@kernel(i64(BOARD[:], RULES[:], GAME[:], i64[:]), entry=True)
def _list(boards: Any, rule_sets: Any, games: Any, codes: Any) -> Any:
    count = count_choices(boards[0], rule_sets[0], games[0])
    for index in range(min(count, codes.shape[0])):
        codes[index] = nth_choice(boards[0], rule_sets[0], games[0], index)
    return count


@kernel(i64(BOARD[:], RULES[:], GAME[:], i64), entry=True)
def _allows(boards: Any, rule_sets: Any, games: Any, code: Any) -> Any:
    return is_legal(boards[0], rule_sets[0], games[0], code)


@kernel(i64(BOARD[:], RULES[:], GAME[:], MIND[:], POLICY_POINTER), entry=True)
def _consult(boards: Any, rule_sets: Any, games: Any, minds: Any, decide: Any) -> Any:
    return decide(boards[0], rule_sets[0], games[0], minds[0])


@kernel(i64(MIND[:], i64), entry=True)
def _whim(minds: Any, n: Any) -> Any:
    return whim(minds[0], n)


def lights(record: Any) -> np.ndarray[Any, Any]:
    """Return which fields of a game are green, as 0 and 1 by field index."""
    return np.unpackbits(record["green"].view(np.uint8), bitorder="little")


class Session:
    """One game in play. Its raw events are kept until `take_log` asks for them (`simulator/switch_signal/trace.py` names them)."""

    def __init__(
        self, scenario: Scenario, seed: int, game: int, params: tuple[float, ...] = (), foresees: bool = False
    ) -> None:
        self.scenario, self.seed, self.game_number = scenario, seed, game
        self.board = compile_board(scenario.board_data)
        self.rules = compile_rules(scenario)
        self.games = np.zeros(1, game_dtype)
        self.dealers = np.zeros(1, dealer_dtype)
        self.minds = np.zeros(1, mind_dtype)
        self.minds["given"][0, : len(params)] = params
        self.minds["foresees"] = foresees
        self.dealers["logging"] = 1
        _prepare(*self._table, self.minds, np.uint64(seed), np.uint64(game))

    @property
    def _table(self) -> tuple[Any, Any, Any, Any]:
        return self.board, self.rules, self.games, self.dealers

    @property
    def record(self) -> Any:
        """Return the game record itself (a view)."""
        return self.games[0]

    @property
    def over(self) -> bool:
        return int(self.record["phase"]) == OVER

    @property
    def ask(self) -> str | None:
        """Return the name of the decision point, or None when the game is over or has not been run on."""
        return ASK_NAMES.get(int(self.record["phase"]))

    def run_on(self) -> None:
        """Play on to the next decision or the end."""
        _advance(*self._table, RUN_ON)

    def options(self) -> list[int]:
        """List all distinct legal choices, in the engine's order."""
        codes = np.empty(4096, np.int64)
        count = _list(self.board, self.rules, self.games, codes)
        if count > len(codes):
            codes = np.empty(count, np.int64)
            _list(self.board, self.rules, self.games, codes)
        chosen: list[int] = codes[:count].tolist()
        return chosen

    def allows(self, code: int) -> bool:
        """Tell whether a choice is legal here."""
        return bool(_allows(self.board, self.rules, self.games, code))

    def consult(self, decide: Callable[..., Any]) -> int:
        """Return what a policy would do here: a compiled one, or any Python function of this session."""
        if not is_jitted(decide):
            return int(decide(self))
        return int(_consult(self.board, self.rules, self.games, self.minds, decide))

    def whim(self, n: int) -> int:
        """Return a random number of the policy's own, in 0 … n−1."""
        return int(_whim(self.minds, n))

    def choose(self, code: int) -> None:
        """Carry a choice out, without running on."""
        if code == RUN_ON or not _advance(*self._table, code):
            turn, board = int(self.record["turn"]), self.scenario.board_data.source
            raise IllegalChoice("(step by step)", board, self.game_number, turn, self.ask or "nothing", code)

    def take_log(self) -> list[tuple[int, ...]]:
        """Return the raw events since the last call."""
        rows = int(self.dealers["log_rows"][0])
        if rows == self.dealers["log"].shape[1]:
            raise OverflowError("more events between two decisions than the log holds")
        events = [tuple(row) for row in self.dealers["log"][0, :rows].tolist()]
        self.dealers["log_rows"] = 0
        return events

    @property
    def outcome(self) -> Any:
        return self.dealers["outcome"][0]
