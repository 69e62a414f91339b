"""New trains (D1-D5, H5, V5, V6, X12, X16)."""

from .clock import lose_tokens
from .game import ALL_NUMBERS, TRAIN_COLOURS, Game
from .question import Choice, Flow


def deploy_for_card(game: Game, count: int) -> Flow[None]:
    """D1, D3, D4: the deployments of a timetable card, one after another, of different colours."""
    chosen: list[str] = []
    for _ in range(count):
        allowed = [c for c in TRAIN_COLOURS if c not in chosen and game.in_depot(c)]
        if not allowed:
            no_train(game, None)
            continue
        choice = yield from game.ask("deploy", [{"colour": colour} for colour in allowed])
        chosen.append(choice["colour"])
        yield from deploy(game, choice["colour"], on_start_card=False)


def deploy_start_card(game: Game) -> Flow[None]:
    """D5: black, then brown, then grey; V6: afterwards all location tokens are shuffled into the stack."""
    for colour in game.start_colours:
        if game.in_depot(colour):
            yield from deploy(game, colour, on_start_card=True)
        else:
            no_train(game, colour)
    if game.tokens is not None:
        game.tokens = list(ALL_NUMBERS)


def no_train(game: Game, colour: str | None) -> None:
    """D3, D4: no such train in the depot; nothing is rolled or drawn."""
    note_deploy(game, colour, by="none", result="no-train")
    lose_tokens(game, "no-train", game.house["failed-deployment"])


def deploy(game: Game, colour: str, *, on_start_card: bool) -> Flow[None]:
    """D1: a colour is known; H5 chooses the place, or dice or token tell it."""
    free = game.free_starts()
    if "H5" in game.helpers and free:
        options: list[Choice] = [{"roll": True}, *({"place": start} for start in free)]
        choice = yield from game.ask("place", options)
        if "place" in choice:
            game.use_helper("H5", colour=colour)
            train = put_on_start(game, colour, choice["place"])
            note_deploy(game, colour, train=train, by="choice", place=choice["place"], result="placed")
            return
    deploy_by_number(game, colour, again_if_occupied=on_start_card and game.polish)


def deploy_by_number(game: Game, colour: str, *, again_if_occupied: bool) -> None:
    """D1, D2, and D5 and X16 in the Polish edition: roll or draw again until a place is free."""
    while True:
        dice: list[int] | None = None
        if game.tokens is None:
            dice = list(game.chance.deployment_dice())
            number = sum(dice)
        else:
            number = take_token(game, game.tokens)
        by = "token" if dice is None else "dice"
        place = next(start for start, numbers in game.numbers.items() if number in numbers)
        if game.train_on(place) is None:
            train = put_on_start(game, colour, place)
            note_deploy(
                game, colour, train=train, by=by, dice=dice, number=number, place=place, result="placed"
            )
            return
        if not again_if_occupied:
            note_deploy(game, colour, by=by, dice=dice, number=number, place=place, result="occupied")
            lose_tokens(game, "occupied", game.house["failed-deployment"])
            return
        note_deploy(game, colour, by=by, dice=dice, number=number, place=place, result="again")


def take_token(game: Game, tokens: list[int]) -> int:
    """V6, X12: the top token of the stack is spent; an empty stack is shuffled anew."""
    number = game.chance.number(sorted(tokens))
    tokens.remove(number)
    if not tokens:
        game.tokens = list(ALL_NUMBERS)
    return number


def put_on_start(game: Game, colour: str, place: str) -> str:
    """D1, B4: the lowest free train of the colour stands on the place and faces the network."""
    train = game.in_depot(colour)[0]
    train.at = place
    [train.heading] = game.network.edges_at[place]
    return train.id


def note_deploy(
    game: Game,
    colour: str | None,
    *,
    by: str,
    result: str,
    train: str | None = None,
    dice: list[int] | None = None,
    number: int | None = None,
    place: str | None = None,
) -> None:
    """Write a `deploy` event with all its fields; a train is named only if it was placed."""
    game.note(
        "deploy", colour=colour, train=train, by=by, dice=dice, number=number, place=place, result=result
    )
