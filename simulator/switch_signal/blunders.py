"""What a table would be sorry for afterwards, counted for every policy alike (`outcome.blunders`).

A start place run onto always counts, and so does a head-on by a card. Any other loss counts only if one card at hand could have
prevented it: of the active player, or, while a timetable card is resolved, of the player before, when they stopped. Tokens at a signal or switch count only if it was so near that every face of the die would
have lost some: to keep a card and take a small risk is no blunder.
"""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.book import is_last_turn
from simulator.switch_signal.codes import ARM, FREE, HEAD_ON, MOVE_CARD, RED, SIGNAL_CARD, START, SWITCH_CARD
from simulator.switch_signal.network import is_green, try_step
from simulator.switch_signal.records import (
    BOARD,
    DEALER,
    GAME,
    KINDS,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    RULES,
)

i64 = types.int64
AVOIDABLE_HEAD_ONS, STARTS_RUN_ONTO, LOADED_LEFT_IDLE, AVOIDABLE_TOKENS = 0, 1, 2, 3


@kernel(i64(RULES, GAME))
def at_hand(rules: Any, g: Any) -> Any:
    """C1–C3: kinds of action that one card of the active hand pays, as bits."""
    kinds, cards = 0, 0
    for kind in range(KINDS):
        cards += g.hand[g.seat, kind]
        if g.hand[g.seat, kind] > 0:
            kinds |= 1 << kind
    return (1 << KINDS) - 1 if rules.any_action_cards == 1 and cards > 0 else kinds


@kernel(i64(RULES, GAME))
def was_certain(rules: Any, g: Any) -> Any:
    """Tell whether the mover would have stopped short with every face of its die."""
    made = g.rolled - g.points
    for face in range(6):
        if rules.die[g.mover // MAX_TRAINS_OF_A_COLOUR, face] <= made:
            return 0
    return 1


@kernel(i64(BOARD, GAME, i64))
def way_closed(board: Any, g: Any, train: Any) -> Any:
    """Find the kinds of action that would open the next step of a train which cannot make one, as bits; 0 if it can."""
    if g.way[train] >= 0:
        found, _ = try_step(board, g, train, g.way[train])
        return 1 << SIGNAL_CARD if found == RED else (1 << SWITCH_CARD if found == ARM else 0)
    city, kinds = g.pos[train], 0
    for i in range(board.exits[city]):
        dart = board.exit_dart[city, i]
        if is_green(g, board.field[dart]):
            found, _ = try_step(board, g, train, dart)
            if found == FREE:
                return 0
            if found == ARM:
                kinds = 1 << SWITCH_CARD
    return kinds


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def book_stop(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """T2 ends: what the player keeps, and loaded trains whose way one of these cards would have opened."""
    g.spare = at_hand(rules, g)
    g.present = g.network
    if is_last_turn(g) or g.spare == 0:
        return  # nothing moves any more, or there was nothing to open a way with
    for train in range(MAX_TRAINS):
        if g.cargo[train] >= 0 and way_closed(board, g, train) & g.spare:
            dealer.outcome.blunders[LOADED_LEFT_IDLE] += 1


@kernel(types.void(RULES, GAME, DEALER, i64, i64))
def book_loss(rules: Any, g: Any, dealer: Any, cause: Any, tokens: Any) -> None:
    """Count what a table would be sorry for when a move ends badly."""
    spare = 0
    if g.by_card:
        spare = at_hand(rules, g)
    elif (g.present >> g.mover) & 1:  # nobody could care for a train that was not there yet
        spare = g.spare
    blunders = dealer.outcome.blunders
    if cause == START:
        blunders[STARTS_RUN_ONTO] += 1
    elif cause == HEAD_ON:
        if g.by_card or spare & (1 << SWITCH_CARD | 1 << MOVE_CARD):
            blunders[AVOIDABLE_HEAD_ONS] += 1
    elif (cause == RED and spare & 1 << SIGNAL_CARD) or (cause == ARM and spare & 1 << SWITCH_CARD):
        blunders[AVOIDABLE_TOKENS] += tokens if was_certain(rules, g) else 0
