"""Files that tools of the trade read: they say what the project says, and need nothing from elsewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml

import boot
from tests import pages

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def read_yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_citation_is_of_this_version() -> None:
    citation = read_yaml("CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= set(citation)  # required by the format
    assert (citation["version"], citation["license"]) == (PROJECT["version"], PROJECT["license"])
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in PROJECT["authors"]
    ]


def test_the_hooks_are_local_and_among_the_checks() -> None:
    repositories = read_yaml(".pre-commit-config.yaml")["repos"]
    assert [each["repo"] for each in repositories] == ["local"]
    hooks = repositories[0]["hooks"]
    assert {hook["language"] for hook in hooks} == {"system"}
    tools = [hook["entry"].removeprefix(".venv/bin/python -m ").split()[:2] for hook in hooks]
    checks = [list(check[:2]) for check in boot.CHECKS]
    assert all(tool in checks for tool in tools)


def test_the_changelog_has_a_place_for_changes_and_this_version() -> None:
    """Between two releases the version is one of development, above the last that was released: what runs and messages call 0.2.0 is that."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, last = re.findall(r"^## \[(.*)\]", text, re.MULTILINE)[:2]
    assert unreleased == "Unreleased"
    released, dev, _ = PROJECT["version"].partition(".dev")
    assert (
        [int(part) for part in released.split(".")] > [int(part) for part in last.split(".")]
        if dev
        else released == last
    )


def test_the_readme_has_the_two_commands_that_the_fresh_machine_runs() -> None:
    """`.ci/fresh-machine` takes them from there, and refuses another number of them."""
    lines = [command.line for command in pages.commands((ROOT / "README.md").read_text(encoding="utf-8"))]
    assert [line for line in lines if line.startswith("python3 boot.py")] == [
        "python3 boot.py sim sweep --tokens 7..10",
        "python3 boot.py test",
    ]
