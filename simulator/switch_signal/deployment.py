"""Trains come onto the network: D1–D5, V6, H5 and the rulings X12, X16."""

from typing import Any

from numba import types

from simulator.core.bits import bits, lowest_bit, nth_bit
from simulator.core.jit import kernel
from simulator.switch_signal.book import log, use_helper
from simulator.switch_signal.clock import lose_tokens
from simulator.switch_signal.codes import (
    ASK_DEPLOY,
    ASK_PLACE,
    BY_CHOICE,
    BY_DICE,
    BY_NONE,
    BY_TOKEN,
    DEPLOYMENT,
    EV_DEPLOY,
    H5,
    NO_TRAIN,
    OCCUPIED,
    PLACE_AGAIN,
    PLACE_NO_TRAIN,
    PLACE_OCCUPIED,
    PLACED,
    SYMBOL,
)
from simulator.switch_signal.network import train_at
from simulator.switch_signal.records import (
    BOARD,
    COLOURS,
    DEALER,
    GAME,
    MAX_TRAINS_OF_A_COLOUR,
    PL,
    RULES,
    STACK,
    START_CARD,
)
from simulator.switch_signal.streams import DEPLOY, LOCATION, draw

i64 = types.int64
ALL_TOKENS = (1 << 11) - 1


@kernel(i64(RULES, GAME, i64))
def train_in_depot(rules: Any, g: Any, colour: Any) -> Any:
    """The first train of a colour that is in the depot, or −1."""
    first = colour * MAX_TRAINS_OF_A_COLOUR
    absent = ((1 << rules.trains[colour]) - 1) & ~(g.network >> first)
    return first + lowest_bit(absent) if absent else -1


@kernel(i64(RULES, GAME))
def colours_to_deploy(rules: Any, g: Any) -> Any:
    """D1, D4: colours that may be chosen, as bits."""
    colours = 0
    for colour in range(COLOURS):
        if colour != g.first_colour and train_in_depot(rules, g, colour) >= 0:
            colours |= 1 << colour
    return colours


@kernel(types.void(RULES, GAME, DEALER))
def next_deployment(rules: Any, g: Any, dealer: Any) -> None:
    """The next deployment of the card, or on to its moves."""
    if g.deployment >= rules.deploys[g.card]:
        if g.card == START_CARD:
            g.tokens_left = ALL_TOKENS  # V6: after the start card all 11 are shuffled into the stack
        g.phase = SYMBOL
    elif g.card == START_CARD:
        g.colour = g.deployment  # D5: black, then brown, then grey
        g.phase = ASK_PLACE
    elif colours_to_deploy(rules, g):
        g.phase = ASK_DEPLOY
    else:  # D3, D4
        log(dealer, EV_DEPLOY, -1, BY_NONE, 0, -1, -1, PLACE_NO_TRAIN)
        g.deployment += 1
        lose_tokens(rules, g, dealer, NO_TRAIN, rules.failed_deployment)


@kernel(types.void(GAME, i64))
def choose_colour(g: Any, colour: Any) -> None:
    """D1: the colour is chosen before the place is known."""
    g.colour = colour
    g.first_colour = colour
    g.phase = ASK_PLACE


@kernel(i64(BOARD, GAME))
def free_starts(board: Any, g: Any) -> Any:
    """Start places without a train, as bits."""
    free = (1 << board.starts) - 1
    for train in range(g.pos.shape[0]):
        place = g.pos[train] - board.cities
        if 0 <= place < board.starts:
            free &= ~(1 << place)
    return free


@kernel(i64(BOARD, GAME))
def starts_to_choose(board: Any, g: Any) -> Any:
    """H5: free start places while the shunter is unused, as bits."""
    return free_starts(board, g) if g.helpers & (1 << H5) else 0


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64, i64, i64, i64))
def put_train(
    board: Any, rules: Any, g: Any, dealer: Any, cell: Any, by: Any, dice: Any, number: Any
) -> None:
    """The train faces the network (B4)."""
    train = train_in_depot(rules, g, g.colour)
    g.pos[train] = cell
    g.network |= 1 << train
    g.way[train] = board.start_dart[cell - board.cities]
    dealer.outcome.deployed[g.colour] += 1
    dealer.heat.visits[cell] += 1
    log(dealer, EV_DEPLOY, train, by, dice, number, cell, PLACED)
    g.deployment += 1
    g.phase = DEPLOYMENT


@kernel(types.void(BOARD, RULES, GAME, DEALER, i64))
def place_by_choice(board: Any, rules: Any, g: Any, dealer: Any, start: Any) -> None:
    """H5: a free start place instead of the roll or token (X12)."""
    use_helper(g, dealer, H5, g.colour)
    put_train(board, rules, g, dealer, board.cities + start, BY_CHOICE, 0, -1)


@kernel(i64(GAME, DEALER))
def take_token(g: Any, dealer: Any) -> Any:
    """V6, X12: the top location token of the stack, which is shuffled anew when empty."""
    bit = nth_bit(g.tokens_left, draw(g, dealer, LOCATION, bits(g.tokens_left)))
    g.tokens_left &= ~(1 << bit)
    if g.tokens_left == 0:
        g.tokens_left = ALL_TOKENS
    return bit + 2


@kernel(types.void(BOARD, RULES, GAME, DEALER))
def place_by_chance(board: Any, rules: Any, g: Any, dealer: Any) -> None:
    """D1, D2, D5: dice or token say the place; on the start card PL tries again until one is free (X16)."""
    while True:
        dice = 0
        by = BY_DICE
        if rules.locations == STACK:
            by = BY_TOKEN
            number = take_token(g, dealer)
        else:
            first = draw(g, dealer, DEPLOY, 6) + 1
            second = draw(g, dealer, DEPLOY, 6) + 1
            dice = first * 8 + second
            number = first + second
        cell = g.place[number]
        if train_at(g, cell) < 0:
            put_train(board, rules, g, dealer, cell, by, dice, number)
            return
        train = train_in_depot(rules, g, g.colour)
        if g.card != START_CARD or rules.edition != PL:
            break
        log(dealer, EV_DEPLOY, train, by, dice, number, cell, PLACE_AGAIN)
    log(dealer, EV_DEPLOY, train, by, dice, number, cell, PLACE_OCCUPIED)
    g.deployment += 1
    g.phase = DEPLOYMENT
    lose_tokens(rules, g, dealer, OCCUPIED, rules.failed_deployment)
