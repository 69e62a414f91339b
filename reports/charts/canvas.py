"""A figure on its way to a page and to a slide. The slide adds title and source, which the page has in words; for a phone it is laid out anew, narrow.

Its SVG is made fit for the page: colours and font of the page, and nothing that reaches beyond it. matplotlib numbers its groups alike
in every figure and writes a style for the whole document; in one page both would run into each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, Protocol
from xml.etree import ElementTree

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from reports.chart import Chart
from reports.charts.style import (
    FAINT,
    INK,
    MARGIN,
    NARROW,
    PIXELS,
    SETTINGS,
    SMALL,
    TITLE,
    VARIABLES,
    WIDTH,
    Look,
    in_lines,
    wide,
)
from reports.drawing.matplotlib import drawing_settings, picture_bytes

Align = Literal["left", "center", "right"]
Key = Sequence[tuple[str, Look]]  # what each look stands for
LINE = 21.0  # of the title
FOOT = 24.0
KEY_LINE = 17.0
SPACE = "http://www.w3.org/2000/svg"
LINK = "{http://www.w3.org/1999/xlink}"
LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")
FONT_FAMILY = re.compile(r"font-family:[^;]*;? ?")
NOT_TURNED = re.compile(r"rotate\(-?0(?:\.0*)? [^)]*\)")
COLOUR = re.compile("|".join(map(re.escape, VARIABLES)))


class Canvas:
    """A figure in points: (0, 0) is the lower left corner of the drawing, above the slide's source."""

    def __init__(self, width: float, height: float, title: str, source: str) -> None:
        lines = in_lines(title, TITLE, width - 2 * MARGIN, bold=True)
        head = LINE * len(lines) + 16
        self.width, self.height, self.whole = width, height, height + head + FOOT
        self.figure = Figure(figsize=(width / 72, self.whole / 72), facecolor="#ffffff")
        self.slide: list[Text] = [
            self.text(MARGIN, height + head - 8 - LINE * (k + 0.5), line, size=TITLE, bold=True)
            for k, line in enumerate(lines)
        ]
        self.slide.append(self.text(MARGIN, -FOOT / 2, source, size=9.5, colour=FAINT))

    def axes(self, left: float, low: float, width: float, height: float) -> Axes:
        """Axes at a place in points, bare: a figure says itself what it needs."""
        box = (left / self.width, (low + FOOT) / self.whole, width / self.width, height / self.whole)
        axes = self.figure.add_axes(box)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(length=0, pad=5)
        return axes

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = SMALL,
        colour: str = INK,
        align: Align = "left",
        bold: bool = False,
    ) -> Text:
        """Write at a place in points, which is the middle of the text's height."""
        return self.figure.text(
            x / self.width,
            (y + FOOT) / self.whole,
            words,
            size=size,
            color=colour,
            ha=align,
            va="center",
            weight="bold" if bold else "normal",
        )

    def key(self, looks: Key) -> None:
        """Write the names with their looks, in lines at the top. `key_height` says how much room that takes."""
        for (name, look), (x, line) in zip(looks, _key_places(looks, self.width), strict=True):
            y = self.height - KEY_LINE * (line + 0.5)
            at = [(x + 5) / self.width], [(y + FOOT) / self.whole]
            self.figure.add_artist(Line2D(*at, marker=look.marker, color=look.colour, markersize=look.size))
            self.text(x + 14, y, name)


def _key_places(looks: Key, width: float) -> list[tuple[float, int]]:
    """Return where each name of a key begins, from the left, and its line."""
    places, x, line = [], MARGIN, 0
    for name, _ in looks:
        room = 14 + wide(name) + 14
        if x > MARGIN and x + room > width - MARGIN + 14:
            x, line = MARGIN, line + 1
        places.append((x, line))
        x += room
    return places


def key_height(looks: Key, width: float) -> float:
    """Return the room that a key takes; without names none."""
    return KEY_LINE * (_key_places(looks, width)[-1][1] + 1) + 6 if looks else 0.0


class Drawing(Protocol):
    """Can be painted on a canvas of any width."""

    def height(self, width: float) -> float: ...

    def paint(self, canvas: Canvas) -> None: ...


def draw_chart(
    name: str,
    section: str,
    title: str,
    *,
    alt: str,
    caption: str,
    source: str,
    drawing: Drawing,
) -> Chart:
    """Paint a drawing twice, wide and narrow."""
    with drawing_settings(SETTINGS):
        wide, narrow = (Canvas(width, drawing.height(width), title, source) for width in (WIDTH, NARROW))
        drawing.paint(wide)
        drawing.paint(narrow)
        png = slide_bytes(wide)
        svg, narrow_svg = _page_svg(wide, name, alt), _page_svg(narrow, f"{name}-narrow", alt)
    return Chart(name, section, title, alt, caption, svg, narrow_svg, png)


def slide_bytes(canvas: Canvas) -> bytes:
    """Return the slide, with title and source, on paper."""
    return picture_bytes(canvas.figure, "png", PIXELS / canvas.width * 72, pil_kwargs={"compress_level": 4})


def _page_svg(canvas: Canvas, name: str, alt: str) -> str:
    """Return the drawing for a page, without title, source and paper. Ids in it are hashed with its name, so that no other drawing has them."""
    for words in canvas.slide:
        words.set_visible(False)
    canvas.figure.patch.set_visible(False)
    box = Bbox([[0, FOOT / 72], [canvas.width / 72, (FOOT + canvas.height) / 72]])
    with rc_context({"svg.hashsalt": name}):
        return page_svg(picture_bytes(canvas.figure, "svg", 72, bbox_inches=box), alt)


def chart_name(*words: str) -> str:
    """Return a name for files and ids."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(words).lower()).strip("-")


def page_svg(raw: bytes, alt: str) -> str:
    """Return one <svg> element that scales with its place, with `alt` for those who cannot see it."""
    root = ElementTree.fromstring(raw)
    bare = ElementTree.Element(
        "svg", {"xmlns": SPACE, "viewBox": _rounded(root.get("viewBox", "")), "role": "img"}
    )
    bare.set("aria-label", alt)
    bare.set("style", "stroke-linejoin:round;stroke-linecap:butt")
    bare.extend(kept for child in root for kept in _kept(child))
    return ElementTree.tostring(bare, encoding="unicode")


def _kept(element: ElementTree.Element) -> list[ElementTree.Element]:
    """Return the element without what a page does not need; a group that says nothing is replaced by what is in it."""
    tag = element.tag.removeprefix(f"{{{SPACE}}}")
    if tag in ("metadata", "style") or tag.startswith("{"):
        return []
    children = [kept for child in element for kept in _kept(child)]
    values = {
        key.removeprefix(LINK): _value(key, value)
        for key, value in element.items()
        if (tag, key) != ("g", "id")
    }
    attributes = {key: value for key, value in values.items() if value}
    if (tag == "g" and not attributes) or (tag in ("g", "defs") and not children):
        return children
    kept = ElementTree.Element(tag, attributes)
    kept.text = element.text if tag == "text" else None
    kept.extend(children)
    return [kept]


def _value(key: str, value: str) -> str:
    """Return an attribute with colours and font of the page, and no more digits than it needs."""
    if key == "style":
        value = COLOUR.sub(lambda found: VARIABLES[found.group()], FONT_FAMILY.sub("", value))
        return value.replace(": ", ":").replace("; ", ";").rstrip(";")
    return NOT_TURNED.sub("", " ".join(_rounded(value).split())).strip()


def _rounded(numbers: str) -> str:
    """Round numbers to a hundredth of a point, which is finer than any screen."""
    return LONG_NUMBER.sub(lambda found: f"{float(found.group()):.2f}".rstrip("0").rstrip("."), numbers)
