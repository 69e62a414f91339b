"""The timetable card of a turn: S3, T1, M12, M13, with H3, H4, H6 and the rulings X7, X11."""

from typing import Any

from numba import types

from simulator.core.bits import bits, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.book import log, use_helper
from simulator.switch_signal.codes import (
    ASK_ACT,
    ASK_CONDUCTOR,
    ASK_TRACK_KEEPER,
    ASK_WILD,
    DEPLOYMENT,
    EV_REVEAL,
    EV_TURN,
    H3,
    H4,
    H6,
)
from simulator.switch_signal.movement import ask_for_next_train, move_train
from simulator.switch_signal.records import (
    BOARD,
    COLOURS,
    DEALER,
    GAME,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    NORTH_AMERICA,
    PORT,
    RULES,
    START_CARD,
    WILD,
)
from simulator.switch_signal.streams import TIMETABLE, draw

i64 = types.int64
COLOUR_TRAINS = (1 << MAX_TRAINS_OF_A_COLOUR) - 1


@kernel(i64(GAME, DEALER))
def top_card(g: Any, dealer: Any) -> Any:
    """Turn the top card over. The pile has no order before: cards put away unseen are those that never get drawn."""
    hidden = g.pile - (1 if g.bottom >= 0 else 0)
    g.pile -= 1
    if hidden == 0:
        card = g.bottom
        g.bottom = -1
        return card
    card = nth_bit(g.unseen, draw(g, dealer, TIMETABLE, bits(g.unseen)))
    g.unseen &= ~(1 << card)
    return card


@kernel(types.void(RULES, GAME, DEALER, i64))
def lay_open(rules: Any, g: Any, dealer: Any, card: Any) -> None:
    g.card = card
    g.deployment = g.symbol = g.colours = 0
    g.first_colour = -1
    for i in range(3):
        symbol = rules.moves[card, i]
        if 0 <= symbol < WILD:
            g.colours |= 1 << symbol
    if card != START_CARD:
        g.executed[g.executed_cards] = card
        g.executed_cards += 1
    log(dealer, EV_REVEAL, card, g.pile, 0, 0, 0, 0)


@kernel(types.void(RULES, GAME, DEALER))
def begin_turn(rules: Any, g: Any, dealer: Any) -> None:
    """T1: reveal; the start card opens the game (S3)."""
    g.turn += 1
    g.through = 0
    g.held = -1
    log(dealer, EV_TURN, g.turn, g.seat, 0, 0, 0, 0)
    g.phase = DEPLOYMENT
    if g.turn == 1:
        lay_open(rules, g, dealer, START_CARD)
        return
    lay_open(rules, g, dealer, top_card(g, dealer))
    if g.helpers & (1 << H4) and g.pile > 0:  # X11
        g.phase = ASK_TRACK_KEEPER


@kernel(types.void(RULES, GAME, DEALER))
def put_under(rules: Any, g: Any, dealer: Any) -> None:
    """H4: the card goes face down under the pile, the next is resolved instead."""
    use_helper(g, dealer, H4, g.card)
    g.executed_cards -= 1
    g.bottom = g.card
    g.pile += 1
    lay_open(rules, g, dealer, top_card(g, dealer))
    g.phase = DEPLOYMENT


@kernel(i64(BOARD, RULES, GAME, i64))
def trains_to_move(board: Any, rules: Any, g: Any, colour: Any) -> Any:
    """M12: find all trains of a colour on the network, as bits; X7: the three-wild card may spare those in ports."""
    trains = g.network & COLOUR_TRAINS << colour * MAX_TRAINS_OF_A_COLOUR
    spare_ports = rules.x7_literal and board.family == NORTH_AMERICA and rules.moves[g.card, 2] == WILD
    spare_ports = spare_ports and rules.moves[g.card, 0] == WILD and rules.moves[g.card, 1] == WILD
    if spare_ports:
        for train in range(MAX_TRAINS):
            if g.pos[train] >= 0 and board.kind[g.pos[train]] == PORT:
                trains &= ~(1 << train)
    return trains


@kernel(i64(GAME))
def wild_colours(g: Any) -> Any:
    """M13: find the colours for a wild, as bits; of those without a train on the network the first stands for all."""
    colours = 0
    absent = 0
    for colour in range(COLOURS):
        if (g.colours >> colour) & 1:
            continue
        if g.network & COLOUR_TRAINS << colour * MAX_TRAINS_OF_A_COLOUR:
            colours |= 1 << colour
        elif absent == 0:
            absent = 1 << colour
    return colours | absent


@kernel(types.void(BOARD, RULES, GAME, i64))
def begin_colour(board: Any, rules: Any, g: Any, colour: Any) -> None:
    """M12, M13: begin with a colour. H3 is declared before its first roll."""
    g.colour = colour
    g.colours |= 1 << colour
    g.todo = trains_to_move(board, rules, g, colour)
    ask_for_next_train(g)
    if g.todo and g.helpers & (1 << H3):
        g.phase = ASK_CONDUCTOR


@kernel(types.void(BOARD, RULES, GAME))
def next_symbol(board: Any, rules: Any, g: Any) -> None:
    """T1: move symbols from top to bottom, then the active player's cards."""
    symbol = rules.moves[g.card, g.symbol] if g.symbol < 3 else -1
    if symbol < 0:
        g.phase = ASK_ACT
    elif symbol == WILD:
        g.phase = ASK_WILD
    else:
        begin_colour(board, rules, g, symbol)


@kernel(types.void(GAME, DEALER))
def hold_colour(g: Any, dealer: Any) -> None:
    """H3: no train of this colour moves by this card."""
    use_helper(g, dealer, H3, g.colour)
    g.todo = 0
    ask_for_next_train(g)


@kernel(types.void(GAME, DEALER, i64))
def hold_train(g: Any, dealer: Any, train: Any) -> None:
    """H6: this train does not move by this card."""
    use_helper(g, dealer, H6, train)
    g.held = train
    g.todo &= ~(1 << train)
    ask_for_next_train(g)


@kernel(types.void(RULES, GAME, DEALER, i64))
def move_next(rules: Any, g: Any, dealer: Any, train: Any) -> None:
    """M12: move this train now."""
    g.todo &= ~(1 << train)
    move_train(rules, g, dealer, train, 0)
