"""JSON that may come from a stranger: its values are counted before any of them is made."""

from __future__ import annotations

import json
from typing import Any

MARKS = (b",", b"[", b"{")  # before every value but those that follow a key, and before every key


def count_values(content: bytes) -> int:
    """At least as many as there are: marks within texts count too."""
    return sum(map(content.count, MARKS))


def parse_json(content: bytes, most: int) -> Any:
    """What a text says; a `ValueError` if it is no JSON, or may have more values than so many."""
    if count_values(content) > most:
        raise ValueError(f"it has more than {most:,} values")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
