"""Primitives painted with matplotlib, and figures written as pictures, in the same bytes whenever and for whomever they are drawn."""

from __future__ import annotations

import pathlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Literal

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path as Shape
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from reports.drawing.primitives import HALO, Align, Disc, Group, Looks, Palette, Part, Path, Point, Words
from simulator.core.errors import InputError
from simulator.core.files import check_writable, write_whole
from simulator.core.messages import check_whole, file_name

ALIGN: dict[Align, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}
LAYER = 2  # one for all, so that parts lie on each other in the order of the list
DPI = 150
MIN_WIDTH, MAX_WIDTH = 300, 10_000
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "signalbox",
    "svg.fonttype": "path",
    "text.usetex": False,
    "path.simplify": False,
}


@dataclass(frozen=True)
class Painter:
    """Paints with widths and letters in drawing units, so that a picture looks the same at every size.

    The label of everything painted is its look.
    """

    axes: Axes
    looks: Looks
    palette: Palette
    unit: float  # points of a drawing unit
    at: Point = (0.0, 0.0)
    scale: float = 1.0

    def frame(self, left: float, low: float, across: float, down: float) -> None:
        """Let the axes show this part of the drawing, and nothing else."""
        self.axes.set(xlim=(left, left + across), ylim=(low, low + down))
        self.axes.set_axis_off()

    def paint(self, parts: Iterable[Part]) -> None:
        for part in parts:
            match part:
                case Path() if part.lines:
                    self.axes.add_artist(PathPatch(self._shape(part), **self._pen(part.look)))
                case Disc():
                    shape = Circle(self._place(part.at), part.radius * self.scale, **self._pen(part.look))
                    self.axes.add_artist(shape)
                case Words():
                    self._write(part)
                case Group() if not part.hidden:
                    inner = replace(self, at=self._place(part.at), scale=self.scale * part.scale)
                    inner.paint(part.parts)

    def _place(self, point: Point) -> Point:
        return self.at[0] + point[0] * self.scale, self.at[1] + point[1] * self.scale

    def _colour(self, name: str) -> str:
        return name if name.startswith("#") else self.palette[name] if name else "none"

    def _pen(self, name: str) -> dict[str, Any]:
        look = self.looks[name]
        return {
            "facecolor": self._colour(look.fill),
            "edgecolor": self._colour(look.stroke),
            "linewidth": look.width * self.scale * self.unit,
            "linestyle": (0, look.dashes) if look.dashes else "solid",
            "capstyle": look.cap,
            "joinstyle": "round",
            "zorder": LAYER,
            "label": name,
        }

    def _shape(self, path: Path) -> Shape:
        points: list[Point] = []
        codes: list[Any] = []
        for line in path.lines:
            points += map(self._place, line)
            codes += [Shape.MOVETO] + [Shape.CURVE3 if path.bent else Shape.LINETO] * (len(line) - 1)
            if path.closed:
                points.append(self._place(line[0]))
                codes.append(Shape.CLOSEPOLY)
        return Shape(points, codes)

    def _write(self, text: Words) -> None:
        """Text is data: `$`, `<b>` and backslashes are drawn as they are."""
        look, unit = self.looks[text.look], self.scale * self.unit
        drawn = Text(
            *self._place(text.at),
            text.words,
            fontsize=text.size * unit,
            color=self._colour(look.fill),
            zorder=LAYER,
            verticalalignment="center",
            horizontalalignment=ALIGN[text.align],
            fontweight="bold" if look.bold else "normal",
            fontstyle="italic" if look.italic else "normal",
            fontfamily="DejaVu Sans",
            parse_math=False,
            label=text.look,
        )
        if text.halo:
            halo = self.looks[HALO]
            effect = withStroke(linewidth=halo.width * unit, foreground=self._colour(halo.stroke))
            drawn.set_path_effects([effect])
        self.axes.add_artist(drawn)


def check_picture(path: str | pathlib.Path, width: int | None, least: int = MIN_WIDTH) -> None:
    """Refuse names and widths of pictures that cannot be drawn, and places where none can be written."""
    if pathlib.Path(path).suffix.lower() not in (".png", ".svg"):
        raise InputError(
            f'--out: "{file_name(str(path))}" must be the name of a .png or .svg file, for instance board.png.'
        )
    if width is not None:
        check_whole("--width", width, least, MAX_WIDTH, "pixels")
    check_writable(path)


def save_picture(path: str | pathlib.Path, make: Callable[[], Figure]) -> None:
    """Write the figure that `make` draws as PNG or SVG; the same figure always gives the same bytes."""
    with drawing_settings():
        content = picture_bytes(make(), pathlib.Path(path).suffix.lower()[1:])
    write_whole(path, content)


@contextmanager
def drawing_settings(more: Mapping[Any, Any] | None = None) -> Iterator[None]:
    """Draw in here, and the picture is the same for everybody: matplotlib's own defaults, then ours, then `more`."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        # the user's own matplotlibrc must not change the picture
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        matplotlib.rcParams.update(more or {})
        # a name may use letters the font lacks; a box in the picture says enough
        warnings.simplefilter("ignore", UserWarning)
        yield


def picture_bytes(figure: Figure, kind: str, dpi: float = DPI, **options: Any) -> bytes:
    """A figure as `png` or `svg`, without date or maker; to be called among `drawing_settings`."""
    metadata = {"Software": None} if kind == "png" else {"Date": None, "Creator": None}
    content = BytesIO()
    figure.savefig(content, format=kind, dpi=dpi, metadata=metadata, **options)
    return content.getvalue()
