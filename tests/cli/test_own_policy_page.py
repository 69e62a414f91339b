"""docs/own-policy.md, carried out: its files are written, its commands are run, its mistakes are made."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Sim

PAGE = (Path(__file__).parents[2] / "docs" / "own-policy.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^Save this as `(.*?)`:\n\n```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
POLICY = {"my_policy.py": "my_policy.py:hurry", "my_plain_policy.py": "my_plain_policy.py:eager"}
SLOW = (
    "The policy is plain Python, asked step by step: dozens of times slower than a compiled one, or more.\n"
)


def examples() -> list[tuple[str, list[str]]]:
    """Each `$ sim …` with the lines shown below it."""
    blocks = re.findall(r"^```\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    parts = [part for block in blocks for part in re.split(r"^\$ sim ", block, flags=re.MULTILINE)[1:]]
    return [(part.splitlines()[0], part.splitlines()[1:]) for part in parts]


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


def test_its_commands(sim: Sim, folder: Path) -> None:
    """Every shown line is printed, in order; `…` stands for some that are left out."""
    for command, shown in examples():
        result = sim(*shlex.split(command))
        assert (result.code, "error" in result.err) == (0, False)
        assert result.err.count(SLOW) == ("plain" in command)
        printed = iter(result.out.splitlines())
        for line in shown:
            assert line == "…" or any(line.rstrip() == other.rstrip() for other in printed), line


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
    assert {command.split()[0] for command, _ in examples()} == {"run", "replay"}
    assert len(mistakes()) >= 12
    assert all(30 <= len(text.splitlines()) <= 60 for text in FILES.values())
