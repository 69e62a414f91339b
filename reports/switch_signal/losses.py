"""How many goods win, how lost games of the reference setup end, and what time is lost to; over boards where there are several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from experiments.results import CellResult
from experiments.statistics.intervals import wilson
from experiments.statistics.means import games_of
from reports.facts import RunFacts
from reports.scenes import Places, place_of
from reports.switch_signal.transcript.words import CAUSE_WORDS, LOSS_WORDS
from reports.units import part_of, share
from reports.words import counted
from simulator.core.messages import listed
from simulator.switch_signal.game import LOST
from simulator.switch_signal.scenario import goods_to_win

LEAST_SHARE = 0.005  # that is worth a word


def loss_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell how games are lost by the policy that sentences are about."""
    cells = [row.cell for row in facts.bases if row.cell.policy == facts.main_policy]
    if losing := [cell for cell in cells if _lost(cell)]:
        yield _endings(facts, losing, len(cells))
    if wasting := [cell for cell in cells if cell.mean("tokens").sum() > 0]:
        yield _causes(facts, wasting, len(cells))


def _endings(facts: RunFacts, cells: Sequence[CellResult], of: int) -> str:
    """Shares and means are those of all lost games together, the range is that of the boards' means."""
    lost = [_lost(cell) for cell in cells]
    goods = [int(cell.tally.columns["goods"][LOST].sum()) for cell in cells]
    required = {goods_required(cell, facts.places) for cell in cells}
    needed = next(iter(required)) if len(required) == 1 else None  # boards may ask for different numbers
    delivered = f"{sum(goods) / sum(lost):.1f}{f' of {needed}' if needed else ''} goods"
    games = counted(sum(lost), "game")
    said = f"When {facts.who(facts.main_policy)} loses {facts.setup} ({games}), {delivered} are delivered on average"
    if of > 1:
        means = [each / games for each, games in zip(goods, lost, strict=True)]
        never = f" (never on {of - len(cells)} more)" if len(cells) < of else ""
        said += f", from {min(means):.1f} to {max(means):.1f} over {len(cells)} {facts.unit_of_places}{never}"
    ends = {rule: sum(_ended(cell, "why", LOST, int(rule[1])) for cell in cells) for rule in LOSS_WORDS}
    how = ", ".join(f"{LOSS_WORDS[rule]} in {part_of(n / sum(lost))}" for rule, n in ends.items() if n)
    near = sum(_ended(cell, "goods_histogram", LOST, needed - 1) for cell in cells) if needed else 0
    if near / sum(lost) < LEAST_SHARE:
        return f"{said} ({how})."
    # An interval would hold for these boards only, where there are several.
    part = part_of(near / sum(lost)) if of > 1 else share(near / sum(lost), *wilson(near, sum(lost)))
    return f"{said} ({how}); {part} of these games were just one good short."


def _lost(cell: CellResult) -> int:
    return games_of(cell.tally, LOST)


def _ended(cell: CellResult, column: str, *place: int) -> int:
    return int(cell.tally.columns[column][place])


def _causes(facts: RunFacts, cells: Sequence[CellResult], of: int) -> str:
    tokens = [cell.mean("tokens") for cell in cells]
    who = f"In {facts.setup} {facts.who(facts.main_policy)}"
    if of == 1:
        worst = int(tokens[0].argmax())
        return f"{who} loses most time to {_cause(worst)}: {tokens[0][worst]:.1f} of {tokens[0].sum():.1f} tokens lost in a game."
    worsts = Counter(int(each.argmax()) for each in tokens).most_common()
    total = [float(each.sum()) for each in tokens]
    where = f"{listed([f'{_cause(worst)} on {number}' for worst, number in worsts])} of {of}"
    if worsts[0][1] == of:
        where = f"{_cause(worsts[0][0])} on {'both' if of == 2 else f'all {of}'}"
    return f"{who} loses most time to {where} {facts.unit_of_places}; {min(total):.1f} to {max(total):.1f} tokens are lost in a game."


def _cause(number: int) -> str:
    return list(CAUSE_WORDS.values())[number]


def goods_required(cell: CellResult, places: Places) -> int | None:
    """Return what won games have delivered; without one, what the board asks for; None if that is not known either."""
    won = cell.tally.columns["goods_histogram"][1]
    if won.any():
        return int(np.flatnonzero(won)[-1])
    board, setup = place_of(cell, "board", places), cell.entry.setup
    if board is None:
        return None
    return goods_to_win(int(setup["house goods"]), len(board.goods_cities), int(setup["goods"]))
