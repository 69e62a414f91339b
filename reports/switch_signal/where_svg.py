"""A board with heat for the page: in colours of its style, so that dark mode has its own, and each place says its number."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from markupsafe import Markup

from reports.charts.style import WIDTH
from reports.switch_signal.board.svg import Heat, board_svg
from reports.switch_signal.board.svg_sheet import Sheet
from reports.switch_signal.board.theme import HEAT

NAMES = {"city": 0.38, "start": 0.31, "junction": 0.27}  # readable in a column of the page
GLOW = {"line": 0.46, "place": 0.26}  # in drawing units
ROOM = 44.0  # of the scale, in points of a figure
BAR, LEFT, TOP = 110.0, 12.0, 10.0


def shade_of(share: float) -> int:
    """Of a share of the most, by its root: one port would outshine everything else."""
    return round((len(HEAT) - 1) * sqrt(share))


def heat_svg(
    sheet: Sheet,
    values: Mapping[str, float],
    crosses: Mapping[str, float],
    told: Mapping[str, str],
    what: str,
    alt: str,
) -> str:
    """`crosses` are shares of the most; `told` is shown when one points at a place."""
    top = max(values.values())
    heat = {
        name: Heat(shade_of(value / top), GLOW["line" if "#" in name else "place"], told[name])
        for name, value in values.items()
    }
    unit = sheet.width / WIDTH
    return board_svg(
        sheet.board,
        label=alt,
        heat=heat,
        sheet=sheet,
        sizes=NAMES,
        layer=_crosses(sheet, crosses),
        below=_scale(sheet, unit, top, what, bool(crosses)),
        room=round(ROOM * unit),
    )


def _crosses(sheet: Sheet, crosses: Mapping[str, float]) -> Markup:
    """First all that sets them off, then the crosses."""
    shapes = "".join(_cross(*sheet.cell(name), 3 + 9 * share**0.5) for name, share in crosses.items())
    return Markup('<path class="cross under" d="{0}"/><path class="cross" d="{0}"/>').format(shapes)


def _cross(x: float, y: float, half: float) -> str:
    half = round(half, 1)
    return f"M{x - half:.1f} {y - half:.1f}l{2 * half:.1f} {2 * half:.1f}m0 {-2 * half:.1f}l{-2 * half:.1f} {2 * half:.1f}"


def _scale(sheet: Sheet, unit: float, top: float, what: str, crosses: bool) -> Markup:
    """From nothing to the most, with what is counted; the middle of the scale is a quarter of the most."""
    step = BAR / len(HEAT)
    bars = Markup("").join(
        Markup('<rect x="{}" y="{}" width="{}" height="10" style="fill:var(--board-heat-{})"/>').format(
            round(LEFT + step * k, 2), TOP, round(step + 0.3, 2), k
        )
        for k in range(len(HEAT))
    )
    marks = Markup("").join(
        Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(
            round(LEFT + BAR * share), TOP + 25, anchor, f"{top * share * share:.2g}"
        )
        for share, anchor in ((0.0, "start"), (0.5, "middle"), (1.0, "end"))
    )
    words = Markup('<text x="{}" y="{}">{}</text>').format(LEFT + BAR + 14, TOP + 9, what)
    if crosses:
        words += Markup('<path class="cross" d="{}"/><text x="{}" y="{}">head-ons</text>').format(
            _cross(LEFT + BAR + 19, TOP + 21, 4.5), LEFT + BAR + 30, TOP + 26
        )
    return Markup('<g class="scale" transform="translate(0 {}) scale({})">{}</g>').format(
        sheet.height, round(unit, 4), bars + marks + words
    )
