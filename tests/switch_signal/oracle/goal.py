"""What the ports need, and when the game is won (E1, V4, N1, X6, X14)."""

from .game import Game


def needed_of_each(game: Game) -> int:
    """How many goods of every colour each port needs."""
    goods = int(game.house["goods"])
    return goods // 2 if game.network.two_ports else goods


def needed_besides(game: Game) -> int:
    """V4: how many more goods of any colour each port needs."""
    if not game.ten_goods:
        return 0
    return 1 if game.network.two_ports else 2


def surplus(game: Game, port: str) -> int:
    """The goods in a port beyond those needed of each colour."""
    need = needed_of_each(game)
    return sum(max(0, stored - need) for stored in game.delivered[port].values())


def needs(game: Game, port: str, colour: str) -> bool:
    """Whether one more good of this colour counts in this port (X6, X14)."""
    if game.delivered[port][colour] < needed_of_each(game):
        return True
    return surplus(game, port) < needed_besides(game)


def is_won(game: Game) -> bool:
    """E1: every port has all that it needs."""
    need = needed_of_each(game)
    return all(
        min(game.delivered[port].values()) >= need and surplus(game, port) >= needed_besides(game)
        for port in game.network.ports
    )
