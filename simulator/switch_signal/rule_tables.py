"""A scenario becomes the record that the kernels read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from simulator.switch_signal import house, rulings
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import SYMBOLS
from simulator.switch_signal.factors import EDITIONS, LAYOUTS, LOCATIONS
from simulator.switch_signal.records import NO_SYMBOL, START_CARD, rules_dtype
from simulator.switch_signal.scenario import Scenario


@lru_cache(maxsize=4096)
def compile_rules(scenario: Scenario) -> np.ndarray[Any, Any]:
    """The rules of a scenario as an array of one record."""
    table = np.zeros(1, rules_dtype)
    r = table[0]
    board = scenario.board_data
    for name in ("players", "tokens", "removed"):
        r[name] = getattr(scenario, name)
    r["locations"] = LOCATIONS.index(scenario.locations)
    r["edition"] = EDITIONS.index(scenario.edition)
    r["layout"] = LAYOUTS.index(scenario.layout)
    r["helpers"] = sum(1 << (int(helper[1]) - 1) for helper in scenario.helpers)
    r["base_discs"] = scenario.number("signals")
    r["extra_discs"] = scenario.extra_signals
    # S1, V4, N1: what lies on the cities and what each port needs.
    ten = scenario.goods == 10
    r["goods_each"] = scenario.number("goods") + ten
    r["need_each"] = scenario.number("goods") // len(board.ports)
    r["need_extra"] = 2 // len(board.ports) if ten else 0
    for key, number in scenario.house.items():
        r[house.field_of(key)] = number
    for ruling, reading in scenario.rulings.items():
        r[rulings.field_of(ruling)] = reading == rulings.RULINGS[ruling][1]
    for colour, name in enumerate(TRAIN_COLOURS):
        r["die"][colour] = scenario.numbers(f"die-{name}")
    r["moves"] = NO_SYMBOL
    for index, card in enumerate(scenario.deck_data.cards):
        r["deploys"][index] = card.deploy
        for i, symbol in enumerate(card.moves):
            r["moves"][index, i] = SYMBOLS.index(symbol)
    r["deploys"][START_CARD] = 3
    return table
