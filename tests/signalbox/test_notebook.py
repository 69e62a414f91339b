"""docs/notebook.ipynb, carried out by a kernel as Jupyter does it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.pages import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What its cells show, by their text; a cell that fails fails the test."""
    folder: Path = tmp_path_factory.mktemp("notebook")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    assert (folder / "runs" / "notebook" / "report.html").is_file()
    return {cell.source: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}


def shown(outputs: list[Any]) -> dict[str, str]:
    """What the last line of a cell came to, by kinds."""
    return {kind: text for output in outputs for kind, text in output.get("data", {}).items()}


def test_its_cells_show_tables_sentences_and_a_figure(played: dict[str, Any]) -> None:
    assert "win_rate" in next(
        shown(outputs)["text/html"] for text, outputs in played.items() if "frame[[" in text
    )
    assert " wins " in shown(played["run.answer()"])["text/plain"]
    assert {"image/png", "text/html", "image/svg+xml"} & shown(played["run.plot()"]).keys()
    told = next(outputs for text, outputs in played.items() if "game.text()" in text)
    assert told[0]["text"].startswith("Central Europe, ")


BAR = """
import time
from signalbox.progress import tracked
for _ in tracked((time.sleep(0.1) for _ in range(30)), 30, "games"):
    pass
"""


class Messages(NotebookClient):
    """A client that remembers every text that its kernel shows for a while."""

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        if "display_data" in msg["msg_type"]:
            self.texts = [*getattr(self, "texts", []), msg["content"]["data"]["text/plain"]]
        return super().process_message(msg, cell, cell_index)


def test_a_bar_shows_how_far_it_is_and_nothing_of_it_is_saved() -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BAR)])
    client = Messages(notebook, timeout=60, kernel_name="python3")
    client.execute()
    assert len(client.texts) >= 3
    assert [text for text in client.texts[:-1] if not re.match(r"games [━╸]* +\d+/30 .*games/s", text)] == []
    assert [output["data"] for output in notebook.cells[0].outputs] == [{"text/plain": ""}]


def test_nothing_goes_wrong_unseen(played: dict[str, Any]) -> None:
    warned = [
        output.text for outputs in played.values() for output in outputs if output.get("name") == "stderr"
    ]
    assert warned == []


def test_it_is_kept_without_outputs() -> None:
    """Outputs would grow old, and hide in reviews."""
    cells = nbformat.read(NOTEBOOK, as_version=4).cells
    assert [cell.source for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []


def test_it_uses_every_question_and_its_page_names_the_rest() -> None:
    import signalbox

    text = NOTEBOOK.read_text(encoding="utf-8")
    assert [name for name in signalbox.__all__ if f"signalbox.{name}" not in text] == []
