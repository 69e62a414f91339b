"""What is counted in every game of Switch & Signal: a line for each field of `outcome_dtype` (docs/outcomes.md). Everything that lists them is made from here."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.declaration import by_name
from simulator.game import Measure
from simulator.switch_signal.limits import CARDS

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

MEASURES: Mapping[str, Measure] = by_name(
    Measure("won", "games won", kind="share", values={"lost": "lost", "won": "won"}, better=1),
    Measure("goods", "goods delivered", "goods", top=40, told="compared", also_of="lost", better=1),
    Measure(
        "turns",
        "turns",
        top=CARDS + 1,
        told="compared",
        better=1,
        reason=("shorter games", "longer games"),
    ),
    Measure("head_ons", "trains that met head-on", told="compared", better=-1),
    Measure(
        "cards_lost",
        "timetable cards lost to the clock",
        told="compared",
        better=-1,
        reason=("fewer timetable cards lost to the clock", "more timetable cards lost to the clock"),
    ),
    Measure("unspent", "cards in hand at the end", told="compared"),
    Measure("decisions", "decisions", told="mean"),
    Measure(
        "tokens",
        "tokens lost",
        parts=CAUSES,
        top=60,
        told="compared",
        better=-1,
        reason=("fewer tokens lost to {}", "more tokens lost to {}"),
    ),
    Measure(
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
    Measure("tokens_by_turn", "tokens lost", by_turn="tokens"),
    Measure("goods_by_turn", "goods delivered", by_turn="goods"),
    Measure("plays", "actions played", parts={name: name for name in ("signal", "switch", "move", "load")}),
    Measure("pairs", "paid with other cards"),
    Measure("blunders", "blunders", parts=BLUNDERS, better=-1),
    Measure("clock", "tokens left on the clock"),
    Measure("pile", "timetable cards left"),
    Measure("delivered", "goods unloaded, by port and colour"),
    Measure("deployed", "trains placed on the network", parts=COLOURS),
    Measure("arrived", "trains that came home", parts=COLOURS),
    Measure(
        "helper_turn",
        "helpers used",
        kind="share",
        parts={f"h{number}": f"H{number}" for number in range(1, 7)},
    ),
)
