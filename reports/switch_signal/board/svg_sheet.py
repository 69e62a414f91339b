"""Where things lie on the SVG of a board, and where its names stand: y points down, all numbers are pixels."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property

from reports.drawing.svg import Frame
from reports.switch_signal.board.geometry import Geometry, Point
from reports.switch_signal.board.names import SIZES, Name, placed_names
from simulator.switch_signal.board import Board

UNIT = 40  # pixels of a track segment
MARGIN = 1.2  # around the places, in drawing units: names and the edge of the land
MIN_ACROSS = 9.0
PHONE = 640  # pixels: a broader board is shown so small on a phone that fewer and larger names must do
# Sizes of names in drawing units: with all of them, and for a phone that shows the whole board.
ALL, FEW = SIZES, {"city": 0.6, "start": 0.48}


class Sheet:
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

    @cached_property
    def cells(self) -> dict[str, tuple[float, float]]:
        """Every segment with where it begins and stops along its line."""
        return {
            f"{line}#{number}": ends
            for line, track in self.geometry.tracks.items()
            for number, ends in enumerate(track.cells, 1)
        }

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
