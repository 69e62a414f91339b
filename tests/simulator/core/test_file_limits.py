"""Limits of files are stated to users as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.core import file_limits
from simulator.core.provenance import MAX_TEXT as MAX_PROVENANCE
from simulator.core.toml_table import MAX_NAME

PAGE = (Path(__file__).parents[3] / "docs" / "strangers.md").read_text(encoding="utf-8")
LIMITS = {name: value for name, value in vars(file_limits).items() if name.startswith("MAX_")}


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_stands_on_the_page(name: str) -> None:
    assert f"{LIMITS[name]:,}" in PAGE


def test_names_are_shorter_than_any_text() -> None:
    assert f"| {MAX_NAME} |" in PAGE
    assert MAX_NAME < MAX_PROVENANCE < file_limits.MAX_TEXT
