"""Tallies that no game gave: some that could be those of games, however strange, and some that could not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from experiments.run_store.tally import FIRST, Tally, tally_form
from simulator.game import Batch
from simulator.switch_signal.codes import E1, E2
from simulator.switch_signal.game import GAME
from simulator.switch_signal.limits import MAX_TURNS
from simulator.switch_signal.measures import CAUSES
from simulator.switch_signal.records import heat_dtype, outcome_dtype
from tests.tallies import tally_of

Array = np.ndarray[Any, Any]
Forge = Callable[[dict[str, Array], Array], Array | None]  # changes columns, and gives other wins
FORM = tally_form(GAME, GAME.main.name)
ALL_BUT_TURNS = [name for name in FORM.shapes if name != "turns_histogram"]


def strange_tally(rng: np.random.Generator, first: int, games: int) -> Tally:
    """Count outcomes that fit into their fields and into nothing else: all numbers huge, all nothing, or any."""
    outcomes, heat = np.zeros(games, outcome_dtype), np.zeros(1, heat_dtype)
    for name in outcome_dtype.names or ():
        most = int(np.iinfo(outcome_dtype[name].base).max) if rng.random() < 0.7 else 1
        least = most if rng.random() < 0.2 else 0
        outcomes[name] = rng.integers(least, most, outcomes[name].shape, endpoint=True)
    for name in heat_dtype.names or ():
        heat[name] = rng.integers(0, games * rng.choice((1, 2**15 - 1)), heat[name].shape, endpoint=True)
    outcomes["won"] = rng.random(games) < rng.choice((0, 0.5, 1))
    tell_alike(outcomes)
    return tally_of(FORM, Batch(first, outcomes, heat))


def tell_alike(outcomes: Array) -> None:
    """Change what is told in two ways so that both say the same: who won and by which rule, totals and those of turns."""
    outcomes["why"] = np.where(outcomes["won"], E1, E2)
    outcomes["turns"] %= MAX_TURNS + 1
    outcomes["goods_by_turn"] = outcomes["tokens_by_turn"] = 0
    outcomes["goods_by_turn"][:, -1] = outcomes["goods"]
    outcomes["tokens"] //= len(CAUSES)
    outcomes["tokens_by_turn"][:, 0] = outcomes["tokens"].sum(axis=1)


def _all(number: int, names: list[str]) -> Forge:
    def forge(columns: dict[str, Array], wins: Array) -> None:
        for name in names:
            columns[name][:] = number

    return forge


def _chance(columns: dict[str, Array], wins: Array) -> None:
    rng = np.random.default_rng(1)
    for name in ALL_BUT_TURNS:
        columns[name][:] = rng.integers(-(2**40), 2**40, columns[name].shape)


def _balanced(columns: dict[str, Array], wins: Array) -> None:
    columns["turns_histogram"][0, :2] += [-(2**61), 2**61]


def _all_won(columns: dict[str, Array], wins: Array) -> Array:
    columns["turns_histogram"][1] += columns["turns_histogram"][0]
    columns["turns_histogram"][0] = 0
    return np.ones_like(wins)


def _all_won_for_nothing(columns: dict[str, Array], wins: Array) -> Array:
    for name in FORM.shapes:
        columns[name][:] = 0
    columns["turns_histogram"][1, 0] = len(wins)
    return np.ones_like(wins)


def _add(name: str, place: tuple[int | slice, ...], by: int | Array) -> Forge:
    def forge(columns: dict[str, Array], wins: Array) -> None:
        columns[name][place] += by

    return forge


# None of these can come of games.
IMPOSSIBLE: dict[str, Forge] = {
    "less than nothing": _all(-5, ALL_BUT_TURNS),
    "nothing": _all(0, ALL_BUT_TURNS),
    "huge": _all(2**62, ALL_BUT_TURNS),
    "the largest": _all(2**63 - 2, ALL_BUT_TURNS),
    "by chance": _chance,
    "histogram that adds up": _balanced,
    "all won, sums as they were": _all_won,
    "all won, no sums": _all_won_for_nothing,
    "first games that are none": _all(10**15, [name for name in FORM.shapes if name.endswith(FIRST)]),
    "one more game": _add("goods_histogram", (0, 3), 1),
    "one game for another": _add("tokens_histogram", (0, slice(3, 5)), np.array([1, -1])),
    "one more turn": _add("turns", (0, 0), 1),
    "one more good": _add("goods", (0, 0), 1),
    "one more token": _add("tokens", (0, 2), 1),
    "one more token in a turn": _add("tokens_by_turn", (0, 2), 1),
    "squares that are too few": _all(0, ["unspent_squares"]),
    "squares that are too many": _add("unspent_squares", (0, 0), 10**6),
    "another ending": _add("why", (0, 1), 1),
    "more visits than there are": _add("heat_visits", (7,), 2**40),
}


def forged(tally: Tally, forge: Forge) -> Tally:
    """Change a tally that was counted."""
    columns = {name: values.copy() for name, values in tally.columns.items()}
    wins: Array = tally.values[:].copy()
    changed = forge(columns, wins)
    return Tally(tally.form, tally.first, wins if changed is None else changed, columns)
