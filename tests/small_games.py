"""Small games for tests of words: a pile of stones in which nothing is left to chance, and a patience with points, ruin and moves."""

from __future__ import annotations

from pathlib import Path

from experiments.grid import Grid, make_axes, policy_axis
from experiments.results import Results
from experiments.summary import summarize
from experiments.sweep import Sweep
from policies.registry import load_policy
from reports.sentences.answer import Answer
from simulator.game import Game
from simulator.games import load_game
from tests.experiments.sweeps import play_all

STONES = '''
"""Take stones; who takes the last wins. The other seat plays perfectly."""

from typing import NamedTuple

from simulator.declaration import by_name, number
from simulator.game import Measure, Preset
from simulator.plain import PlainGame


class Pile(NamedTuple):
    stones: int
    taken: int = 0
    won: bool = False


class Stones(PlainGame):
    name, title = "stones", "Stones"
    factors = by_name(number("pile", 10, low=1, high=30, noun="stone", help="Stones"))
    presets = by_name(Preset("standard", "ten stones"))
    measures = by_name(
        Measure("taken", "stones taken", told="compared", top=30),
        Measure("won", "games won", kind="share", better=1),
        Measure("lent", "stones lent", told="mean"),
        Measure("odd", "odd games", kind="share"),
    )

    def begin(self, levels, chance):
        return Pile(levels["pile"])

    def offers(self, pile):
        return tuple(range(1, min(3, pile.stones) + 1))

    def choose(self, pile, choice, chance):
        left, taken = pile.stones - choice, pile.taken + choice
        return Pile(left - (left % 4 or 1), taken) if left else Pile(0, taken, True)

    def outcome_of(self, pile):
        return {"taken": pile.taken, "won": pile.won, "lent": 0, "odd": pile.taken % 2}


GAME = Stones()


def one(pile, offers, chance):
    """Takes one."""
    return offers[0]


def many(pile, offers, chance):
    """Takes most."""
    return offers[-1]
'''

PATIENCE = '''
"""Gamble or not."""

from typing import NamedTuple

from simulator.declaration import by_name, number, word
from simulator.game import Measure, Preset
from simulator.plain import PlainGame


class Table(NamedTuple):
    left: int
    penalty: int
    size: int
    points: int = 0
    safe: int = 0
    bold: int = 0


class Patience(PlainGame):
    name, title = "patience", "Patience"
    factors = by_name(
        number("rounds", 6, low=1, high=9, noun="round", help="Rounds"),
        number("penalty", 4, low=0, high=20, noun="penalty", help="Points lost"),
        word("deck", "small", {"small": "a small deck", "big": "a big deck"}, help="Deck"),
    )
    presets = by_name(Preset("standard", "as printed"), Preset("hard", "harder", {"penalty": 9}))
    measures = by_name(
        Measure("points", "points", kind="score", low=-60, top=60, told="compared", better=1),
        Measure("moves", "moves", parts={"safe": "safe moves", "bold": "bold moves"}, told="compared"),
        Measure("ruined", "ruined games", kind="share", better=-1, told="compared"),
    )

    def begin(self, levels, chance):
        return Table(levels["rounds"], levels["penalty"], 2 if levels["deck"] == "big" else 1)

    def offers(self, table):
        return ("safe", "bold") if table.left else ()

    def choose(self, table, choice, chance):
        if choice == "safe":
            won, moved = chance.randint(-1, 1), {"safe": table.safe + 1}
        else:
            won = (4 if chance.random() < 0.5 else -table.penalty) * table.size
            moved = {"bold": table.bold + 1}
        return table._replace(left=table.left - 1, points=table.points + won, **moved)

    def outcome_of(self, table):
        return {"points": table.points, "moves": (table.safe, table.bold), "ruined": table.points < -5}


GAME = Patience()


def careful(table, offers, chance):
    """Never bold."""
    return "safe"


def brave(table, offers, chance):
    """Always bold."""
    return "bold"
'''


def game_in(folder: Path, text: str) -> Game:
    """Save one of these games, and load it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.py").write_text(text, encoding="utf-8")
    return load_game(str(folder / "game.py"))


def run_of(
    game: Game,
    folder: Path,
    policies: tuple[str, ...],
    games: int,
    measure: str = "",
    **options: str,
) -> Results:
    """Play a sweep into a folder."""
    players = {name: load_policy(game, name) for name in policies}
    grid = Grid(game, [*make_axes(game, options), policy_axis(game, policies)])
    return Results.read(
        play_all(Sweep(grid, players, 3, games, "sim sweep", measure=measure), folder / "run")
    )


def answer_of(results: Results) -> Answer:
    return Answer(results, summarize(results))
