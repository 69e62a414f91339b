"""The compiled engine and the oracle agree, event by event and choice by choice, over all boards, editions and variants."""

import random
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from simulator.game import Policy
from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS, Number
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import trace
from tests.boards import KNOT, KNOT_NA
from tests.players import load_player
from tests.position import file_of
from tests.switch_signal.differential.side_by_side import (
    play_both,
    purposeful,
    repeating,
    restless,
    some_scenario,
)

BOARDS = ("tiny", "tiny-na", "loop", "central-europe", "north-america", KNOT, KNOT_NA)
SCENARIOS = 40  # of every board
GENEROUS = {
    "unused-point": 0,
    "head-on-point": 0,
    "start-place": 0,
    "failed-deployment": 0,
    "draw": 10,
    "starting-hand": 10,
}
# Cards enough for almost anything and dice that do not overshoot: even random play then wins with two ports now and then.
RICH: dict[str, Number] = {
    "draw": 15,
    "starting-hand": 15,
    "hand-limit": 15,
    "loading-cards": 0,
    "action-deck": (0, 20, 61),
    "die-black": (2, 2, 2, 2, 2, 2),
    "die-brown": (2, 2, 2, 2, 2, 2),
    "die-grey": (2, 2, 2, 2, 2, 2),
}


def name_of(board: str) -> str:
    """A board's name, of its file too, for the names of tests."""
    return board if "\n" not in board else "{name} {family}".format(**tomllib.loads(board))


@pytest.mark.parametrize("board", BOARDS, ids=name_of)
def test_any_scenario(board: str) -> None:
    for number in range(SCENARIOS):
        play_both(some_scenario(file_of(board), random.Random(number)), 1, number, restless)


def test_any_scenario_varies_every_factor() -> None:
    """Lest one of them be compared at its default only."""
    scenarios = [some_scenario("loop", random.Random(number)) for number in range(SCENARIOS)]
    for factor in ("players", "tokens", "removed", "goods", "locations", "edition", "layout", "helpers"):
        assert len({getattr(scenario, factor) for scenario in scenarios}) > 1, factor
    assert len({scenario.deck_data.hash for scenario in scenarios}) > 20
    for number in set(HOUSE_NUMBERS) - {"die-black", "die-brown"}:
        assert len({scenario.house[number] for scenario in scenarios}) > 1, number
    for ruling in RULINGS:
        assert len({scenario.rulings[ruling] for scenario in scenarios}) > 1, ruling


@pytest.mark.parametrize("board", BOARDS, ids=name_of)
@pytest.mark.parametrize("edition", ["de", "pl"])
def test_the_standard_game_of_both_editions(board: str, edition: str) -> None:
    for game in range(6):
        play_both(Scenario(board=file_of(board), edition=edition), 2, game, restless)


def generous(board: str, goods: int, x6: str, more: Mapping[str, Number]) -> Scenario:
    """Every field green and no token ever lost."""
    data = Scenario(board=board).board_data
    green = len(data.cities) + len(data.line_fields)
    return Scenario(
        board=board,
        removed=0,
        goods=goods,
        layout="standard" if board == "tiny" else "random",
        extra_signals=len(data.fields) - green,
        house={**GENEROUS, "signals": green, **more},
        rulings={"X6": x6},
    )


@pytest.mark.parametrize(
    ("board", "goods", "x6"),
    [("tiny", 8, "city"), ("tiny-na", 8, "city"), ("tiny-na", 8, "literal"), ("tiny-na", 10, "city")],
)
def test_generous_games_deliver_alike(board: str, goods: int, x6: str) -> None:
    """Ports and ends of games (E1, N3, V4, X6) are compared too."""
    scenario = generous(board, goods, x6, {})
    seen: Counter[str] = Counter()
    for game in range(25):
        events = play_both(scenario, 3, game, purposeful).events
        seen[events[-1]["why"]] += 1
        seen.update(f"counts {event['counts']}" for event in events if event["event"] == "deliver")
    assert seen["counts True"] >= 10, seen
    if board == "tiny":  # two ports need more luck than 25 games have: see the next test
        assert seen["E1"] >= 5, seen


@pytest.mark.parametrize("board", [KNOT, KNOT_NA], ids=name_of)
def test_steps_back_to_the_same_cell(board: str) -> None:
    """X15: they do happen, in the city and on the ring, where all fields are green."""
    back: Counter[str] = Counter()
    for game in range(30):
        events = play_both(
            generous(file_of(board), 8, "city", {}), 1, game, purposeful if game % 2 else restless
        ).events
        back.update(steps_back(events))
    assert back["hub"] >= 3, back
    assert back["ring#1"] >= 3, back


def steps_back(events: list[dict[str, Any]]) -> Iterator[str]:
    """The cells from which a train stepped onto the same cell."""
    at: dict[str, str] = {}
    for event in events:
        match event:
            case {"event": "step", "train": train, "to": cell}:
                if at[train] == cell:
                    yield cell
                at[train] = cell
            case {"event": "deploy", "result": "placed", "train": train, "place": cell}:
                at[train] = cell


def games_won(scenario: Scenario, policy: Policy, seed: int, wanted: int) -> list[int]:
    """The first games of a seed that the policy wins, sought with the compiled engine."""
    won: list[int] = []
    for first in range(0, 200_000, 1000):
        outcomes = play(scenario, policy, seed, first, 1000).outcomes
        won += [first + int(game) for game in np.flatnonzero(outcomes["won"])]
        if len(won) >= wanted:
            return won[:wanted]
    raise AssertionError(f"{len(won)} games were won in 200,000")


@pytest.mark.parametrize(
    ("goods", "x6", "games", "each_port"),
    [(8, "city", 6, 2), (8, "literal", 6, 2), (10, "city", 2, 3)],
)
def test_games_with_two_ports_are_won_alike(goods: int, x6: str, games: int, each_port: int) -> None:
    """E1, N1, V4: games that random play happens to win are played again, choice by choice, in both engines."""
    scenario, policy = generous("tiny-na", goods, x6, RICH), load_player("random")
    for game in games_won(scenario, policy, 4, games):
        story = trace(Session(scenario, 4, game), lambda session: session.consult(policy.decide))
        choices = [event["choice"] for event in story if event["event"] == "choice"]
        oracle = play_both(scenario, 4, game, repeating(choices))
        assert oracle.events[-1] == {"event": "end", "won": True, "why": "E1"}
        served = oracle.state()["delivered"]
        assert set(served) == {"bay", "sound"}
        for stored in served.values():
            assert min(stored.values()) >= 1
            assert sum(stored.values()) >= each_port


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS, ids=name_of)
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_games(board: str, part: int) -> None:
    for number in range(250):
        dice = random.Random(f"{part} {number}")
        play_both(
            some_scenario(file_of(board), dice), 100 + part, number, dice.choice([restless, purposeful])
        )
