"""What a run keeps besides its figures, read back with suspicion: a folder may come from a stranger."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from experiments.run_store.blocks import Damaged
from experiments.run_store.kept_files import KeptFiles, read_trace, trace_path
from simulator.switch_signal.board import board_toml, load_board
from simulator.switch_signal.deck import deck_toml, load_deck
from simulator.switch_signal.game import GAME
from tests.runs import small_run

TINY = load_board("tiny")
CELL = "0123456789ab"


def test_boards_are_read_and_damaged_ones_passed_over(tmp_path: Path) -> None:
    assert KeptFiles(GAME, tmp_path).places("board") == {}
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / f"{TINY.hash}.toml").write_text(board_toml(TINY))
    (folder / "0123456789abcdef.toml").write_text(board_toml(TINY))
    (folder / "damaged.toml").write_text("name = ")
    (folder / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "folder.toml").mkdir()
    (folder / "deep.toml").write_text("name = " + "[" * 100_000)
    kept = KeptFiles(GAME, tmp_path)
    found = kept.places("board")
    assert list(found) == [TINY.hash]
    assert found[TINY.hash].hash == TINY.hash
    names = ("0123456789abcdef", "bytes", "damaged", "deep", "folder")
    assert kept.damaged == [f"boards/{name}.toml is damaged" for name in names]


def test_decks_are_read_by_their_hashes(tmp_path: Path) -> None:
    deck, folder = load_deck("standard"), tmp_path / "decks"
    folder.mkdir()
    (folder / f"{deck.hash}.toml").write_text(deck_toml(deck))
    (folder / "0123456789abcdef.toml").write_text(deck_toml(deck))
    assert list(KeptFiles(GAME, tmp_path).places("deck")) == [deck.hash]


def test_traces_that_are_none_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "traces").mkdir()
    contents = {
        "typical-win": b'{"event":"header"}\n',
        "narrow-loss": b"no JSON",
        "bad-loss": None,
    }
    for name, content in contents.items():
        packed = gzip.compress(content) if content is not None else b"not packed"
        trace_path(tmp_path, CELL, name, 7).write_bytes(packed)
    trace_path(tmp_path, "ba9876543210", "bad-loss", 7).write_bytes(gzip.compress(b"{}\n"))
    trace_path(tmp_path, CELL, "other-loss", 7).write_bytes(gzip.compress(b"{}\n"))
    kept = KeptFiles(GAME, tmp_path)
    tally = small_run("novice", board="tiny").cells[0].tally
    assert kept.games(CELL, tally) == {"typical-win": [{"event": "header"}]}
    names = ("narrow-loss", "bad-loss")
    assert kept.damaged == [f"traces/{CELL}-{name}-7.jsonl.gz is damaged" for name in names]


@pytest.mark.parametrize(
    "content", [b"", b"\n", b'"text"\n', b"[]\n", b"{}\n1\n", b"{}\n\n{}\n", b"{}\r{}\n"]
)
def test_every_line_of_a_trace_is_an_event(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "trace"
    path.write_bytes(gzip.compress(b"{}\n{}\n"))
    assert read_trace(path) == [{}, {}]
    path.write_bytes(gzip.compress(content))
    with pytest.raises(Damaged, match="it is no game"):
        read_trace(path)
