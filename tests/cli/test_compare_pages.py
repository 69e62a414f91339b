"""docs/compare.md and docs/calibrate.md, carried out: what they show is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Sim

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {name: (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("compare", "calibrate")}


def examples(page: str) -> list[tuple[str, list[str]]]:
    """Each `$ sim …` with the lines shown below it; those that show nothing are only talked about."""
    without_files = re.sub(r"^```csv\n.*?^```$", "", page, flags=re.DOTALL | re.MULTILINE)
    blocks = re.findall(r"^```\n(.*?)^```$", without_files, re.DOTALL | re.MULTILINE)
    parts = [part for block in blocks for part in re.split(r"^\$ sim ", block, flags=re.MULTILINE)[1:]]
    return [(part.splitlines()[0], part.splitlines()[1:]) for part in parts if len(part.splitlines()) > 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_the_page_shows_what_the_commands_print(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Line by line and in order; `…` stands for lines left out."""
    monkeypatch.chdir(tmp_path)
    for file, text in re.findall(
        r"Save this as `(.*?)`:\n\n```csv\n(.*?)^```$", PAGES[name], re.DOTALL | re.MULTILINE
    ):
        (tmp_path / file).write_text(text, encoding="utf-8")
    for command, shown in examples(PAGES[name]):
        result = sim(*shlex.split(command))
        assert result.code == 0
        printed = iter(result.out.splitlines())
        for line in shown:
            assert line == "…" or any(line.rstrip() == other.rstrip() for other in printed), line


def test_the_pages_have_examples_of_every_command() -> None:
    commands = {command.split()[0] for page in PAGES.values() for command, _ in examples(page)}
    assert commands == {"compare", "tune", "calibrate", "run"}


def test_the_page_lists_every_column() -> None:
    from experiments.plays import COLUMNS

    assert all(f"`{column}`" in PAGES["calibrate"] for column in COLUMNS)
