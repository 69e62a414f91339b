"""Three small boards, a deck and a scenario to try the second engine on."""

import random
import tomllib
from copy import deepcopy
from typing import Any

VALLEY = tomllib.loads("""
name = "Valley"
family = "central-europe"
city = [{id = "paris", goods = "yellow"}, {id = "berlin", goods = "blue"}]
port = [{id = "marseille"}]
start = [
  {id = "calais", numbers = [6, 2, 3, 4]}, {id = "bern", numbers = [5, 7, 8]},
  {id = "wien", numbers = [9, 10, 11, 12]},
]
junction = [{id = "dijon"}, {id = "ulm"}]
line = [
  {id = "calais-paris", from = "calais", to = "paris", segments = 2, signals = [1]},
  {id = "bern-dijon", from = "bern", to = "dijon", segments = 1},
  {id = "wien-berlin", from = "wien", to = "berlin", segments = 1},
  {id = "paris-dijon", from = "paris", to = "dijon", segments = 2, signals = [1]},
  {id = "dijon-berlin", from = "dijon", to = "berlin", segments = 1},
  {id = "dijon-ulm", from = "dijon", to = "ulm", segments = 0, signals = [0]},
  {id = "berlin-ulm", from = "berlin", to = "ulm", segments = 2, signals = [1, 2]},
  {id = "ulm-marseille", from = "ulm", to = "marseille", segments = 1},
  {id = "paris-marseille", from = "paris", to = "marseille", segments = 3, signals = [1, 2]},
]
[layout]
signals = [
  "calais-paris:2", "dijon-berlin:1", "ulm-marseille:1",
  "paris-dijon:1", "dijon-ulm:0", "berlin-ulm:1",
]
extra = ["paris-dijon:0", "paris-marseille:0", "paris-marseille:1"]
[layout.switches]
dijon = ["dijon-ulm", "paris-dijon"]
ulm = ["dijon-ulm", "ulm-marseille"]
""")

PRAIRIE = tomllib.loads("""
name = "Prairie"
family = "north-america"
city = [{id = "denver", goods = "white"}, {id = "chicago", goods = "red"}]
port = [{id = "frisco"}, {id = "york"}]
start = [
  {id = "salem", numbers = [2, 3]}, {id = "dallas", numbers = [4, 5, 6]},
  {id = "miami", numbers = [7, 8]}, {id = "boston", numbers = [9, 10, 11, 12]},
]
junction = [{id = "omaha"}, {id = "tulsa"}, {id = "akron"}]
line = [
  {id = "salem-frisco", from = "salem", to = "frisco", segments = 1},
  {id = "frisco-denver", from = "frisco", to = "denver", segments = 1},
  {id = "frisco-tulsa", from = "frisco", to = "tulsa", segments = 2, signals = [1]},
  {id = "dallas-tulsa", from = "dallas", to = "tulsa", segments = 1, signals = [0]},
  {id = "denver-omaha", from = "denver", to = "omaha", segments = 1},
  {id = "tulsa-omaha", from = "tulsa", to = "omaha", segments = 1, signals = [1]},
  {id = "omaha-chicago", from = "omaha", to = "chicago", segments = 0},
  {id = "miami-akron", from = "miami", to = "akron", segments = 0},
  {id = "omaha-akron", from = "omaha", to = "akron", segments = 2, signals = [1, 2]},
  {id = "akron-york", from = "akron", to = "york", segments = 1},
  {id = "chicago-york", from = "chicago", to = "york", segments = 2, signals = [1]},
  {id = "boston-york", from = "boston", to = "york", segments = 1, signals = [0]},
]
[layout]
signals = [
  "denver-omaha:0", "omaha-chicago:0", "frisco-denver:0", "chicago-york:2",
  "frisco-tulsa:1", "tulsa-omaha:1", "omaha-akron:1",
]
extra = ["frisco-denver:1", "chicago-york:0", "boston-york:0"]
[layout.switches]
tulsa = ["dallas-tulsa", "tulsa-omaha"]
omaha = ["denver-omaha", "omaha-chicago"]
akron = ["omaha-akron", "miami-akron"]
""")

# X15: a step may lead back to the cell that it leaves, by two entrances of hub that meet at knot, and round ring and chord.
KNOT = tomllib.loads("""
name = "Knot"
family = "central-europe"
city = [{id = "hub", goods = "yellow"}, {id = "mid", goods = "white"}]
port = [{id = "quay"}]
start = [
  {id = "near", numbers = [2, 3, 4, 5]}, {id = "far", numbers = [6, 7, 8]},
  {id = "edge", numbers = [9, 10, 11, 12]},
]
junction = [{id = "knot"}, {id = "west"}, {id = "east"}]
line = [
  {id = "near-hub", from = "near", to = "hub", segments = 2, signals = [1]},
  {id = "edge-hub", from = "edge", to = "hub", segments = 2, signals = [1]},
  {id = "hub-knot", from = "hub", to = "knot", segments = 0},
  {id = "knot-hub", from = "knot", to = "hub", segments = 0},
  {id = "knot-mid", from = "knot", to = "mid", segments = 1},
  {id = "far-west", from = "far", to = "west", segments = 0},
  {id = "mid-west", from = "mid", to = "west", segments = 1, signals = [1]},
  {id = "ring", from = "west", to = "east", segments = 1},
  {id = "chord", from = "west", to = "east", segments = 0},
  {id = "east-quay", from = "east", to = "quay", segments = 1, signals = [0]},
]
[layout]
signals = [
  "hub-knot:0", "mid-west:0", "east-quay:1",
  "near-hub:1", "edge-hub:1", "mid-west:1",
]
extra = ["knot-hub:0", "east-quay:0"]
[layout.switches]
knot = ["hub-knot", "knot-hub"]
west = ["far-west", "ring"]
east = ["ring", "chord"]
""")

DECK: dict[str, Any] = {
    "start": {"deploy": ["black", "brown", "grey"]},
    "card": [
        {"id": f"c{number:02}", "deploy": deploy, "moves": moves.split()}
        for number, (deploy, moves) in enumerate(
            [
                (1, "black grey"),
                (1, "black brown"),
                (1, "brown grey"),
                (1, "wild"),
                (1, "wild wild"),
                (2, "black"),
                (0, "wild wild wild"),
                (0, "black wild"),
                (0, "wild black"),
                (1, "grey"),
                (1, "brown"),
                (0, "black brown grey"),
                (0, "grey brown"),
                (1, ""),
                (0, "brown wild"),
                (1, "black"),
                (0, "wild wild"),
                (1, "wild grey"),
            ],
            start=1,
        )
    ],
}

FAMILY_HELPERS = {"central-europe": ["H1", "H2", "H3"], "north-america": ["H4", "H5", "H6"]}


def standard(board: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The standard scenario on a board; changes of `house` and `rulings` are merged into the defaults."""
    scenario: dict[str, Any] = {
        "board": board["name"],
        "deck": "standard",
        "players": 2,
        "tokens": 7,
        "removed": 2,
        "goods": 8,
        "extra_signals": 0,
        "locations": "dice",
        "edition": "de",
        "layout": "standard",
        "helpers": [],
        "house": {
            "starting-hand": 5,
            "draw": 5,
            "hand-limit": 10,
            "any-action-cards": 2,
            "loading-cards": 1,
            "unused-point": 1,
            "head-on-point": 2,
            "start-place": 2,
            "failed-deployment": 2,
            "die-black": [2, 3, 3, 4, 4, 5],
            "die-brown": [1, 2, 2, 3, 3, 4],
            "die-grey": [1, 1, 1, 2, 2, 3],
            "trains": [3, 3, 3],
            "goods": 2,
            "signals": len(board["city"]) + len(board["port"]) + 3,
            "action-deck": [27, 27, 27],
        },
        "rulings": {"X4": "head-on", "X6": "city", "X7": "move", "X8": "free", "X9": "another"},
    }
    for key, value in changes.items():
        if isinstance(scenario[key], dict):
            scenario[key].update(value)
        else:
            scenario[key] = value
    return deepcopy(scenario)


def any_scenario(board: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """A scenario with every switch thrown at random."""
    helpers = FAMILY_HELPERS[board["family"]]
    stations = len(board["city"]) + len(board["port"])
    return standard(
        board,
        players=dice.choice([2, 3, 4]),
        tokens=dice.choice([7, 8, 9, 10]),
        removed=dice.choice([0, 1, 2, 3, 10, 17]),
        goods=dice.choice([8, 10]),
        extra_signals=dice.choice([0, 1]),
        locations=dice.choice(["dice", "shuffled", "stack"]),
        edition=dice.choice(["de", "pl"]),
        layout=dice.choice(["standard", "random", "policy"]),
        helpers=[helper for helper in helpers if dice.random() < 0.7],
        house={
            "draw": dice.choice([3, 5, 6]),
            "hand-limit": dice.choice([6, 10]),
            "any-action-cards": dice.choice([1, 2, 3]),
            "loading-cards": dice.choice([1, 2]),
            "unused-point": dice.choice([0, 1, 2]),
            "head-on-point": dice.choice([1, 2, 4]),
            "failed-deployment": dice.choice([1, 2, 5]),
            "die-grey": dice.choice([[1, 1, 1, 2, 2, 3], [0, 0, 1, 2, 3, 9]]),
            "trains": [dice.randint(1, 4) for _ in range(3)],
            "goods": dice.choice([2, 4] if len(board["port"]) == 2 else [1, 2]),
            "signals": stations + dice.choice([2, 3, 4]),
            "action-deck": dice.choice([[27, 27, 27], [27, 27, 27], [15, 25, 41], [20, 0, 6], [5, 6, 7]]),
        },
        rulings={
            "X4": dice.choice(["head-on", "start-place"]),
            "X6": dice.choice(["city", "literal"]),
            "X7": dice.choice(["move", "literal"]),
            "X8": dice.choice(["free", "longest"]),
            "X9": dice.choice(["another", "any"]),
        },
    )
