"""Games of a run that are worth looking at: a typical win, a narrow and a bad loss of every cell, kept as traces; and the boards they were played on."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from experiments.results import CellResult, Results
from experiments.store import put_file
from experiments.sweep import Sweep
from experiments.tasks import Player
from simulator.board import parse_board
from simulator.board_model import Board
from simulator.board_text import board_toml
from simulator.errors import InputError
from simulator.session import Session
from simulator.trace import header, trace

# Of the first cells of a run: a hundred cells would fill a folder with games that nobody looks at.
MOST_TRACES = 60


def chosen_games(cell: CellResult) -> Iterator[tuple[str, int]]:
    """Names and numbers of games. Which they are depends on all games of the cell, and not on blocks or order."""
    columns = cell.tally.columns
    turns, goods = columns["turns_histogram"][1], columns["goods_histogram"][0]
    if turns.any():
        middle = int(np.searchsorted(np.cumsum(turns), (turns.sum() + 1) // 2))
        yield "typical-win", int(columns["first_win_by_turns"][middle])
    lost = np.flatnonzero(goods)
    if len(lost):
        yield "narrow-loss", int(columns["first_loss_by_goods"][lost[-1]])
        if len(lost) > 1:
            yield "bad-loss", int(columns["first_loss_by_goods"][lost[0]])


def trace_bytes(player: Player, seed: int, game: int) -> bytes:
    """A game as JSON lines, packed; the same game always gives the same bytes."""
    scenario, policy = player
    session = Session(scenario, seed, game, policy.params, policy.foresees)
    events = [header(scenario, policy.name, seed, game)]
    events.extend(trace(session, lambda table: table.consult(policy.decide)))
    text = "".join(json.dumps(event, separators=(",", ":")) + "\n" for event in events)
    return gzip.compress(text.encode(), mtime=0)


def keep_chosen(sweep: Sweep, results: Results, folder: Path) -> None:
    """Write the traces that are not there yet and remove those that a longer run has replaced; the boards too."""
    wanted = {
        folder / "traces" / f"{cell.entry['id']}-{name}-{game}.jsonl.gz": (cell.entry["id"], game)
        for cell in results.cells
        for name, game in chosen_games(cell)
    }
    kept = dict(list(wanted.items())[:MOST_TRACES])
    for path in (folder / "traces").glob("*.jsonl.gz"):
        if path not in kept:
            path.unlink()
    for path, (cell_id, game) in kept.items():
        if not path.exists():
            put_file(path, trace_bytes(sweep.players[cell_id], sweep.seed, game))
    for cell in sweep.grid.cells:
        board = cell.scenario.board_data
        path = folder / "boards" / f"{board.hash}.toml"
        if not path.exists():
            put_file(path, board_toml(board).encode())


def stored_boards(folder: Path, results: Results) -> dict[str, Board]:
    """The boards of a run by their hash, as far as its folder has them; a file that is not what it should be is left out."""
    found: dict[str, Board] = {}
    for name in dict.fromkeys(str(cell.entry["board"]["hash"]) for cell in results.cells):
        path = folder / "boards" / f"{name}.toml"
        if name.isalnum() and path.is_file():  # the name comes from a manifest that may be a stranger's
            try:
                board = parse_board(path.read_text(encoding="utf-8"), path.name)
            except (InputError, OSError, ValueError):
                continue
            if board.hash == name:
                found[name] = board
    return found
