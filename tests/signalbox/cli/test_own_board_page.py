"""docs/own-board.md, carried out word by word: its commands are run, its edits are made, its messages must come."""

from __future__ import annotations

import re
import shlex
import time
from pathlib import Path

import pytest

from simulator.switch_signal.board import BOARD_FOLDER
from tests import pages
from tests.conftest import Sim
from tests.pictures import assert_alike

DOCS = pages.ROOT / "docs"
PAGE = (DOCS / "own-board.md").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`]*)`")
TIME = re.compile(r"\d\d:\d\d:\d\d ")


def stop_at_once(seconds: float) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_the_page_word_by_word(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    watching: list[str] = []
    for block in pages.blocks(PAGE):
        if block.kind == "diff":
            pages.edit(tmp_path / "my-board.toml", block.text)
            continue
        told = [line for line in block.text.splitlines() if TIME.match(line)]
        for command in pages.commands_in(block.text):
            words = shlex.split(command.line)[1:]
            if "--watch" in words:
                watching = [*words, "--width", "300"]  # small pictures are quick, and say the same
                continue
            result = sim(*words)
            assert result.code == 0, result.err
            pages.assert_printed(command.shown, result.out.splitlines())
        if told:
            with monkeypatch.context() as patched:
                patched.setattr(time, "sleep", stop_at_once)
                result = sim(*watching)
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
    assert sum(block.kind == "diff" for block in pages.blocks(PAGE)) >= 10
    assert len(mistakes()) >= 12
    lines = [command.line for command in pages.commands(PAGE)]
    assert {"copy", "draw", "layout", "check"} <= {line.split()[2] for line in lines}
