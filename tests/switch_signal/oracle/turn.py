"""The whole game as the rulebook tells it: setup, then turn after turn (T1-T3, E1-E3)."""

from typing import Any

from .actions import play_cards
from .cards import end_of_turn_draw
from .game import Game
from .question import Flow, GameOver
from .setup import prepare
from .timetable import carry_out_timetable


def play_game(game: Game, layout: dict[str, Any]) -> Flow[None]:
    """S1-S5, then the turns, until somebody cries that the game is over."""
    try:
        yield from prepare(game, layout)
        while True:
            yield from play_turn(game)
    except GameOver as over:
        game.note("end", won=over.won, why=over.why)


def play_turn(game: Game) -> Flow[None]:
    """T1, T2, T3 in this order; E2: the turn of the last timetable card ends the game before T3."""
    game.seat = game.turn % len(game.hands)
    game.turn += 1
    game.note("turn", turn=game.turn, seat=game.seat)
    game.dispatcher = False
    game.held_back.clear()
    yield from carry_out_timetable(game)
    yield from play_cards(game)
    if game.left == 0:
        raise GameOver(won=False, why="E2")
    yield from end_of_turn_draw(game)
