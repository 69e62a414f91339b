"""The legend of a board drawing: a sample of every piece with its name."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.patches import Rectangle

from reports.switch_signal.board import pieces as pieces
from reports.switch_signal.board.geometry import Point
from reports.switch_signal.board.names import text_width

STRIP = 0.8  # height in drawing units


def draw_legend(
    pen: pieces.Pen,
    left: float,
    low: float,
    across: float,
    *,
    roomy: float = float("inf"),
) -> None:
    """A strip at the foot; its samples are drawn by the functions that draw the board.

    On a strip longer than `roomy` they stay together in its middle.
    """
    pen.axes.add_patch(Rectangle((left, low), across, STRIP, fc=pen.theme.land, ec="none", zorder=30))
    if across > roomy:
        left, across = left + (across - roomy) / 2, roomy
    above = pieces.Pen(pen.axes, pen.theme, pen.unit, lift=40)
    samples: dict[str, Callable[[Point], None]] = {
        "segment": lambda at: pieces.segment(above, [(at[0] - 0.42, at[1]), (at[0] + 0.25, at[1])]),
        "goods city": lambda at: pieces.city(above, at, "yellow", 0.5),
        "port": lambda at: pieces.port(above, at, 0.5),
        "start place": lambda at: pieces.start_place(above, at, (), 0.6),
        "closed arm": lambda at: pieces.switch_disc(above, at, (1.0, 0.0)),
        "red field": lambda at: pieces.signal(above, at, green=False),
        "green disc": lambda at: pieces.signal(above, at, green=True),
    }
    widths = {entry: text_width(entry) for entry in samples}
    size = min(0.25, max(0.1, (across - 0.3 - 0.9 * len(samples)) / sum(widths.values())))
    gap = (across - 0.3 - 0.85 * len(samples) - size * sum(widths.values())) / len(samples)
    x = left + 0.6
    for entry, draw in samples.items():
        draw((x, low + STRIP / 2))
        above.text((x + 0.4, low + STRIP / 2), entry, size, align="left")
        x += 0.85 + size * widths[entry] + gap
