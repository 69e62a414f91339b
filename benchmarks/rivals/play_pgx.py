"""Random games by pgx, compiled by JAX for one core: prints rows of JSON (`side_by_side.py` says what they hold).

Many games in lockstep, a hundred steps of all of them in one compiled loop; a game that ends begins anew. pgx is made for accelerators, where
many thousand games advance at once; this is what it does on a processor.
"""

import json
import os
import sys
import time

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

# How many games in lockstep: of 16, 128 and 1024 the number that was quickest.
GAMES = {"backgammon": 16, "2048": 1024}
STEPS = 100


def make_loop(env, batch):
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry, key):
        state, games, decisions = carry
        choose, chance = jax.random.split(key)
        open_to_choice = state.legal_action_mask.sum(axis=1) > 1
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choose, logits, axis=1)
        state = step(state, action, jax.random.split(chance, batch))
        return (state, games + state.terminated.sum(), decisions + open_to_choice.sum()), None

    @jax.jit
    def loop(state, key):
        (state, games, decisions), _ = jax.lax.scan(once, (state, 0, 0), jax.random.split(key, STEPS))
        return state, games, decisions

    return loop


def play_for(loop, state, key, seconds):
    """Steps until the time is up: games ended, decisions with at least two answers, seconds of the processor, and where the games stand."""
    games = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        key, now = jax.random.split(key)
        state, ended, decided = loop(state, now)
        games, decisions = games + int(ended), decisions + int(decided)
    return (games, decisions, time.process_time() - start), state


repeats, seconds = int(sys.argv[1]), float(sys.argv[2])
for name, batch in GAMES.items():
    env = pgx.make(name)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), batch))
    loop = make_loop(env, batch)
    # All games begin together, so that none ends at first: far enough in for ends to be spread evenly.
    while True:
        state, ended, _ = loop(state, jax.random.PRNGKey(2))
        if int(ended) > 0:
            break
    _, state = play_for(loop, state, jax.random.PRNGKey(3), 4 * seconds)
    found = []
    for repeat in range(repeats):
        figures, state = play_for(loop, state, jax.random.PRNGKey(10 + repeat), seconds)
        found.append(figures)
    print(
        json.dumps({"game": name, "player": f"random, {batch} games in lockstep", "repeats": found}),
        flush=True,
    )
