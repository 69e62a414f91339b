"""What the README shows is what the commands print."""

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Sim

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, list[str]]]:
    """Each `$ sim …` of the README with the lines shown below it."""
    found = []
    for block in re.findall(r"```\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            if shown:
                found.append((command.removeprefix("sim ").split("#")[0].strip(), shown))
    return found


@pytest.mark.parametrize(("command", "shown"), examples(), ids=[command for command, _ in examples()])
def test_the_readme_shows_real_output(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, shown: list[str]
) -> None:
    """Line by line and in order; `…` stands for lines left out, and only the speed may differ."""
    monkeypatch.chdir(tmp_path)  # runs are kept where they are played
    printed = iter(sim(*shlex.split(command)).out.splitlines())
    for line in shown:
        if line.strip() not in ("", "…") and "games/s" not in line:
            assert any(line.rstrip() == other.rstrip() for other in printed), line


def test_the_readme_has_examples() -> None:
    assert len(examples()) >= 5
