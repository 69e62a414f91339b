"""Before the first turn: location tokens, disc layout, first hands (S1-S5, B5, V3, V5, V10)."""

from math import comb, prod
from typing import Any

from .actions import discs_at
from .cards import draw_cards
from .game import ALL_NUMBERS, Game
from .question import Choice, Flow


def prepare(game: Game, layout: dict[str, Any]) -> Flow[None]:
    """S1-S5 in the order of docs/trace.md: numbers, discs, then cards."""
    if game.scenario["locations"] == "shuffled":
        deal_numbers(game)
    if game.scenario["layout"] == "standard":
        standard_layout(game, layout)
    elif game.scenario["layout"] == "random":
        random_layout(game)
    game.note("setup", state=game.state())
    if game.scenario["layout"] == "policy":
        yield from chosen_layout(game)
    for seat, hand in enumerate(game.hands):
        cards = draw_cards(game, hand, game.house["starting-hand"])
        if cards:
            game.note("deal", seat=seat, cards=cards)


def deal_numbers(game: Game) -> None:
    """V5: the numbers 2-12 are dealt onto the start places for the whole game."""
    left = list(ALL_NUMBERS)
    for start in game.network.starts:
        dealt = []
        for _ in game.network.printed_numbers[start]:
            number = game.chance.number(list(left))
            left.remove(number)
            dealt.append(number)
        game.numbers[start] = dealt


def line_discs(game: Game) -> int:
    """B5: how many discs begin on lines, without those of V3."""
    return int(game.house["signals"]) - len(game.network.stations)


def red_fields(game: Game) -> list[str]:
    """The fields without a disc."""
    return [name for name in game.network.fields if name not in game.green]


def red_line_fields(game: Game) -> list[str]:
    """The fields of no city without a disc."""
    return [name for name in game.network.line_fields if name not in game.green]


def standard_layout(game: Game, layout: dict[str, Any]) -> None:
    """S5: the layout that the board file names, in its order: a disc at each city, line discs (B5), then V3's anywhere."""
    for junction, lines in layout.get("switches", {}).items():
        game.switches[junction] = game.network.in_arm_order(junction, lines)
    named = [*layout["signals"], *layout.get("extra", [])]
    at_cities = named[: len(game.network.stations)]
    on_lines = [name for name in named if name in game.network.line_fields]
    game.green = {*at_cities, *on_lines[: line_discs(game)]}
    left = [name for name in named if name not in game.green]
    game.green.update(left[: game.scenario["extra_signals"]])


def random_layout(game: Game) -> None:
    """V10 random: uniform over the layouts that B5 and the junctions allow."""
    for junction in game.network.junctions:
        game.switches[junction] = game.chance.setting(junction, game.network.settings(junction))
    while True:
        draw_signals(game)
        if game.scenario["extra_signals"] == 0 or game.chance.accept(ways_to_tell_extras(game)):
            return


def draw_signals(game: Game) -> None:
    """One disc at each city, the line discs, then the extra ones."""
    game.green = set()
    for station in game.network.stations:
        game.green.add(game.chance.field(list(game.network.edges_at[station])))
    for _ in range(line_discs(game)):
        game.green.add(game.chance.field(red_line_fields(game)))
    for _ in range(game.scenario["extra_signals"]):
        game.green.add(game.chance.field(red_fields(game)))


def ways_to_tell_extras(game: Game) -> int:
    """In how many ways some of the discs could be the extra ones: so much too often is this layout drawn."""
    on_lines = sum(name in game.green for name in game.network.line_fields)
    return comb(on_lines, line_discs(game)) * prod(discs_at(game, city) for city in game.network.stations)


def chosen_layout(game: Game) -> Flow[None]:
    """V10 policy: the players place junction after junction and disc after disc."""
    for junction in game.network.junctions:
        settings = game.network.settings(junction)
        choice = yield from game.ask("layout", [{"switch": junction, "open": lines} for lines in settings])
        game.switches[junction] = choice["open"]
        game.note("disc", **choice)
    for station in game.network.stations:
        yield from place_disc(game, game.network.edges_at[station])
    for _ in range(line_discs(game)):
        yield from place_disc(game, red_line_fields(game))
    for _ in range(game.scenario["extra_signals"]):
        yield from place_disc(game, red_fields(game))


def place_disc(game: Game, allowed: list[str]) -> Flow[None]:
    """One signal disc on one of the fields allowed."""
    options: list[Choice] = [{"signal": name} for name in allowed]
    choice = yield from game.ask("layout", options)
    game.green.add(choice["signal"])
    game.note("disc", **choice)
