"""Numbers, lists and sentences in words, the same in the terminal, on pages and in figures."""

from __future__ import annotations

MOST_PLAYS = 100_000  # of one group: more than anybody will ever play
# Differences are compared by all settings or figures of a table at once (`experiments/statistics/intervals.py`).
STAR_MEANS = "* is clear of chance, also after a correction for how many were compared"


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def reach(low: str, high: str) -> str:
    """`60 to 100`, or what both ends are."""
    return low if low == high else f"{low} to {high}"


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def about(plays: int) -> str:
    """Round to two digits: who plans so many plays does not count them one by one."""
    unit = 10 ** max(0, len(str(plays)) - 2)
    return f"{round(plays / unit) * unit:,}"


def noticed(plays: int | None) -> str:
    if plays is None or plays > MOST_PLAYS:
        return "no group will play often enough to notice it"
    return f"a group would need about {about(plays)} plays to notice it"
