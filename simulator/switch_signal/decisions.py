"""Every decision point: how many distinct answers it has, the n-th of them, and whether a given one is among them."""

from typing import Any

from numba import types

from simulator.core.bits import bits, lowest_bit, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.actions import action_menu, can_act, is_legal_action, menu_size, nth_action
from simulator.switch_signal.choices import choice1, first_of, verb_of
from simulator.switch_signal.codes import (
    ASK_ACT,
    ASK_CONDUCTOR,
    ASK_DEPLOY,
    ASK_DRAW,
    ASK_EXIT,
    ASK_LAYOUT,
    ASK_LOGISTICIAN,
    ASK_ORDER,
    ASK_PLACE,
    ASK_THROUGH,
    ASK_TRACK_KEEPER,
    ASK_WILD,
    AT,
    BY,
    CARDS_DRAWN,
    COLOUR,
    GO,
    H6,
    HOLD,
    NO,
    USE,
)
from simulator.switch_signal.deployment import colours_to_deploy, starts_to_choose
from simulator.switch_signal.hands import draw_choices, fewest_to_draw
from simulator.switch_signal.layout import is_legal_layout, layout_choices, nth_layout_choice
from simulator.switch_signal.records import BOARD, GAME, RULES
from simulator.switch_signal.timetable import wild_colours

i64 = types.int64


@kernel(i64(BOARD, RULES, GAME), inline=True)
def offered(board: Any, rules: Any, g: Any) -> Any:
    """Return the answers of points that choose one of a few things, as bits."""
    phase = g.phase
    if phase == ASK_DEPLOY:
        return colours_to_deploy(rules, g)
    if phase == ASK_PLACE:
        return starts_to_choose(board, g)
    if phase == ASK_WILD:
        return wild_colours(g)
    if phase == ASK_ORDER:
        return g.todo
    return g.exits


@kernel(i64(BOARD, RULES, GAME))
def count_choices(board: Any, rules: Any, g: Any) -> Any:
    """Count the distinct legal answers of the present decision point."""
    phase = g.phase
    if phase == ASK_ACT:
        return menu_size(action_menu(board, rules, g))
    if phase == ASK_LOGISTICIAN or phase == ASK_CONDUCTOR or phase == ASK_TRACK_KEEPER:
        return 2
    if phase == ASK_DRAW:
        return draw_choices(rules, g)
    if phase == ASK_LAYOUT:
        return layout_choices(board, rules, g)
    count = bits(offered(board, rules, g))
    if phase == ASK_PLACE or phase == ASK_THROUGH:
        return count + 1
    if phase == ASK_ORDER and g.helpers & (1 << H6):
        return 2 * count
    return count


@kernel(i64(BOARD, RULES, GAME, i64))
def nth_choice(board: Any, rules: Any, g: Any, index: Any) -> Any:
    """Return the index-th answer."""
    phase = g.phase
    if phase == ASK_ACT:
        return nth_action(board, rules, g, action_menu(board, rules, g), index)
    if phase == ASK_LOGISTICIAN or phase == ASK_CONDUCTOR or phase == ASK_TRACK_KEEPER:
        return index
    if phase == ASK_DRAW:
        return choice1(CARDS_DRAWN, fewest_to_draw(rules, g) + index)
    if phase == ASK_LAYOUT:
        return nth_layout_choice(board, rules, g, index)
    mask = offered(board, rules, g)
    if phase == ASK_DEPLOY or phase == ASK_WILD:
        return choice1(COLOUR, nth_bit(mask, index))
    if phase == ASK_ORDER:
        count = bits(mask)
        if index < count:
            return choice1(GO, nth_bit(mask, index))
        return choice1(HOLD, nth_bit(mask, index - count))
    if phase == ASK_EXIT:
        return choice1(BY, nth_bit(mask, index))
    if index == 0:
        return NO
    return choice1(AT if phase == ASK_PLACE else BY, nth_bit(mask, index - 1))


@kernel(i64(BOARD, RULES, GAME), inline=True)
def only_answer(board: Any, rules: Any, g: Any) -> Any:
    """Return the answer that is carried out unasked because there is no other, or −1. Quick, for it is tried at every point."""
    phase = g.phase
    if phase == ASK_LOGISTICIAN or phase == ASK_CONDUCTOR or phase == ASK_TRACK_KEEPER:
        return -1
    if phase == ASK_ACT:
        return -1 if can_act(board, rules, g) else NO
    if phase == ASK_LAYOUT or phase == ASK_DRAW:
        return nth_choice(board, rules, g, 0) if count_choices(board, rules, g) == 1 else -1
    mask = offered(board, rules, g)
    if phase == ASK_PLACE or phase == ASK_THROUGH:
        return -1 if mask else NO
    if mask & (mask - 1):
        return -1
    if phase == ASK_ORDER:
        return -1 if g.helpers & (1 << H6) else choice1(GO, lowest_bit(mask))
    return choice1(BY if phase == ASK_EXIT else COLOUR, lowest_bit(mask))


@kernel(i64(BOARD, RULES, GAME, i64), inline=True)
def is_legal(board: Any, rules: Any, g: Any, code: Any) -> Any:
    """Tell whether this choice is one of the answers."""
    phase = g.phase
    if phase == ASK_ACT:
        return is_legal_action(board, rules, g, code)
    if phase == ASK_LAYOUT:
        return is_legal_layout(board, rules, g, code)
    if phase == ASK_LOGISTICIAN or phase == ASK_CONDUCTOR or phase == ASK_TRACK_KEEPER:
        return 1 if code == NO or code == USE else 0
    if code < 0 or code >> 24:
        return 0
    verb, a = verb_of(code), first_of(code)
    if phase == ASK_DRAW:
        fewest = fewest_to_draw(rules, g)
        return 1 if verb == CARDS_DRAWN and fewest <= a < fewest + draw_choices(rules, g) else 0
    if phase == ASK_PLACE or phase == ASK_THROUGH:
        if code == NO:
            return 1
        if verb != (AT if phase == ASK_PLACE else BY):
            return 0
    elif phase == ASK_ORDER:
        if verb != GO and not (verb == HOLD and g.helpers & (1 << H6)):
            return 0
    elif verb != (BY if phase == ASK_EXIT else COLOUR):
        return 0
    return 1 if a < 32 and (offered(board, rules, g) >> a) & 1 else 0
