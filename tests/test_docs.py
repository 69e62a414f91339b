"""Pages: links lead somewhere, and every shipped study has its page."""

from __future__ import annotations

import re
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from experiments.study import study_names
from simulator.switch_signal.game import GAME
from tests.pages import PAGES, ROOT, name_of

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_shipped_study_has_a_page_that_the_index_names() -> None:
    folder = ROOT / "docs" / "studies"
    assert sorted(page.stem for page in folder.glob("*.md") if page.stem != "index") == study_names(GAME)
    index = (folder / "index.md").read_text(encoding="utf-8")
    assert all(f"({name}.md)" in index for name in study_names(GAME))


def test_the_index_names_every_page() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert {page for page in pages if f"({page})" not in index} == set()


def test_the_readme_quotes_the_sample() -> None:
    """Its sentence stands in the report that it leads to."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (quoted,) = re.findall(r"^> (.*)$", readme, re.MULTILINE)
    sample = (ROOT / "docs" / "sample" / "report.html").read_text(encoding="utf-8")
    assert quoted in sample.replace("\N{NO-BREAK SPACE}", " ")


def test_modules_of_the_architecture_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b[a-z_]+\.py\b", page))
    assert len(named) > 20
    folders = ("simulator", "policies", "experiments", "reports", "signalbox", "tests")
    there = {file.name for folder in folders for file in (ROOT / folder).rglob("*.py")}
    assert named - there == set()


def test_functions_of_the_way_from_command_to_page_exist() -> None:
    """Each hop names a module, and what of it is called: `name`, or `Class.method`."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    hops = re.findall(r"^\d+\. \[[^\]]+\]\(\.\./([^)]+)\)((?:(?:,| and) `[\w.]+`)*)", page, re.MULTILINE)
    named = [(path, name) for path, names in hops for name in re.findall(r"`([\w.]+)`", names)]
    assert len(named) >= 10
    for path, name in named:
        module: Any = import_module(path.removesuffix(".py").replace("/", "."))
        assert attrgetter(name)(module), (path, name)


def test_files_to_touch_exist() -> None:
    """The tables of CONTRIBUTING lead to files; NAME stands for a new one."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[^|]+`[^|]*) \|", page, re.MULTILINE)
    named = [path for row in rows for path in re.findall(r"`([^`]+)`", row)]
    assert len(named) > 10
    assert [path for path in named if "NAME" not in path and not (ROOT / path).exists()] == []
