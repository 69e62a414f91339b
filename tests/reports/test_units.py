"""How values of any measure are written: shares in percent, everything else as plain numbers with the measure's own words."""

from __future__ import annotations

import pytest

from reports.units import Unit
from simulator.game import Measure

WON = Unit(Measure("won", "games won", kind="share", values={"lost": "lost", "won": "won"}, better=1))
TIED = Unit(Measure("tied", "games tied", kind="share"))
POINTS = Unit(Measure("points", "points", kind="score", better=1))
FAULTS = Unit(Measure("faults", "faults made", "faults", better=-1))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (WON.exact(0.6234), "62.3%"),
        (POINTS.exact(-1234.567), "−1,234.57"),
        (WON.exact_interval(0.0, 0.00001), "0.000% to 0.001%"),
        (POINTS.exact_interval(-2, 3.5), "−2.00 to 3.50"),
        (WON.bare_interval(0.612, 0.634), "61.2–63.4"),
        (POINTS.bare_interval(-2, -1), "−2.00 to −1.00"),
        (WON.with_sign(0.6234), "62.3 %"),
        (POINTS.rounded(7), "7.00"),
        (POINTS.give_or_take(6, 8), "±1.00"),
        (WON.with_interval(0.634, 0.62, 0.645), "63 % (62–64)"),
        (POINTS.with_interval(71.2, 70.12, 72.33), "71.20 (70.12–72.33)"),
        (POINTS.with_interval(-3, -4, -2), "−3.00 (−4.00 to −2.00)"),
        (
            POINTS.with_interval(6.3, 6.2999, 6.3001),
            "6.3000 (6.2999–6.3001)",
        ),  # or there were nothing between
        (POINTS.with_interval(6, 6, 6), "6.00"),  # nothing varied
        (WON.told(0.634, 0.62, 0.645), "63 % of the time (62–64)"),
        (TIED.told(0.634, 0.62, 0.645), "63 % games tied (62–64)"),
        (POINTS.told(71.2, 70.1, 72.3), "71.20 points (70.10–72.30)"),
        (WON.difference(-0.041, sign=True), "−4.1"),
        (POINTS.difference(0.5, sign=True), "+0.50"),
        (WON.difference_interval(-0.01, 0.02), "[−1.0, +2.0]"),
        (WON.change(-0.133, -0.141, -0.124), "costs 13.3 percentage points (12.4–14.1)"),
        (POINTS.change(3.0, 2.0, 4.0), "adds 3.00 points (2.00–4.00)"),
        (FAULTS.change(-3.0, -4.0, -2.0), "takes away 3.00 faults made (2.00–4.00)"),
        (POINTS.change(0.1, -0.2, 0.4), "makes no clear difference (−0.20 to +0.40 points)"),
        (WON.achieved("a family", "it", "x"), "a family wins it x"),
        (POINTS.achieved("a family", "the setup", "x"), "a family averages x in the setup"),
        (WON.column, "won, %"),
        (TIED.column, "games tied, %"),
        (FAULTS.column, "faults"),
        (WON.differences, "percentage points of win rate"),
        (TIED.differences, "percentage points of games tied"),
        (POINTS.differences, "points"),
        (WON.question, "How often is the game won"),
        (POINTS.question, "What is the average of points"),
        (TIED.question, "What is the share of games tied"),
        (
            TIED.achieved("a family", "the setup", TIED.told(0.634, 0.62, 0.645)),
            "a family has 63 % games tied (62–64) in the setup",
        ),
        (TIED.change(0.1, 0.05, 0.15), "adds 10.0 percentage points of games tied (5.0–15.0)"),
        (
            f"{TIED.verb} 5.0 {TIED.more_or_less(True)} than A",
            "has 5.0 percentage points more games tied than A",
        ),
        (POINTS.more_or_less(False), "points less"),
        (WON.exact_interval(0.0, 0.07134), "0.0% to 7.2%"),  # as sentences have it: at most 7.2
        (WON.exact_interval(0.92866, 1.0), "92.8% to 100.0%"),
        (WON.bare_interval(0.0, 0.07134), "0.0–7.2"),
        (WON.fine_interval(0.0, 0.07134), "0.00% to 7.14%"),
        (POINTS.change(0.0, -1e-17, 1e-17), "changes nothing"),
        (POINTS.change(1.0, 1.0, 1.0), "adds 1.00 points"),  # nothing varies
        (POINTS.difference_interval(-0.001, 0.0), "[+0.00, +0.00]"),
        (WON.difference(-0.0, sign=True), "+0.0"),
    ],
)
def test_a_value_is_written_in_its_unit(written: str, expected: str) -> None:
    assert written == expected


def test_less_is_better_where_the_measure_says_so() -> None:
    assert POINTS.goodness(2) > POINTS.goodness(1)
    assert FAULTS.goodness(2) < FAULTS.goodness(1)
