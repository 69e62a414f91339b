"""Board files: what is shipped satisfies docs/reconstruction.md, and arms, ways and hashes follow the file."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from simulator.switch_signal.board import (
    GOODS_COLOURS,
    TRAIN_COLOURS,
    Board,
    Line,
    board_names,
    load_board,
    parse_board,
)
from simulator.switch_signal.board_checks import switch_discs
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.board_ways import ways_from, work
from simulator.switch_signal.ensemble import names_in
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.to_records import compile_board
from tests.players import load_player

FULL = ("central-europe", "north-america")
FOLDER = Path(__file__).parents[3] / "simulator" / "switch_signal" / "data" / "boards"
TINY = (FOLDER / "tiny.toml").read_text(encoding="utf-8")


def degrees(board: Board) -> tuple[int, int]:
    arms = [len(found) for found in board.arms.values()]
    return arms.count(3), arms.count(4)


# What is shipped


def test_shipped_names() -> None:
    assert board_names() == ["central-europe", "loop", "north-america", "tiny", "tiny-na"]
    assert GOODS_COLOURS == ("yellow", "blue", "red", "white")
    assert TRAIN_COLOURS == ("black", "brown", "grey")


def test_a_link_to_nowhere_is_no_name(tmp_path: Path) -> None:
    """Emacs puts one beside a file that is being edited."""
    (tmp_path / "mine.toml").touch()
    (tmp_path / ".#mine.toml").symlink_to("somebody@somewhere.1234:5678")
    assert names_in(tmp_path) == ["mine"]


def test_facts_arithmetic_central_europe() -> None:
    board = load_board("central-europe")
    three, four = degrees(board)
    entrances = sum(map(len, board.entrances.values()))
    assert three + 2 * four == switch_discs(board) == 26
    assert three % 2 == 0
    assert entrances % 2 == 1
    assert {city.name for city in board.goods_cities} == {"Paris", "Amsterdam", "Nuremberg", "Berlin"}
    assert [port.name for port in board.ports] == ["Marseille"]
    assert len(board.entrances["marseille"]) in (2, 3)
    assert any(place.name == "Salzburg" for place in board.places.values())
    assert len(board.layout.signals) == 8


def test_facts_arithmetic_north_america() -> None:
    board = load_board("north-america")
    three, four = degrees(board)
    entrances = sum(map(len, board.entrances.values()))
    assert three + 2 * four == switch_discs(board) <= 29
    assert (entrances + three + 2 * four) % 2 == 1
    assert {port.name for port in board.ports} == {"San Francisco", "New York"}
    assert len(board.goods_cities) == 4
    assert len(board.layout.signals) == 9


def test_a_line_of_many_segments_can_be_played(tmp_path: Path) -> None:
    """More than a byte counts: the planner asks how much of a line is left."""
    file = tmp_path / "long.toml"
    longer = TINY.replace('"haven"\nsegments = 1', '"haven"\nsegments = 200').replace("haven:1", "haven:200")
    file.write_text(longer, encoding="utf-8")
    scenario = Scenario(board=str(file))
    assert compile_board(scenario.board_data)["rest"].max() == 200
    assert play(scenario, load_player("planner"), 1, 0, 20).outcomes["turns"].min() > 0


@pytest.mark.parametrize("name", FULL)
def test_full_boards_have_the_parts_of_the_box(name: str) -> None:
    board = load_board(name)
    assert board.components == "printed"
    assert board.family == name
    assert sorted(number for start in board.starts for number in start.numbers) == list(range(2, 13))
    assert len(board.starts) == 11
    assert 4 <= len(board.line_fields) <= 12
    assert 100 <= work(board) <= 135
    assert {city.goods for city in board.goods_cities} == set(GOODS_COLOURS)
    assert any(entry.startswith("reconstructed: ") for entry in board.provenance.values())
    assert not any(entry.startswith("invented: ") for entry in board.provenance.values())


def test_calais_is_six_and_two_segments_from_a_city() -> None:
    board = load_board("central-europe")
    (calais,) = [start for start in board.starts if start.name == "Calais"]
    assert calais.numbers == (6,)
    first = {city: steps for city, steps in ways_from(board, "calais", loaded=False).items() if steps == 3}
    assert set(first) & {city.id for city in board.goods_cities}
    assert board.line_by_id["calais-paris"].segments == 2


@pytest.mark.parametrize("name", ["tiny", "tiny-na", "loop"])
def test_small_boards_are_small_and_say_so(name: str) -> None:
    board = load_board(name)
    assert all(entry.startswith("invented: ") for entry in board.provenance.values())
    assert sum(line.segments for line in board.lines) + len(board.cities) + len(board.starts) <= 24


def test_loop_has_every_odd_piece_of_track() -> None:
    board = load_board("loop")
    kinds = {
        frozenset("junction" if place in board.arms else "other" for place in line.ends)
        for line in board.lines
        if line.segments == 0
    }
    assert kinds == {frozenset({"junction"}), frozenset({"junction", "other"})}
    assert degrees(board)[1] == 1
    assert len(board.line_fields) == 2
    assert ways_from(board, "alm", loaded=False)["alm"] > 0


def test_standard_layout_gives_a_valid_layout_for_small_boards() -> None:
    board = load_board("loop")
    layout = standard_layout(board)
    assert len(layout.signals) == 3 + 2  # the board has two line fields only
    assert set(layout.switches) == set(board.arms)
    own = replace(board.layout, extra=())
    assert work(board, replace(layout, extra=())) <= work(board, own)


# Drawn as they could be printed


def polylines(board: Board) -> dict[str, list[tuple[float, float]]]:
    return {line.id: [board.places[line.a].at, *line.via, board.places[line.b].at] for line in board.lines}


def pieces(board: Board) -> Iterator[tuple[Line, tuple[float, float], tuple[float, float]]]:
    for line in board.lines:
        for a, b in itertools.pairwise(polylines(board)[line.id]):
            yield line, a, b


def distance_to(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    square = math.dist(a, b) ** 2
    share = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / square
    share = min(1.0, max(0.0, share))
    return math.dist(p, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(board: Board) -> list[tuple[str, str]]:
    return [
        (one.id, other.id)
        for (one, a, b), (other, c, d) in itertools.combinations(pieces(board), 2)
        if side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
    ]


@pytest.mark.parametrize("name", ["central-europe", "north-america", "tiny", "tiny-na", "loop"])
def test_lines_do_not_cross(name: str) -> None:
    assert crossing(load_board(name)) == []


def test_a_crossing_would_be_seen() -> None:
    moved = TINY.replace("at = [2.0, 3.2]", "at = [2.0, -3.2]").replace("at = [6.0, 3.2]", "at = [0.0, -1.0]")
    assert crossing(parse_board(moved, "x.toml")) == [("north-fork", "east-bend")]


@pytest.mark.parametrize("name", FULL)
def test_lines_and_places_keep_their_distance(name: str) -> None:
    board = load_board(name)
    for near, far in itertools.combinations(board.places.values(), 2):
        assert math.dist(near.at, far.at) > 1.2, (near.id, far.id)
    for (line, a, b), place in itertools.product(pieces(board), board.places.values()):
        if place.id not in line.ends:
            assert distance_to(place.at, a, b) > 0.8, (line.id, place.id)
    for (one, a, b), (other, c, d) in itertools.combinations(pieces(board), 2):
        if not set(one.ends) & set(other.ends):
            gap = min(distance_to(a, c, d), distance_to(b, c, d), distance_to(c, a, b), distance_to(d, a, b))
            assert gap > 0.8, (one.id, other.id)


@pytest.mark.parametrize("name", FULL)
def test_longer_lines_have_more_segments(name: str) -> None:
    board = load_board(name)
    lengths: dict[int, list[float]] = {}
    for line in board.lines:
        points = polylines(board)[line.id]
        lengths.setdefault(line.segments, []).append(
            sum(itertools.starmap(math.dist, itertools.pairwise(points)))
        )
    assert max(lengths) <= 5
    for fewer, more in itertools.pairwise(sorted(lengths)):
        assert max(lengths[fewer]) < min(lengths[more]) + 0.6, (fewer, more)


# Derived values


def test_arms_entrances_and_fields_follow_the_file() -> None:
    board = load_board("tiny")
    assert board.arms == {
        "fork": (("north-fork", 1), ("west-fork", 1), ("fork-mill", 0)),
        "bend": (("mill-bend", 1), ("east-bend", 1), ("bend-haven", 0)),
    }
    assert board.entrances == {"mill": ("fork-mill:1", "mill-bend:0"), "haven": ("bend-haven:1",)}
    assert board.fields == ("west-fork:1", "fork-mill:1", "mill-bend:0", "bend-haven:1")
    assert board.line_fields == ("west-fork:1",)
    assert board.field_city["west-fork:1"] is None
    assert board.field_city["bend-haven:1"] == "haven"
    assert [city.id for city in board.cities] == ["mill", "haven"]


def test_layout_pairs_are_in_arm_order() -> None:
    board = parse_board(TINY.replace('["west-fork", "fork-mill"]', '["fork-mill", "west-fork"]'), "x.toml")
    assert board.layout.switches["fork"] == ("west-fork", "fork-mill")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Mill"', 'name = "Windmill"'),
        ("at = [4.0, 2.0]", "at = [4.0, 2.5]"),
        ("invented: a test board", "invented: another"),
        ("signals = [1]", "signals = [1]\nvia = [[1.0, 2.1]]"),
    ],
)
def test_hash_ignores_names_and_drawing(old: str, new: str) -> None:
    assert parse_board(TINY.replace(old, new), "elsewhere.toml").hash == load_board("tiny").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("segments = 0", "segments = 1"),
        ('goods = "yellow"', 'goods = "red"'),
        ("numbers = [2, 3, 4, 5]", "numbers = [5, 4, 3, 2]"),
        ('extra = ["fork-mill:1"]', "extra = []"),
        ('["west-fork", "fork-mill"]', '["north-fork", "fork-mill"]'),
        ('family = "central-europe"', 'family = "north-america"'),
    ],
)
def test_hash_sees_what_affects_play(old: str, new: str) -> None:
    assert old in TINY
    changed = parse_board(TINY.replace(old, new), "x.toml")
    assert changed.hash != load_board("tiny").hash
    assert len(changed.hash) == 16


def test_ways_count_cells_and_keep_headings() -> None:
    board = load_board("tiny")
    # west#1, mill; then bend's segment and on to haven
    assert ways_from(board, "west", loaded=False)["mill"] == 3
    assert ways_from(board, "mill", loaded=True)["haven"] == 3
    # from east a train turns back to the mill only by the arm it can take at bend
    assert ways_from(board, "east", loaded=False)["mill"] == 2
    assert ways_from(board, "mill", loaded=False)["east"] == 2
    # 2 x (mean way to the mill + 3): north 2 (10/36), west 3 (16/36), east 2 (10/36)
    assert work(board) == pytest.approx(2 * (2 * 20 / 36 + 3 * 16 / 36 + 3))


def test_loaded_trains_end_at_ports_empty_ones_run_through_in_north_america() -> None:
    board = load_board("tiny-na")
    assert "ridge" in ways_from(board, "hidden", loaded=False)
    assert set(ways_from(board, "hidden", loaded=True)) == {"bay"}


def test_a_board_is_read_once_for_a_whole_grid() -> None:
    """To read and check one takes as long as some hundred games."""
    one, other = Scenario(tokens=7), Scenario(tokens=8)
    assert one.board_data is other.board_data
    assert one.deck_data is other.deck_data
