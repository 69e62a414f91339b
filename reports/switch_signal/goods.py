"""How many goods win a game, and the board that a cell was played on."""

from __future__ import annotations

import numpy as np

from experiments.results import CellResult
from reports.scenes import Places
from simulator.switch_signal.board import Board
from simulator.switch_signal.scenario import goods_to_win


def board_of(cell: CellResult, places: Places) -> Board | None:
    """Return the board of a cell, if the run has kept it."""
    board: Board | None = places.get("board", {}).get(cell.entry.places["board"].hash)
    return board


def goods_required(cell: CellResult, places: Places) -> int | None:
    """What won games have delivered; without one, what the board asks for; None if that is not known either."""
    won = cell.tally.columns["goods_histogram"][1]
    if won.any():
        return int(np.flatnonzero(won)[-1])
    board, setup = board_of(cell, places), cell.entry.setup
    if board is None:
        return None
    return goods_to_win(int(setup["house goods"]), len(board.goods_cities), int(setup["goods"]))
