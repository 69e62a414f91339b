"""Primitives painted with matplotlib, for pictures and slides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.patches import Circle, PathPatch
from matplotlib.path import Path as Shape
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from reports.drawing.primitives import HALO, Align, Disc, Group, Looks, Palette, Part, Path, Point, Words

ALIGN: dict[Align, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}
LAYER = 2  # one for all, so that parts lie on each other in the order of the list


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
