"""The Dragon's Hoard: grab gold while the dragon sleeps, and run before it wakes. A whole game for Signalbox."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from simulator.declaration import by_name, number, word
from simulator.game import Measure, Preset
from simulator.plain import PlainGame

FORTUNE, BITE = 50, 5
DRAGONS = {"drowsy": "a drowsy dragon", "angry": "an angry dragon, who bites"}


class Cave(NamedTuple):
    """All that a thief can see."""

    nights: int  # left, with this one
    angry: bool
    home: int = 0  # gold that is safe
    sack: int = 0  # gold that is not
    grabs: int = 0


class DragonsHoard(PlainGame):
    """Every night you grab as often as you dare: a die of gold each time. On a 1 the dragon wakes, and the sack is lost."""

    name, title = "hoard", "The Dragon's Hoard"
    factors = by_name(
        number("nights", 6, low=1, high=20, noun="night", help="Nights in the cave", free="4..9"),
        word("dragon", "drowsy", DRAGONS, help="Whether the dragon bites who wakes it", rules=True),
    )
    presets = by_name(
        Preset("standard", "six nights"), Preset("nightmare", "harder: it bites", {"dragon": "angry"})
    )
    measures = by_name(
        Measure("won", "games won", kind="share", values={"lost": "poor", "won": "rich"}, better=1),
        Measure("gold", "gold at home", kind="score", low=-30, top=120, told="compared", better=1),
        Measure("grabs", "grabs", told="compared"),
    )

    def begin(self, levels: Mapping[str, Any], chance: Random) -> Cave:
        return Cave(levels["nights"], levels["dragon"] == "angry")

    def offers(self, cave: Cave) -> Sequence[str]:
        return ("grab", "run") if cave.nights else ()

    def choose(self, cave: Cave, choice: str, chance: Random) -> Cave:
        if choice == "run":
            return cave._replace(nights=cave.nights - 1, home=cave.home + cave.sack, sack=0)
        die, grabs = chance.randint(1, 6), cave.grabs + 1
        if die > 1:
            return cave._replace(sack=cave.sack + die, grabs=grabs)
        return cave._replace(nights=cave.nights - 1, home=cave.home - BITE * cave.angry, sack=0, grabs=grabs)

    def outcome_of(self, cave: Cave) -> Mapping[str, int]:
        return {"won": cave.home >= FORTUNE, "gold": cave.home, "grabs": cave.grabs}


GAME = DragonsHoard()
