"""Sensible response: what the rulebook calls easier is not harder for a good player, and ten goods are harder. On the same deals."""

from __future__ import annotations

import pytest

from benchmarks.response import responses
from tests.players import load_player


@pytest.mark.slow
@pytest.mark.parametrize(
    "board", ["central-europe", "north-america", "ensemble:test/ce-03", "ensemble:test/na-05"]
)
def test_an_easing_does_no_harm_and_ten_goods_are_harder(board: str) -> None:
    """Seeds and boards that nothing was tuned on. A bound of 99 % fails once in a hundred if an easing is worth nothing; those here are worth points."""
    found = responses(load_player("planner"), [board], 2000)
    assert [each.step for each in found if not each.passes] == []
