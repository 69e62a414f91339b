"""Small files that stand for huge work, in every place where a command reads one: each is refused in a sentence, and memory stays within bounds.

docs/strangers.md states the bounds. What is measured is the most that a process held, above what it held before (tests/peak_memory.py).
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import pytest

from experiments.findings import FOLDER as MAPS
from experiments.run_store.blocks import (
    LARGEST_BLOCK,
    block_name,
    games_bytes,
    games_layout,
    largest_file,
    tally_bytes,
)
from experiments.run_store.kept_files import trace_path
from experiments.run_store.manifest import COPY, MANIFEST, manifest_bytes, read_manifest, sealed
from experiments.run_store.tally import tally_form, tally_of
from experiments.switch_signal.progress_log import MAX_LOG_BYTES, MAX_LOG_VALUES
from signalbox.cli.main import invoke
from simulator.core.file_limits import (
    MAX_FILE_BYTES,
    MAX_KEPT_BYTES,
    MAX_MANIFEST_VALUES,
    MAX_TRACE_BYTES,
    MAX_TRACE_VALUES,
)
from simulator.game import Batch
from simulator.switch_signal.board import board_toml, load_board, parse_board
from simulator.switch_signal.game import BAD_LOSS, GAME, NARROW_LOSS, TYPICAL_WIN
from simulator.switch_signal.records import heat_dtype
from tests.experiments.forged import any_outcomes, sealed_again
from tests.experiments.forged_tallies import tell_alike
from tests.peak_memory import ROOT, Peak, peaks_of

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the most since some moment"),
    pytest.mark.slow,
]
# MiB, as the page has them for each row of its table; what is refused by its size, or by a look at what it says of itself, takes no more than a block.
TEXT, MANIFEST_MIB, BOTH_MANIFESTS, SMALL = 200, 600, 900, 100
KEPT_GAMES, BOARDS, TRACES, LOG = 300, 300, 300, 300
ONE_KEY = ".".join("a" * 60_000) + " = 1\n"
GAMES = 20


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("made") / "run"
    words = (
        "sweep",
        "--board",
        "tiny",
        "--policy",
        "novice",
        "--games",
        GAMES,
        "--keep-games",
        "--no-report",
    )
    assert invoke([*map(str, words), "-o", str(run)]) == 0
    return run


@pytest.fixture(scope="module")
def found(made: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Peak]:
    """All cases in one process: to start it takes longer than most of them."""
    folder = tmp_path_factory.mktemp("hostile")
    warm = [
        ["runs", made],
        ["report", made, "--out", folder / "x.html"],
        ["export", made, "--table", "games"],
    ]
    commands = {}
    for name, case in CASES.items():
        case.prepare(Path(shutil.copytree(made, folder / name)))
        commands[name] = [word.replace("RUN", str(folder / name)) for word in case.words]
    peaks = peaks_of([*warm, *commands.values()])
    assert [peak.code for peak in peaks[: len(warm)]] == [0, 0, 0]
    return dict(zip(commands, peaks[len(warm) :], strict=True))


def in_file(name: str, content: str | bytes) -> Callable[[Path], None]:
    """A preparation: this content in a file of the run's folder, or in all that the name stands for."""

    def prepare(run: Path) -> None:
        for path in list(run.glob(name)) or [run / name]:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    return prepare


def longer(name: str, size: int) -> Callable[[Path], None]:
    """A preparation: the file becomes so long, and takes no room on the disk."""

    def prepare(run: Path) -> None:
        for path in list(run.glob(name)) or [run / name]:
            with path.open("ab") as file:
                file.truncate(size)

    return prepare


def with_bomb(run: Path) -> None:
    """As many games as there can be, in a block of two megabytes that unpack to two gigabytes."""
    games_of_full_size(run)
    packer, piece = zlib.compressobj(), bytes(2**24)
    body = b"".join([*(packer.compress(piece) for _ in range(2**7)), packer.flush()])
    layout = games_layout(GAME, LARGEST_BLOCK)
    assert len(body) < largest_file(layout)
    (path,) = run.glob("games/*/*")
    path.write_bytes(sealed_again(body, layout))


def with_gap(run: Path) -> None:
    """As many games as there can be, in a file that is as long as it can be, by a gap that takes no room on the disk."""
    games_of_full_size(run)
    longer("games/*/*", largest_file(games_layout(GAME, LARGEST_BLOCK)))(run)


def failed(content: bytes) -> Callable[[Path], None]:
    """A preparation: the first block is told to have failed, and why."""

    def prepare(run: Path) -> None:
        first = next(run.glob("cells/*/000000000*"))
        first.unlink()
        first.with_name("000000000.failed.json").write_bytes(content)

    return prepare


def traces_of(content: bytes) -> Callable[[Path], None]:
    def prepare(run: Path) -> None:
        cell = next((run / "cells").iterdir()).name
        for name in (TYPICAL_WIN, NARROW_LOSS, BAD_LOSS):
            trace_path(run, cell, name, 1).write_bytes(content)

    return prepare


def manifest_of(*more: bytes) -> Callable[[Path], None]:
    """A preparation: the manifest with something after its own."""

    def prepare(run: Path) -> None:
        content = json.dumps(json.loads((run / MANIFEST).read_bytes()))[:-1].encode()
        for name in (MANIFEST, COPY):
            (run / name).write_bytes(content + b"".join(more) + b"}")

    return prepare


def boards_of_full_size(run: Path) -> None:
    """As many as are read, each as large as a file may be: lines may be drawn over any number of points."""
    text = board_toml(load_board("tiny"))
    first = text.index("\n[[line]]", text.index("[[line]]") + 1)
    points = ",".join(["[0,0]"] * ((MAX_FILE_BYTES - len(text) - 100) // 6))
    for segments in range(10, 10 + MAX_KEPT_BYTES // MAX_FILE_BYTES):
        other = re.sub(r"segments = \d+", f"segments = {segments}", text[:first])
        fat = f"{other}\nvia = [{points}]\n{text[first:]}"
        (run / "boards" / f"{parse_board(fat, '').hash}.toml").write_text(fat, encoding="utf-8")


def games_of_full_size(run: Path) -> None:
    """One block of as many games as there can be, which nothing compresses."""
    games = LARGEST_BLOCK
    changed = msgspec.structs.replace(read_manifest(run)[0], games=games, block=games)
    for name in (MANIFEST, COPY):
        (run / name).write_bytes(manifest_bytes(sealed(changed)))
    outcomes = any_outcomes(games)
    kept = games_bytes(GAME, 0, outcomes)
    tell_alike(outcomes)
    tally = tally_of(tally_form(GAME), Batch(0, outcomes, np.zeros(1, heat_dtype)))
    for kind, content in (("cells", tally_bytes(tally)), ("games", kept)):
        (folder,) = (run / kind).iterdir()
        for path in folder.iterdir():
            path.unlink()
        (folder / block_name(0, games)).write_bytes(content)


def with_other_maps(prepare: Callable[[Path], None], also_here: bool = False) -> Callable[[Path], None]:
    """A preparation: this is done to what was played on other maps, or there and here."""

    def prepare_both(run: Path) -> None:
        prepare(Path(shutil.copytree(run, run / MAPS)))
        if also_here:
            prepare(run)

    return prepare_both


PAIRS = b'{"a":{}}'  # three values, as they are counted, in the fewest bytes that take most
LINE = '{"😀":"😁"}\n'.encode()  # two values, as lines are counted; such a character takes 80 bytes
CHECK, LIST = ("board", "check", "RUN/x.toml"), ("runs", "RUN")
LADDER = ("ladder", "--policies", "random", "--searchers", "", "--boards", "tiny", "-o", "RUN/x.md")
PAGE = ("report", "RUN", "--out", "RUN/x.html")
TEXT_REPORT = ("report", "RUN", "--format", "md")
GAMES_OF_RUN = ("export", "RUN", "--table", "games", "--out", "RUN/x.parquet")
MANY_VALUES = b',"x":[' + (PAIRS + b",") * (MAX_MANIFEST_VALUES // 3) + b"1]"
FULL_MANIFEST = manifest_of(
    b',"x\xf0\x9f\x98\x80":{',  # one such character makes Python take four bytes for every other
    b",".join(b'"%07d":"%07d"' % (k, k) for k in range(MAX_MANIFEST_VALUES - 9_000)),
    b"}",
)
LONG_KEY = "a key has more than 16 parts between its dots."


class Case(NamedTuple):
    """A file, the command that reads it, what it says, with which exit code, and MiB that it may take."""

    prepare: Callable[[Path], None]
    words: tuple[str, ...]
    said: str
    code: int = 2
    most: int = SMALL


CASES = {
    "board of one key": Case(in_file("x.toml", ONE_KEY), CHECK, LONG_KEY),
    "study of one key": Case(in_file("x.toml", ONE_KEY), ("sweep", "RUN/x.toml"), LONG_KEY),
    "weights of one key": Case(
        in_file("x.toml", ONE_KEY), ("run", "--policy", "planner:@RUN/x.toml"), LONG_KEY
    ),
    "kept board of one key": Case(in_file("boards/*", ONE_KEY), TEXT_REPORT, ".toml is damaged", 0),
    "kept deck of one key": Case(in_file("decks/*", ONE_KEY), PAGE, "report: ", 0),
    "board of headings": Case(
        in_file("x.toml", "".join(f"[k{k:04}.{'.'.join('a' * 15)}]\n" for k in range(MAX_FILE_BYTES // 39))),
        CHECK,
        "unknown key",
        most=TEXT,
    ),
    "skill of many values": Case(
        in_file("x.json", "[" + "{}," * (MAX_FILE_BYTES // 3 - 9) + "{}]"),
        ("run", "--policy", "people:skill=RUN/x.json"),
        "is not a table's skill",
    ),
    "sparse list of plays": Case(
        longer("x.csv", 6 * 2**30), ("calibrate", "RUN/x.csv"), "is larger than 262144 bytes"
    ),
    "sparse log": Case(longer("x.log", 6 * 2**30), LADDER, "is larger than 8388608 bytes"),
    "log of many values": Case(
        in_file("x.log", b"[" + b"{}," * (MAX_LOG_VALUES // 2) + b"{}]\n"),
        LADDER,
        "is damaged; remove it to begin anew.",
    ),
    "log of bare lines": Case(
        in_file("x.log", b"1\n" * (MAX_LOG_BYTES // 2)), LADDER, "is damaged; remove it to begin anew."
    ),
    "log of full size": Case(
        in_file("x.log", LINE * (MAX_LOG_VALUES // 2)),
        LADDER,
        "is the log of something else",
        most=LOG,
    ),
    "boards of full size": Case(boards_of_full_size, TEXT_REPORT, "Goods, turns", 0, BOARDS),
    "sparse block": Case(longer("cells/*/*", 6 * 2**30), LIST, "is damaged (it has 6,442,450,944 bytes", 0),
    "sparse games": Case(
        longer("games/*/*", 6 * 2**30),
        ("export", "RUN", "--table", "games"),
        "is damaged (it has 6,442,450,944 bytes",
    ),
    "games of full size": Case(games_of_full_size, GAMES_OF_RUN, "was written", 0, KEPT_GAMES),
    "games with a gap": Case(with_gap, GAMES_OF_RUN, "(it is not a whole file", 2, KEPT_GAMES),
    "games with a bomb": Case(with_bomb, GAMES_OF_RUN, "(it unpacks to more than", 2, KEPT_GAMES),
    "sparse manifest": Case(longer("manifest*", 900_000_000), LIST, "is larger than 33554432 bytes", 0),
    "manifest of many values": Case(manifest_of(MANY_VALUES), LIST, "is damaged", 0),
    "deep manifest": Case(in_file("manifest*", "[" * MAX_MANIFEST_VALUES), LIST, "is damaged", 0),
    "packed trace": Case(traces_of(gzip.compress(bytes(2**28), 1)), PAGE, "report: ", 0),
    "trace of bare lines": Case(traces_of(gzip.compress(b'"ab"\n' * 1_000_000)), PAGE, "report: ", 0),
    "trace of many values": Case(
        traces_of(gzip.compress(b"[" + b"{}," * (MAX_TRACE_BYTES // 3 - 9) + b"{}]\n")), PAGE, "report: ", 0
    ),
    "trace of full size": Case(
        traces_of(gzip.compress(LINE * (MAX_TRACE_VALUES // 2))),
        PAGE,
        "report: ",
        0,
        TRACES,
    ),
    "failure of many values": Case(
        failed(b'{"error": [' + b"{}," * (MAX_FILE_BYTES // 3 - 20) + b"{}]}"),
        LIST,
        "for a reason that cannot be read",
        0,
    ),
    "manifest of full size": Case(FULL_MANIFEST, LIST, "sim sweep", 0, MANIFEST_MIB),
    "sparse manifest of other maps": Case(
        with_other_maps(longer("manifest*", 900_000_000)), TEXT_REPORT, "is larger than 33554432 bytes", 0
    ),
    "manifest of other maps with many values": Case(
        with_other_maps(manifest_of(MANY_VALUES)), TEXT_REPORT, "other maps cannot be read", 0
    ),
    "two manifests of full size": Case(
        with_other_maps(FULL_MANIFEST, also_here=True), TEXT_REPORT, "Goods, turns", 0, BOTH_MANIFESTS
    ),
}


def test_the_page_states_what_is_measured() -> None:
    page = (ROOT / "docs" / "strangers.md").read_text(encoding="utf-8")
    stated = [int(number) for number in re.findall(r"\| (\d+) MB \|", page)]
    assert stated == [TEXT, MANIFEST_MIB, BOTH_MANIFESTS, SMALL, KEPT_GAMES, BOARDS, TRACES, LOG]


@pytest.mark.parametrize("name", CASES)
def test_memory_stays_within_bounds(found: dict[str, Peak], name: str) -> None:
    case, peak = CASES[name], found[name]
    assert (peak.code, case.said in peak.said) == (case.code, True), peak.said
    assert peak.mib < case.most
