"""Golden traces: whole games, kept. The engine still plays them to the byte, and the oracle still finds nothing wrong with them."""

import json
import tomllib
from pathlib import Path

import pytest

from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import header, trace
from tests.players import load_player
from tests.switch_signal.oracle import referee

FOLDER = Path(__file__).parent
GOLDEN = {
    "loop-de": (Scenario(board="loop"), 1, 0),
    "loop-pl-stack": (
        Scenario(board="loop", edition="pl", locations="stack", players=4, layout="random"),
        1,
        1,
    ),
    "tiny-na-ten-goods": (
        Scenario(board="tiny-na", goods=10, locations="shuffled", layout="policy", players=3),
        1,
        2,
    ),
    "central-europe": (Scenario(), 1, 0),
    "north-america-pl": (Scenario(board="north-america", edition="pl", extra_signals=1), 1, 0),
}


def game_lines(name: str) -> list[str]:
    """The game as it is played today."""
    scenario, seed, game = GOLDEN[name]
    decide = load_player("random").decide
    played = trace(Session(scenario, seed, game), lambda session: session.consult(decide))
    lines = [header(scenario, "random", seed, game), *played]
    return [json.dumps(line, separators=(",", ":")) for line in lines]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_engine_plays_the_kept_game_to_the_byte(name: str) -> None:
    kept = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert game_lines(name) == kept


@pytest.mark.parametrize("name", GOLDEN)
def test_the_referee_finds_nothing_wrong_with_the_kept_game(name: str) -> None:
    """With the board and deck of the trace itself."""
    kept = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    header = json.loads(kept[0])
    board, deck = (tomllib.loads(header[thing]["text"]) for thing in ("board", "deck"))
    assert referee(kept, board, deck) == []


def write() -> None:
    """After a change that is meant to change games: `python -m tests.switch_signal.golden.test_golden`."""
    for name in GOLDEN:
        (FOLDER / f"{name}.jsonl").write_text("\n".join(game_lines(name)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
