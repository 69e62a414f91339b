"""Action cards come into hands: S4, T3, and the end of a turn (E2)."""

from typing import Any

from numba import types

from simulator.core.jit import kernel
from simulator.switch_signal.blunders import book_stop
from simulator.switch_signal.book import end_game, is_last_turn, log
from simulator.switch_signal.codes import ASK_DRAW, E2, EV_DEAL, EV_DRAW, EV_SHUFFLE, TURN_BEGINS
from simulator.switch_signal.records import BOARD, DEALER, GAME, KINDS, RULES
from simulator.switch_signal.streams import ACTION, draw

i64 = types.int64


@kernel(types.void(GAME, DEALER, i64, i64, i64), inline=True)
def take_cards(g: Any, dealer: Any, seat: Any, number: Any, event: Any) -> None:
    """The top cards of the pile, which has no order before; as soon as it is empty the discards are a new one (T3)."""
    signals, switches, moves = g.pack[0], g.pack[1], g.pack[2]
    for _ in range(number):
        index = draw(g, dealer, ACTION, signals + switches + moves)
        # No branch: which card comes is just what no processor can foresee.
        not_signal = 1 if index >= signals else 0
        move = 1 if index >= signals + switches else 0
        signals -= 1 - not_signal
        switches -= not_signal - move
        moves -= move
        card = not_signal + move
        g.hand[seat, card] += 1
        log(dealer, event, seat, card, 0, 0, 0, 0)
        if signals + switches + moves == 0:
            signals, switches, moves = g.discard[0], g.discard[1], g.discard[2]
            for kind in range(KINDS):
                g.discard[kind] = 0
            log(dealer, EV_SHUFFLE, signals, switches, moves, 0, 0, 0)
    g.pack[0], g.pack[1], g.pack[2] = signals, switches, moves


@kernel(types.void(RULES, GAME, DEALER))
def deal(rules: Any, g: Any, dealer: Any) -> None:
    """S4: the first hands."""
    for seat in range(rules.players):
        take_cards(g, dealer, seat, rules.starting_hand, EV_DEAL)
    g.phase = TURN_BEGINS


@kernel(i64(RULES, GAME))
def room_in_hand(rules: Any, g: Any) -> Any:
    """Count how many more cards the active player may hold."""
    return rules.hand_limit - g.hand[g.seat, 0] - g.hand[g.seat, 1] - g.hand[g.seat, 2]


@kernel(i64(RULES, GAME))
def fewest_to_draw(rules: Any, g: Any) -> Any:
    """T3: all that are due, unless that would exceed the limit: then none are needed."""
    return rules.draw if room_in_hand(rules, g) >= rules.draw else 0


@kernel(i64(RULES, GAME))
def draw_choices(rules: Any, g: Any) -> Any:
    """T3: count the numbers of cards that may be drawn: one, or any from 0 to what fits."""
    room = room_in_hand(rules, g)
    return 1 if room >= rules.draw else room + 1


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def stop_acting(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """T2 is over; E2: with the last timetable card the game is, too."""
    book_stop(board, rules, g, dealer)
    if is_last_turn(g):
        end_game(g, dealer, 0, E2)
    else:
        g.phase = ASK_DRAW


@kernel(types.void(RULES, GAME, DEALER, i64))
def draw_cards(rules: Any, g: Any, dealer: Any, number: Any) -> None:
    """T3, then the next player in clockwise order."""
    take_cards(g, dealer, g.seat, number, EV_DRAW)
    g.seat = (g.seat + 1) % rules.players
    g.phase = TURN_BEGINS
