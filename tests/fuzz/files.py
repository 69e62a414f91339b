"""Input files of every kind, mutated, and the commands that read them. Those that need a valid file are given one that was not refused."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

from policies.switch_signal.planning.weights import WEIGHTS
from simulator.switch_signal.deck import DECK_FOLDER
from tests.fuzz import hostile
from tests.fuzz.mutate import mutated_bytes, mutated_lines, mutated_tree, toml_text

Case = Generator[list[str], int, None]
"""Command lines one after another; each is answered with its exit code."""

FEW = ["--games", "3"]
QUICK = [*FEW, "--policy", "random"]
TINY = ["--board", "tiny", *QUICK]

STUDY: dict[str, Any] = {
    "title": "What a token is worth",
    "about": "One more, and one fewer.",
    "games": 3,
    "seed": 4,
    "factors": {
        "board": "tiny",
        "tokens": "7..8",
        "house hand-limit": [9, 10],
        "policy": ["random", "novice"],
    },
    "variants": {"draw 6": {"house draw": 6}, "stack": {"locations": "stack", "ruling X6": "literal"}},
}
PLAYS = """date,board,players,tokens,removed,goods,extra-signals,locations,layout,edition,helpers,won
2026-03-14,tiny,2,7,2,8,0,dice,standard,de,all,no
2026-03-21,tiny,2,7,2,8,0,dice,standard,de,all,yes
2026-03-28,tiny,3,8,1,8,1,stack,random,pl,H1+H2,won
"""
SKILL = {"signalbox": "table", "skill": 0.5, "low": 0.1, "high": 0.9}
POLICY = """from policies.parameters import Parameter

PARAMETERS = {"rest": Parameter(0, 0, 1, "plays nothing"), "spare": Parameter(7, 0, 9, "is not used")}

class Odd(BaseException):
    def __str__(self):
        raise self

def helper(options, number=0):
    return options[number]

def decide(table):
    options = table.options()
    if table.params["rest"] or table.ask == "draw":
        return helper(options)
    return options[table.whim(len(options))]
"""
# What a policy might do instead of answering.
ANSWERS = (
    "None",
    "options",
    "-1",
    "2**80",
    "1.5",
    "float('nan')",
    "'0'",
    "True",
    "table",
    "object",
    "lambda: 0",
    "helper",
    "exit(3)",
    "1 // 0",
    "[][0]",
    "decide(table)",
    "table.whim(-1)",
    "table.whim('x')",
    "table.record['clock'] + 10**9",
    "table._session.games",
    "(_ for _ in ()).throw(Odd)",
    "(_ for _ in ()).throw(KeyError('\\x1b[31m\\n'))",
    "(_ for _ in ()).throw(GeneratorExit)",
    "type('E\\x1b\\n', (Exception,), {})",
    "'x' * 10**6",
)


def mutated_toml(rng: Random, text: str) -> bytes:
    """A TOML file with changes in its values, its lines or its bytes."""
    match rng.randrange(8):
        case 0:
            return mutated_bytes(rng, text.encode())
        case 1:
            return mutated_lines(rng, text).encode("utf-8", "surrogatepass")
        case _:
            changed = mutated_tree(rng, tomllib.loads(text))
            made = toml_text(changed) if isinstance(changed, dict) else str(changed)
            return made.encode("utf-8", "surrogatepass")


def mutated_json(rng: Random, text: str) -> bytes:
    if rng.random() < 0.2:
        return mutated_bytes(rng, text.encode())
    if rng.random() < 0.2:
        return mutated_lines(rng, text).encode("utf-8", "surrogatepass")
    return json.dumps(mutated_tree(rng, json.loads(text)), default=str).encode()


def deck(rng: Random, folder: Path) -> Case:
    """A timetable deck: shown, copied, played with."""
    text = (DECK_FOLDER / "standard.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_bytes(mutated_toml(rng, text))
    yield ["decks", "deck.toml"]
    yield ["deck", "copy", "deck.toml", "--out", "copy.toml"]
    yield ["run", "--deck", "deck.toml", *TINY]
    yield ["replay", "--deck", "deck.toml", "--board", "tiny", "--policy", "novice"]


def study(rng: Random, folder: Path) -> Case:
    """A study, with few games whatever it asks for."""
    (folder / "study.toml").write_bytes(mutated_toml(rng, toml_text(STUDY)))
    played = yield ["sweep", "study.toml", "--games", "2", "--no-report", "--out", "run"]
    if played == 0:
        yield ["report", "run", "--format", "md"]


def weights(rng: Random, folder: Path) -> Case:
    """Weights of the planner, as `sim train` writes them."""
    numbers = {name: float(each.default) for name, each in WEIGHTS.items()}
    (folder / "weights.toml").write_bytes(mutated_toml(rng, toml_text({"weights": numbers})))
    yield ["run", "--board", "tiny", *FEW, "--policy", "planner:@weights.toml"]


def skill(rng: Random, folder: Path) -> Case:
    """The skill of a table, as `sim calibrate` writes it."""
    (folder / "table.json").write_bytes(mutated_json(rng, json.dumps(SKILL)))
    yield ["run", "--board", "tiny", *FEW, "--policy", "people:skill=table.json"]


def plays(rng: Random, folder: Path) -> Case:
    """Plays at a real table, in CSV."""
    head, *rows = [line.split(",") for line in PLAYS.splitlines()]
    for _ in range(rng.choice((0, 1, 1, 2))):
        at = rng.randrange(len(head))
        known = (rng.choice(rows)[at], rng.choice(rows)[at], "", "9", "1")
        rng.choice(rows)[at] = rng.choice(known) if rng.random() < 0.7 else hostile.text(rng)
    delimiter = rng.choice((",", ",", ";", "\t"))
    text = "".join(delimiter.join(row) + "\n" for row in [head, *rows])
    content = text.encode("utf-8", "surrogatepass")
    if rng.random() < 0.2:
        content = mutated_bytes(rng, content)
    elif rng.random() < 0.2:
        content = mutated_lines(rng, text).encode("utf-8", "surrogatepass")
    (folder / "plays.csv").write_bytes(content)
    yield ["calibrate", "plays.csv", "--games", "100", *rng.choice(([], ["--json"], ["--out", "table.json"]))]


def policy(rng: Random, folder: Path) -> Case:
    """A policy in a file: other answers, other parameters, lines left out, or no Python at all."""
    text = POLICY
    for _ in range(rng.choice((1, 1, 2))):
        match rng.randrange(6):
            case 0 | 1:
                text = text.replace("return helper(options)", f"return {rng.choice(ANSWERS)}")
            case 2:
                text = text.replace(
                    "decide(table)",
                    rng.choice(("decide()", "decide(a, b)", "decide(*, table)", "other(table)")),
                )
            case 3:
                given = rng.choice(
                    (
                        repr(hostile.value(rng)),
                        "{'a': Parameter(float('nan'), 0, 1, '')}",
                        "{'a': Parameter('x', 0, 1, 2)}",
                    )
                )
                text = text.replace("PARAMETERS = {", f"PARAMETERS = {given} or {{")
            case 4:
                text = mutated_lines(rng, text)
            case 5:
                text += f"\nraise {rng.choice(('Odd', 'SystemExit(0)', 'GeneratorExit', 'MemoryError', 'RecursionError'))}\n"
    content = text.encode("utf-8", "surrogatepass")
    (folder / "mine.py").write_bytes(mutated_bytes(rng, content) if rng.random() < 0.2 else content)
    name = rng.choice(("decide", "decide", "decide", "helper", "Odd", "PARAMETERS", "", "nothing"))
    settings = rng.choice(("", "", ":rest=1", f":rest={hostile.text(rng)}", ":x=1", ":"))
    chosen = f"mine.py:{name}{settings}".replace("\0", "")
    yield ["run", "--board", "tiny", *FEW, "--policy", chosen]
    yield ["replay", "--board", "tiny", "--json", "--policy", chosen]
    yield [
        "sweep",
        "--board",
        "tiny",
        "--tokens",
        "7,8",
        *FEW,
        "--no-report",
        "--policy",
        chosen,
        "--out",
        "run",
    ]
