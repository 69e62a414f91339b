"""Small boards and decks for particular situations, as the text of their files."""

_PROVENANCE = "\n".join(
    f'{kind} = "invented: for one test"'
    for kind in (
        *("cities", "goods_colours", "ports", "start_places", "start_numbers"),
        *("topology", "segments", "signal_fields", "switch_discs", "layout"),
    )
)

# A city with five exits, one of them right at a start place, so that everything a train can meet on leaving
# a city (X8) can be put there at once. No junction anywhere.
#
#   near ─ hub ── ── mid ─ edge
#          │╲╲___ _/  │
#         far ╲quay─ ─┘
FAN = f"""
name = "Fan"
family = "central-europe"
city = [
  {{id = "hub", name = "Hub", goods = "yellow", at = [0, 0]}},
  {{id = "mid", name = "Mid", goods = "white", at = [4, 0]}},
]
port = [{{id = "quay", name = "Quay", at = [2, -3]}}]
start = [
  {{id = "near", name = "Near", numbers = [2, 3, 4, 5], at = [-2, 0]}},
  {{id = "far", name = "Far", numbers = [6, 7, 8], at = [0, -4]}},
  {{id = "edge", name = "Edge", numbers = [9, 10, 11, 12], at = [6, 0]}},
]
junction = []
line = [
  {{id = "near-hub", from = "near", to = "hub", segments = 0}},
  {{id = "hub-mid", from = "hub", to = "mid", segments = 2}},
  {{id = "mid-hub", from = "mid", to = "hub", segments = 1}},
  {{id = "hub-quay", from = "hub", to = "quay", segments = 1}},
  {{id = "far-hub", from = "far", to = "hub", segments = 3, signals = [1, 2]}},
  {{id = "mid-quay", from = "mid", to = "quay", segments = 1}},
  {{id = "edge-mid", from = "edge", to = "mid", segments = 1}},
]
[layout]
signals = ["hub-quay:0", "mid-quay:0", "hub-quay:1", "far-hub:2", "far-hub:1"]
extra = ["hub-mid:0", "mid-hub:1"]
switches = {{}}
[provenance]
{_PROVENANCE}
"""

# Two places where a step leads a train back to the cell that it leaves (X15): two entrances of hub meet at the junction knot,
# and the line ring is with chord, which has no cell, a ring of one cell.
#
#   near ─ hub ══ knot ─ ─ mid ─ ─ west ─(ring)─ east ─ ─ quay
#   edge ──┘                   far ─╯ ╰─ chord ──╯
KNOT = f"""
name = "Knot"
family = "central-europe"
city = [
  {{id = "hub", name = "Hub", goods = "yellow", at = [0, 0]}},
  {{id = "mid", name = "Mid", goods = "white", at = [4, 0]}},
]
port = [{{id = "quay", name = "Quay", at = [10, 0]}}]
start = [
  {{id = "near", name = "Near", numbers = [2, 3, 4, 5], at = [-2, 1]}},
  {{id = "far", name = "Far", numbers = [6, 7, 8], at = [6, -2]}},
  {{id = "edge", name = "Edge", numbers = [9, 10, 11, 12], at = [-2, -1]}},
]
junction = [{{id = "knot", at = [2, 0]}}, {{id = "west", at = [6, 0]}}, {{id = "east", at = [8, 0]}}]
line = [
  {{id = "near-hub", from = "near", to = "hub", segments = 2, signals = [1]}},
  {{id = "edge-hub", from = "edge", to = "hub", segments = 2, signals = [1]}},
  {{id = "hub-knot", from = "hub", to = "knot", segments = 0, via = [[1, 1]]}},
  {{id = "knot-hub", from = "knot", to = "hub", segments = 0, via = [[1, -1]]}},
  {{id = "knot-mid", from = "knot", to = "mid", segments = 2, signals = [1]}},
  {{id = "far-west", from = "far", to = "west", segments = 0}},
  {{id = "mid-west", from = "mid", to = "west", segments = 1, signals = [1]}},
  {{id = "ring", from = "west", to = "east", segments = 1, via = [[7, 1]]}},
  {{id = "chord", from = "west", to = "east", segments = 0, via = [[7, -1]]}},
  {{id = "east-quay", from = "east", to = "quay", segments = 1, signals = [0]}},
]
[layout]
signals = ["hub-knot:0", "mid-west:0", "east-quay:1", "edge-hub:1", "near-hub:1", "mid-west:1"]
extra = ["knot-hub:0", "east-quay:0", "knot-mid:1", "knot-mid:2"]
switches = {{knot = ["hub-knot", "knot-hub"], west = ["far-west", "ring"], east = ["ring", "chord"]}}
[provenance]
{_PROVENANCE}
"""

KNOT_NA = KNOT.replace("central-europe", "north-america")


def deck_of(*moves: str) -> str:
    """A deck of 18 cards c0, c1 … that all have these move symbols, and of 30, 20 and 10 action cards."""
    cards = "\n".join(f'[[card]]\nid = "c{n}"\ndeploy = 0\nmoves = {list(moves)}' for n in range(18))
    return f"""
name = "All the same"
provenance = {{cards = "invented: for a test", start = "known: rulebook", actions = "invented: for a test"}}
start = {{deploy = ["black", "brown", "grey"]}}
actions = {{signal = 30, switch = 20, move = 10}}
{cards}
"""
