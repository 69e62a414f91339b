"""The table beside other libraries: ratios, and what it says of one that cannot be installed."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import side_by_side
from benchmarks.rivals import environments
from benchmarks.side_by_side import Row, table


def test_ratios_are_to_the_first_row_by_medians_of_repeats() -> None:
    ours = Row("Signalbox", "ours", "random", ((100.0, 6_000.0, 1.0),) * 2)
    theirs = Row("other", "theirs", "random", ((10.0, 200.0, 1.0), (10.0, 200.0, 1.0), (10.0, 200.0, 9.0)))
    assert table([ours, theirs])[-1] == "| other | theirs | random | 10.0 | 200 | 20 | 30 × | 10 × |"


def test_a_rival_that_cannot_be_installed_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(venv, "create", lambda folder, **options: folder.mkdir(parents=True))
    monkeypatch.setattr(subprocess, "run", lambda *arguments, **options: SimpleNamespace(returncode=1))
    (row,) = side_by_side._rival("pgx", 1, 0.1)
    assert "could not be installed for Python" in row.player
    assert row.player in table([Row("Signalbox", "ours", "random", ((1.0, 1.0, 1.0),)), row])[-1]
    assert not list(tmp_path.rglob("complete"))
