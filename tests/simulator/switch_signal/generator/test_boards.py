"""Generated boards: known facts kept, the rest as the prior says, the same for a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from statistics import fmean
from typing import Any

import pytest

from simulator.core.errors import InputError
from simulator.switch_signal.board import board_toml, load_board, parse_board
from simulator.switch_signal.board_checks import check_board, switch_discs
from simulator.switch_signal.board_layout import standard_layout
from simulator.switch_signal.board_model import Board, Line
from simulator.switch_signal.board_ways import ways_from, work
from simulator.switch_signal.generator import boards
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.generator.chance import Chance
from simulator.switch_signal.generator.figures import board_figures, faults
from simulator.switch_signal.generator.prior import PRIORS, draw_plan

KINDS = ("central-europe", "north-america")
SEEDS = range(500, 512)
GOLDEN: dict[tuple[str, int], str] = {
    ("central-europe", 1): "623cce26b45f291a",
    ("central-europe", 2): "7ab7fb6be4754f22",
    ("central-europe", 3): "7f01124d694c4239",
    ("north-america", 1): "7235c3e068388b37",
    ("north-america", 2): "9b76ccae91ae6e4a",
    ("north-america", 3): "e07750ccf1deb7f6",
}


@cache
def generated(like: str, seed: int) -> Board:
    return generate_board(like, seed)


@pytest.mark.parametrize("like", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_generated_board_passes_every_check_and_looks_plausible(like: str, seed: int) -> None:
    board = generated(like, seed)
    check_board(board)
    assert faults(board) == []
    assert board.components == "printed"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_known_facts_of_central_europe_hold(seed: int) -> None:
    board = generated("central-europe", seed)
    assert [city.name for city in board.goods_cities] == ["Paris", "Amsterdam", "Nuremberg", "Berlin"]
    assert [port.name for port in board.ports] == ["Marseille"]
    assert len(board.entrances["marseille"]) >= 2
    assert {start.name: start.numbers for start in board.starts}["Calais"] == (6,)
    assert "Salzburg" in {junction.name for junction in board.junctions}
    assert switch_discs(board) == 26
    assert board_figures(board).entrances % 2 == 1
    # two segments and then the city (rulebook example)
    assert min(ways_from(board, "calais", loaded=False)[city.id] for city in board.goods_cities) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_the_known_facts_of_north_america_hold(seed: int) -> None:
    board = generated("north-america", seed)
    assert {port.name for port in board.ports} == {"San Francisco", "New York"}
    assert switch_discs(board) <= 29
    assert (board_figures(board).entrances + switch_discs(board)) % 2 == 1
    assert len(board.layout.signals) == 9


@pytest.mark.parametrize("like", KINDS)
def test_boards_have_the_counts_of_the_box(like: str) -> None:
    for seed in SEEDS:
        board = generated(like, seed)
        assert len(board.starts) == 11
        assert sorted(number for start in board.starts for number in start.numbers) == list(range(2, 13))
        assert {city.goods for city in board.goods_cities} == {"yellow", "blue", "red", "white"}
        assert 4 <= len(board.line_fields) <= 12
        assert 100 <= work(board) <= 135


@pytest.mark.parametrize("like", KINDS)
def test_a_seed_always_gives_the_same_board_and_another_seed_another(like: str) -> None:
    again = generate_board(like, SEEDS[0])
    assert asdict(again) == asdict(generated(like, SEEDS[0]))
    assert len({generated(like, seed).hash for seed in SEEDS}) == len(SEEDS)


@pytest.mark.parametrize("like", KINDS)
def test_the_standard_layout_comes_from_the_one_procedure(like: str) -> None:
    board = generated(like, SEEDS[1])
    assert standard_layout(replace(board, layout=boards.NO_LAYOUT)) == board.layout


@pytest.mark.parametrize("name", ["central-europe", "north-america", "tiny", "tiny-na", "loop"])
def test_a_board_written_and_read_is_the_same_board(name: str) -> None:
    board = load_board(name)
    assert asdict(parse_board(board_toml(board, "a comment"), board.source)) == asdict(board)


def test_names_that_are_hard_to_write_survive_the_file() -> None:
    board = replace(load_board("tiny"), name='"Quoted" \\ [red] ü')
    assert parse_board(board_toml(board), "x").name == board.name


def test_spaces_of_a_long_provenance_survive_the_file() -> None:
    tiny = load_board("tiny")
    told = "known: " + "a  b   c " * 40
    board = replace(tiny, provenance=tiny.provenance | {"cities": told})
    assert parse_board(board_toml(board), "x").provenance["cities"] == told


def test_hand_made_boards_are_plausible_by_the_same_limits() -> None:
    assert [faults(load_board(name)) for name in KINDS] == [[], []]


def moved(board: Board, **at: tuple[float, float]) -> Board:
    """The board with some places drawn elsewhere."""

    def shift(places: Any) -> Any:
        return tuple(replace(place, at=at.get(place.id, place.at)) for place in places)

    return replace(
        board, cities=shift(board.cities), starts=shift(board.starts), junctions=shift(board.junctions)
    )


def with_lines(board: Board, change: Callable[[Line], Line]) -> Board:
    return replace(board, lines=tuple(map(change, board.lines)))


def with_segments(board: Board, **segments: int) -> Board:
    named = {name.replace("_", "-"): count for name, count in segments.items()}
    return with_lines(
        board, lambda line: replace(line, segments=named.get(line.id, line.segments), signals=())
    )


EUROPE, AMERICA = load_board("central-europe"), load_board("north-america")
SPOILT = {
    "two lines cross": moved(EUROPE, paris=(16.0, 1.0)),
    "a start place is not at the edge": moved(EUROPE, hamburg=(9.6, 9.9)),
    "two lines leave a place at a sharp angle": moved(EUROPE, gdansk=(17.1, 8.7)),
    "a line passes too near to a place": moved(EUROPE, budapest=(16.6, 6.6)),
    "segments are drawn too unequal": moved(EUROPE, gdansk=(26.0, 18.0)),
    "all goods cities are in one part of the board": moved(AMERICA, **dict.fromkeys(
        (city.id for city in AMERICA.goods_cities), (8.0, 5.0)
    )),
    "25 switch discs are needed": replace(EUROPE, lines=tuple(line for line in EUROPE.lines if line.id != "brest-le-mans")),
    "there are 0 line signals": with_lines(EUROPE, lambda line: replace(line, signals=())),
    "a line is too long": with_segments(EUROPE, lyon_marseille=7),
    "nearly all lines have one segment": with_lines(EUROPE, lambda line: replace(line, segments=1, signals=())),
    "Calais is not 2 segments from its first city": with_segments(EUROPE, calais_paris=1),
    "a start place is too far from all cities": with_segments(EUROPE, krakow_prague=12),
    "a city is too far from a port": with_lines(EUROPE, lambda line: replace(line, segments=4 * line.segments)),
    "a start place has an absurd way to a city": with_segments(EUROPE, brest_le_mans=20),
    "the work is out of range": with_segments(EUROPE, lyon_marseille=4, toulouse_marseille=4, marseille_milan=4),
}  # fmt: skip


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_board_is_found_implausible(fault: str) -> None:
    assert fault in faults(SPOILT[fault])


def test_a_seed_means_the_same_board_for_ever() -> None:
    """On every machine. A change of the generator that makes other boards belongs into the changelog."""
    found = {(like, seed): generate_board(like, seed).hash for like in KINDS for seed in (1, 2, 3)}
    assert found == GOLDEN


@pytest.mark.parametrize("like", KINDS)
def test_plans_follow_the_prior(like: str) -> None:
    """Means of 4,000 plans lie within 4.5 standard errors of the uniform ones: a false alarm in 150,000 runs of each line."""
    prior = PRIORS[like]
    plans = [draw_plan(prior, 1, Chance("test of plans", seed)) for seed in range(4_000)]
    discs = [plan.switch_discs for plan in plans]
    for values, (low, high), spread in (
        ([plan.line_fields for plan in plans], prior.line_fields, 1),
        ([plan.work for plan in plans], prior.work, 0),
        (discs, prior.switch_discs, 1),
        ([plan.switch_discs - plan.junctions for plan in plans], prior.four_way, 1),
    ):
        error = ((high - low + spread) ** 2 / 12 / len(plans)) ** 0.5
        assert abs(fmean(values) - (low + high) / 2) <= 4.5 * error
        assert low <= min(values)
        assert max(values) <= high


@pytest.mark.parametrize("like", KINDS)
def test_larger_boards_have_as_many_times_the_junctions(like: str) -> None:
    board = generate_board(like, 3, size=2)
    low, high = PRIORS[like].switch_discs
    assert 2 * low <= switch_discs(board) <= 2 * high
    assert faults(board, size=2) == []
    assert board.components is None  # more pieces than in the box


def test_no_seed_is_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "TRIES", 0)
    with pytest.raises(InputError, match="--seed: 5 gave no plausible board"):
        generate_board("central-europe", 5)


def test_every_try_that_fails_says_why() -> None:
    reasons: list[str] = []
    for seed in range(3):
        generate_board("north-america", seed, note=reasons.append)
    assert len(set(reasons)) > 1
