"""What several tests of commands begin with."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simulator.switch_signal import ensemble
from simulator.switch_signal.board import BOARD_FOLDER


@pytest.fixture
def two_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ensemble:test of two small boards."""
    folder = tmp_path / "ensemble" / "test" / "boards"
    folder.mkdir(parents=True)
    shutil.copy(BOARD_FOLDER / "tiny.toml", folder / "ce-01.toml")
    shutil.copy(BOARD_FOLDER / "tiny-na.toml", folder / "na-01.toml")
    monkeypatch.setattr(ensemble, "ENSEMBLE_FOLDER", tmp_path / "ensemble")
