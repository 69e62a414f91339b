"""The page on settings names every house number and every reading that the program knows."""

from pathlib import Path

from simulator.house import HOUSE_NUMBERS
from simulator.scenario import RULINGS

PAGE = (Path(__file__).parents[2] / "docs" / "scenario.md").read_text(encoding="utf-8")


def test_every_house_number_stands_there_with_its_meaning_and_limits() -> None:
    for key, number in HOUSE_NUMBERS.items():
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{key}` |"))
        assert number.meaning in row
        assert f"{number.low} to {number.high} |" in row


def test_every_reading_of_a_ruling_stands_there() -> None:
    for ruling, readings in RULINGS.items():
        (row,) = (line for line in PAGE.splitlines() if line.startswith(f"| {ruling} |"))
        assert all(f"`{reading}`" in row for reading in readings)
