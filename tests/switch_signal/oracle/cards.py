"""Action cards: drawing, shuffling, paying (S4, T3, C4, C5)."""

from itertools import product

from .chance import KINDS
from .game import Cards, Game, triple
from .question import Flow


def draw_cards(game: Game, hand: Cards, count: int) -> list[str]:
    """Take cards from the pile into a hand until it is empty; the caller shuffles."""
    drawn: list[str] = []
    while len(drawn) < count and sum(game.pile.values()) > 0:
        kind = game.chance.action_card(triple(game.pile))
        game.pile[kind] -= 1
        hand[kind] += 1
        drawn.append(kind)
    return drawn


def shuffle_if_needed(game: Game) -> None:
    """T3: as soon as the pile is empty, the discards become the new one."""
    if sum(game.pile.values()) == 0 and sum(game.discards.values()) > 0:
        game.pile, game.discards = game.discards, dict.fromkeys(KINDS, 0)
        game.note("shuffle", pile=triple(game.pile))


def end_of_turn_draw(game: Game) -> Flow[None]:
    """T3: draw 5; only if that would exceed the hand limit, any number from 0 to what fits."""
    hand = game.hands[game.seat]
    count = int(game.house["draw"])
    room = max(0, game.house["hand-limit"] - sum(hand.values()))
    if count > room:
        choice = yield from game.ask("draw", [{"cards": number} for number in range(room + 1)])
        count = choice["cards"]
    while count > 0:
        drawn = draw_cards(game, hand, count)
        if not drawn:
            return
        game.note("draw", seat=game.seat, cards=drawn)
        count -= len(drawn)
        shuffle_if_needed(game)


def payments_of(hand: Cards, count: int) -> list[list[int]]:
    """Every way to pay so many cards of any kind from a hand, in lexicographic order of the triples."""
    ranges = [range(held + 1) for held in triple(hand)]
    return [list(payment) for payment in product(*ranges) if sum(payment) == count]


def action_payments(game: Game, kind: str) -> list[list[int]]:
    """C1-C4: one card of the kind, or any two."""
    hand = game.hands[game.seat]
    single = [int(kind == other) for other in KINDS]
    payments = [single] if hand[kind] > 0 else []
    for payment in payments_of(hand, game.house["any-action-cards"]):
        if payment not in payments:
            payments.append(payment)
    return payments


def loading_payments(game: Game) -> list[list[int]]:
    """C5: any one card."""
    return payments_of(game.hands[game.seat], game.house["loading-cards"])


def pay(game: Game, payment: list[int]) -> None:
    """Put cards of the active player on the discards."""
    hand = game.hands[game.seat]
    for kind, count in zip(KINDS, payment, strict=True):
        hand[kind] -= count
        game.discards[kind] += count
