"""What can be turned in Switch & Signal: factors, and the rulebook's setups as presets. Everything that lists them is made from here.

Nothing heavy is imported before somebody asks for names: `--help` is made from this, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from simulator.core.errors import InputError
from simulator.core.messages import quote
from simulator.declaration import by_name, number, word
from simulator.game import Factor, FactorGroup, Level, Preset
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS, format_level, parse_house_number

# D1, V5, V6
LOCATIONS = {
    "dice": "start places by dice",
    "shuffled": "start places by shuffled numbers",
    "stack": "start places by stack",
}
EDITIONS = ("de", "pl")  # V8
LAYOUTS = ("standard", "random", "policy")  # S5, V10
HELPER_BY_NAME = {name: f"H{index + 1}" for index, name in enumerate(HELPER_NAMES)}  # V11


def _boards() -> Iterable[str]:
    from simulator.switch_signal.board import board_names
    from simulator.switch_signal.ensemble import SET_NAMES

    return (*board_names(), *SET_NAMES)


def _decks() -> Iterable[str]:
    from simulator.switch_signal.deck import deck_names
    from simulator.switch_signal.ensemble import SET_NAMES

    return (*deck_names(), *SET_NAMES)


def _helpers() -> Iterable[str]:
    return ("all", "none", *HELPER_BY_NAME, *HELPER_BY_NAME.values())


def _goods(level: Level) -> Level:
    if type(level) is not int or level not in (8, 10):  # 8.0 would have another hash
        raise InputError(f"--goods: {quote(level)} must be 8 or 10 (V4).")
    return level


def _one_spelling(key: str, level: Level) -> Level:
    """3 is short for 3-3-3."""
    return format_level(parse_house_number(key, str(level)))


def _house(key: str) -> Factor:
    declared = HOUSE_NUMBERS[key]
    return Factor(
        f"house {key}",
        None if declared.default is None else format_level(declared.default),
        help=declared.meaning,
        noun=declared.noun,
        label=declared.label,
        rules=True,
        same=partial(_one_spelling, key),
    )


def _ruling(key: str) -> Factor:
    return Factor(f"ruling {key}", RULINGS[key][0], known=lambda: RULINGS[key], rules=True)


FACTORS: Mapping[str, Factor] = by_name(
    Factor(
        "board",
        "central-europe",
        help="Board by name, the path of a .toml file, or a set: ensemble:test",
        example="central-europe,north-america",
        known=_boards,
        label="board",
        role="place",
    ),
    Factor(
        "deck",
        "standard",
        help="Deck by name, the path of a .toml file, or a set: ensemble:test",
        example="standard,mine.toml",
        known=_decks,
        label="timetable",
        role="place",
    ),
    number(
        "players", 2, 2, 4, note="V7", help="Players, 2 to 4", example="2..4", noun="player", is_step=False
    ),
    number(
        "tokens",
        7,
        1,
        10,
        note="V1: 7 to 10 by the rulebook; the box has 10",
        help="Time tokens on the clock",
        example="7..10",
        noun="time token",
        free="7..10",
    ),
    number(
        "removed",
        2,
        0,
        17,
        note="V2",
        help="Timetable cards put away unseen",
        example="0..6..2",
        noun="removed timetable card",
        free="0..6",
    ),
    Factor(
        "goods",
        8,
        help="Goods to deliver, 8 or 10",
        example="8,10",
        noun="good| to deliver",
        counted=False,  # V4: there is no game of nine
        free="8,10",
        same=_goods,
    ),
    number(
        "extra-signals",
        0,
        0,
        8,
        note="V3: 1 by the rulebook",
        help="Additional signal discs",
        example="0,1",
        noun="extra signal disc",
        free="0,1",
    ),
    word(
        "locations",
        "dice",
        LOCATIONS,
        help="Start places by dice, shuffled numbers or a stack of tokens",
        label="start places",
        metavar="HOW",
    ),
    word("edition", "de", EDITIONS, help="Rulebook, de or pl", rules=True),
    word(
        "layout",
        "standard",
        LAYOUTS,
        help="First discs: standard, random or policy",
        example="standard,random",
        metavar="HOW",
    ),
    Factor(
        "helpers",
        "all",
        help="Helpers: all, none, or some joined by +",
        example="all,none,H1+H3",
        known=_helpers,
        label="helpers",
        phrases={"all": "all helpers", "none": "no helpers"},
        rules=True,
        metavar="LIST",
    ),
    *map(_house, HOUSE_NUMBERS),
    *map(_ruling, RULINGS),
)

GROUPS: Mapping[str, FactorGroup] = by_name(
    FactorGroup(
        "house",
        "house number",
        f"A number of your own (docs/scenario.md). Keys: {', '.join(HOUSE_NUMBERS)}",
        "draw=4",
        "draw=3..6",
        "KEY=VALUE",
    ),
    FactorGroup(
        "ruling",
        "ruling",
        "The other reading of a ruling (docs/scenario.md)",
        "X6=literal",
        "X6=city,literal",
        "X=READING",
        upper=True,
    ),
)

# Presets: the rulebook's ways to make the game easier or harder, in its order (V1–V6), under names. One changes some factors and leaves the
# others alone, so each works on every board. The book offers its easings one after another, each on top of those before: that ladder is
# `easier-1` to `easier-6`.
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
    for rung, name in enumerate(_EASINGS, start=1):
        ladder |= steps[name]
        meaning = f"easier, step {rung}: {'the step before and ' if rung > 1 else ''}{name}"
        yield Preset(f"easier-{rung}", meaning, dict(ladder))
    for rung, name in enumerate(_REMOVALS, start=1):
        yield Preset(f"harder-{rung}", f"harder: ten-goods and {name}", {**steps["ten-goods"], **steps[name]})


PRESETS: Mapping[str, Preset] = by_name(
    Preset("standard", "the game as the rulebook sets it up"),
    *_STEPS,
    *_ladders(),
    *_LOCATIONS,
)
