"""The page on settings names every house number and every reading that the program knows."""

from pathlib import Path

import pytest

from simulator.core.errors import InputError
from simulator.switch_signal.board import load_board
from simulator.switch_signal.factors import LAYOUTS
from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS
from simulator.switch_signal.scenario import Scenario

PAGE = (Path(__file__).parents[3] / "docs" / "scenario.md").read_text(encoding="utf-8")


def test_every_house_number_stands_there_with_its_meaning_and_limits() -> None:
    for key, number in HOUSE_NUMBERS.items():
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{key}` |"))
        assert number.meaning in row
        assert number.high is None or f"{number.low} to {number.high} |" in row


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_as_many_signal_discs_stand_there_as_the_boards_take(board: str) -> None:
    data = load_board(board)
    least, most = len(data.cities), len(data.cities) + len(data.line_fields)
    (row,) = (line for line in PAGE.splitlines() if line.startswith("| `signals` |"))
    assert f"{least} to {most} on {data.name}" in row
    for layout in LAYOUTS:
        for signals in (least, most):
            Scenario(board, layout=layout, house={"signals": signals})
        for signals in (least - 1, most + 1):
            with pytest.raises(InputError, match=f"must be from {least} to {most} on {board}"):
                Scenario(board, layout=layout, house={"signals": signals})


def test_every_reading_of_a_ruling_stands_there() -> None:
    for ruling, readings in RULINGS.items():
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {ruling} |"))
        assert all(f"`{reading}`" in row for reading in readings)
