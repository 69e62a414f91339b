"""JSON that may come from a stranger: its values are counted before any of them is made."""

from __future__ import annotations

import json
from typing import Any

MARKS = (b",", b"[", b"{")  # a list or an object has at least one for each of its members


def count_values(content: bytes) -> int:
    """Return how many values a JSON text has at most, but for the outermost one. Keys are not counted; marks within texts are."""
    return sum(map(content.count, MARKS))


def parse_json(content: bytes, most: int) -> Any:
    """Return what a text says; a `ValueError` if it is no JSON, or may have more values than so many."""
    _check(count_values(content), most)
    return _loaded(content)


def parse_json_lines(content: bytes, most: int) -> list[Any]:
    """Return what each line says; a `ValueError` if one is no JSON, or all together may have more values than so many."""
    _check(count_values(content) + content.count(b"\n"), most)
    return [_loaded(line) for line in content.split(b"\n")]


def _check(count: int, most: int) -> None:
    if count > most:
        raise ValueError(f"it has more than {most:,} values")


def _loaded(content: bytes) -> Any:
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
