"""How lost games of the reference setup end, and what time is lost to; over boards where there are several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from experiments.results import CellResult
from reports.goods import goods_required
from reports.told import Told
from reports.words import CAUSE_WORDS, LOSS_WORDS, listed
from simulator.codes import CAUSE_NAMES

LEAST_SHARE = 0.005  # that is worth a word


def loss_sentences(answer: Told) -> Iterator[str]:
    """Of who is spoken of."""
    cells = [row.cell for row in answer.bases if row.cell.policy == answer.voice]
    losing = [cell for cell in cells if cell.wins < cell.games]
    if losing:
        yield _endings(answer, losing)
    wasting = [cell for cell in cells if cell.mean("tokens").sum() > 0]
    if wasting:
        yield _causes(answer, wasting)


def _endings(answer: Told, cells: Sequence[CellResult]) -> str:
    goods = [cell.tally.columns["goods"][0].sum() / (cell.games - cell.wins) for cell in cells]
    required = {goods_required(cell, answer.boards) for cell in cells}
    needed = next(iter(required)) if len(required) == 1 else None  # boards may ask for different numbers
    lost = sum(cell.games - cell.wins for cell in cells)
    ends = {rule: _lost_by(cells, rule) / lost for rule in LOSS_WORDS}
    how = ", ".join(f"{LOSS_WORDS[rule]} in {_percent(part)}" for rule, part in ends.items() if part)
    said = f"Lost games end with {np.mean(goods):.1f}{f' of {needed}' if needed else ''} goods delivered on average"
    if len(cells) > 1:
        said += f" over {len(cells)} {answer.unit}, from {min(goods):.1f} to {max(goods):.1f}"
    near = (
        sum(int(cell.tally.columns["goods_histogram"][0][needed - 1]) for cell in cells) / lost
        if needed
        else 0.0
    )
    return (
        f"{said} ({how}){f'; {_percent(near)} of them lacked a single good' if near >= LEAST_SHARE else ''}."
    )


def _lost_by(cells: Sequence[CellResult], rule: str) -> int:
    return sum(int(cell.tally.columns["lost_by"][int(rule[1])]) for cell in cells)


def _causes(answer: Told, cells: Sequence[CellResult]) -> str:
    tokens = [cell.mean("tokens") for cell in cells]
    if len(cells) == 1:
        worst = int(tokens[0].argmax())
        return f"Most time goes to {_cause(worst)}: {tokens[0][worst]:.1f} of {tokens[0].sum():.1f} tokens lost in a game."
    worsts = Counter(int(each.argmax()) for each in tokens).most_common()
    total = [float(each.sum()) for each in tokens]
    where = listed([f"{_cause(worst)} on {number}" for worst, number in worsts])
    return (
        f"Most time goes to {where} of {len(cells)} {answer.unit}; "
        f"{min(total):.1f} to {max(total):.1f} tokens are lost in a game."
    )


def _cause(number: int) -> str:
    return CAUSE_WORDS[CAUSE_NAMES[number]]


def _percent(part: float) -> str:
    return f"{100 * part:.0f} %"
