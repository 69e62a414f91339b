"""The texts of a comparison: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

import pytest

from experiments.compare import read_side, split_side
from simulator.core.errors import InputError
from simulator.game import Level
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario

NOTHING: dict[str, Level] = {}


@pytest.mark.parametrize(
    ("text", "factors"),
    [
        ("standard", {"preset": "standard"}),
        ("tokens=8,removed=1", {"tokens": "8", "removed": "1"}),
        ("tokens=9,remove-3", {"preset": "remove-3", "tokens": "9"}),
        ("novice", {"policy": "novice"}),
        ("planner:attention=0.6,token=3", {"policy": "planner:attention=0.6,token=3"}),
        (
            "policy=planner:attention=0.6,token=3,tokens=8",
            {"policy": "planner:attention=0.6,token=3", "tokens": "8"},
        ),
        ("planner:@mine.toml,@more.toml", {"policy": "planner:@mine.toml,@more.toml"}),
        ("mine.py:hurry", {"policy": "mine.py:hurry"}),
        ("tiny, house draw=4", {"board": "tiny", "house draw": "4"}),
        ("ruling x6=literal", {"ruling X6": "literal"}),
        ("board=../my/board.toml", {"board": "../my/board.toml"}),
    ],
)
def test_texts_become_factors(text: str, factors: dict[str, str]) -> None:
    assert split_side(GAME, text) == factors


def test_a_side_stands_on_top_of_what_both_have_in_common() -> None:
    common = {"tokens": 8, "players": 3, "house draw": 4}
    side = read_side(GAME, "A", "tokens-10,house hand-limit=8", common, "novice")
    assert (side.setup.levels["tokens"], side.setup.players, side.policy) == (10, 3, "novice")
    assert (side.setup.levels["house draw"], side.setup.levels["house hand-limit"]) == (4, 8)


def test_a_board_brings_its_own_discs_and_helpers() -> None:
    side = read_side(GAME, "B", "north-america", NOTHING, "planner")
    assert side.setup == Scenario(board="north-america", helpers=("H4", "H5", "H6"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'B (): "" is no preset, board or policy'),
        ("standrd", '(did you mean "standard"?)'),
        ("tokns=8", 'there is no factor "tokns" (did you mean "tokens"?)'),
        ("tokens=7..9", "tokens=7..9 must be one level; `sim sweep` plays ranges."),
        ("tokens=8,tokens=9", "tokens is given twice."),
        ("tokens=11", "B (tokens=11): --tokens: 11 must be a whole number from 1 to 10"),
        ("planner:attention=0.2..0.4..0.1", "must be one policy"),
        ("house drw=4", '(did you mean "draw"?)'),
        ("board=atlantis", 'there is no board "atlantis"'),
    ],
)
def test_what_means_nothing_is_told(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as error:
        read_side(GAME, "B", text, NOTHING, "planner")
    assert sentence in str(error.value)
