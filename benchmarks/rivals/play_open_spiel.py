"""Random playouts by OpenSpiel in C++, on one core: prints rows of JSON (`side_by_side.py` says what they hold).

Games with dice or cards, in which chance and decisions alternate as they do in ours: a race, a cooperative game, a family game. Each is played by
random players of OpenSpiel inside one call of compiled code; decisions are counted from Python, in games of their own.
"""

import json
import random
import sys
import time

import pyspiel

GAMES = {
    "backgammon": "backgammon",
    "Hanabi, 4 players": "hanabi(players=4)",
    "Mensch ärgere Dich nicht, 4 players": "maedn(players=4)",
}
COUNTED = 200


def decisions_of(game, dice):
    """Decisions with at least two answers in one random game."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, chances)[0])
            continue
        actions = state.legal_actions()
        decisions += len(actions) > 1
        state.apply_action(dice.choice(actions))
    return decisions


def play_for(game, seconds, seed):
    """Playouts until the time is up: games and seconds of the processor."""
    players = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), players, 1000 * seed + games)
        games += 1
    return games, time.process_time() - start


repeats, seconds = int(sys.argv[1]), float(sys.argv[2])
for name, spelled in GAMES.items():
    game, dice = pyspiel.load_game(spelled), random.Random(1)
    each = sum(decisions_of(game, dice) for _ in range(COUNTED)) / COUNTED
    play_for(game, seconds / 4, 1)
    found = [
        (games, games * each, took) for games, took in (play_for(game, seconds, r) for r in range(repeats))
    ]
    print(json.dumps({"game": name, "player": "random, in C++", "repeats": found}), flush=True)
