"""Words for games whose measures are points, shares and counts, and in which things may never vary."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.small_games import PATIENCE, answer_of, game_in, run_of


@pytest.mark.parametrize("measure", ["", "ruined"])
def test_effects_are_told_of_who_does_best_and_not_of_the_last_in_the_file(
    tmp_path: Path, measure: str
) -> None:
    game = game_in(tmp_path, PATIENCE)
    answer = answer_of(run_of(game, tmp_path, ("careful", "brave"), 60, measure, rounds="5,6", penalty="9"))
    assert answer.main_policy == "careful"
