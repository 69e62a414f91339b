"""Placing names so that they hide neither tracks nor each other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]  # left, bottom, right, top
_ANGLES = [
    math.radians(degrees)
    for degrees in (270, 90, 0, 180, 315, 225, 45, 135, 292, 248, 68, 112, 20, 160, 340, 200)
]
_DISTANCES = (0.06, 0.2, 0.4, 0.7, 1.1)


@dataclass(frozen=True)
class Label:
    """A name that wants to stand near a round thing."""

    text: str
    at: tuple[float, float]
    radius: float
    width: float
    height: float


def _candidates(label: Label) -> list[tuple[Box, float]]:
    """Boxes around the thing, each with what it costs to stand there: below is best, far away is bad."""
    x, y = label.at
    boxes = []
    for distance in _DISTANCES:
        for rank, angle in enumerate(_ANGLES):
            reach = label.radius + distance
            dx, dy = math.cos(angle), math.sin(angle)
            middle_x = x + dx * reach + (label.width / 2) * np.clip(dx * 1.6, -1, 1)
            middle_y = y + dy * reach + (label.height / 2) * np.clip(dy * 1.6, -1, 1)
            box = (
                float(middle_x - label.width / 2),
                float(middle_y - label.height / 2),
                float(middle_x + label.width / 2),
                float(middle_y + label.height / 2),
            )
            boxes.append((box, 5 * distance + 0.04 * rank))
    return boxes


def _overlap(a: Box, b: Box, margin: float = 0.04) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0]) + margin
    height = min(a[3], b[3]) - max(a[1], b[1]) + margin
    return width * height if width > 0 and height > 0 else 0.0


def place_labels(labels: list[Label], obstacles: NDArray[np.float64], bounds: Box) -> list[Box]:
    """A box for each label. `obstacles` are points (x, y, radius, weight) that a box should not cover."""
    x, y, radius, weight = obstacles.T
    options: list[list[tuple[Box, float]]] = []
    for label in labels:
        priced = []
        for box, cost in _candidates(label):
            dx = np.maximum(np.maximum(box[0] - x, x - box[2]), 0)
            dy = np.maximum(np.maximum(box[1] - y, y - box[3]), 0)
            cost += float(weight[dx * dx + dy * dy < radius * radius].sum())
            outside = max(bounds[0] - box[0], box[2] - bounds[2], bounds[1] - box[1], box[3] - bounds[3], 0.0)
            priced.append((box, cost + 50 * outside))
        options.append(priced)
    chosen = [min(priced, key=lambda option: option[1])[0] for priced in options]
    # labels chosen alone may collide: let each move in turn, knowing the others
    for _ in range(4):
        for number, priced in enumerate(options):
            others = [box for other, box in enumerate(chosen) if other != number]
            chosen[number] = min(
                priced, key=lambda option: option[1] + sum(60 * _overlap(option[0], box) for box in others)
            )[0]
    return chosen
