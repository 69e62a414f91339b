"""The timetable card of the turn (T1, M12, M13, H3, H4, H6, X7, X11)."""

from typing import Any

from .deployment import deploy_for_card, deploy_start_card
from .game import START_CARD, TRAIN_COLOURS, Game, Train
from .movement import move_train
from .question import Choice, Flow

WILD = "wild"


def carry_out_timetable(game: Game) -> Flow[None]:
    """T1: reveal the top card and resolve its symbols from top to bottom."""
    card_id = reveal(game)
    if card_id == START_CARD:
        yield from deploy_start_card(game)
        return
    if "H4" in game.helpers and game.left > 0:
        choice = yield from game.ask("track-keeper", [{"use": True}, {"use": False}])
        if choice["use"]:
            put_under_pile(game, card_id)
            card_id = reveal(game)
    card = game.cards[card_id]
    yield from deploy_for_card(game, card["deploy"])
    yield from move_for_card(game, card)


def reveal(game: Game) -> str:
    """T1: the start card first, a card put under the pile by H4 last, otherwise chance decides."""
    game.left -= 1
    if game.turn == 1:
        card = START_CARD
    elif game.bottom is not None and game.left == 0:
        card, game.bottom = game.bottom, None
    else:
        card = game.chance.timetable(list(game.unseen))
        game.unseen.remove(card)
    if card != START_CARD:
        game.executed.append(card)
    game.note("reveal", card=card, left=game.left)
    return card


def put_under_pile(game: Game, card: str) -> None:
    """H4, X11: the card just revealed goes face down under the pile."""
    game.use_helper("H4", card=card)
    game.executed.remove(card)
    game.bottom = card
    game.left += 1


def move_for_card(game: Game, card: dict[str, Any]) -> Flow[None]:
    """M12, M13: colour after colour, wild symbols when they are reached."""
    symbols: list[str] = card["moves"]
    taken = {symbol for symbol in symbols if symbol != WILD}
    ports_stay = symbols.count(WILD) == 3 and game.north_america and game.rulings["X7"] == "literal"
    for symbol in symbols:
        colour = symbol
        if symbol == WILD:
            colour = yield from choose_wild(game, taken)
            taken.add(colour)
        trains = game.on_network(colour)
        if ports_stay:
            trains = [train for train in trains if train.at not in game.network.ports]
        yield from move_colour(game, colour, trains)


def choose_wild(game: Game, taken: set[str]) -> Flow[str]:
    """M13: a colour not yet on the card; of those wholly in the depot the first stands for all."""
    allowed = [colour for colour in TRAIN_COLOURS if colour not in taken]
    idle = [colour for colour in allowed if not game.on_network(colour)]
    offered = [colour for colour in allowed if colour not in idle[1:]]
    choice = yield from game.ask("wild", [{"colour": colour} for colour in offered])
    return str(choice["colour"])


def move_colour(game: Game, colour: str, trains: list[Train]) -> Flow[None]:
    """M12: pick a train, roll, move, pick the next. H3 stops the whole colour, H6 one train."""
    if trains and "H3" in game.helpers:
        choice = yield from game.ask("conductor", [{"use": True}, {"use": False}])
        if choice["use"]:
            game.use_helper("H3", colour=colour)
            return
    waiting = list(trains)
    while waiting:
        options: list[Choice] = [{"move": train.id} for train in waiting]
        if "H6" in game.helpers:
            options += [{"hold": train.id} for train in waiting]
        choice = yield from game.ask("order", options)
        if "hold" in choice:
            train = game.trains[choice["hold"]]
            hold_back(game, train)
        else:
            train = game.trains[choice["move"]]
            yield from move_train(game, train, "timetable")
        waiting.remove(train)


def hold_back(game: Game, train: Train) -> None:
    """H6: DE, not by this card; PL, not in this turn, so not by C3 either."""
    game.use_helper("H6", train=train.id)
    if game.polish:
        game.held_back.add(train.id)
