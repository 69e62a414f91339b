"""One look for all figures: colours that everybody can tell apart, sizes that a phone and a slide can show, and what fits there.

Colours of ink, grid and paper are exact values that nothing else in a figure has: in the page they become variables of its style
(`reports/charts/canvas.py`), so that dark mode turns them over. Everything else is readable on light and dark.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import matplotlib
import numpy as np
from matplotlib.colors import to_hex, to_rgb

from reports.drawing.labels import Numbers, text_width
from simulator.core.messages import printable

INK, FAINT, GRID, PAPER = "#1a1b1f", "#5b5d66", "#d8d9df", "#fffefd"
VARIABLES = {INK: "var(--ink)", FAINT: "var(--faint)", GRID: "var(--grid)", PAPER: "var(--paper)"}
# Okabe–Ito without black, which is ink, and yellow, which is weak on paper; orange a little darker for the same reason.
BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#d99100", "#56b4e9"
GREY = "#8b8d94"
WON, LOST = GREEN, VERMILION
HUES = (BLUE, ORANGE, PURPLE, SKY, GREEN, VERMILION)  # of policies: what won and lost have comes last
MARKERS = ("o", "s", "^", "D", "v", "P", "X")  # say the same as hue

WIDTH = 500.0  # points of a figure in a page's column or on a slide
NARROW = 340.0  # and of one on a phone, which shows a point as about a pixel
TEXT, SMALL, TITLE = 12.5, 11.5, 17.0
PIXELS = 1600  # of a slide
MARGIN = 12.0
MOST_NAME = 26  # letters of a policy or level
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "text.parse_math": False,  # names are data: `$x$` is drawn as it is
    "font.size": TEXT,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": FAINT,
    "axes.labelsize": SMALL,
    "axes.labelpad": 6.0,
    "axes.facecolor": "none",
    "axes.linewidth": 0.8,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
}


T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """Colour and marker that tell a series from the others."""

    colour: str
    marker: str = "o"
    size: float = 7.0  # of the marker in a key


def filled(colour: str) -> Look:
    """Return the look of an area, which a key shows as a square."""
    return Look(colour, "s", 9.0)


def looks(number: int) -> list[Look]:
    return [Look(HUES[k % len(HUES)], MARKERS[k % len(MARKERS)]) for k in range(number)]


def short(text: object, most: int = MOST_NAME) -> str:
    """Keep begin and end of a long name, since what tells policies apart often stands at the end."""
    words = printable(str(text))
    if len(words) <= most:
        return words
    tail = most // 2 - 1
    return f"{words[: most - tail - 1]}…{words[-tail:]}"


def text_on(colour: str) -> str:
    """Return the colour of text, dark or light, that stands out more by WCAG's luminance."""
    parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    return "#000000" if (luminance + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def shade(share: float) -> tuple[str, str]:
    """The colour of a win rate, or of where a value stands between the lowest and the highest, in a heatmap, the same order to every eye, and that of text on it."""
    colour = to_hex(matplotlib.colormaps["cividis"](share))
    return colour, text_on(colour)


def wide(words: str, size: float = SMALL, bold: bool = False) -> float:
    """Return the width of a text in points."""
    return text_width(words, bold=bold) * size if words else 0.0


def in_lines(words: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Break a text between words, so that no line is wider than the room."""
    lines: list[str] = []
    for word in words.split(" "):
        if lines and wide(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def evenly(items: Sequence[T], most: int, keep: Collection[T] = ()) -> list[T]:
    """Choose at most so many items of a list: the first, the last, those that must be kept, and others evenly between."""
    if len(items) <= most:
        return list(items)
    last = len(items) - 1
    wanted = dict.fromkeys((0, last, *(items.index(item) for item in keep if item in items)))
    even = {round(k * last / (most - 1)) for k in range(most)} - wanted.keys()
    far_first = sorted(even, key=lambda k: -min(abs(k - other) for other in wanted))
    return [items[k] for k in sorted([*wanted, *far_first][:most])]


def shortened(words: str, room: float, *, bold: bool = False) -> str:
    """Cut a text as `short` does, to a width in points."""
    letters = len(words)
    while letters > 3 and wide(short(words, letters), SMALL, bold) > room:
        letters -= 1
    return short(words, letters)


def spread_labels(wanted: Sequence[float] | Numbers, least: float, low: float, high: float) -> list[float]:
    """Return the places nearest to the wanted ones that are in the same order, at least so far apart, and between low and high if they can be."""
    from scipy.optimize import isotonic_regression  # slow to import

    order = np.argsort(wanted, kind="stable")
    steps = least * np.arange(len(order))
    places = np.empty(len(order))
    places[order] = steps + isotonic_regression(np.asarray(wanted)[order] - steps).x.clip(
        low, max(low, high - steps[-1])
    )
    found: list[float] = places.tolist()
    return found
