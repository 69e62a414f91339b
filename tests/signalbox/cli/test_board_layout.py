"""`sim board layout`: the layout that the program chooses, written into a file that is otherwise left as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from signalbox.cli.switch_signal.board_files import COMPUTED, with_standard_layout
from simulator.core.errors import InputError
from simulator.switch_signal.board import BOARD_FOLDER, load_board, parse_board
from simulator.switch_signal.board_layout import standard_layout
from tests.boards import FAN
from tests.conftest import Sim

TINY = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")
TINY_LAYOUT_ENTRY = 'layout = "invented: a test board, as small as the checks allow"'
EUROPE = (BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_the_shipped_layouts_are_those_of_the_program(name: str) -> None:
    text = (BOARD_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert with_standard_layout(text, name)[0] == text


def test_the_layout_is_written_into_the_same_file(sim: Sim, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = TINY.replace("[layout]", "# my own words\n[layout]")
    mine.write_text(text, encoding="utf-8")
    result = sim("board", "layout", mine, "-o", mine)
    assert (result.code, result.out) == (0, f"{mine} was written with the layout that the program chooses.\n")
    before, after = parse_board(text, "x"), load_board(str(mine))
    assert after.layout == standard_layout(before)
    assert mine.read_text(encoding="utf-8").startswith(text[: text.index("[layout]")])


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (EUROPE, '"cologne-hanover:1",', '"cologne-hanover:0",'),
        (EUROPE, 'id = "lyon-marseille"', 'id = "rhone"'),
        (EUROPE, EUROPE[EUROPE.index("[layout]") :], ""),
        (EUROPE, "[layout]", "[layout] # printed on page 4"),
        (FAN, '"far-hub:1"]', '"far-hub:9"]'),  # no junctions, and tables after the layout
        (TINY, "\n", "\r\n"),
    ],
)
def test_whatever_the_old_layout_was(text: str, old: str, new: str) -> None:
    changed, board = with_standard_layout(text.replace(old, new), "x.toml")
    assert board.layout == standard_layout(board)
    assert parse_board(changed, "x.toml") == board
    assert changed.count("\r\n") in (0, changed.count("\n"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "east-bend"', 'id = "north-fork"', 'line "north-fork": this id is used a second time.'),
        ('id = "fork"', "id = 7", "junction number 1: id = 7 must be lower-case letters"),
        ("segments = 1", "segments = 0xffffffffffffffffffffffff", "must be a whole number from 0 to 400"),
        ("at = [8.0, 2.0]", "at = [nan, 2.0]", "at = nan must be two numbers"),
        ("name =", "name", "is not TOML"),
    ],
)
def test_other_mistakes_are_told_as_everywhere(old: str, new: str, sentence: str) -> None:
    assert old in TINY
    with pytest.raises(InputError) as caught:
        with_standard_layout(TINY.replace(old, new, 1), "x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert sentence in str(caught.value)


def inline_layout(text: str) -> str:
    """A board file whose layout is one value at its beginning."""
    rest, _, layout = text.partition("[layout]\n")
    one_line = ", ".join(layout.replace("[layout.switches]\n", "").split("\n")).strip(", ")
    signals, extra, *switches = re.split(r", (?=\w+ = )", one_line)
    return f"layout = {{{signals}, {extra}, switches = {{{', '.join(switches)}}}}}\n{rest}"


def test_a_layout_in_one_line_stays_in_one_line() -> None:
    text = inline_layout(TINY)
    changed, board = with_standard_layout(text.replace('"fork-mill:1"', '"fork-mill:0"'), "x.toml")
    assert board == parse_board(TINY, "x.toml")
    assert changed == text


def test_a_layout_that_cannot_be_written_in_its_place_is_left_alone() -> None:
    without_switches = re.sub(r", switches = .*\}", "}", inline_layout(TINY))
    with pytest.raises(InputError, match=r"x\.toml: the layout must stand below a line \[layout\]"):
        with_standard_layout(without_switches, "x.toml")


@pytest.mark.parametrize(
    "entry",
    [
        '"known: printed on page \\"4\\""',
        "'known: page 4'  # of mine",
        '"""\\\n  known: the rulebook, \\\n  page 4"""',
        "'''known: page 4'''",
        '"reconstructed: from a photograph"',
    ],
)
def test_a_computed_layout_is_called_so(entry: str) -> None:
    old = TINY_LAYOUT_ENTRY
    changed, board = with_standard_layout(TINY.replace(old, f"layout = {entry}"), "x.toml")
    assert board.provenance["layout"] == COMPUTED
    plain, _ = with_standard_layout(TINY, "x.toml")
    assert changed.replace("  # of mine", "") == plain.replace(old, f'layout = "{COMPUTED}"')


def test_an_invented_layout_stays_invented_on_a_board_that_is() -> None:
    assert with_standard_layout(TINY, "x.toml")[1].provenance == parse_board(TINY, "x.toml").provenance


def test_a_provenance_that_is_written_otherwise_is_found_too() -> None:
    quoted_key = TINY.replace(TINY_LAYOUT_ENTRY, '"layout" = "known: page 4"')
    assert with_standard_layout(quoted_key, "x.toml")[1].provenance["layout"] == COMPUTED


def test_comments_beside_the_layout_stay(sim: Sim, tmp_path: Path) -> None:
    file, out = tmp_path / "mine.toml", tmp_path / "new.toml"
    start = TINY.index("[layout]")
    city = "[[city]]"
    cut = TINY.index(city)
    moved = TINY[:cut] + "# before\n" + TINY[start:].rstrip() + "\n\n# the cities\n" + TINY[cut:start]
    file.write_text(moved, encoding="utf-8")
    assert sim("board", "layout", file, "-o", out).code == 0
    written = out.read_text(encoding="utf-8")
    assert "# before\n[layout]" in written
    assert "\n# the cities\n[[city]]" in written
