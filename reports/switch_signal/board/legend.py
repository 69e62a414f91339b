"""The legend of a board drawing: a sample of every piece with its name."""

from __future__ import annotations

from reports.drawing.labels import text_width
from reports.drawing.primitives import Group, Part, Path, Words
from reports.switch_signal.board import pieces

STRIP = 0.8  # height in drawing units


def legend(left: float, low: float, across: float, *, roomy: float = float("inf")) -> list[Part]:
    """A strip at the foot; on one longer than `roomy` the samples stay together in its middle."""
    samples = {
        "segment": (pieces.segment([(-0.42, 0.0), (0.25, 0.0)]), 1.0),
        "goods city": (pieces.city("yellow"), 0.5),
        "port": (pieces.port(), 0.5),
        "start place": (pieces.start_place(()), 0.6),
        "closed arm": (pieces.switch_disc((1.0, 0.0)), 1.0),
        "red field": (pieces.signal(green=False), 1.0),
        "green disc": (pieces.signal(green=True), 1.0),
    }
    top, middle = low + STRIP, low + STRIP / 2
    corners = [(left, low), (left + across, low), (left + across, top), (left, top)]
    parts: list[Part] = [Path("strip", [corners], closed=True)]
    if across > roomy:
        left, across = left + (across - roomy) / 2, roomy
    widths = {entry: text_width(entry) for entry in samples}
    size = min(0.25, max(0.1, (across - 0.3 - 0.9 * len(samples)) / sum(widths.values())))
    gap = (across - 0.3 - 0.85 * len(samples) - size * sum(widths.values())) / len(samples)
    x = left + 0.6
    for entry, (sample, scale) in samples.items():
        parts.append(Group(sample, "sample", at=(x, middle), scale=scale))
        parts.append(Words("words", (x + 0.4, middle), entry, size, "start"))
        x += 0.85 + size * widths[entry] + gap
    return parts
