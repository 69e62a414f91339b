"""Hundreds of random games: what the rules keep constant stays so, and the referee finds nothing."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from . import KeyChance, Oracle, referee
from .game import Game
from .samples import DECK, FAMILY_HELPERS, KNOT, PRAIRIE, VALLEY, any_scenario, standard
from .setup import random_layout

BOARDS = {"valley": VALLEY, "prairie": PRAIRIE, "knot": KNOT}


def key_chance(seed: int) -> KeyChance:
    """Independent reproducible streams from the standard library's generator."""
    streams: dict[str, random.Random] = {}

    def draw(stream: str, n: int) -> int:
        generator = streams.setdefault(stream, random.Random(f"{seed} {stream}"))
        return generator.randrange(n)

    return KeyChance(draw)


def pick(options: list[dict[str, Any]], dice: random.Random) -> dict[str, Any]:
    """A random choice, first of its sort and then within it, so that rare sorts are chosen often."""
    sorts: dict[str, list[dict[str, Any]]] = {}
    for option in options:
        sorts.setdefault(next(iter(option)), []).append(option)
    if "load" in sorts and dice.random() < 0.7:
        return dice.choice(sorts["load"])
    if "stop" in sorts and len(sorts) > 1 and dice.random() < 0.7:
        del sorts["stop"]
    return dice.choice(sorts[dice.choice(list(sorts))])


def check_state(oracle: Oracle, scenario: dict[str, Any]) -> None:
    """Nothing is created or lost: trains, goods, cards, discs; B5 holds, and one train stands on a cell."""
    state, house = oracle.state(), scenario["house"]
    network = oracle.game.network
    trains = state["trains"]
    assert len(trains) == sum(house["trains"])
    cells = Counter(train["at"] for train in trains.values() if train["at"] is not None)
    assert set(cells.values()) <= {1}
    for train in trains.values():
        if train["at"] is None or train["at"] in network.stations:
            assert train["heading"] is None
        else:
            assert train["heading"] in network.edges_at[train["at"]]
    each = house["goods"] + (scenario["goods"] == 10)
    for city, colour in network.goods_colour.items():
        aboard = sum(train["good"] == colour for train in trains.values())
        stored = sum(port[colour] for port in state["delivered"].values())
        assert state["goods"][city] + aboard + stored == each
    piles = [*state["hands"], state["pile"], state["discards"]]
    assert [sum(column) for column in zip(*piles, strict=True)] == house["action-deck"]
    assert all(sum(hand) <= max(house["hand-limit"], house["starting-hand"]) for hand in state["hands"])
    lost_to_the_clock = oracle.events[-1].get("why") == "E3"
    assert int(not lost_to_the_clock) <= state["clock"] <= scenario["tokens"]
    revealed = len(state["executed"]) + (state["turn"] > 0)
    outs = sum(event["event"] == "clock-out" and event["removed"] for event in oracle.events)
    assert state["left"] + revealed + outs + scenario["removed"] == len(DECK["card"]) + 1
    assert sorted(n for numbers in state["numbers"].values() for n in numbers) == list(range(2, 13))
    if state["turn"] > 0:
        assert len(state["signals"]) == house["signals"] + scenario["extra_signals"]
        for city in network.stations:
            assert set(network.edges_at[city]) & set(state["signals"])
        for junction, lines in state["switches"].items():
            assert lines in network.settings(junction)


def play(seed: int, board: dict[str, Any], scenario: dict[str, Any]) -> Oracle:
    """A whole game of random legal choices, checked at every decision."""
    dice = random.Random(seed)
    oracle = Oracle(board, DECK, scenario, key_chance(seed))
    while oracle.question is not None:
        options = oracle.question.options
        assert len(options) >= 2
        assert len(set(map(repr, options))) == len(options)
        check_state(oracle, scenario)
        oracle.choose(pick(options, dice))
    check_state(oracle, scenario)
    assert oracle.events[-1]["event"] == "end"
    return oracle


@pytest.mark.parametrize("name", BOARDS)
def test_random_games_conserve_everything_and_the_referee_agrees(name: str) -> None:
    board = BOARDS[name]
    seen: Counter[str] = Counter()
    for seed in range(100):
        scenario = any_scenario(board, random.Random(f"scenario {seed}"))
        oracle = play(seed, board, scenario)
        trace = [{"event": "header", "scenario": scenario}, *oracle.events]
        assert referee([json.dumps(line) for line in trace], board, DECK) == []
        for event in oracle.events:
            seen[event["event"]] += 1
            for key in ("ask", "reason", "helper", "cause", "result", "why"):
                if key in event:
                    seen[f"{key} {event[key]}"] += 1
    expected = {"disc", "shuffle", "deliver", "clock-out", "why E2", "why E3", "result again", "ask exit"}
    reasons = ["points", "red", "arm", "train", "head-on", "city", "port", "start"]
    expected |= {f"reason {reason}" for reason in reasons}
    expected |= {f"helper {helper}" for helper in FAMILY_HELPERS[board["family"]]}
    assert expected <= seen.keys()


def test_the_referee_names_the_first_wrong_event() -> None:
    scenario = standard(VALLEY, helpers=["H1", "H2", "H3"])
    oracle = play(3, VALLEY, scenario)
    header = {"event": "header", "scenario": scenario}
    for index, event in enumerate(oracle.events):
        spoilt = [dict(told) for told in oracle.events]
        match event["event"]:
            case "step":
                spoilt[index]["to"] = (
                    "calais-paris#2" if event["to"] != "calais-paris#2" else "calais-paris#1"
                )
            case "tokens":
                spoilt[index]["lost"] += 1
            case "choice":
                spoilt[index]["choice"] = {"nonsense": True}
            case "end":
                del spoilt[index]
            case _:
                continue
        [complaint] = referee([header, *spoilt], VALLEY, DECK)
        assert complaint.startswith(f"event {index + 1}:")


def test_the_referee_compares_the_last_state() -> None:
    scenario = standard(VALLEY)
    oracle = play(4, VALLEY, scenario)
    header = {"event": "header", "scenario": scenario}
    for state, complaints in (
        (oracle.state(), []),
        (oracle.state() | {"clock": 99}, [f"event {len(oracle.events)}: the last state has another clock"]),
    ):
        told = [header, *oracle.events[:-1], oracle.events[-1] | {"state": state}]
        assert referee(told, VALLEY, DECK) == complaints


def test_an_answer_that_was_not_offered_is_refused() -> None:
    oracle = Oracle(VALLEY, DECK, standard(VALLEY), key_chance(1))
    with pytest.raises(ValueError, match="not among"):
        oracle.choose({"stop": False})


def test_v10_random_layouts_are_uniform_with_an_extra_disc() -> None:
    lines = [line for line in VALLEY["line"] if line["id"] in ("calais-paris", "paris-marseille")]
    board = {**VALLEY, "city": VALLEY["city"][:1], "junction": [], "line": lines}
    game = Game(board, DECK, standard(board, extra_signals=1, house={"signals": 3}), key_chance(0))
    counts: Counter[str] = Counter()
    for _ in range(4500):
        random_layout(game)
        counts[" ".join(game.state()["signals"])] += 1
    # Paris has two entrances, Marseille one, the lines three fields. Four discs: one at each city and two on
    # lines (2 * 3 layouts), or both at Paris and one on a line (3 layouts).
    assert len(counts) == 9
    assert all(410 < count < 590 for count in counts.values())
