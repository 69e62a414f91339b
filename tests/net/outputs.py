"""What commands print and write, byte for byte, on both boards: the net under a change that is to change no output.

    python -m tests.net

writes the outputs anew, after a change that is meant to change them. Speeds and folders are left out; of what would be too long to keep, a hash is kept.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

from signalbox.cli.main import invoke

KEPT = Path(__file__).with_name("kept")
BOARDS = ("central-europe", "north-america")
LONGEST = 60_000  # characters of an output that is kept as it is
PAGE_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.S)
FEW = ("--games", "40", "--seed", "7")
COMMANDS = {
    "run": ("run", *FEW),
    "run-json": ("run", *FEW, "--json"),
    "compare": ("compare", "tokens=7", "tokens=8", "--games", "400", "--seed", "7"),
    "compare-json": ("compare", "tokens=7", "tokens=8", "--games", "400", "--seed", "7", "--json"),
    "tune": ("tune", "--target", "50%", "--tokens", "7..9", "--games", "300", "--seed", "7"),
    "tune-json": ("tune", "--target", "50%", "--tokens", "7..9", "--games", "300", "--seed", "7", "--json"),
    "replay": ("replay", "--seed", "7", "--game", "3"),
    "replay-explained": ("replay", "--seed", "7", "--game", "3", "--explain"),
    "replay-json": ("replay", "--seed", "7", "--game", "3", "--json"),
}


def printed(*words: str) -> str:
    """What a command prints, on both streams."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = invoke(list(words))
    return f"exit {code}\n{err.getvalue()}--\n{out.getvalue()}"


def without_what_varies(text: str, folder: Path) -> str:
    """Without speeds, times and places."""
    text = text.replace(str(folder), "FOLDER")
    text = re.sub(r"Compiling what this command needs.*\n", "", text)
    text = re.sub(r"about [\d.]+ (s|min|h)\b( on \d+ cores)?", "about TIME", text)
    text = re.sub(r"\(games a second on one: .*?\)", "(SPEEDS)", text)
    text = re.sub(r"[\d,.]+ games/s", "SPEED games/s", text)
    text = re.sub(
        r"\d+\.\d{9,}", lambda number: f"{float(number[0]):.9g}", text
    )  # processors differ in the last digits
    return re.sub(r'"(code|engine|seconds)": ?(".*?"|[\d.]+)', r'"\1": …', text)


def sweep_outputs(board: str, folder: Path) -> Iterator[tuple[str, str]]:
    run = folder / board
    words = ("sweep", "--tokens", "7..10", "--board", board, *FEW)
    yield "sweep", printed(*words, "-o", str(run))
    yield "sweep-summary", (run / "summary.csv").read_text(encoding="utf-8")
    (data,) = PAGE_DATA.findall((run / "report.html").read_text(encoding="utf-8"))
    yield "sweep-page-data", json.dumps(json.loads(data), indent=1, ensure_ascii=False) + "\n"
    yield "sweep-report", printed("report", str(run), "--format", "md")
    yield "sweep-again-json", printed(*words, "--json", "--no-report", "-o", str(run))


def outputs(board: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Every output on a board, by name."""
    for name, words in COMMANDS.items():
        yield name, printed(*words, "--board", board)
    yield from sweep_outputs(board, folder)


def kept_form(text: str, folder: Path) -> str:
    text = without_what_varies(text, folder)
    if len(text) <= LONGEST:
        return text
    return f"{len(text)} characters, sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"
