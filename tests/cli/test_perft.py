"""`sim perft`: counts as they come, and its mistakes."""

import json

import pytest

from tests.cli.conftest import Sim


def test_perft_shows_a_row_for_each_depth(sim: Sim) -> None:
    result = sim("perft", "--board", "tiny", "--depth", 3)
    assert [line.split() for line in result.out.splitlines()[1:]] == [
        ["1", "46", "0"],
        ["2", "780", "0"],
        ["3", "4,904", "0"],
    ]


def test_perft_as_json(sim: Sim) -> None:
    counted = json.loads(sim("perft", "--board", "tiny", "--depth", 2, "--json").out)
    assert counted["counts"][1] == {"plies": 2, "continuations": 780, "ended": 0}
    assert counted["scenario"]["board"] == "tiny"


@pytest.mark.parametrize(
    ("option", "value"),
    [("--depth", 0), ("--depth", 13), ("--depth", "x"), ("--game", -1), ("--seed", "1.5")],
)
def test_perft_refuses_what_it_cannot_count(sim: Sim, option: str, value: object) -> None:
    result = sim("perft", "--board", "tiny", option, value)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith(f"error: {option}")
    assert result.err.count("\n") == 1
