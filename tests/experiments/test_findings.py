"""What a run says beyond its cells."""

from __future__ import annotations

import pytest

from experiments.findings import MOST_TERMS, find_effects
from experiments.statistics.effects import ExchangeRate
from tests.runs import small_run


def test_two_factors_of_numbers_have_one_interaction_however_many_levels() -> None:
    run = small_run("novice", board="tiny", tokens="4..10", removed="0..9", games=20)
    model = find_effects(run)[0].model
    assert model
    names = [term.name for term in model.coefficients]
    assert len(run.cells) > MOST_TERMS
    assert names == ["baseline", "tokens", "removed", "tokens × removed"]


@pytest.mark.parametrize(("low", "high", "clear"), [(1.0, 3.9, True), (-1.0, 3.9, False), (-4.0, -1.0, True)])
def test_a_rate_that_may_point_either_way_is_not_clear(low: float, high: float, clear: bool) -> None:
    assert ExchangeRate("removed", "tokens", 1.2, "between", low, high).clear is clear
