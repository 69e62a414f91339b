"""docs/own-board.md, carried out word by word: its commands are run, its edits are made, its messages must come."""

from __future__ import annotations

import re
import shlex
import time
from pathlib import Path

import pytest

from simulator.board import BOARD_FOLDER
from tests.conftest import Sim
from tests.pages import edit
from tests.pictures import assert_alike

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "own-board.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
CODE = re.compile(r"`([^`]*)`")
TIME = re.compile(r"\d\d:\d\d:\d\d ")


def stop_at_once(seconds: float) -> None:
    raise KeyboardInterrupt


def same_lines(shown: list[str], printed: list[str]) -> None:
    """Every shown line is printed, in order; `…` stands for some that are left out, and without it none is."""
    assert "…" in shown or len(shown) == len(printed), printed
    rest = iter(printed)
    for line in shown:
        if line != "…":
            assert any(line.rstrip() == other.rstrip() for other in rest), line


@pytest.mark.slow
def test_the_page_word_by_word(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    watching = ""
    for kind, text in BLOCKS:
        if kind == "diff":
            edit(tmp_path / "my-board.toml", text)
            continue
        told = [line for line in text.splitlines() if TIME.match(line)]
        for part in re.split(r"^\$ sim ", text, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            if "--watch" in command:
                watching = f"{command} --width 300"  # small pictures are quick, and say the same
                continue
            result = sim(*shlex.split(command))
            assert result.code == 0, result.err
            same_lines(shown, result.out.splitlines())
        if told:
            with monkeypatch.context() as patched:
                patched.setattr(time, "sleep", stop_at_once)
                result = sim(*shlex.split(watching))
            assert result.code == 0
            begun, said = result.out.splitlines()[:2]
            assert [TIME.sub("", said)] == [TIME.sub("", line) for line in told]
            assert begun in PAGE
    assert_alike(DOCS / "img" / "own-board.png", tmp_path / "own-board.png")


def mistakes() -> list[tuple[str, str, str]]:
    """The rows of the last table: what stood there, what was written, what the check says."""
    rows = [line.split(" | ") for line in PAGE[PAGE.index("## What the check says") :].splitlines()]
    return [("\n".join(CODE.findall(row[0])), "\n".join(CODE.findall(row[1])), row[2]) for row in rows[5:]]


@pytest.mark.parametrize(("old", "new", "sentence"), mistakes())
def test_what_the_check_says(sim: Sim, tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = (BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = tmp_path / "my-board.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    result = sim("board", "check", file)
    assert (result.code, result.err) == (2, f"error: {file}: {sentence}\n")


def test_the_page_has_all_of_it() -> None:
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds.count("diff") >= 10
    assert len(mistakes()) >= 12
    assert {"copy", "draw", "layout", "check"} <= set(re.findall(r"^\$ sim board (\w+)", PAGE, re.MULTILINE))
