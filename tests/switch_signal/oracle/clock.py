"""The station clock (K1, K2, E3, X13)."""

from .game import Game
from .question import GameOver


def lose_tokens(game: Game, cause: str, count: int) -> None:
    """K1: tokens go one at a time; each time the clock reaches 0 it runs out, and the loss goes on."""
    while count > 0:
        lost = min(count, game.clock)
        game.clock -= lost
        count -= lost
        game.note("tokens", cause=cause, lost=lost, clock=game.clock)
        if game.clock == 0:
            run_out(game)


def run_out(game: Game) -> None:
    """K1, X13: the top timetable card leaves the game unseen and the clock is refilled. E3: none left."""
    removed = game.left > 0
    if removed:
        game.left -= 1
        if game.left == 0:
            game.bottom = None  # H4's card was the last of the pile, so it went, or there never was one
    lost = game.polish and not removed
    if not lost:
        game.clock = game.scenario["tokens"]
    game.note("clock-out", removed=removed, left=game.left, clock=game.clock)
    if lost:
        raise GameOver(won=False, why="E3")
