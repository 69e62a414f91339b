"""Runs are gone on with by the program that began them only: what counts games is part of their identity."""

from __future__ import annotations

from pathlib import Path

from experiments.identity import TALLYING, _sources
from tests.test_architecture import ROOT, imported

FOLDER = ROOT / "experiments"
# Reached by what plays a task, and nothing in a tally depends on them: names of files, limits of options, how files are read, wins looked at afterwards.
NOT_COUNTING = {
    "limits",
    "run_store/blocks",
    "run_store/parquet_facts",
    "run_store/parquet_files",
    "run_store/thrift",
    "statistics/values",
}


def path_of(name: str) -> str:
    """Of the module that a dotted name, perhaps of something in it, stands for."""
    _, *parts = name.split(".")
    while not (FOLDER / "/".join(parts)).with_suffix(".py").is_file():
        parts.pop()
    return "/".join(parts)


def reached_from(module: str) -> set[str]:
    """Modules of `experiments` that it imports, and those that they import, by their paths."""
    found, waiting = {module}, [module]
    while waiting:
        names = imported(FOLDER / f"{waiting.pop()}.py")
        new = {path_of(name) for name in names if name.startswith("experiments.")} - found
        found |= new
        waiting += new
    return found


def test_all_that_counts_games_is_hashed() -> None:
    assert reached_from("play") - NOT_COUNTING <= set(TALLYING)
    assert reached_from("play") >= NOT_COUNTING


def test_a_link_to_nowhere_is_no_source(tmp_path: Path) -> None:
    """Emacs puts one beside a file that is being edited."""
    (tmp_path / "planner.py").write_bytes(b"text")
    (tmp_path / ".#planner.py").symlink_to("somebody@somewhere.1234:5678")
    assert list(_sources(tmp_path, "policies")) == [("policies/planner.py", b"text")]
