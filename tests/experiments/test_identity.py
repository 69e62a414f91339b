"""Runs are gone on with by the program that began them only: what counts games is part of their identity."""

from __future__ import annotations

from experiments.identity import TALLYING
from tests.test_architecture import ROOT, imported

# Reached by what plays a task, and nothing in a tally depends on them: names of files, limits of options, wins looked at afterwards.
NOT_COUNTING = {"blocks", "limits", "wins"}


def reached_from(module: str) -> set[str]:
    """Modules of `experiments` that it imports, and those that they import."""
    found, waiting = {module}, [module]
    while waiting:
        names = imported(ROOT / "experiments" / f"{waiting.pop()}.py")
        new = {name.split(".")[1] for name in names if name.startswith("experiments.")} - found
        found |= new
        waiting += new
    return found


def test_all_that_counts_games_is_hashed() -> None:
    assert reached_from("tasks") - NOT_COUNTING <= set(TALLYING)
    assert reached_from("tasks") >= NOT_COUNTING
