"""Dash, a whole compiled game, as small as one can be: it is tried as if it were shipped (`tests/dash_game.py`), and another game can begin from it.

D1: A runner stands on field 0, a hound so many fields behind. D2: Walking, the runner goes on by half a die, rounded up.
D3: Running, by two dice, or, where they are alike, not at all. D4: Who comes to the last field is home.
D5: Else the hound goes on by a die of four; where it comes up with the runner, the runner is caught.
"""
