"""Write the outputs anew: `python -m tests.net`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.net.outputs import BOARDS, KEPT, kept_form, outputs

for board in BOARDS:
    (KEPT / board).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in outputs(board, Path(folder)):
            (KEPT / board / f"{name}.txt").write_text(kept_form(text, Path(folder)), encoding="utf-8")
