"""Games that were played to be looked at."""

from __future__ import annotations

from functools import cache
from typing import Any

from reports.switch_signal.replay.data import Game
from signalbox.cli.game_texts import GameText
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario


@cache
def played(
    board: str, game: int = 1, policy: str = "planner", *, explain: bool = False, **changes: Any
) -> tuple[Scenario, Game]:
    """A game of seed 1, as `sim replay` tells it."""
    scenario = Scenario(board=board, **changes)
    telling = GameText(GAME, scenario, policy, 1, game, as_json=False, list_options=False, explain=explain)
    cards = {card.id: str(card) for card in scenario.deck_data.cards}
    return scenario, Game(list(telling.replay(game).play()), cards)
