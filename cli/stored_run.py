"""A run that is there already, opened for a command; what had to be mended for it is told."""

from __future__ import annotations

from pathlib import Path

from cli.console import note
from experiments.results import Results
from experiments.store import Store


def open_run(folder: Path) -> Store:
    store = Store.open(folder)
    if store.restored:
        note(store.restored)
    return store


def read_run(folder: str) -> Results:
    """All that it has stored."""
    return Results.read(open_run(Path(folder)))
