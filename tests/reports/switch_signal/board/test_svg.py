"""The board as inline SVG: every part under its name in traces, text as text, small, the same bytes every time."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from reports.switch_signal.board import theme as colours
from reports.switch_signal.board.scene import Heat
from reports.switch_signal.board.svg import Sheet, board_style, board_svg
from simulator.switch_signal.board import board_names, load_board, parse_board
from tests.boards import FAN

TINY = Path(__file__).parents[4] / "simulator" / "switch_signal" / "data" / "boards" / "tiny.toml"
HOSTILE = "<script>alert(1)</script>"


def parsed(markup: str) -> ElementTree.Element:
    """It is well-formed, so nothing in it can end an element early."""
    return ElementTree.fromstring(markup)


def named(root: ElementTree.Element, attribute: str) -> list[str]:
    return [element.attrib[attribute] for element in root.iter() if attribute in element.attrib]


@pytest.mark.parametrize("name", board_names())
def test_every_part_carries_its_name(name: str) -> None:
    board = load_board(name)
    root = parsed(board_svg(board, label=board.name))
    cells = {f"{line.id}#{number}" for line in board.lines for number in range(1, line.segments + 1)}
    places = set(board.places) - set(board.arms)
    assert sorted(named(root, "data-cell")) == sorted(cells | places)
    assert sorted(named(root, "data-field")) == sorted(board.fields)
    assert sorted(named(root, "data-junction")) == sorted(board.arms)


def test_the_standard_layout_is_shown() -> None:
    board = load_board("central-europe")
    root = parsed(board_svg(board, label="x"))
    green = {e.attrib["data-field"] for e in root.iter() if e.attrib.get("data-green") == "1"}
    assert green == set(board.layout.signals)
    for element in root.iter():
        if "data-junction" in element.attrib:
            joined = board.layout.switches[element.attrib["data-junction"]]
            open_arms = {e.attrib["data-line"] for e in element if "hidden" in e.attrib}
            assert element.attrib["data-open"].split(" ") == list(joined)
            assert open_arms == set(joined)
        if "data-field" in element.attrib:
            shown = [part.attrib["class"] for part in element if "hidden" not in part.attrib]
            assert ("is-green" in shown) == (element.attrib["data-field"] in green)


def test_everything_lies_on_the_sheet() -> None:
    for name in board_names():
        sheet = Sheet(load_board(name))
        for place in sheet.board.places:
            x, y = sheet.at(sheet.geometry.places[place])
            assert 0 < x < sheet.width
            assert 0 < y < sheet.height


def test_names_are_text() -> None:
    text = (
        TINY.read_text(encoding="utf-8")
        .replace('"Tiny Valley"', f'"{HOSTILE}"')
        .replace('"Mill"', '"<b>&\'"')
    )
    board = parse_board(text, "hostile")
    markup = board_svg(board, label=board.name)
    assert "<script" not in markup
    root = parsed(markup)
    assert root.attrib["aria-label"] == HOSTILE
    assert "<b>&'" in [element.text for element in root.iter()]


def test_heat_lights_up_segments_and_places() -> None:
    board = load_board("tiny")
    names = [f"{board.lines[-1].id}#1", *list(board.arms)[:1], board.cities[0].id, board.starts[0].id]
    heat = {name: Heat(7, f"<{name}>") for name in names}
    root = parsed(board_svg(board, label="x", heat=heat))
    lit = [element for element in root.iter() if "data-heat" in element.attrib]
    assert [element.attrib["data-heat"] for element in lit] == names
    assert [element[0].text for element in lit] == [f"<{name}>" for name in names]
    assert [element[1].attrib["class"] for element in lit] == ["glow-7", "heat-7", "heat-7", "heat-7"]
    assert ".board .heat-7 { fill: var(--board-heat-7); }" in board_style()


def test_the_style_has_the_colours_of_both_themes() -> None:
    style = board_style()
    light, dark = style.split("prefers-color-scheme: dark", 1)
    assert f"--board-land-edge: {colours.LIGHT['land-edge']};" in light
    assert f"--board-land-edge: {colours.DARK['land-edge']};" in dark
    assert "</" not in style


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_it_is_small_and_the_same_every_time(name: str) -> None:
    pictures = {str(board_svg(load_board(name), label="x")) for _ in range(2)}
    assert len(pictures) == 1
    assert len(pictures.pop()) < 50_000


def test_a_board_without_junctions() -> None:
    assert named(parsed(board_svg(parse_board(FAN, "fan"), label="x")), "data-junction") == []
