"""docs/own-game.md, carried out: its files are written, its commands are run, its mistakes are made."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pages
from tests.conftest import Sim
from tests.hoard import FILE

PAGE = (pages.ROOT / "docs" / "own-game.md").read_text(encoding="utf-8")
FILES = {block.file: block.text for block in pages.blocks(PAGE) if block.kind == "file"}


def mistakes() -> list[tuple[str, str, str, int]]:
    """What stood there, what was written, what is told, and the exit code."""
    rows = re.findall(r"^\| `(.*)` \| `(.*)` \| (.*) \| (\d) \|$", PAGE, re.MULTILINE)
    return [(old, new, sentence, int(code)) for old, new, sentence, code in rows]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_its_files_are_the_toy_game() -> None:
    assert {name: FILE.with_name(name).read_text(encoding="utf-8") for name in FILES} == FILES
    assert set(FILES) == {"game.py", "players.py", "scene.py"}


def test_its_commands(sim: Sim, folder: Path) -> None:
    for block in pages.blocks(PAGE):
        if block.kind == "python":
            exec(compile(block.text, "own-game.md", "exec"), {})
        for line, shown in pages.commands_in(block.text) if block.kind == "" else ():
            result = sim(*shlex.split(line)[1:])
            assert (result.code, "error" in result.err) == (0, False), line
            pages.assert_printed(shown, result.out.splitlines())
    assert (folder / "runs" / "nights" / "report.html").is_file()


def test_none_of_its_files_hides_a_part_of_signalbox_from_a_program_beside_them(folder: Path) -> None:
    code = next(block.text for block in pages.blocks(PAGE) if block.kind == "python")
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("old", "new", "sentence", "code"), mistakes())
def test_its_mistakes(sim: Sim, folder: Path, old: str, new: str, sentence: str, code: int) -> None:
    for name, text in FILES.items() if old not in FILES else ():
        assert text.count(old) == (old in text)
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    result = sim("--game", new if old in FILES else "game.py", "run", "--games", 10)
    assert (result.code, result.out) == (code, "")
    assert result.err.splitlines()[-1] == f"error: {sentence}"


def test_the_page_has_all_of_it() -> None:
    shown = {command.line.split()[3] for command in pages.commands(PAGE) if command.shown}
    assert shown >= {"policies", "run", "sweep", "compare", "tune", "replay"}
    assert len(mistakes()) >= 10
