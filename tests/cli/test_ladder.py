"""`sim ladder`: the table is what the games say, and a table that was broken off is gone on with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.ladder import Cell, interval
from reports.ladder_page import ladder_page
from tests.conftest import Sim

SMALL = (
    "--policies",
    "random,novice",
    "--searchers",
    "",
    "--boards",
    "tiny,loop",
    "--steps",
    "standard,tokens-10",
)


def test_a_row_a_step_and_a_column_a_policy(sim: Sim, tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    assert sim("ladder", *SMALL, "--games", 50, "-o", page).code == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("| games won | random | novice |") == text.count("| goods | random | novice |") == 2
    assert text.count("| tokens-10 |") == 4
    assert "Games in each cell: random 50, novice 50." in text
    figures = json.loads(
        sim("run", "--policy", "novice", "--board", "tiny", "--games", 50, "--seed", 1001, "--json").out
    )
    shown = "{:.1f} % ({:.1f}–{:.1f})".format(
        *(100 * figures[key] for key in ("win_rate", "ci_low", "ci_high"))
    )
    assert shown in text.split("## loop")[0]


def cell(won: tuple[float, float, float], goods: float, reach: float) -> Cell:
    return Cell("planner", "standard", "tiny", 100, *won, goods, reach, 0.0)


def test_who_is_above_whom_is_told_by_wins_or_else_by_goods() -> None:
    """Where nearly nobody wins, goods must show it; intervals that touch show nothing."""
    weak, strong = cell((0.0, 0.0, 0.04), 2.0, 0.2), cell((0.3, 0.2, 0.4), 5.0, 0.2)
    assert strong.is_above(weak) == "wins"
    assert cell((0.01, 0.0, 0.05), 3.0, 0.2).is_above(weak) == "goods"
    assert cell((0.01, 0.0, 0.05), 2.3, 0.2).is_above(weak) == ""
    assert weak.is_above(strong) == ""


def test_it_goes_on_where_it_was_broken_off(sim: Sim, tmp_path: Path) -> None:
    page, log = tmp_path / "ladder.md", tmp_path / "ladder.log"
    sim("ladder", *SMALL, "--games", 20, "-o", page)
    whole, lines = page.read_text(encoding="utf-8"), log.read_text(encoding="utf-8").splitlines()
    log.write_text("\n".join(lines[:4]) + "\n", encoding="utf-8")
    page.unlink()
    sim("ladder", *SMALL, "--games", 20, "-o", page)
    assert page.read_text(encoding="utf-8") == whole
    assert log.read_text(encoding="utf-8").splitlines() == lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--steps", "tokens-11"), 'there is no step "tokens-11" (did you mean "tokens-10"?)'),
        (("--games", "0"), "--games"),
        (("--policies", "novcie"), 'there is no policy "novcie"'),
    ],
)
def test_wrong_options(sim: Sim, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    result = sim("ladder", *arguments, "-o", tmp_path / "ladder.md")
    assert result.code == 2
    assert sentence in result.err
    assert not list(tmp_path.iterdir())


def test_a_log_of_another_table_is_refused(sim: Sim, tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    sim("ladder", *SMALL, "--games", 20, "-o", page)
    result = sim("ladder", *SMALL, "--games", 30, "-o", page, "--force")
    assert result.code == 2
    assert "is the log of something else" in result.err


def test_a_log_that_is_no_text_is_damaged(sim: Sim, tmp_path: Path) -> None:
    (tmp_path / "ladder.log").write_bytes(b"\xff\n")
    result = sim("ladder", *SMALL, "--games", 20, "-o", tmp_path / "ladder.md")
    assert result.code == 2
    assert "ladder.log is damaged; remove it to begin anew." in result.err


def test_a_board_that_was_edited_is_another_one(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sim("board", "copy", "tiny", "-o", "mine.toml")
    words = (
        "ladder",
        "--policies",
        "random",
        "--searchers",
        "",
        "--boards",
        "mine.toml",
        "--steps",
        "standard",
    )
    assert sim(*words, "--games", 20).code == 0
    board = Path("mine.toml")
    text = board.read_text(encoding="utf-8").replace("[2, 3, 4, 5]", "[6, 7, 8, 5]")
    board.write_text(text.replace("[6, 7, 8]", "[2, 3, 4]"), encoding="utf-8")
    refused = sim(*words, "--games", 20, "--force")
    assert refused.code == 2
    assert "is the log of something else" in refused.err


def test_a_single_game_has_no_interval_of_goods(sim: Sim, tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    sim("ladder", *SMALL, "--games", 1, "-o", page)
    assert "±" not in page.read_text(encoding="utf-8")


def test_names_of_files_are_text() -> None:
    named = replace(cell((0.3, 0.2, 0.4), 5.0, 0.2), board="my_own|board.toml")
    assert "## my\\_own\\|board.toml" in ladder_page([named], "sim ladder")


def test_intervals_over_boards_cover() -> None:
    """12 boards of 20 games with rates from 0.3 to 0.95: of 2,000 tables at least 93.5 % hold the mean (fixed seed)."""
    chance = np.random.default_rng(4)
    rates = np.linspace(0.3, 0.95, 12)
    held = 0
    for _ in range(2_000):
        _, low, high = interval([chance.random(20) < rate for rate in rates])
        held += low <= rates.mean() <= high
    assert 0.935 <= held / 2_000 <= 0.98
