"""The setup: S1–S5, B5, V3, V5, V10. The first hands (S4) are dealt in `hands.py`."""

from typing import Any

from numba import types

from simulator.core.bits import nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.book import log
from simulator.switch_signal.choices import choice, choice1, first_of, second_of, verb_of
from simulator.switch_signal.codes import (
    ASK_LAYOUT,
    DEALING,
    EV_DISC_SIGNAL,
    EV_DISC_SWITCH,
    SIGNAL,
    SWITCH,
)
from simulator.switch_signal.deployment import ALL_TOKENS
from simulator.switch_signal.limits import CARDS
from simulator.switch_signal.network import (
    dark_fields,
    discs_on,
    flip_light,
    is_green,
    nth_dark_field,
    settings_of,
)
from simulator.switch_signal.records import (
    ALL_FIELDS,
    BOARD,
    CHOSEN,
    DEALER,
    GAME,
    LINE_FIELDS,
    RANDOM,
    RULES,
    SHUFFLED,
)
from simulator.switch_signal.streams import LAYOUT, LOCATION, draw

i64 = types.int64


@kernel(types.void(BOARD, RULES, GAME))
def lay_named_discs(board: Any, rules: Any, g: Any) -> None:
    """S5: discs on the fields that the board file names, in its order: one at each city, the others on lines (B5), extra ones anywhere (V3)."""
    laid = 0
    for disc in range(board.discs):
        at_city = board.field_city[board.disc_field[disc]] >= 0
        if laid < rules.base_discs and (disc < board.cities or not at_city):
            flip_light(g, board.disc_field[disc])
            laid += 1
    for disc in range(board.discs):
        if laid < rules.base_discs + rules.extra_discs and not is_green(g, board.disc_field[disc]):
            flip_light(g, board.disc_field[disc])
            laid += 1


@kernel(types.void(BOARD, RULES, GAME))
def lay_out_table(board: Any, rules: Any, g: Any) -> None:
    """S1, S2, S3, S4 and the standard layout of S5, with V1–V3 and V11: all of the setup that is the same in every game of a scenario."""
    g.phase = DEALING
    g.clock = rules.tokens
    g.pile = CARDS - rules.removed
    g.unseen = (1 << CARDS) - 1
    g.bottom = g.card = g.colour = g.first_colour = g.held = g.mover = g.entered = -1
    g.helpers = rules.helpers
    g.tokens_left = ALL_TOKENS
    g.pos[:] = -1
    g.way[:] = -1
    g.cargo[:] = -1
    g.stock[: board.goods] = rules.goods_each
    g.pack[:] = rules.action_deck
    for slot in range(11):
        g.place[board.slot_number[slot]] = board.slot_cell[slot]
    if rules.layout == CHOSEN:
        g.phase = ASK_LAYOUT
        return
    g.setting[:] = board.setting
    lay_named_discs(board, rules, g)


@kernel(types.void(BOARD, GAME, DEALER))
def deal_numbers(board: Any, g: Any, dealer: Any) -> None:
    """V5: the numbers 2–12 are dealt onto the start places."""
    left = ALL_TOKENS
    for slot in range(11):
        bit = nth_bit(left, draw(g, dealer, LOCATION, 11 - slot))
        left &= ~(1 << bit)
        g.place[bit + 2] = board.slot_cell[slot]


@kernel(i64(BOARD, RULES, GAME))
def ways_to_tell_extras(board: Any, rules: Any, g: Any) -> Any:
    """Count the choices of 'the extra discs' that give this layout: C(line discs, their standard number) × discs at each city."""
    on_lines = discs_on(board, g, LINE_FIELDS)
    ways = 1
    standard = rules.base_discs - board.cities
    for i in range(standard):
        ways = ways * (on_lines - i) // (i + 1)
    for city in range(board.cities):
        ways *= discs_on(board, g, city)
    return ways


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def scatter_discs(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """V10 `random`: uniform over the layouts that B5 and the junctions allow.

    Extra discs (V3) may lie anywhere, so a layout can come about in several ways; it is kept with probability 1/ways.
    """
    for junction in range(board.junctions):
        g.setting[junction] = draw(g, dealer, LAYOUT, settings_of(board.arms[junction]))
    while True:
        g.green[:] = 0
        for city in range(board.cities):
            entrance = draw(g, dealer, LAYOUT, board.exits[city])
            flip_light(g, board.field[board.exit_dart[city, entrance]])
        for _ in range(rules.base_discs - board.cities):
            index = draw(g, dealer, LAYOUT, dark_fields(board, g, LINE_FIELDS))
            flip_light(g, nth_dark_field(board, g, LINE_FIELDS, index))
        for _ in range(rules.extra_discs):
            index = draw(g, dealer, LAYOUT, dark_fields(board, g, ALL_FIELDS))
            flip_light(g, nth_dark_field(board, g, ALL_FIELDS, index))
        if rules.extra_discs == 0:
            return
        if draw(g, dealer, LAYOUT, ways_to_tell_extras(board, rules, g)) == 0:
            return


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def prepare(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """Add what chance adds to the table before cards are dealt (S5: no card is seen before the discs lie)."""
    if rules.locations == SHUFFLED:
        deal_numbers(board, g, dealer)
    if rules.layout == RANDOM:
        scatter_discs(board, rules, g, dealer)


@kernel(i64(BOARD, RULES, GAME))
def layout_choices(board: Any, rules: Any, g: Any) -> Any:
    """V10 `policy`: junctions, then one disc for each city, then line discs, then extra ones."""
    step = g.placed
    if step < board.junctions:
        return settings_of(board.arms[step])
    step -= board.junctions
    if step < board.cities:
        return board.exits[step]
    return dark_fields(board, g, LINE_FIELDS if step < rules.base_discs else ALL_FIELDS)


@kernel(i64(BOARD, RULES, GAME, i64))
def nth_layout_choice(board: Any, rules: Any, g: Any, index: Any) -> Any:
    step = g.placed
    if step < board.junctions:
        return choice(SWITCH, step, index, 0)
    step -= board.junctions
    if step < board.cities:
        return choice1(SIGNAL, board.field[board.exit_dart[step, index]])
    fields = LINE_FIELDS if step < rules.base_discs else ALL_FIELDS
    return choice1(SIGNAL, nth_dark_field(board, g, fields, index))


@kernel(i64(BOARD, RULES, GAME, i64))
def is_legal_layout(board: Any, rules: Any, g: Any, code: Any) -> Any:
    step = g.placed
    verb, a, b = verb_of(code), first_of(code), second_of(code)
    if code >> 40:
        return 0
    if step < board.junctions:
        return 1 if verb == SWITCH and a == step and b < settings_of(board.arms[step]) else 0
    step -= board.junctions
    if verb != SIGNAL or b != 0 or a >= board.fields or is_green(g, a):
        return 0
    if step < board.cities:
        return 1 if board.field_city[a] == step else 0
    return 1 if step >= rules.base_discs or board.field_city[a] < 0 else 0


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def place_disc(board: Any, rules: Any, g: Any, dealer: Any, code: Any) -> None:
    a = first_of(code)
    if verb_of(code) == SWITCH:
        g.setting[a] = second_of(code)
        log(dealer, EV_DISC_SWITCH, a, g.setting[a], 0, 0, 0, 0)
    else:
        flip_light(g, a)
        log(dealer, EV_DISC_SIGNAL, a, 0, 0, 0, 0, 0)
    g.placed += 1
    if g.placed == board.junctions + rules.base_discs + rules.extra_discs:
        g.phase = DEALING
