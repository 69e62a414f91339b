"""How many goods win a game."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from experiments.results import CellResult
from simulator.switch_signal.board import Board
from simulator.switch_signal.scenario import goods_to_win


def goods_required(cell: CellResult, boards: Mapping[str, Board]) -> int | None:
    """What won games have delivered; without one, what the board asks for; None if that is not known either."""
    won = cell.tally.columns["goods_histogram"][1]
    if won.any():
        return int(np.flatnonzero(won)[-1])
    entry = cell.entry
    board = boards.get(entry["board"]["hash"])
    if board is None:
        return None
    scenario = entry["scenario"]
    return goods_to_win(int(scenario["house"]["goods"]), len(board.goods_cities), scenario["goods"])
