"""`sim ladder`: the table is what the games say, and a table that was broken off is gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"policy": "random"}',
        '{"policy": {}, "step": "standard", "board": "tiny", "games": 4, "won": 0.5, "low": 0, "high": 1, "goods": 1, "goods_reach": null, "blunders": 0}',
        '{"policy": "random", "step": "standard", "board": "tiny", "games": 4, "won": NaN, "low": 0, "high": 1, "goods": 1, "goods_reach": null, "blunders": 0}',
        '{"policy": "random", "step": "standard", "board": "tiny", "games": 1e999, "won": "", "low": 0, "high": 1, "goods": 1, "goods_reach": "", "blunders": 0}',
        "[" * 100_000,
    ],
    ids=["a list", "nothing", "a part", "a table as name", "no number", "a text as number", "deep"],
)
def test_a_log_with_a_line_that_is_no_cell_is_damaged(sim: Sim, tmp_path: Path, line: str) -> None:
    page, log = tmp_path / "ladder.md", tmp_path / "ladder.log"
    sim("ladder", *SMALL, "--games", 4, "-o", page)
    log.write_text(log.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    before = log.read_bytes()
    result = sim("ladder", *SMALL, "--games", 4, "-o", page, "--force")
    assert (result.code, result.err) == (2, f"error: {log} is damaged; remove it to begin anew.\n")
    assert log.read_bytes() == before


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
