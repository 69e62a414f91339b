"""Places, lines and signals as players call them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.switch_signal.board.words import BoardWords
from simulator.switch_signal.board import load_board

EUROPE = load_board("central-europe")
WORDS = BoardWords(EUROPE)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (["paris"], "Paris"),
        (["lyon-marseille#1", "lyon-marseille#2", "marseille"], "Lyon–Marseille 1, 2, Marseille"),
        (
            ["dijon-lyon#1", "lyon-marseille#1"],
            "Dijon–Lyon, Lyon–Marseille 1",
        ),  # a single segment needs no number
    ],
)
def test_cells(cells: list[str], told: str) -> None:
    assert WORDS.cells(cells) == told


def test_signals_stand_at_entrances_or_on_lines() -> None:
    assert WORDS.signal("berlin-poznan:0") == "the Poznan entrance of Berlin"
    on_line = next(
        field
        for field in EUROPE.fields
        if EUROPE.field_city[field] not in EUROPE.line_by_id[field.rpartition(":")[0]].ends
    )
    line, _, edge = on_line.rpartition(":")
    assert WORDS.signal(on_line) == f"{WORDS.line(line)} after segment {edge}"
    assert WORDS.red_signal("berlin-poznan:0") == "the red signal at the Poznan entrance of Berlin"
    assert WORDS.red_signal(on_line) == f"the red signal on {WORDS.signal(on_line)}"
    assert WORDS.exit("berlin-poznan:0") == "towards Poznan"


def test_a_switch_joins_places_and_lines_where_places_do_not_tell_them_apart() -> None:
    lines = [line for line, _ in EUROPE.arms["dijon"]][:2]
    ends = [next(end for end in EUROPE.line_by_id[line].ends if end != "dijon") for line in lines]
    assert WORDS.arms("dijon", lines) == " and ".join(EUROPE.places[end].name for end in ends)
    first = EUROPE.line_by_id[lines[0]]
    twice = replace(EUROPE, lines=(*EUROPE.lines, replace(first, id="beside-it")))
    told = [BoardWords(twice).line(line) for line in (first.id, "beside-it")]
    assert told == [f"{WORDS.line(first.id)}, line {number}" for number in (1, 2)]
    assert BoardWords(twice).arms("dijon", [first.id, "beside-it"]) == " and ".join(told)


def test_what_has_no_name_keeps_its_id() -> None:
    city = EUROPE.cities[0]
    nameless = replace(EUROPE, cities=(replace(city, name=""), *EUROPE.cities[1:]))
    assert BoardWords(nameless).place(city.id) == city.id
