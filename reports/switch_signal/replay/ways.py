"""The way of a train over cells, as the viewer draws and runs it."""

from __future__ import annotations

from itertools import pairwise

from reports.switch_signal.board.geometry import Point
from reports.switch_signal.board.svg_sheet import Sheet


def way_of(sheet: Sheet, cells: list[str]) -> list[int]:
    """Points x, y, x, y … along the tracks, from the middle of the first cell to that of the last."""
    points: list[Point] = [sheet.geometry.cell(cells[0])[0]]
    for here, there in pairwise(cells):
        points += _between(sheet, here, there)
    flat: list[int] = []
    for at in map(sheet.at, points):
        if list(at) != flat[-2:]:
            flat += at
    return flat


def _between(sheet: Sheet, here: str, there: str) -> list[Point]:
    """From the middle of a cell to that of a neighbour, without the first point: bends of the lines, and the junction between."""
    line, other = (cell.rpartition("#")[0] for cell in (here, there))
    target = sheet.geometry.cell(there)[0]
    if line == other and line:
        return [*_along(sheet, line, _middle(sheet, here), _middle(sheet, there)), target]
    shared = _shared_place(sheet, here, there)
    if not shared:  # two places with nothing but a line between them
        return [target]
    points: list[Point] = []
    if line:
        points += [
            *_along(sheet, line, _middle(sheet, here), _end(sheet, line, shared)),
            sheet.geometry.places[shared],
        ]
    if other:
        points += _along(sheet, other, _end(sheet, other, shared), _middle(sheet, there))
    return [*points, target]


def _middle(sheet: Sheet, cell: str) -> float:
    return sum(sheet.cells[cell]) / 2


def _end(sheet: Sheet, line: str, place: str) -> float:
    return 0.0 if sheet.board.line_by_id[line].a == place else sheet.geometry.tracks[line].path.length


def _along(sheet: Sheet, line: str, start: float, stop: float) -> list[Point]:
    """The bends between two distances along a line, in the direction of travel."""
    bends = sheet.geometry.tracks[line].path.between(min(start, stop), max(start, stop))[1:-1]
    return bends if start < stop else bends[::-1]


def _shared_place(sheet: Sheet, here: str, there: str) -> str:
    """Two lines may join the same two places, so only the ends that lie beside the cells count."""

    def places(cell: str) -> list[str]:
        name, _, number = cell.rpartition("#")
        if not name:
            return [cell]
        line = sheet.board.line_by_id[name]
        return [line.a] * (number == "1") + [line.b] * (number == str(line.segments))

    return next((place for place in places(here) if place in places(there)), "")
