"""Rulings with a switch (docs/rules.md, ⇄): places that the books leave open, each with its readings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# The first reading is the default.
RULINGS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "X4": ("head-on", "start-place"),
        "X6": ("city", "literal"),
        "X7": ("move", "literal"),
        "X8": ("free", "longest"),
        "X9": ("another", "any"),
    }
)


def field_of(ruling: str) -> str:
    """The name of a ruling in the record that kernels read, which is set for its second reading: `rules.x6_literal`."""
    return f"{ruling.lower()}_{RULINGS[ruling][1].replace('-', '_')}"
