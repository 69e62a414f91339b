"""A page of words with blocks of figures in it, between a line `<!-- figures: NAME -->` and a line `<!-- end -->`."""

from __future__ import annotations

import re

BLOCK = re.compile(r"(<!-- figures: ([a-z-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def with_figures(page: str, name: str, lines: list[str]) -> str:
    """The page with the lines of one block replaced."""
    if name not in (found[2] for found in BLOCK.finditer(page)):
        raise ValueError(f"the page has no place for figures of {name}")
    return BLOCK.sub(
        lambda found: found[1] + "\n".join([*lines, found[4]]) if found[2] == name else found[0], page
    )


def times(ratio: float) -> str:
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.2g} ×"


def figure(number: float) -> str:
    """Three digits, or as many as stand before the point."""
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
