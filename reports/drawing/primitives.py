"""What a drawing is made of: paths, discs and words, each with the name of its look, and groups of them.

Coordinates are drawing units with y pointing up, whatever unit suits the game. A look says how everything of its name is
drawn, and names its colours by what they mean; a palette says which colours these are. Both back ends, `reports/drawing/svg.py`
and `reports/drawing/matplotlib.py`, take the same primitives, looks and palettes, and draw parts in the order of the list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Palette = Mapping[str, str]  # colours by what they mean
Align = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Look:
    """How a part is drawn. Colours are names of a palette or begin with `#`; an empty one is not drawn."""

    fill: str = ""  # of words the colour of their letters
    stroke: str = ""
    width: float = 0.0  # of the stroke, in drawing units
    cap: Literal["round", "butt"] = "round"
    dashes: tuple[float, ...] = ()  # lengths of dashes and gaps in turn, in widths of the stroke
    bold: bool = False
    italic: bool = False


Looks = Mapping[str, Look]
HALO = "halo"  # the look of what is drawn around words that hide something


@dataclass(frozen=True)
class Path:
    """Lines through points. A bent line has three, and its middle one only pulls it to its side."""

    look: str
    lines: Sequence[Sequence[Point]]
    closed: bool = False
    bent: bool = False


@dataclass(frozen=True)
class Disc:
    look: str
    at: Point
    radius: float


@dataclass(frozen=True)
class Words:
    """Text as it is, in one line or more; `at` is the middle of its height and, by `align`, of its width or one of its sides."""

    look: str
    at: Point
    words: str
    size: float
    align: Align = "middle"
    halo: bool = False  # keeps it readable on what it hides


@dataclass(frozen=True)
class Group:
    """Parts that belong together, drawn around `at` and scaled.

    Pages find them by kind and attributes, of which a point is written in the units of the page, and show the title to who
    points at them. A hidden group is there for a page to show it; a picture leaves it out.
    """

    parts: Sequence[Part]
    kind: str = ""
    at: Point = (0.0, 0.0)
    scale: float = 1.0
    attributes: Mapping[str, str | Point] = field(default_factory=dict)
    title: str = ""
    hidden: bool = False


Part = Path | Disc | Words | Group
