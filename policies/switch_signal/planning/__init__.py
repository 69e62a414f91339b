"""What planner and expert think with: ways, errands and needs of trains, the value of a position, moves and cards tried on it.

The players themselves stand a folder above. `weights.py` has the numbers of all this, and names for them.
"""
