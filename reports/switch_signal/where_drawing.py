"""A board with heat: for the page in colours of its style, where each place says its number, and for a slide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from markupsafe import Markup

from reports.charts.canvas import Canvas, slide_bytes
from reports.charts.style import SETTINGS, WIDTH
from reports.drawing.matplotlib import Painter, drawing_settings
from reports.drawing.primitives import Align, Group, Part, Path, Words
from reports.drawing.svg import Frame
from reports.switch_signal.board.geometry import Geometry
from reports.switch_signal.board.names import SIZES
from reports.switch_signal.board.pieces import cross
from reports.switch_signal.board.scene import Heat, board_scene
from reports.switch_signal.board.svg import UNIT, Sheet, board_svg
from reports.switch_signal.board.theme import HEAT, HEAT_LOOKS, LOOKS, QUIET

NAMES = {"city": 0.38, "start": 0.31, "junction": 0.27}  # readable in a column of the page
EDGE = 1.25  # drawing units around the network
MIN_ACROSS = 12.0
LEAST_NAME = 9.5  # points
KEY_HEIGHT = 42.0  # points of a figure
BAR, LEFT, LETTERS = 110.0, 12.0, 12.0
MARKS: tuple[tuple[float, Align], ...] = ((0.0, "start"), (0.5, "middle"), (1.0, "end"))


def heat_svg(
    sheet: Sheet, heat: Mapping[str, Heat], crosses: Mapping[str, float], key: Sequence[Part], alt: str
) -> str:
    """Return the drawing for the page. `crosses` are shares of the most, and `key` is what `heat_key` gives."""
    unit = sheet.width / WIDTH
    scale = Frame(UNIT, top=KEY_HEIGHT / UNIT).svg(key)
    return board_svg(
        sheet.board,
        label=alt,
        heat=heat,
        sheet=sheet,
        sizes=NAMES,
        marks=_crosses(sheet.geometry, crosses),
        below=Markup('<g class="scale" transform="translate(0 {}) scale({})">{}</g>').format(
            sheet.height, round(unit, 4), scale
        ),
        room=round(KEY_HEIGHT * unit),
    )


def heat_slide(
    name: str,
    title: str,
    source: str,
    sheet: Sheet,
    heat: Mapping[str, Heat],
    crosses: Mapping[str, float],
    key: Sequence[Part],
) -> bytes:
    """Return the drawing of `heat_svg` as PNG, with title and source."""
    geometry = sheet.geometry
    across = max(geometry.width + 2 * EDGE, MIN_ACROSS)
    down = geometry.height + 2 * EDGE
    left, low = (geometry.width - across) / 2, -EDGE
    right, high, unit = left + across, low + down, WIDTH / across
    least = {"city": LEAST_NAME, "start": LEAST_NAME - 1.5, "junction": LEAST_NAME - 2.5}
    sizes = {kind: max(SIZES[kind], points / unit) for kind, points in least.items()}
    looks = LOOKS | HEAT_LOOKS
    bounds = (left + 0.15, low + 0.15, right - 0.15, high - 0.15)
    with drawing_settings({**SETTINGS, "svg.hashsalt": name}):
        canvas = Canvas(WIDTH, down * unit + KEY_HEIGHT, title, source)
        painter = Painter(canvas.axes(0, KEY_HEIGHT, WIDTH, down * unit), looks, QUIET, unit)
        painter.frame(left, low, across, down)
        painter.paint([Path("sea", [[(left, low), (right, low), (right, high), (left, high)]], closed=True)])
        marks = _crosses(geometry, crosses)
        painter.paint(board_scene(sheet.board, geometry, bounds, sizes, heat=heat, marks=marks))
        foot = Painter(canvas.axes(0, 0, WIDTH, KEY_HEIGHT), looks, QUIET, UNIT)
        foot.frame(0.0, 0.0, WIDTH / UNIT, KEY_HEIGHT / UNIT)
        foot.paint(key)
        return slide_bytes(canvas)


def heat_of(values: Mapping[str, float], told: Mapping[str, str]) -> dict[str, Heat]:
    """Shade places by the root of the share of the most: one port would outshine everything else."""
    top = max(values.values())
    return {
        name: Heat(round((len(HEAT) - 1) * sqrt(value / top)), told[name]) for name, value in values.items()
    }


def _crosses(geometry: Geometry, crosses: Mapping[str, float]) -> list[Part]:
    """Crosses by their shares of the most: first all that sets them off, then the crosses."""
    lines = [
        line
        for name, share in crosses.items()
        for line in cross(geometry.cell(name)[0], 0.075 + 0.225 * sqrt(share))
    ]
    return [Path("cross under", lines), Path("cross", lines)]


def heat_key(what: str, top: float, *, crosses: bool) -> list[Part]:
    """Draw the scale from nothing to the most, with what is counted; the middle of the scale is a quarter of the most.

    It is drawn for UNIT points to a drawing unit, from (0, 0) up.
    """
    step, low, high, size = BAR / len(HEAT), 24 / UNIT, 34 / UNIT, LETTERS / UNIT
    parts: list[Part] = []
    for number in range(len(HEAT)):
        left, right = (LEFT + step * number) / UNIT, (LEFT + step * (number + 1) + 0.3) / UNIT
        corners = [(left, low), (right, low), (right, high), (left, high)]
        parts.append(Path(f"heat-{number}", [corners], closed=True))
    for share, align in MARKS:
        at = ((LEFT + BAR * share) / UNIT, 12 / UNIT)
        parts.append(Words("words", at, f"{top * share * share:.2g}", size, align))
    parts.append(Words("words", ((LEFT + BAR + 14) / UNIT, 29 / UNIT), what, size, "start"))
    if crosses:
        sample = Path("cross", cross((0.0, 0.0), 0.18))
        parts.append(Group([sample], at=((LEFT + BAR + 19) / UNIT, 12 / UNIT), scale=0.65))
        parts.append(Words("words", ((LEFT + BAR + 30) / UNIT, 12 / UNIT), "head-ons", size, "start"))
    return parts
