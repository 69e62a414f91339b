"""Games of Settlers of Catan by catanatron, on one core: prints rows of JSON (`side_by_side.py` says what they hold).

All three players of the package on PyPI: random; random with weights for what is built; and greedy for points, who tries each action on a copy of the game.
"""

import json
import sys
import time

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer
from catanatron.players.search import VictoryPointPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

KINDS = {
    "random": RandomPlayer,
    "weighted random": WeightedRandomPlayer,
    "greedy for points": VictoryPointPlayer,
}


def play_for(kind, seconds):
    """Whole games until the time is up: games, decisions with at least two answers, seconds of the processor."""
    games = decisions = 0

    def decide(player, game, actions):
        nonlocal decisions
        decisions += len(actions) > 1
        return player.decide(game, actions)

    start = time.process_time()
    while time.process_time() - start < seconds:
        Game([kind(color) for color in Color]).play(decide_fn=decide)
        games += 1
    return games, decisions, time.process_time() - start


repeats, seconds = int(sys.argv[1]), float(sys.argv[2])
for name, kind in KINDS.items():
    play_for(kind, seconds / 4)
    found = [play_for(kind, seconds) for _ in range(repeats)]
    print(json.dumps({"game": "Catan, 4 players", "player": name, "repeats": found}), flush=True)
