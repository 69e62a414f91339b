"""Imports point one way, back along the way of the data (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import pytest

from simulator.games import SHIPPED, find_game

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "simulator": set[str](),
    "policies": {"simulator"},
    "experiments": {"simulator", "policies"},
    "reports": {"simulator", "policies", "experiments"},
    "signalbox": {"simulator", "policies", "experiments", "reports"},
}
OURS = {*MAY_IMPORT, "tests", "benchmarks", "boot"}
GAMES = [find_game(name) for name in SHIPPED]
# What plays until something is found, which `reports/terminal/` shows.
FINDING = {f"experiments.{name}" for name in ("calibrate", "compare", "duel", "maps", "tune")}
# What plays games, beside what each game says of itself. A report is made of what a run has stored.
PLAYERS = {
    *(each.compiled for each in GAMES),
    *(each.compiled_steps for each in GAMES),
    *(f"policies.{each.package}.own" for each in GAMES),
    "simulator.plain_table",
    "simulator.switch_signal.engine",
    "simulator.switch_signal.perft",
    "simulator.switch_signal.play",
    "simulator.switch_signal.trace",
    "policies.plugin",
    "policies.switch_signal.seam",
    "experiments.cluster",
    "experiments.parcels",
    "experiments.play",
    "experiments.prepare",
    "experiments.run",
    "experiments.speed",
    "experiments.sweep",
    *FINDING,
}


def imported(file: Path) -> set[str]:
    """All modules that a file names, wherever in it, but not those that only a type checker reads."""
    found = set()
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: names of modules are written out"
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        waiting += ast.iter_child_nodes(node)
    return found


def files_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_what_lies_before_it(folder: str) -> None:
    allowed = {folder, *MAY_IMPORT[folder]}
    wrong = {
        file.relative_to(ROOT).as_posix(): name
        for file in files_of(folder)
        for name in imported(file)
        if name.partition(".")[0] in OURS - allowed
    }
    assert wrong == {}
    assert files_of(folder)


def parts_of(folder: Path) -> dict[str, set[str]]:
    """What each module and each folder in a folder imports of the others there; a folder counts as one, with all that is in it."""
    parts = {path.stem: path for path in folder.iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    above = folder.relative_to(ROOT).as_posix().replace("/", ".") + "."
    named = {}
    for part, path in parts.items():
        files = [path] if path.is_file() else path.rglob("*.py")
        names = {
            name.removeprefix(above) for file in files for name in imported(file) if name.startswith(above)
        }
        named[part] = {name.partition(".")[0] for name in names} & parts.keys() - {part}
    return named


@pytest.mark.parametrize("top", MAY_IMPORT)
def test_within_a_folder_too_imports_point_one_way(top: str) -> None:
    for folder in [each.parent for each in files_of(top) if each.name == "__init__.py"]:
        TopologicalSorter(parts_of(folder)).prepare()  # CycleError names a way round, if there is one


def reached_from(part: str, parts: dict[str, set[str]]) -> set[str]:
    """What a module or folder imports, and what that imports."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        new = parts[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def written_orders(top: str) -> list[list[list[str]]]:
    """Orders of a folder on the page: stages from what is imported to what imports it, each some modules and folders."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| folder | from what is imported to what imports it |")[2].partition("\n\n")[0]
    (row,) = re.findall(rf"^\| `{top}/` \| (.*) \|$", table, re.MULTILINE)
    names = re.compile(r"`(\w+)(?:\.py|/)`")
    return [[names.findall(stage) for stage in order.split("→")] for order in row.split(";")]


@pytest.mark.parametrize("top", MAY_IMPORT)
def test_the_page_has_the_order_of_imports(top: str) -> None:
    parts = parts_of(ROOT / top)
    reached = {part: reached_from(part, parts) for part in parts}
    for order in written_orders(top):
        assert len(order) > 1
        for before, after in pairwise(order):
            assert all(reached[part] & set(before) for part in after), (before, after)
        for number, stage in enumerate(order):
            later = {part for stage in order[number + 1 :] for part in stage}
            assert all(reached[part].isdisjoint(later) for part in stage), (stage, later)


@pytest.mark.parametrize("folder", ["simulator", "policies", "experiments", "reports", "signalbox"])
def test_what_serves_every_game_names_none(folder: str) -> None:
    """What knows a game stands in a folder of that game; `simulator/games.py` alone has a list of them, by their names."""
    shipped = {path.name for path in (ROOT / "simulator").iterdir() if (path / "game.py").is_file()}
    assert shipped
    wrong = {
        file.relative_to(ROOT).as_posix(): name
        for file in files_of(folder)
        if shipped.isdisjoint(file.relative_to(ROOT).parts)
        for name in imported(file)
        if not shipped.isdisjoint(name.split("."))
    }
    assert wrong == {}


def test_reports_name_nothing_that_plays() -> None:
    named = {file: imported(file) & PLAYERS for file in files_of("reports")}
    terminal = ROOT / "reports" / "terminal"
    wrong = {
        file.name: found - FINDING if terminal in file.parents else found for file, found in named.items()
    }
    assert {name: sorted(found) for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "module", ["reports.charts", "reports.page", "reports.report", "signalbox.cli.listings"]
)
def test_what_reads_a_run_loads_nothing_that_plays(module: str) -> None:
    """Not by others, either: on a fresh machine a report would begin by compiling the rules."""
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert PLAYERS.isdisjoint(done.stdout.split())


def test_the_second_engine_imports_nothing_of_the_program() -> None:
    """Its own parts it names relatively. What both engines shared, a comparison of them could not find wrong."""
    for file in files_of("tests/switch_signal/oracle"):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        froms = [node for node in nodes if isinstance(node, ast.ImportFrom)]
        named |= {str(node.module) for node in froms if node.level == 0}
        assert OURS.isdisjoint(name.partition(".")[0] for name in named), file.name
        assert max((node.level for node in froms), default=0) <= 1, file.name


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_every_folder_with_modules_is_a_package(folder: str) -> None:
    """Any other one would not be installed."""
    folders = {file.parent for file in files_of(folder)}
    assert [each for each in folders if not (each / "__init__.py").is_file()] == []


def test_every_folder_of_the_program_is_known_here() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - {"tests", "benchmarks"} == set(MAY_IMPORT)
