"""A checked board and a scenario become the records that the kernels read (B1–B6)."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Any

import numpy as np

from simulator.switch_signal.board_model import FAMILIES, TRAIN_COLOURS, Board
from simulator.switch_signal.deck import SYMBOLS
from simulator.switch_signal.factors import EDITIONS, LAYOUTS, LOCATIONS
from simulator.switch_signal.house import RULINGS, number_field, ruling_field
from simulator.switch_signal.network import OPEN_PAIRS
from simulator.switch_signal.records import (
    FAR,
    GOODS_CITY,
    NO_SYMBOL,
    PORT,
    SEGMENT,
    START_CARD,
    START_PLACE,
    board_dtype,
    rules_dtype,
)
from simulator.switch_signal.scenario import Scenario


class Names:
    """Names for the numbers in the records, and back: cells, edges, fields, junction settings."""

    def __init__(self, board: Board) -> None:
        self.cells = [city.id for city in board.cities] + [start.id for start in board.starts]
        self.cells += [f"{line.id}#{k}" for line in board.lines for k in range(1, line.segments + 1)]
        self.cell_index = {name: index for index, name in enumerate(self.cells)}
        self.edges = [f"{line.id}:{k}" for line in board.lines for k in range(line.segments + 1)]
        self.edge_index = {name: index for index, name in enumerate(self.edges)}
        self.fields = list(board.fields)
        self.field_index = {name: index for index, name in enumerate(self.fields)}
        self.junctions = [junction.id for junction in board.junctions]
        self.junction_index = {name: index for index, name in enumerate(self.junctions)}
        self.arm_lines = [[line for line, _ in board.arms[junction]] for junction in self.junctions]
        self.cities = [city.id for city in board.cities]
        self.goods = [str(city.goods) for city in board.goods_cities]
        self.ports = [city.id for city in board.ports]
        self.starts = [start.id for start in board.starts]

    def open_lines(self, junction: int, setting: int) -> list[str]:
        """The two lines that a setting joins (B2)."""
        lines = self.arm_lines[junction]
        a, b = OPEN_PAIRS[len(lines) - 3][setting]
        return [lines[a], lines[b]]

    def setting(self, junction: int, lines: tuple[str, str] | list[str]) -> int:
        arms = sorted(self.arm_lines[junction].index(line) for line in lines)
        return OPEN_PAIRS[len(self.arm_lines[junction]) - 3].index((arms[0], arms[1]))


@lru_cache(maxsize=256)
def board_names_of(board: Board) -> Names:
    return Names(board)


@lru_cache(maxsize=256)
def compile_board(board: Board) -> np.ndarray[Any, Any]:
    """The board as an array of one record."""
    names = board_names_of(board)
    table = np.zeros(1, board_dtype)
    b = table[0]
    b["family"] = FAMILIES.index(board.family)
    b["cells"], b["junctions"], b["fields"] = len(names.cells), len(names.junctions), len(names.fields)
    b["cities"], b["goods"], b["ports"] = len(board.cities), len(board.goods_cities), len(board.ports)
    b["starts"], b["lines"] = len(board.starts), len(board.lines)
    changes = [j for j, lines in enumerate(names.arm_lines) for _ in OPEN_PAIRS[len(lines) - 3][1:]]
    b["switch_choices"] = len(changes)
    b["choice_junction"][: len(changes)] = changes
    b["first_choice"][: len(names.junctions)] = [changes.index(j) for j in range(len(names.junctions))]
    for array in ("head", "junction", "field", "onward", "arm_dart", "field_city"):
        b[array] = -1
    starts = slice(len(board.cities), len(board.cities) + len(board.starts))
    b["kind"] = SEGMENT
    b["kind"][: len(board.goods_cities)] = GOODS_CITY
    b["kind"][len(board.goods_cities) : len(board.cities)] = PORT
    b["kind"][starts] = START_PLACE
    _link(board, names, b)
    _measure(b, 2 * len(names.edges))
    slots = [(start.id, number) for start in board.starts for number in start.numbers]
    b["slot_cell"] = [names.cell_index[place] for place, _ in slots]
    b["slot_number"] = [number for _, number in slots]
    for field, city in board.field_city.items():
        index = names.field_index[field]
        bit = np.array(1 << index % 64, np.uint64).astype(np.int64)
        b["field_city"][index] = -1 if city is None else names.cities.index(city)
        b["all_fields"][index // 64] |= bit
        owned = b["line_fields"] if city is None else b["city_fields"][names.cities.index(city)]
        owned[index // 64] |= bit
    b["words"] = (len(names.fields) + 63) // 64
    for junction, lines in board.layout.switches.items():
        index = names.junction_index[junction]
        b["setting"][index] = names.setting(index, lines)
    discs = [*board.layout.signals, *board.layout.extra]
    b["discs"] = len(discs)
    b["disc_field"][: len(discs)] = [names.field_index[field] for field in discs]
    return table


def _measure(b: Any, darts: int) -> None:
    """Steps from each dart to each city as trains move (M4): through any arm of a junction and any exit of a city.

    A start place is an end (M11), and so is Central Europe's port (M9).
    """
    before: list[list[int]] = [[] for _ in range(darts)]  # darts that a train may come from
    for junction in range(b["junctions"]):
        arms = b["arm_dart"][junction, : b["arms"][junction]].tolist()
        for came in arms:
            for goes in arms:
                if came != goes:
                    before[goes].append(came ^ 1)
    entering: list[list[int]] = [[] for _ in range(b["cities"])]
    for city in range(b["cities"]):
        exits = b["exit_dart"][city, : b["exits"][city]].tolist()
        entering[city] = [dart ^ 1 for dart in exits]
        if b["kind"][city] == GOODS_CITY or FAMILIES[b["family"]] != "central-europe":
            for goes in exits:
                before[goes] += entering[city]
    for dart in range(darts):
        if b["onward"][dart] >= 0 and b["kind"][b["head"][dart]] == SEGMENT:
            before[b["onward"][dart]].append(dart)
    enters = (b["head"][:darts] >= 0).astype(int).tolist()
    b["away"] = FAR
    for city in range(b["cities"]):
        away = b["away"][city].tolist()
        for dart in entering[city]:
            away[dart] = 1
        queue = deque(entering[city])
        while queue:
            dart = queue.popleft()
            for came in before[dart]:
                steps = away[dart] + enters[came]
                if steps < away[came]:
                    away[came] = steps
                    # Steps cost 0 or 1, so that the queue stays in the order of distances.
                    (queue.append if enters[came] else queue.appendleft)(came)
        b["away"][city] = away


def _link(board: Board, names: Names, b: Any) -> None:
    """Darts: where each edge leads in either direction, and how a train goes on from there."""
    leaving: dict[tuple[str, int], int] = {}  # (line, end) -> dart that leaves the place at that end
    for number, line in enumerate(board.lines):
        nodes = [line.a, *(f"{line.id}#{k}" for k in range(1, line.segments + 1)), line.b]
        for k in range(line.segments + 1):
            edge = names.edge_index[f"{line.id}:{k}"]
            field = names.field_index.get(f"{line.id}:{k}", -1)
            if field >= 0:
                b["field_line"][field] = number
            for dart, head in ((2 * edge, nodes[k + 1]), (2 * edge + 1, nodes[k])):
                b["field"][dart] = field
                b["line"][dart] = 2 * number + dart % 2
                b["rest"][dart] = line.segments - k if dart % 2 == 0 else k
                if head in names.junction_index:
                    b["junction"][dart] = names.junction_index[head]
                else:
                    b["head"][dart] = names.cell_index[head]
                    if "#" in head:  # on along the line
                        b["onward"][dart] = dart + 2 if dart % 2 == 0 else dart - 2
        leaving[line.id, 0] = 2 * names.edge_index[f"{line.id}:0"]
        leaving[line.id, 1] = 2 * names.edge_index[f"{line.id}:{line.segments}"] + 1
        b["line_dart"][2 * number : 2 * number + 2] = leaving[line.id, 0], leaving[line.id, 1]
    for dart in sorted(range(2 * len(names.edges)), key=lambda dart: b["rest"][dart]):
        onward = b["signal"][b["onward"][dart]] if b["rest"][dart] else -1
        b["signal"][dart] = dart if b["field"][dart] >= 0 else onward
    for index, junction in enumerate(names.junctions):
        arms = board.arms[junction]
        b["arms"][index] = len(arms)
        for arm, line_end in enumerate(arms):
            b["arm_dart"][index, arm] = leaving[line_end]
            b["arm"][leaving[line_end] ^ 1] = arm
    for index, city in enumerate(board.cities):
        darts = [leaving[line_end] for line_end in board.line_ends[city.id]]
        b["exits"][index] = len(darts)
        b["exit_dart"][index, : len(darts)] = darts
    for index, start in enumerate(board.starts):
        dart = leaving[board.line_ends[start.id][0]]
        b["start_dart"][index] = dart
        b["onward"][dart ^ 1] = dart
    _follow(b)


def _follow(b: Any) -> None:
    """What lies at the far end of each line, and on which lines a train may go on there."""
    for line in range(2 * b["lines"]):
        last = b["line_dart"][line ^ 1] ^ 1
        junction, cell = b["junction"][last], b["head"][last]
        b["line_junction"][line], b["line_head"][line], b["line_arm"][line] = junction, cell, b["arm"][last]
        onward: list[int] = []  # a start place is an end (M11)
        if junction >= 0:
            darts = b["arm_dart"][junction, : b["arms"][junction]].tolist()
            onward = [dart for dart in darts if dart != last ^ 1]
        elif cell < b["cities"]:
            onward = b["exit_dart"][cell, : b["exits"][cell]].tolist()
        b["follows"][line] = len(onward)
        b["follow"][line, : len(onward)] = [b["line"][dart] for dart in onward]


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
        r[number_field(key)] = number
    for ruling, reading in scenario.rulings.items():
        r[ruling_field(ruling)] = reading == RULINGS[ruling][1]
    for colour, name in enumerate(TRAIN_COLOURS):
        r["die"][colour] = scenario.numbers(f"die-{name}")
    r["moves"] = NO_SYMBOL
    for index, card in enumerate(scenario.deck_data.cards):
        r["deploys"][index] = card.deploy
        for i, symbol in enumerate(card.moves):
            r["moves"][index, i] = SYMBOLS.index(symbol)
    r["deploys"][START_CARD] = 3
    return table
