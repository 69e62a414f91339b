"""Playing action cards (T2, C1-C5, B5)."""

from .cards import action_payments, loading_payments, pay, shuffle_if_needed
from .game import Game
from .movement import move_train
from .question import Choice, Flow


def play_cards(game: Game) -> Flow[None]:
    """T2: any number of actions, one after another, until the active player stops."""
    while True:
        choice = yield from game.ask("act", possible_actions(game))
        if "stop" in choice:
            return
        yield from carry_out(game, choice)


def possible_actions(game: Game) -> list[Choice]:
    """Every action with every payment, in the order of docs/trace.md."""
    options: list[Choice] = [{"stop": True}]
    priced = [
        (signal_actions(game), action_payments(game, "signal")),
        (switch_actions(game), action_payments(game, "switch")),
        (move_actions(game), action_payments(game, "move")),
        (load_actions(game), loading_payments(game)),
    ]
    for actions, payments in priced:
        options += [{**action, "cards": payment} for action in actions for payment in payments]
    return options


def discs_at(game: Game, city: str) -> int:
    """The green fields among a city's entrances."""
    return sum(edge in game.green for edge in game.network.edges_at[city])


def signal_actions(game: Game) -> list[Choice]:
    """C1, B5: a disc to a field without one; a city's only disc stays at that city."""
    fields = game.network.fields
    city_of = game.network.city_of_field
    actions: list[Choice] = []
    for source in fields:
        if source not in game.green:
            continue
        city = city_of.get(source)
        bound = city is not None and discs_at(game, city) == 1
        for target in fields:
            if target not in game.green and not (bound and city_of.get(target) != city):
                actions.append({"signal": [source, target]})
    return actions


def switch_actions(game: Game) -> list[Choice]:
    """C2: a junction to any other setting."""
    return [
        {"switch": junction, "open": lines}
        for junction in game.network.junctions
        for lines in game.network.settings(junction)
        if lines != game.switches[junction]
    ]


def move_actions(game: Game) -> list[Choice]:
    """C3: any train on the network, but not one that H6 holds for the whole turn (PL)."""
    return [
        {"move": train.id}
        for train in game.trains.values()
        if train.at is not None and train.id not in game.held_back
    ]


def load_actions(game: Game) -> list[Choice]:
    """C5: an empty train in a goods city that still has goods."""
    return [
        {"load": train.id}
        for train in game.trains.values()
        if train.at is not None and train.good is None and game.goods.get(train.at, 0) > 0
    ]


def carry_out(game: Game, choice: Choice) -> Flow[None]:
    """Pay for an action and do it."""
    payment: list[int] = choice["cards"]
    pay(game, payment)
    if "signal" in choice:
        source, target = choice["signal"]
        game.note("play", action="signal", cards=payment, **{"from": source, "to": target})
        game.green.remove(source)
        game.green.add(target)
    elif "switch" in choice:
        game.note("play", action="switch", cards=payment, junction=choice["switch"], open=choice["open"])
        game.switches[choice["switch"]] = choice["open"]
    elif "load" in choice:
        load(game, choice["load"], payment)
    else:
        game.note("play", action="move", cards=payment, train=choice["move"])
    shuffle_if_needed(game)
    if "move" in choice:
        yield from move_train(game, game.trains[choice["move"]], "card")


def load(game: Game, train_id: str, payment: list[int]) -> None:
    """C5: one good of the city goes onto the train standing in it."""
    train = game.trains[train_id]
    assert train.at is not None
    colour = game.network.goods_colour[train.at]
    game.note("play", action="load", cards=payment, train=train_id, colour=colour)
    game.goods[train.at] -= 1
    train.good = colour
