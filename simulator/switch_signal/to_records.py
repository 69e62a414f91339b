"""A checked board and a scenario become the records that the kernels read (B1–B6)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from simulator.switch_signal.board_model import FAMILIES, TRAIN_COLOURS, Board
from simulator.switch_signal.deck import SYMBOLS
from simulator.switch_signal.factors import EDITIONS, LAYOUTS, LOCATIONS
from simulator.switch_signal.house import RULINGS, number_field, ruling_field
from simulator.switch_signal.limits import MAX_EXITS
from simulator.switch_signal.network import OPEN_PAIRS
from simulator.switch_signal.records import (
    ALL_FIELDS,
    CENTRAL_EUROPE,
    FAR,
    GOODS_CITY,
    LINE_FIELDS,
    NO_SYMBOL,
    PORT,
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
    """Return the board as an array of one record."""
    names = board_names_of(board)
    table = np.zeros(1, board_dtype)
    b = table[0]
    changes = [j for j, lines in enumerate(names.arm_lines) for _ in OPEN_PAIRS[len(lines) - 3][1:]]
    discs = [*board.layout.signals, *board.layout.extra]
    counted = {
        "cells": names.cells,
        "junctions": names.junctions,
        "fields": names.fields,
        "cities": board.cities,
        "goods": board.goods_cities,
        "ports": board.ports,
        "starts": board.starts,
        "lines": board.lines,
        "switch_choices": changes,
        "discs": discs,
    }
    for name, things in counted.items():
        b[name] = len(things)
    b["family"] = FAMILIES.index(board.family)
    b["words"] = (len(names.fields) + 63) // 64
    for array in ("head", "junction", "field", "onward", "arm_dart", "field_city"):
        b[array] = -1
    slots = [(start.id, number) for start in board.starts for number in start.numbers]
    kinds = (board.goods_cities, GOODS_CITY), (board.ports, PORT), (board.starts, START_PLACE)
    line_numbers = {line.id: number for number, line in enumerate(board.lines)}
    arrays = {
        "kind": [kind for places, kind in kinds for _ in places],  # then segments, which are 0
        "choice_junction": changes,
        "first_choice": [changes.index(j) for j in range(len(names.junctions))],
        "field_line": [line_numbers[field.partition(":")[0]] for field in names.fields],
        "slot_cell": [names.cell_index[place] for place, _ in slots],
        "slot_number": [number for _, number in slots],
        "disc_field": [names.field_index[field] for field in discs],
        "setting": [names.setting(j, board.layout.switches[each]) for j, each in enumerate(names.junctions)],
    }
    for name, values in arrays.items():
        b[name][: len(values)] = values
    for index, city in enumerate(board.field_city.values()):
        bit = np.array(1 << index % 64, np.uint64).astype(np.int64)
        b["field_city"][index] = -1 if city is None else names.cities.index(city)
        for fields in (ALL_FIELDS, LINE_FIELDS if city is None else names.cities.index(city)):
            b["field_sets"][fields, index // 64] |= bit
    _link(board, names, b)
    _measure(b, 2 * len(names.edges))
    return table


def _measure(b: Any, darts: int) -> None:
    """Find the steps from each dart to each city as trains move (M4): along its line, then through any arm of a junction and any exit of a city.

    A start place is an end (M11), and so is Central Europe's port (M9).
    """
    lines = 2 * b["lines"]
    follow, head = b["follow"][:lines], b["line_head"][:lines]
    goes_on = np.arange(MAX_EXITS) < b["follows"][:lines, None]
    if b["family"] == CENTRAL_EUROPE:
        goes_on &= ((head < b["goods"]) | (head >= b["cities"]))[:, None]
    length = b["rest"][b["line_dart"][:lines]]
    b["away"] = FAR
    for city in range(b["cities"]):
        steps = np.where(head == city, 1, FAR)  # from the last dart of each line
        while True:
            onward = np.where(goes_on, (length + steps)[follow], FAR).min(axis=1) + (head >= 0)
            if (onward >= steps).all():
                break
            steps = np.minimum(steps, onward)
        b["away"][city, :darts] = np.minimum(b["rest"][:darts] + steps[b["line"][:darts]], FAR)


def _link(board: Board, names: Names, b: Any) -> None:
    """Say where each dart leads, an edge in one direction, and how a train goes on from there."""
    leaving: dict[tuple[str, int], int] = {}  # (line, end) -> dart that leaves the place at that end
    for number, line in enumerate(board.lines):
        nodes = [line.a, *(f"{line.id}#{k}" for k in range(1, line.segments + 1)), line.b]
        for k in range(line.segments + 1):
            edge = names.edge_index[f"{line.id}:{k}"]
            field = names.field_index.get(f"{line.id}:{k}", -1)
            for dart, head in ((2 * edge, nodes[k + 1]), (2 * edge + 1, nodes[k])):
                b["field"][dart] = field
                b["line"][dart] = 2 * number + dart % 2
                b["rest"][dart] = line.segments - k if dart % 2 == 0 else k
                b["junction"][dart] = names.junction_index.get(head, -1)
                b["head"][dart] = names.cell_index.get(head, -1)
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
    """Say what lies at the far end of each line, and on which lines a train may go on there."""
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
    """Return the rules of a scenario as an array of one record."""
    table = np.zeros(1, rules_dtype)
    r = table[0]
    ten, goods, ports = scenario.goods == 10, scenario.number("goods"), len(scenario.board_data.ports)
    numbers = {
        "players": scenario.players,
        "tokens": scenario.tokens,
        "removed": scenario.removed,
        "locations": list(LOCATIONS).index(scenario.locations),
        "edition": EDITIONS.index(scenario.edition),
        "layout": LAYOUTS.index(scenario.layout),
        "helpers": sum(1 << (int(helper[1]) - 1) for helper in scenario.helpers),
        "base_discs": scenario.number("signals"),
        "extra_discs": scenario.extra_signals,
        # S1, V4, N1: what lies on the cities and what each port needs.
        "goods_each": goods + ten,
        "need_each": goods // ports,
        "need_extra": 2 // ports if ten else 0,
        "die": [scenario.numbers(f"die-{name}") for name in TRAIN_COLOURS],
        "moves": NO_SYMBOL,
        **{number_field(key): number for key, number in scenario.house.items()},
        **{ruling_field(key): reading == RULINGS[key][1] for key, reading in scenario.rulings.items()},
    }
    for name, number in numbers.items():
        r[name] = number
    for index, card in enumerate(scenario.deck_data.cards):
        r["deploys"][index] = card.deploy
        r["moves"][index, : len(card.moves)] = [SYMBOLS.index(symbol) for symbol in card.moves]
    r["deploys"][START_CARD] = 3
    return table
