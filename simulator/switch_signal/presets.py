"""Presets: the rulebook's ways to make the game easier or harder, in its order (V1–V6), under names.

A preset changes some factors and leaves the others alone, so each works on every board. The book
offers its easings one after another, each on top of those before: that ladder is `easier-1` to `easier-6`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from simulator.declaration import by_name
from simulator.game import Level, Preset

# The single steps, as the rulebook names them.
_STEPS = (
    Preset("extra-signal", "easier: one more signal disc (V3)", {"extra-signals": 1}),
    Preset("remove-1", "easier: 1 timetable card is put away (V2)", {"removed": 1}),
    Preset("remove-0", "easier: no timetable card is put away (V2)", {"removed": 0}),
    Preset("tokens-8", "easier: 8 time tokens (V1)", {"tokens": 8}),
    Preset("tokens-9", "easier: 9 time tokens (V1)", {"tokens": 9}),
    Preset("tokens-10", "easier: 10 time tokens (V1)", {"tokens": 10}),
    Preset("remove-3", "harder: 3 timetable cards are put away (V2)", {"removed": 3}),
    Preset("remove-4", "harder: 4 timetable cards are put away (V2)", {"removed": 4}),
    Preset("remove-5", "harder: 5 timetable cards are put away (V2)", {"removed": 5}),
    Preset("remove-6", "harder: 6 timetable cards are put away (V2)", {"removed": 6}),
    Preset("ten-goods", "harder: 10 goods instead of 8 (V4)", {"goods": 10}),
)
_EASINGS = ("extra-signal", "remove-1", "remove-0", "tokens-8", "tokens-9", "tokens-10")
_REMOVALS = ("remove-3", "remove-4", "remove-5", "remove-6")
_LOCATIONS = (
    Preset(
        "shuffled-locations",
        "variant: start numbers are dealt anew (V5)",
        {"locations": "shuffled"},
    ),
    Preset("location-stack", "variant: location tokens instead of dice (V6)", {"locations": "stack"}),
)


def _ladders() -> Iterable[Preset]:
    steps = {step.name: step.changes for step in _STEPS}
    ladder: dict[str, Level] = {}
    for number, name in enumerate(_EASINGS, start=1):
        ladder |= steps[name]
        meaning = f"easier, step {number}: {'the step before and ' if number > 1 else ''}{name}"
        yield Preset(f"easier-{number}", meaning, dict(ladder))
    for number, name in enumerate(_REMOVALS, start=1):
        yield Preset(
            f"harder-{number}", f"harder: ten-goods and {name}", {**steps["ten-goods"], **steps[name]}
        )


PRESETS: Mapping[str, Preset] = by_name(
    Preset("standard", "the game as the rulebook sets it up"),
    *_STEPS,
    *_ladders(),
    *_LOCATIONS,
)
