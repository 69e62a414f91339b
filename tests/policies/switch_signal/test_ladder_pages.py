"""What the published ladder must show: tables in their order, 95 % intervals apart, in every step of the rulebook and for two to four players.

Where two tables lie too close for the games of the large page, the page with more games shows it. Steps that the upper table hardly ever wins show nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from experiments.switch_signal.ladder import STEPS
from policies.switch_signal.roster import TABLES
from tests.pages import ROOT

BOARDS = ("ensemble:test/ce", "ensemble:test/na")
WORTH_WINNING = 2.0  # percent


class Rate(NamedTuple):
    won: float
    low: float
    high: float


def rates(page: str) -> dict[tuple[str, str, str], Rate]:
    """The win rates on a page, by board, step and table."""
    found = {}
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    for board, section in re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        heading, _, *rows = section.partition("| games won |")[2].partition("\n\n")[0].splitlines()
        tables = [each.strip() for each in heading.strip("| ").split("|")]
        for row in rows:
            step, *cells = (each.strip() for each in row.strip("| ").split("|"))
            for table, cell in zip(tables, cells, strict=True):
                found[board, step, table] = Rate(*map(float, re.findall(r"[\d.]+", cell)))
    return found


def test_tables_stand_in_their_order_wherever_the_upper_one_wins() -> None:
    large, close = rates("ladder.md"), rates("ladder-close.md")
    compared = 0
    for board in BOARDS:
        for step in STEPS:
            for lower, upper in pairwise(TABLES):
                on = close if {(board, step, lower), (board, step, upper)} <= close.keys() else large
                if on[board, step, upper].won > WORTH_WINNING:
                    assert on[board, step, lower].high < on[board, step, upper].low, (board, step, upper)
                    compared += 1
    assert compared > 350
