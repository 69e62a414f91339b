"""Both engines play the same game: same random numbers, same choices, compared after every event."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from numba import types

import simulator.switch_signal
from simulator.core.errors import InputError
from simulator.core.jit import kernel
from simulator.core.rng import below, game_key, random_bits
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.deck import SYMBOLS, Card, deck_toml
from simulator.switch_signal.generator.decks import generate_deck
from simulator.switch_signal.house import Number
from simulator.switch_signal.records import MAX_TRAINS_OF_A_COLOUR
from simulator.switch_signal.scenario import FAMILY_HELPERS, Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.streams import ACTION, DEPLOY, FIRST_TRAIN, LAYOUT, LOCATION, TIMETABLE
from simulator.switch_signal.trace import Translator
from tests.position import file_of
from tests.switch_signal.oracle import KeyChance, Oracle

DATA = Path(simulator.switch_signal.__file__).parent / "data"
STREAMS = {"timetable": TIMETABLE, "deploy": DEPLOY, "location": LOCATION, "action": ACTION, "layout": LAYOUT}


u64, i64 = types.uint64, types.int64


@kernel(i64(u64, u64, u64, u64, i64), entry=True)
def random_number(seed: Any, game: Any, stream: Any, counter: Any, n: Any) -> Any:
    """The arithmetic of `simulator/core/rng.py`, by its arguments."""
    return below(random_bits(game_key(seed, game), stream, counter), n)


@cache
def raw_toml(folder: str, name: str) -> dict[str, Any]:
    """The file as the oracle reads it: by itself. Kept by its path, so a path must never get another content."""
    path = DATA / folder / f"{name}.toml" if not name.endswith(".toml") else Path(name)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def key_chance(seed: int, game: int) -> KeyChance:
    """The random numbers of the engine, drawn by stream name; nothing else of the engine is used."""
    drawn: dict[str, int] = {}

    def draw(stream: str, n: int) -> int:
        counter = drawn.get(stream, 0)
        drawn[stream] = counter + 1
        if stream.startswith("train "):
            colour, number = stream.removeprefix("train ").split("-")
            index = FIRST_TRAIN + TRAIN_COLOURS.index(colour) * MAX_TRAINS_OF_A_COLOUR + int(number) - 1
        else:
            index = STREAMS[stream]
        return int(random_number(seed, game, index, counter, n))

    return KeyChance(draw)


def oracle_for(scenario: Scenario, seed: int, game: int) -> Oracle:
    board, deck = raw_toml("boards", scenario.board), raw_toml("decks", scenario.deck)
    return Oracle(board, deck, scenario.to_dict(), key_chance(seed, game))


def same_options(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    """The same choices in any order, none twice; their keys stand in the order of docs/trace.md."""
    found, expected = sorted(map(repr, one)), sorted(map(repr, other))
    return found == expected and len(set(found)) == len(found)


def restless(options: list[dict[str, Any]], dice: random.Random) -> int:
    """Any sort of choice as likely as any other, so that loads, deliveries and helpers come up often."""
    sorts: dict[str, list[int]] = {}
    for index, option in enumerate(options):
        sorts.setdefault(next(iter(option)), []).append(index)
    if "load" in sorts and dice.random() < 0.7:
        return dice.choice(sorts["load"])
    if "stop" in sorts and len(sorts) > 1 and dice.random() < 0.7:
        del sorts["stop"]
    return dice.choice(sorts[dice.choice(list(sorts))])


def purposeful(options: list[dict[str, Any]], dice: random.Random) -> int:
    """Loads whenever it can, spends cards on moving and trusts the layout, so that goods arrive and games are won."""
    if any("by" in option for option in options):
        return dice.randrange(len(options))
    for sort in ("load", "move", "stop"):
        matching = [index for index, option in enumerate(options) if sort in option]
        if matching and dice.random() < 0.95:
            return dice.choice(matching)
    return restless(options, dice)


def repeating(choices: Iterable[dict[str, Any]]) -> Callable[[list[dict[str, Any]], random.Random], int]:
    """Picks what was chosen in a game played before."""
    left = iter(choices)
    return lambda options, dice: options.index(next(left))


def play_both(
    scenario: Scenario,
    seed: int,
    game: int,
    pick: Callable[[list[dict[str, Any]], random.Random], int] = restless,
) -> Oracle:
    """Play a game in both engines; raises AssertionError at the first difference."""
    dice = random.Random(f"{seed} {game}")
    oracle = oracle_for(scenario, seed, game)
    session = Session(scenario, seed, game)
    names = Translator(scenario)
    told = 1  # after `setup`
    assert names.state(session.record) == oracle.events[0]["state"]
    while True:
        session.run_on()
        for event in names.events(session.take_log()):
            expected = oracle.events[told] if told < len(oracle.events) else None
            assert event == expected, f"event {told}: engine {event}, oracle {expected}"
            told += 1
        assert told == len(oracle.events), f"the oracle goes on with {oracle.events[told]}"
        assert names.state(session.record) == oracle.state()
        question, ask = oracle.question, session.ask
        assert (question.ask if question else None) == ask
        if question is None or ask is None:
            return oracle
        codes = session.options()
        options = [names.choice(ask, code, session.record) for code in codes]
        assert same_options(options, question.options), f"at {ask}: other choices"
        index = pick(options, dice)
        session.choose(codes[index])
        oracle.choose(options[index])
        told += 1  # the oracle wrote the choice down


def any_card(number: int, dice: random.Random) -> Card:
    """Anything that a deck file may hold, whether plausible or not: cards that do nothing, wilds above colours …"""
    length = dice.randrange(4)
    moves = dice.sample((*SYMBOLS, "wild", "wild"), length)
    return Card(f"any-{number}", dice.choice([0, 1, 1, 2]), tuple(moves))


def any_deck(dice: random.Random) -> str:
    """The standard deck, or the file of a plausible or a wild one; `file_of` names a file by its content."""
    sort = dice.choice(["standard", "plausible", "wild"])
    if sort == "standard":
        return sort
    deck = generate_deck(dice.randrange(10**6))
    if sort == "wild":
        deck = replace(deck, cards=tuple(any_card(number, dice) for number in range(len(deck.cards))))
    actions = dice.choice([(27, 27, 27), (41, 25, 15), (0, 50, 3), (13, 14, 14)])
    return file_of(deck_toml(replace(deck, actions=actions)))


def any_scenario(board: str, dice: random.Random) -> Scenario:
    """Every switch of a scenario thrown at random, as far as the board allows the combination."""
    probe = Scenario(board=board)
    data = probe.board_data
    helpers = tuple(helper for helper in FAMILY_HELPERS[data.family] if dice.random() < 0.7)
    cities, lines = len(data.cities), len(data.line_fields)
    layout = dice.choice(["standard", "random", "policy"])
    listed = len(data.layout.signals) + len(data.layout.extra)
    most = min(cities + lines, len(data.fields) - 2, listed - 1 if layout == "standard" else 64)
    signals = dice.randint(min(most, len(data.layout.signals) - 1), min(most, len(data.layout.signals) + 1))
    house: dict[str, Number] = {
        "starting-hand": dice.choice([0, 5, 6]),
        "draw": dice.choice([3, 5, 6]),
        "hand-limit": dice.choice([6, 10, 10]),
        "any-action-cards": dice.choice([1, 2, 2, 3]),
        "loading-cards": dice.choice([0, 1, 1, 2]),
        "unused-point": dice.choice([0, 1, 1, 2]),
        "head-on-point": dice.choice([1, 2, 2, 4]),
        "start-place": dice.choice([0, 2, 2, 5]),
        "failed-deployment": dice.choice([1, 2, 2, 5]),
        "die-grey": dice.choice([(1, 1, 1, 2, 2, 3), (0, 0, 1, 2, 3, 9)]),
        "trains": tuple(dice.randint(1, 5) for _ in range(3)) if dice.random() < 0.5 else (3, 3, 3),
        "goods": dice.choice([2, 4] if len(data.ports) == 2 else [1, 2, 3]),
        "signals": max(cities, signals),
    }
    if dice.random() < 0.5:  # otherwise what the deck file says holds
        house["action-deck"] = dice.choice([(27, 27, 27), (15, 25, 41), (60, 0, 6), (14, 14, 14)])
    return Scenario(
        board=board,
        deck=any_deck(dice),
        players=dice.choice([2, 3, 4]),
        tokens=dice.choice([1, 7, 7, 8, 9, 10]),
        removed=dice.choice([0, 1, 2, 3, 10, 17]),
        goods=dice.choice([8, 10]) if len(data.goods_cities) > 1 else 8,
        extra_signals=dice.choice([0, 1]),
        locations=dice.choice(["dice", "shuffled", "stack"]),
        edition=dice.choice(["de", "pl"]),
        layout=layout,
        helpers=helpers,
        house=house if dice.random() < 0.7 else {},
        rulings={
            "X4": dice.choice(["head-on", "start-place"]),
            "X6": dice.choice(["city", "literal"]),
            "X7": dice.choice(["move", "literal"]),
            "X8": dice.choice(["free", "longest"]),
            "X9": dice.choice(["another", "any"]),
        },
    )


def some_scenario(board: str, dice: random.Random) -> Scenario:
    """Any scenario; combinations that do not fit the board are drawn again."""
    while True:
        try:
            return any_scenario(board, dice)
        except InputError:
            continue
