"""A train's move from its roll to its end (M1-M11, H1, H2, N2, N3, X1-X10, X15)."""

from .clock import lose_tokens
from .game import Game, Train
from .goal import is_won, needs
from .question import Choice, Flow, GameOver
from .step import Step, look_ahead, run_length


def move_train(game: Game, train: Train, by: str) -> Flow[None]:
    """M1, M12, C3: one train is rolled for and moves."""
    game.note("move", train=train.id, by=by)
    points = yield from roll(game, train)
    yield from run(game, train, points)


def roll(game: Game, train: Train) -> Flow[int]:
    """M1; H1: the die may be rolled once more, and the new result counts."""
    points = roll_once(game, train)
    if "H1" in game.helpers:
        choice = yield from game.ask("logistician", [{"use": True}, {"use": False}])
        if choice["use"]:
            game.use_helper("H1", train=train.id)
            points = roll_once(game, train)
    return points


def roll_once(game: Game, train: Train) -> int:
    """One roll of the die of the train's colour."""
    points = game.chance.movement(train.id, list(game.house[f"die-{train.colour}"]))
    game.note("roll", train=train.id, points=points)
    return points


def run(game: Game, train: Train, points: int) -> Flow[None]:
    """M2-M11: step by step until the points are used or something ends the move."""
    if points == 0:
        note_stop(game, train, "points", 0)
        return
    edge = train.heading
    if edge is None:
        edge = yield from choose_exit(game, train, points)
    while True:
        step = look_ahead(game, train, standing(train), edge)
        if step.obstacle is not None:
            halt(game, train, step, points)
            return
        enter(game, train, step)
        points -= 1
        if step.cell in game.network.starts:
            run_onto_start(game, train, points)
            return
        if step.cell in game.network.stations:
            if port_takes(game, train, step.cell):
                arrive_in_port(game, train, step.cell, points)
                return
            choice = yield from run_through(game, train, step, points)
            if "stop" in choice:
                note_stop(game, train, "city", points)
                return
            edge = choice["by"]
        elif points == 0:
            note_stop(game, train, "points", 0)
            return
        else:
            edge = heading(train)


def standing(train: Train) -> str:
    """The cell of a train that is on the network."""
    assert train.at is not None
    return train.at


def heading(train: Train) -> str:
    """The heading of a train that is not in a city."""
    assert train.heading is not None
    return train.heading


def choose_exit(game: Game, train: Train, points: int) -> Flow[str]:
    """M4, X8: the exit from the city in which the move begins."""
    city = standing(train)
    green = [edge for edge in game.network.edges_at[city] if edge in game.green]
    ahead = {edge: look_ahead(game, train, city, edge) for edge in green}
    exits = [edge for edge in green if ahead[edge].obstacle is None]
    if exits and game.rulings["X8"] == "longest":
        lengths = {edge: run_length(game, train, edge, points) for edge in exits}
        exits = [edge for edge in exits if lengths[edge] == max(lengths.values())]
    if not exits:
        first_by_consequence: dict[str, str] = {}
        for edge in green:
            first_by_consequence.setdefault(ahead[edge].consequence, edge)
        exits = [edge for edge in green if edge in first_by_consequence.values()]
    choice = yield from game.ask("exit", [{"by": edge} for edge in exits])
    return str(choice["by"])


def run_through(game: Game, train: Train, step: Step, points: int) -> Flow[Choice]:
    """M8; H2, N2, X9, X10: stop in the city just entered, or leave it again where that is allowed."""
    options: list[Choice] = [{"stop": True}]
    if points > 0 and (game.north_america or game.dispatcher or "H2" in game.helpers):
        for edge in game.network.edges_at[step.cell]:
            if edge == step.entry and game.rulings["X9"] == "another":
                continue
            if look_ahead(game, train, step.cell, edge).obstacle is None:
                options.append({"by": edge})
    choice = yield from game.ask("through", options)
    if "by" in choice and not game.north_america and not game.dispatcher:
        game.use_helper("H2", train=train.id)
        game.dispatcher = True
    return choice


def enter(game: Game, train: Train, step: Step) -> None:
    """B4: the train stands on the next cell and heads for the end opposite to its entry."""
    train.at = step.cell
    if step.cell in game.network.stations:
        train.heading = None
    elif step.cell in game.network.starts:
        train.heading = step.entry
    else:
        train.heading = game.network.edge_opposite(step.cell, step.entry)
    game.note("step", train=train.id, to=step.cell, heading=train.heading)


def halt(game: Game, train: Train, step: Step, points: int) -> None:
    """M3, M5-M7, M10, X4: a step that cannot be made ends the move."""
    assert step.obstacle is not None
    note_stop(game, train, step.obstacle, points, step.before)
    if step.consequence == "M3":
        lose_tokens(game, step.obstacle, points * game.house["unused-point"])
    elif step.consequence == "M10":
        lose_tokens(game, "head-on", points * game.house["head-on-point"])
        back_to_depot(game, train)
    else:
        lose_tokens(game, "start", game.house["start-place"])
        back_to_depot(game, train)


def run_onto_start(game: Game, train: Train, points: int) -> None:
    """M11: a flat loss, and the train is out."""
    note_stop(game, train, "start", points)
    lose_tokens(game, "start", game.house["start-place"])
    back_to_depot(game, train)


def port_takes(game: Game, train: Train, city: str) -> bool:
    """M9, N3, X6: whether a train that enters this city returns to the depot."""
    if city not in game.network.ports:
        return False
    if not game.north_america:
        return True
    if train.good is None:
        return False
    return needs(game, city, train.good) or game.rulings["X6"] == "literal"


def arrive_in_port(game: Game, train: Train, port: str, points: int) -> None:
    """M9, E1: unload, back to the depot, and perhaps the game is won."""
    note_stop(game, train, "port", points)
    if train.good is not None:
        counts = needs(game, port, train.good)
        game.delivered[port][train.good] += 1
        game.note("deliver", train=train.id, colour=train.good, port=port, counts=counts)
        train.good = None
    back_to_depot(game, train)
    if is_won(game):
        raise GameOver(won=True, why="E1")


def back_to_depot(game: Game, train: Train) -> None:
    """K2: the train leaves the network, and a good still aboard returns to its city."""
    good = train.good
    if good is not None:
        game.goods[game.network.city_of_colour(good)] += 1
    train.at = train.heading = train.good = None
    game.note("depot", train=train.id, good=good)


def note_stop(game: Game, train: Train, reason: str, unused: int, before: str | None = None) -> None:
    """Write a `stop` event."""
    game.note("stop", train=train.id, at=train.at, reason=reason, unused=unused, before=before)
