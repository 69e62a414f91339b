"""The pieces of a board drawing, each drawn on an axes in drawing units: tracks, places, junctions, discs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Arc, Circle, FancyBboxPatch, Patch, RegularPolygon
from matplotlib.patheffects import withStroke
from matplotlib.text import Text

from reports.switch_signal.board import theme as colours
from reports.switch_signal.board.geometry import CITY_RADIUS, JUNCTION_RADIUS, START_RADIUS, Point
from reports.switch_signal.board.theme import Theme

SHORT_SEGMENT = 0.25


class Pen:
    """Draws with widths and font sizes in drawing units, so that a picture looks the same at every size."""

    def __init__(self, axes: Axes, theme: Theme, points_per_unit: float, lift: float = 0) -> None:
        self.axes, self.theme, self.unit = axes, theme, points_per_unit
        self.lift = lift  # added to every layer, for the legend's strip

    def patch(self, shape: Patch, z: float, edge_width: float) -> None:
        shape.set_linewidth(edge_width * self.unit)
        shape.set_zorder(z + self.lift)
        self.axes.add_artist(shape)  # without looking for limits, which a drawing sets itself

    def stroke(
        self, points: Sequence[Point], width: float, colour: str, *, z: float, cap: str = "round"
    ) -> Line2D:
        line = Line2D([p[0] for p in points], [p[1] for p in points], color=colour, lw=width * self.unit)
        line.set_zorder(z + self.lift)
        line.set_solid_capstyle("round" if cap == "round" else "butt")
        line.set_solid_joinstyle("round")
        self.axes.add_artist(line)
        return line

    def disc(
        self, at: Point, radius: float, fill: str, *, z: float, edge: str = "", width: float = 0.04
    ) -> None:
        self.patch(Circle(at, radius, fc=fill, ec=edge or self.theme.outline), z, width)

    def text(
        self,
        at: Point,
        words: str,
        size: float,
        *,
        colour: str = "",
        z: float = 20,
        bold: bool = False,
        italic: bool = False,
        align: Literal["left", "center", "right"] = "center",
        halo: bool = False,
    ) -> None:
        """Text is data: `$`, `<b>` and backslashes are drawn as they are. A halo keeps it readable on tracks."""
        drawn = Text(
            at[0],
            at[1],
            words,
            fontsize=size * self.unit,
            color=colour or self.theme.text,
            zorder=z + self.lift,
            verticalalignment="center",
            horizontalalignment=align,
            fontweight="bold" if bold else "normal",
            fontstyle="italic" if italic else "normal",
            fontfamily="DejaVu Sans",
            parse_math=False,
        )
        if halo:
            drawn.set_path_effects([withStroke(linewidth=0.14 * self.unit, foreground=self.theme.land)])
        self.axes.add_artist(drawn)


def segment(pen: Pen, points: Sequence[Point]) -> None:
    """A track segment: a bar of its own with light sleepers, so that segments can be counted."""
    if sum(math.dist(a, b) for a, b in pairwise(points)) < SHORT_SEGMENT:
        # round ends and sleepers would run into those of its neighbours
        pen.stroke(points, 0.25, pen.theme.segment, z=4, cap="butt")
        return
    pen.stroke(_shortened(points, 0.1), 0.25, pen.theme.segment, z=4)
    sleepers = pen.stroke(_shortened(points, 0.1), 0.13, pen.theme.sleeper, z=5, cap="butt")
    sleepers.set_dash_capstyle("butt")
    sleepers.set_dashes([0.35, 0.65])  # in widths of the stroke


def _shortened(points: Sequence[Point], by: float) -> list[Point]:
    """Round caps stick out, so the bar itself begins later and ends earlier."""
    points = list(points)
    for end, inner in ((0, 1), (-1, -2)):
        (ax, ay), (bx, by_) = points[end], points[inner]
        length = math.hypot(bx - ax, by_ - ay)
        share = min(by / length, 0.45) if length else 0.0
        points[end] = ax + share * (bx - ax), ay + share * (by_ - ay)
    return points


def city(pen: Pen, at: Point, goods: str, size: float = 1.0) -> None:
    """A disc in the colour of its goods; the letter says it again for those who see hues differently."""
    pen.disc(at, CITY_RADIUS * size, pen.theme.plate, z=10, width=0.05 * size)
    pen.disc(at, CITY_RADIUS * 0.8 * size, colours.GOODS[goods], z=11, width=0.03 * size)
    dark_letter = goods in ("yellow", "white")
    pen.text(
        at, goods[0].upper(), 0.4 * size, colour="#1f1e1b" if dark_letter else "#ffffff", z=12, bold=True
    )


def port(pen: Pen, at: Point, size: float = 1.0) -> None:
    """A square plate with an anchor."""
    x, y = at
    half, white = 0.47 * size, "#ffffff"
    plate = FancyBboxPatch(
        (x - half, y - half), 2 * half, 2 * half, boxstyle=f"round,pad=0,rounding_size={0.16 * size}"
    )
    plate.set(facecolor=colours.NAVY, edgecolor=pen.theme.plate)
    pen.patch(plate, 10, 0.07 * size)
    pen.stroke([(x, y - 0.28 * size), (x, y + 0.16 * size)], 0.07 * size, white, z=11)
    pen.stroke(
        [(x - 0.15 * size, y + 0.08 * size), (x + 0.15 * size, y + 0.08 * size)], 0.06 * size, white, z=11
    )
    pen.patch(Circle((x, y + 0.23 * size), 0.075 * size, fc="none", ec=white), 11, 0.055 * size)
    pen.patch(Arc((x, y), 0.56 * size, 0.56 * size, theta1=200, theta2=340, ec=white), 11, 0.07 * size)
    for side in (-1, 1):
        tip = (x + side * 0.27 * size, y - 0.09 * size)
        pen.patch(RegularPolygon(tip, 3, radius=0.085 * size, fc=white, ec=white), 12, 0)


def start_place(pen: Pen, at: Point, numbers: Sequence[int], size: float = 1.0) -> None:
    """An octagon with its numbers."""
    octagon = RegularPolygon(at, 8, radius=START_RADIUS * size, orientation=math.pi / 8)
    octagon.set(facecolor=pen.theme.plate, edgecolor=colours.NAVY)
    pen.patch(octagon, 10, 0.06 * size)
    words = numbers_in_words(numbers)
    pen.text(
        at, words, 0.34 if len(words) < 3 else 0.62 / len(words) + 0.06, colour=colours.NAVY, z=11, bold=True
    )


def numbers_in_words(numbers: Sequence[int]) -> str:
    """As they fit into the octagon: three in a row, and more, by the first and the last."""
    in_a_row = len(numbers) == 3 and max(numbers) - min(numbers) == 2
    if len(numbers) > 3 or in_a_row:
        return f"{min(numbers)}–{max(numbers)}"
    return ",".join(map(str, numbers))


def junction(pen: Pen, at: Point, arms: dict[str, Point], joined: tuple[str, str] | None) -> None:
    """B2: all arms are visible, the joined pair is one strong curve, a disc lies on each closed arm."""
    x, y = at
    pen.disc(at, JUNCTION_RADIUS, pen.theme.junction, z=6, edge=pen.theme.joint, width=0.035)
    ends = {line: (x + dx * JUNCTION_RADIUS, y + dy * JUNCTION_RADIUS) for line, (dx, dy) in arms.items()}
    for end in ends.values():
        pen.stroke([at, end], 0.09, pen.theme.joint, z=7, cap="butt")
    if joined is None:
        return
    first, last = ends[joined[0]], ends[joined[1]]
    share = np.linspace(0, 1, 13)
    bend = [
        (
            float((1 - s) ** 2 * first[0] + 2 * s * (1 - s) * x + s**2 * last[0]),
            float((1 - s) ** 2 * first[1] + 2 * s * (1 - s) * y + s**2 * last[1]),
        )
        for s in share
    ]
    pen.stroke(bend, 0.17, pen.theme.segment, z=8, cap="butt")
    for line, (dx, dy) in arms.items():
        if line not in joined:
            middle = (x + dx * JUNCTION_RADIUS, y + dy * JUNCTION_RADIUS)
            switch_disc(pen, middle, (dx, dy))


def switch_disc(pen: Pen, at: Point, along: Point) -> None:
    """Round like a signal disc, but with a bar across the track, as on a no-entry sign."""
    (x, y), (dx, dy) = at, along
    pen.disc(at, 0.155, colours.SWITCH_DISC, z=14, width=0.035)
    pen.stroke(
        [(x - dy * 0.085, y + dx * 0.085), (x + dy * 0.085, y - dx * 0.085)],
        0.06,
        "#1f1e1b",
        z=15,
        cap="butt",
    )


def signal(pen: Pen, at: Point, *, green: bool) -> None:
    """B3: a red field is a small square, a green disc a larger ring."""
    if green:
        pen.disc(at, 0.165, colours.GREEN_DISC, z=14, edge="#ffffff", width=0.05)
        pen.patch(Circle(at, 0.195, fc="none", ec=pen.theme.outline), 14, 0.02)
    else:
        square = RegularPolygon(at, 4, radius=0.14, orientation=math.pi / 4)
        square.set(facecolor=colours.RED_FIELD, edgecolor="#ffffff")
        pen.patch(square, 13, 0.03)
