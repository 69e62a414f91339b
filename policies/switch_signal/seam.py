"""The seam between game and player.

A policy is one compiled function:

    choice = decide(board, rules, game, mind)

It is asked at every decision point (docs/trace.md lists them) that has at least two answers. `game.phase` says which point it is.
It sees the board, the rules and the whole game record, which holds what players see (T4) and no hidden order; it never sees the
dealer. It must leave `game` as it found it. `mind` is its own:

- `mind.params` are its parameters. It may change them; the next game begins with those that were set, which are `mind.given`.
- `mind.key` and `mind.drawn` give it random numbers (`whim` in `simulator/switch_signal/mind.py`). A clairvoyant (`mind.foresees`) is told `mind.truth`, the key of the game.
- `mind.games` and `mind.dealer` are copies of the game to try things out on (`imagine`); they hold whatever was left there.
- `mind.notes` are numbers, all 0 at the start of every game.
- `mind.room` is memory for anything else. A policy views it as a record of its own, `view_as(mind.room, my_dtype)`, as `errands.py` and
  `planning/memory.py` do. It holds whatever was left there, but for its first word, which is 0 at the start of every game. A policy that asks another
  one with its own mind shares the room with it; those that plan look at `mind.params` once a game.

The answer is a choice (`simulator/switch_signal/choices.py`); an illegal one stops the run with an error.

It stands in this folder, or in a user's file (`--policy FILE.py:NAME`, docs/own-policy.md). There it may also be written in plain Python, slower
by two orders of magnitude: `choice = decide(table)`, with the `Table` of `own.py`.
"""

from simulator.switch_signal.mind_records import DECIDE

__all__ = ["DECIDE"]
