"""Random numbers of the generator: the same for a seed on every machine and every version of Python.

Python promises that of `random.Random.random` with an integer seed and of nothing else in that module, so all the rest is made of it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
Seed = int | str


class Chance:
    """A stream of random choices, named by what it is for."""

    def __init__(self, *name: object) -> None:
        digest = hashlib.sha256(repr(name).encode()).digest()
        self._random = Random(int.from_bytes(digest, "big"))

    def share(self) -> float:
        """Uniform in 0 … 1."""
        return self._random.random()

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.share()

    def whole(self, low: int, high: int) -> int:
        """Uniform over low, …, high."""
        return low + int(self.share() * (high - low + 1))

    def normal(self) -> float:
        """Standard normal (Box and Muller)."""
        return math.sqrt(-2 * math.log(1 - self.share())) * math.cos(2 * math.pi * self.share())

    def pick(self, items: Sequence[Item]) -> Item:
        return items[int(self.share() * len(items))]

    def weighted(self, items: Sequence[Item], weights: Sequence[float]) -> Item:
        rest = self.share() * math.fsum(weights)
        for item, each in zip(items, weights, strict=True):
            rest -= each
            if rest < 0:
                return item
        return items[-1]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        pool = list(items)
        for last in range(len(pool) - 1, 0, -1):
            other = self.whole(0, last)
            pool[last], pool[other] = pool[other], pool[last]
        return pool
