"""Nothing that commands print or write has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.net.outputs import BOARDS, KEPT, kept_form, outputs


@pytest.mark.usefixtures("no_slides")
@pytest.mark.parametrize("board", BOARDS)
def test_outputs_are_those_that_were_kept(board: str, tmp_path: Path) -> None:
    found = {name: kept_form(text, tmp_path) for name, text in outputs(board, tmp_path)}
    kept = {path.stem: path.read_text(encoding="utf-8") for path in (KEPT / board).glob("*.txt")}
    assert found.keys() == kept.keys()
    for name, text in found.items():
        assert text == kept[name], f"{name} on {board}; python -m tests.net writes it anew, if that is meant"
