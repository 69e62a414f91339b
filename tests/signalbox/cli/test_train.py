"""`sim train`: two steps of a search for weights, broken off and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Result, Sim
from tests.players import load_player


def train(sim: Sim, out: Path, *more: object) -> Result:
    return sim("train", "--generations", 2, "--population", 4, "--games", 1, "-o", out, *more)


@pytest.fixture
def out(sim: Sim, tmp_path: Path) -> Path:
    done = train(sim, tmp_path / "mine.toml")
    assert (done.code, done.out) == (0, f"{tmp_path / 'mine.toml'} written\n")
    assert "generation 2: score " in done.err
    return tmp_path / "mine.toml"


def test_the_weights_that_were_found_play(out: Path) -> None:
    policy = load_player(f"planner:@{out}")
    assert policy.params != load_player("planner").params
    assert play(Scenario(board="tiny"), policy, 1, 0, 10).outcomes["decisions"].sum() > 0


def test_broken_off_after_a_step_it_ends_as_if_nothing_had_been(sim: Sim, out: Path) -> None:
    """The log has a head and a line a step. Other numbers are another search."""
    log, found = out.with_suffix(".log"), out.read_bytes()
    lines = log.read_text().splitlines(keepends=True)
    assert len(lines) == 3
    log.write_text("".join(lines[:2]))
    assert train(sim, out, "--force").code == 0
    assert out.read_bytes() == found
    assert log.read_text() == "".join(lines)
    for damage in ("{}", "[1, 2, 3]", "[1, 2, 3, NaN]", '[1, 2, 3, "4"]', "4"):
        log.write_text(lines[0] + damage + "\n")
        damaged = train(sim, out, "--force")
        assert (damaged.code, damaged.err) == (2, f"error: {log} is damaged; remove it to begin anew.\n")
    log.write_text("".join(lines))
    refused = train(sim, out, "--force", "--seed", 2)
    assert refused.code == 2
    assert "mine.log is the log of something else; give another name, or remove it." in refused.err
    assert out.read_bytes() == found


@pytest.mark.parametrize(
    ("option", "number", "range_of_it"),
    [
        ("--generations", 0, "1 to 10000"),
        ("--generations", 10**20, "1 to 10000"),
        ("--population", 3, "4 to 10000"),
    ],
)
def test_a_search_has_limits(sim: Sim, tmp_path: Path, option: str, number: int, range_of_it: str) -> None:
    refused = sim("train", option, number, "-o", tmp_path / "mine.toml")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"error: {option}: ")
    assert refused.err.endswith(f" must be a whole number from {range_of_it}.\n")
    assert list(tmp_path.iterdir()) == []
