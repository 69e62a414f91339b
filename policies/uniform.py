"""Plays any offer: the floor of every game in plain Python, and the hardest tester of its rules, since it does everything that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any


def random(state: Any, offers: Sequence[Any], chance: Random) -> Any:
    """Any offer, all equally likely: a floor."""
    return chance.choice(offers)
