"""docs/own-policy.md, carried out: its files are written, its commands are run, its mistakes are made."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests import pages
from tests.conftest import Sim

PAGE = (pages.ROOT / "docs" / "own-policy.md").read_text(encoding="utf-8")
FILES = {block.file: block.text for block in pages.blocks(PAGE) if block.kind == "file"}
POLICY = {"my_policy.py": "my_policy.py:hurry", "my_plain_policy.py": "my_plain_policy.py:eager"}
SLOW = (
    "The policy is plain Python, asked step by step: dozens of times slower than a compiled one, or more.\n"
)


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


@pytest.mark.slow
def test_its_commands(sim: Sim, folder: Path) -> None:
    for line, shown in pages.commands(PAGE):
        result = sim(*shlex.split(line)[1:])
        assert (result.code, "error" in result.err) == (0, False)
        assert result.err.count(SLOW) == ("plain" in line)
        pages.assert_printed(shown, result.out.splitlines())


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "sentence", "code"), mistakes())
def test_its_mistakes(sim: Sim, folder: Path, old: str, new: str, sentence: str, code: int) -> None:
    policy = new
    for name in () if old in POLICY.values() else FILES:
        if old in FILES[name]:
            assert FILES[name].count(old) == 1
            (folder / name).write_text(FILES[name].replace(old, new), encoding="utf-8")
            policy = POLICY[name]
    result = sim("run", "--games", 10, "--policy", policy)
    told = result.err.splitlines()[-1]
    assert (result.code, result.out, told) == (code, "", f"error: {sentence}")


def test_the_page_has_all_of_it() -> None:
    assert set(FILES) == set(POLICY)
    assert {command.line.split()[1] for command in pages.commands(PAGE) if command.shown} == {"run", "replay"}
    assert len(mistakes()) >= 12
    assert all(30 <= len(text.splitlines()) <= 60 for text in FILES.values())
