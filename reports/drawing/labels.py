"""Labels of a drawing: how wide they are, and where they hide neither what is drawn nor each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Box = tuple[float, float, float, float]  # left, bottom, right, top
_DISTANCES = (0.05, 0.16, 0.32, 0.55, 0.9)
_SLIDES = (0.0, 0.25, -0.25, 0.5, -0.5)  # of its width, for a name above or below
_RISES = (0.0, -0.6, 0.6, -0.95, 0.95, -1.3, 1.3)  # of the thing's radius, for a name beside it
_AIR = 0.04  # between two names
TEXT_AIR = 0.2  # of the font size, in the width of a text


@dataclass(frozen=True)
class Label:
    """A name that wants to stand near a round thing."""

    text: str
    at: tuple[float, float]
    radius: float
    width: float
    height: float


@lru_cache(maxsize=4096)
def text_width(words: str, *, bold: bool = False) -> float:
    """Width in units of the font size, with a little air."""
    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    # TextPath would read dollars as mathematics
    outline = TextPath((0, 0), words.replace("$", "S"), size=1, prop=font).vertices
    return (float(np.ptp(outline[:, 0])) if len(outline) else 0.0) + TEXT_AIR


def _candidates(label: Label) -> list[tuple[Box, float]]:
    """Boxes around the thing, each with what it costs to stand there: centred below is best, far away is bad."""
    (x, y), half_width, half_height = label.at, label.width / 2, label.height / 2
    boxes = []
    for distance in _DISTANCES:
        up, across = label.radius + distance + half_height, label.radius + distance + half_width
        middles = [
            (x + slide * label.width, y + side * up, abs(slide)) for side in (-1, 1) for slide in _SLIDES
        ]
        middles += [(x + side * across, y + rise * label.radius, 0.3) for side in (1, -1) for rise in _RISES]
        corner = 0.28 * label.radius  # a box at the corner of a round thing may come closer
        middles += [
            (x + side * (across - corner), y + rise * (up - corner), 0.5)
            for side in (1, -1)
            for rise in (-1, 1)
        ]
        for rank, (mx, my, price) in enumerate(middles):
            box = (mx - half_width, my - half_height, mx + half_width, my + half_height)
            boxes.append((box, 6 * distance + price + 0.01 * rank))
    return boxes


def _covered(boxes: Numbers, others: Numbers) -> Numbers:
    """Return the area that each box shares with all the others; a little air around boxes counts as theirs."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    sides = np.maximum(high - low + _AIR, 0)
    area: Numbers = sides.prod(axis=2).sum(axis=1)
    return area


def hidden_by(boxes: Numbers, obstacles: Numbers) -> Numbers:
    """Return the weight of what each box hides."""
    x, y, radius, weight = obstacles.T
    dx = np.maximum(np.maximum(boxes[:, :1] - x, x - boxes[:, 2:3]), 0)
    dy = np.maximum(np.maximum(boxes[:, 1:2] - y, y - boxes[:, 3:]), 0)
    hidden: Numbers = ((dx * dx + dy * dy < radius * radius) * weight).sum(axis=1)
    return hidden


def _price(boxes: Numbers, obstacles: Numbers, bounds: Box) -> Numbers:
    """Return the price of each box: what it hides, and how far it sticks out of the picture."""
    beyond = np.maximum(np.array(bounds[:2]) - boxes[:, :2], boxes[:, 2:] - np.array(bounds[2:]))
    price: Numbers = hidden_by(boxes, obstacles) + 50 * np.maximum(beyond.max(axis=1), 0)
    return price


def place_labels(labels: list[Label], obstacles: Numbers, bounds: Box) -> list[Box]:
    """Find a box for each label. `obstacles` are points (x, y, radius, weight) that a box should not cover."""
    options: list[tuple[Numbers, Numbers]] = []
    for label in labels:
        found = _candidates(label)
        boxes = np.array([box for box, _ in found])
        options.append((boxes, np.array([cost for _, cost in found]) + _price(boxes, obstacles, bounds)))
    chosen = np.array([boxes[costs.argmin()] for boxes, costs in options])
    # labels chosen alone may collide: let each move in turn, knowing the others
    for _ in range(4):
        for number, (boxes, costs) in enumerate(options):
            others = np.delete(chosen, number, axis=0)
            chosen[number] = boxes[(costs + 60 * _covered(boxes, others)).argmin()]
    return [(float(a), float(b), float(c), float(d)) for a, b, c, d in chosen]
