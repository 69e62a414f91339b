"""The seam between game and player.

A policy is one compiled function:

    choice = decide(board, rules, game, mind)

It is asked at every decision point (docs/trace.md lists them) that has at least two answers. `game.phase` says which point it is.
It sees the board, the rules and the whole game record, which holds what players see (T4) and no hidden order; it never sees the
dealer. `mind` is its own: `mind.params` are its parameters, `mind.notes` room to calculate, `mind.games` and `mind.dealer` copies
of the game to try things out on, with random numbers of its own, `mind.errand` and `mind.wanted` where `policies/switch_signal/errands.py` writes
what trains are for. Notes are blank at the start of every game; copies and their dealer's
book hold whatever was left there. It must leave `game` as it found it.
The answer is a choice (`simulator/switch_signal/choices.py`); an illegal one stops the run with an error.

It stands in this folder, or in a user's file (`--policy FILE.py:NAME`, docs/own-policy.md). There it may also be written in plain Python, slower
by two orders of magnitude: `choice = decide(table)`, with the `Table` of `policies/plugin.py`.
"""

from simulator.switch_signal.mind_records import DECIDE

__all__ = ["DECIDE"]
