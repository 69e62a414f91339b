"""Who plays The Dragon's Hoard, from weak to strong."""

from collections.abc import Sequence
from random import Random

from policies.parameters import Parameter

from .game import FORTUNE, Cave

PARAMETERS = {"sack": Parameter(20, 1, 100, "gold in the sack that is enough")}


def timid(cave: Cave, offers: Sequence[str], chance: Random) -> str:
    """Runs with the first handful."""
    return "run" if cave.sack > 5 else "grab"


def daring(cave: Cave, offers: Sequence[str], chance: Random, sack: float) -> str:
    """Runs when the sack is full, or makes its fortune."""
    return "run" if cave.sack >= sack or cave.home + cave.sack >= FORTUNE else "grab"
