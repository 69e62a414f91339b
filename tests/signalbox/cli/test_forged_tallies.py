"""Runs with blocks that somebody has made up: whole as files, and with numbers of every kind. No command stumbles over them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from experiments.run_store.blocks import read_tally, tally_bytes
from experiments.run_store.tally import Tally, tally_form
from simulator.switch_signal.game import GAME
from tests.conftest import Sim
from tests.experiments.forged_tallies import IMPOSSIBLE, forged, strange_tally

COMMANDS = (
    ("report", "--format", "text"),
    ("report", "--format", "md"),
    ("report", "--force"),
    ("export",),
    ("export", "--table", "tallies"),
    ("runs",),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from signalbox.cli.main import invoke

    folder = tmp_path_factory.mktemp("forged") / "run"
    command = "sweep --board tiny --tokens 7..8 --games 50 --policy random,novice --no-report --out"
    assert invoke([*command.split(), str(folder)]) == 0
    return folder


def rewrite(run: Path, change: Callable[[Tally], Tally]) -> None:
    for path in run.glob("cells/*/*.block"):
        path.write_bytes(
            tally_bytes(change(read_tally(tally_form(GAME, GAME.main.name), path.read_bytes(), 10)))
        )


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_blocks_that_no_games_have_are_told_as_damaged(
    sim: Sim, played: Path, tmp_path: Path, name: str
) -> None:
    run = tmp_path / "run"
    shutil.copytree(played, run)
    rewrite(run, lambda tally: forged(tally, IMPOSSIBLE[name]))
    for command, *options in COMMANDS:
        done = sim(command, run, *options)
        assert "should not happen" not in done.err, (command, *options)
        if command != "runs":
            assert (done.code, done.out) == (2, "")
            assert "is damaged (its numbers do not fit together)" in done.err


@pytest.mark.usefixtures("no_slides")
@pytest.mark.parametrize("number", range(3))
def test_blocks_that_games_might_have_can_be_reported(
    sim: Sim, played: Path, tmp_path: Path, number: int
) -> None:
    """However strange: games that nobody wins or everybody, losses without a token, thousands of tokens."""
    run, rng = tmp_path / "run", np.random.default_rng(number)
    shutil.copytree(played, run)
    rewrite(run, lambda tally: strange_tally(rng, tally.first, tally.games))
    for command, *options in COMMANDS:
        done = sim(command, run, *options)
        assert (done.code, done.err.count("error")) == (0, 0), (command, *options, done.err)
