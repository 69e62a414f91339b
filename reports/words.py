"""Numbers, lists and sentences in words, the same in the terminal, on pages and in figures."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def reach(low: str, high: str) -> str:
    """`60 to 100`, or what both ends are."""
    return low if low == high else f"{low} to {high}"


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
