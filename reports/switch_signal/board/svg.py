"""A board as inline SVG for pages, in the colours of the page's style; `board_style` gives the CSS that such a page needs once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib.resources import files

from markupsafe import Markup

from reports.drawing.primitives import Group, Palette, Part
from reports.drawing.svg import Frame, style_rules, style_variables
from reports.switch_signal.board.geometry import Geometry, Point
from reports.switch_signal.board.names import SIZES, Name, name_words, placed_names
from reports.switch_signal.board.scene import Heat, places, tracks
from reports.switch_signal.board.theme import DARK, HEAT_LOOKS, LIGHT, LOOKS, QUIET, QUIET_DARK
from simulator.switch_signal.board import Board

UNIT = 40  # pixels of a track segment
MARGIN = 1.2  # around the places, in drawing units: names and the edge of the land
MIN_ACROSS = 9.0
PHONE = 640  # pixels: a broader board is shown so small on a phone that fewer and larger names must do
# Sizes of names in drawing units: with all of them, and for a phone that shows the whole board.
ALL, FEW = SIZES, {"city": 0.6, "start": 0.48}


class Sheet:
    """Places of things and names on the page's drawing of a board: y points down, all numbers are pixels."""

    def __init__(self, board: Board) -> None:
        self.board, self.geometry = board, Geometry(board)
        across = max(self.geometry.width + 2 * MARGIN, MIN_ACROSS)
        self.left = (self.geometry.width - across) / 2
        self.top = self.geometry.height + MARGIN
        self._placed: dict[tuple[tuple[str, float], ...], list[Name]] = {}
        self.width, self.height = round(across * UNIT), round((self.geometry.height + 2 * MARGIN) * UNIT)

    @property
    def frame(self) -> Frame:
        return Frame(UNIT, self.left, self.top, digits=0)

    def at(self, point: Point) -> tuple[int, int]:
        return round((point[0] - self.left) * UNIT), round((self.top - point[1]) * UNIT)

    def cell(self, cell: str) -> tuple[int, int]:
        return self.at(self.geometry.cell(cell)[0])

    def angle(self, cell: str, edge: str) -> int:
        """Degrees by which a train that heads right must be turned, clockwise."""
        x, y = self.geometry.heading(cell, edge)
        return round(math.degrees(math.atan2(-y, x)))

    @property
    def large(self) -> bool:
        return self.width > PHONE

    @property
    def names(self) -> list[Name]:
        return self.names_of(ALL)

    def names_of(self, sizes: Mapping[str, float]) -> list[Name]:
        """Names of so many drawing units, of the kinds that have a size; every one where it hides least.

        They are kept: placing them takes longer than all else, and the figures of a page draw the same board again and again.
        """
        key = tuple(sizes.items())
        if key not in self._placed:
            low, high = self.top - self.height / UNIT, self.top
            bounds = (self.left + 0.1, low + 0.1, self.left + self.width / UNIT - 0.1, high - 0.1)
            self._placed[key] = placed_names(self.board, self.geometry, bounds, sizes=sizes)
        return self._placed[key]


def board_style(*, heat: bool = True) -> str:
    """The style of board drawings: colours, light and dark, looks, and the rules of assets/board.css; without `heat` only of those that have none."""
    light, dark = f":root {{ {style_variables(LIGHT, 'board')} }}", f":root {{ {_changes(DARK, LIGHT)} }}"
    looks = LOOKS
    if heat:
        light += f"\n.board.quiet {{ {_changes(QUIET, LIGHT)} }}"
        dark += f" .board.quiet {{ {_changes(QUIET_DARK, DARK)} }}"
        looks = LOOKS | HEAT_LOOKS
    rules = files("reports").joinpath("assets", "board.css").read_text(encoding="utf-8")
    return (
        f"{light}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n"
        f"{style_rules(looks, 'board', UNIT)}\n{rules}"
    )


def _changes(palette: Palette, base: Palette) -> str:
    """The variables of a palette that differ from those of another."""
    return style_variables(
        {name: colour for name, colour in palette.items() if base.get(name) != colour}, "board"
    )


def board_svg(
    board: Board,
    *,
    label: str,
    heat: Mapping[str, Heat] | None = None,
    sheet: Sheet | None = None,
    sizes: Mapping[str, float] = ALL,
    marks: Sequence[Part] = (),
    under: Markup | str = "",
    layer: Markup | str = "",
    below: Markup | str = "",
    room: int = 0,
) -> Markup:
    """Return one <svg> element with the standard layout; `label` says what is shown, for those who cannot see it.

    `heat` lights up segments and places by their names in traces, and lets everything else step back. `sizes` are those of names.
    `under` is markup drawn on the tracks but under the places, `marks` are drawn on the places but under the names,
    `layer` on top of all, and `below` has so much `room` at the foot.
    """
    sheet = sheet or Sheet(board)
    kind = ("board", "large" if sheet.large else "", "quiet" if heat else "")
    names = [Group(name_words(sheet.names_of(sizes), sizes), "names all")]
    if sheet.large:
        names.append(Group(name_words(sheet.names_of(FEW), FEW), "names few"))
    parts = [
        sheet.frame.svg(tracks(board, sheet.geometry, heat)),
        under,
        sheet.frame.svg([*places(board, sheet.geometry), *marks, *names]),
        layer,
        below,
    ]
    opening = Markup('<svg class="{}" viewBox="0 0 {} {}" text-anchor="middle" role="img" aria-label="{}">')
    return (
        opening.format(" ".join(filter(None, kind)), sheet.width, sheet.height + room, label)
        + Markup("\n").join(filter(None, parts))
        + Markup("\n</svg>")
    )
