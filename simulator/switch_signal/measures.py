"""What is counted in every game of Switch & Signal (docs/outcomes.md). Everything that lists them is made from here, the record of an outcome too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from simulator.declaration import by_name
from simulator.game import Measure
from simulator.switch_signal.limits import MAX_GOODS, MAX_PORTS, MAX_TURNS


@dataclass(frozen=True)
class Counted(Measure):
    """A measure, and how kernels keep it: a small number for each part or turn, unless it says otherwise."""

    wide: bool = False  # whether it may be more than 127, where a narrow one goes on at −128 unnoticed
    shape: tuple[int, ...] = ()

    @property
    def field(self) -> tuple[str, str, tuple[int, ...]]:
        """Return its field in the record of an outcome."""
        of_turns = (MAX_TURNS,) if self.by_turn else ()
        of_parts = (len(self.parts),) if self.parts else ()
        return self.name, "i2" if self.wide else "i1", self.shape or of_turns or of_parts


CAUSES = {
    "red": "red signals",
    "arm": "closed switches",
    "train": "trains ahead",
    "head-on": "head-on meetings",
    "start": "start places run onto",
    "occupied": "occupied start places",
    "no-train": "no train in the depot",
}
COLOURS = {colour: f"{colour} trains" for colour in ("black", "brown", "grey")}
BLUNDERS = {
    "head_on": "head-ons",
    "start_place": "start places",
    "idle": "loaded trains left idle",
    "token": "tokens",
}

MEASURES: Mapping[str, Counted] = by_name(
    Counted("won", "games won", kind="share", values={"lost": "lost", "won": "won"}, better=1),
    Counted("goods", "goods delivered", "goods", top=40, told="compared", also_of="lost", better=1),
    Counted(
        "turns",
        "turns",
        top=MAX_TURNS,
        told="compared",
        better=1,
        reason=("shorter games", "longer games"),
    ),
    Counted("head_ons", "trains that met head-on", told="compared", better=-1),
    Counted(
        "cards_lost",
        "timetable cards lost to the clock",
        told="compared",
        better=-1,
        reason=("fewer timetable cards lost to the clock", "more timetable cards lost to the clock"),
    ),
    Counted("unspent", "cards in hand at the end", told="compared"),
    Counted("decisions", "decisions", told="mean", wide=True),
    Counted(
        "tokens",
        "tokens lost",
        parts=CAUSES,
        top=60,
        told="compared",
        better=-1,
        reason=("fewer tokens lost to {}", "more tokens lost to {}"),
        wide=True,
    ),
    Counted(
        "why",
        "lost",
        kind="code",
        values={
            "none": "",
            "E1": "",
            "E2": "the timetable ran out",
            "E3": "the clock ran out after the last card",
        },
        told="compared",
    ),
    Counted("tokens_by_turn", "tokens lost", by_turn="tokens", wide=True),
    Counted("goods_by_turn", "goods delivered", by_turn="goods"),
    Counted(
        "plays",
        "actions played",
        parts={name: name for name in ("signal", "switch", "move", "load")},
        wide=True,
    ),
    Counted("pairs", "actions paid with other cards", wide=True),
    Counted("blunders", "blunders", parts=BLUNDERS, better=-1, wide=True),
    Counted("clock", "tokens left on the clock"),
    Counted("pile", "timetable cards left"),
    Counted("delivered", "goods unloaded", shape=(MAX_PORTS, MAX_GOODS)),
    Counted("deployed", "trains placed on the network", parts=COLOURS),
    Counted("arrived", "trains that came home", parts=COLOURS),
    Counted(
        "helper_turn",
        "helpers used",
        kind="share",
        parts={f"h{number}": f"H{number}" for number in range(1, 7)},
    ),
)
