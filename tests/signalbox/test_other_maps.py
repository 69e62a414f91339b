"""Other maps and sets of boards at a notebook: the same as at the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

import signalbox
from reports.sentences.rates import CANNOT_HAVE
from simulator.core.errors import InputError
from tests.conftest import Sim

QUICK: Any = {"policy": "idle", "games": 5, "progress": False, "jobs": 1}


def test_a_run_on_a_reconstruction_asks_other_maps_unless_told_not_to() -> None:
    assert "others that fit" in " ".join(signalbox.run(**QUICK).answer())
    assert "others that fit" not in " ".join(signalbox.run(maps=False, **QUICK).answer())
    assert signalbox.run(house={"signals": 12}, **QUICK).answer()[-1] == CANNOT_HAVE
    with pytest.raises(InputError, match="nothing is played on other maps here"):
        signalbox.run(board="tiny", maps=False, **QUICK)


def test_a_set_of_boards_has_a_line_for_each_of_them(sim: Sim) -> None:
    asked = ("run", "--board", "ensemble:test/na", "--policy", "idle", "--games", 5, "--json")
    told = json.loads(sim(*asked).out)
    found = signalbox.run(board="ensemble:test/na", **QUICK)
    assert found.frame()["win_rate"].tolist() == [board["win_rate"] for board in told["boards"]]
    assert found.frame()["board"].is_unique
    (sentence,) = found.answer()
    assert "this setup on 12 boards (north-america) 0 % of the time" in sentence


def test_a_comparison_of_two_maps_asks_those_like_them(sim: Sim) -> None:
    sides = ("central-europe", "north-america")
    shown = sim("compare", *sides, "--policy", "idle", "--games", 5).out
    asked, left_out = signalbox.compare(*sides, **QUICK), signalbox.compare(*sides, maps=False, **QUICK)
    assert asked.answer()[:-1] == left_out.answer()
    assert asked.answer()[-1] in shown
    without = sim("compare", *sides, "--policy", "idle", "--games", 5, "--no-maps").out
    assert "other maps like A" in shown
    assert "other maps like A" not in without
    with pytest.raises(InputError, match="nothing is played on other maps here"):
        signalbox.compare("tokens=7", "tokens=8", maps=False, **QUICK)
