"""Games under every variant of the rules, and what became of them in a few bytes: the same in the checked build as in the ordinary one.

python -m tests.policies.switch_signal.checked_games > ordinary
SIGNALBOX_CHECKED=1 python -m tests.policies.switch_signal.checked_games > checked
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator
from typing import Any

from policies.switch_signal.roster import PLAYERS
from simulator.core.errors import InputError
from simulator.switch_signal.factors import EDITIONS, LAYOUTS, LOCATIONS, PRESETS
from simulator.switch_signal.generator.boards import generate_board
from simulator.switch_signal.house import HOUSE_NUMBERS, RULINGS
from simulator.switch_signal.limits import MAX_DISCS
from simulator.switch_signal.perft import perft
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import FAMILY_HELPERS, Scenario
from simulator.switch_signal.session import Session
from tests.players import heat_of, load_player
from tests.policies.switch_signal.test_legality import all_boards
from tests.switch_signal.differential.side_by_side import some_scenario

PRINTED = ("central-europe", "north-america")
AS = {"people": "people:skill=0.2"}  # who hardly errs would leave out what errors are made of
QUICK = {AS.get(name, name): 10_000 for name, kind in PLAYERS.items() if not kind.slow}
SEARCHING = {AS.get(name, name): 100 for name, kind in PLAYERS.items() if kind.slow}
DRAWN = 100  # scenarios with every switch thrown at random, on all boards
SEED = 19


def fitting(board: str, options: Iterable[dict[str, Any]]) -> Scenario | None:
    """The first of these scenarios that the board allows."""
    for changes in options:
        try:
            return Scenario(**{"board": board, **changes})
        except InputError:
            continue
    return None


def steps_from_standard(board: str) -> Iterator[Scenario | None]:
    """Every preset, every value of every switch and both ends of every number, one at a time."""
    helpers = FAMILY_HELPERS[Scenario(board=board).board_data.family]
    switches: dict[str, Iterable[Any]] = {
        "layout": LAYOUTS,
        "locations": LOCATIONS,
        "edition": EDITIONS,
        "players": (2, 3, 4),
        "tokens": (1, 10),
        "removed": (0, 17),
        "helpers": [(), *((helper,) for helper in helpers)],
    }
    for preset in PRESETS.values():
        yield fitting(board, [{name.replace("-", "_"): level for name, level in preset.changes.items()}])
    for name, values in switches.items():
        for value in values:
            yield fitting(board, [{name: value}])
    for ruling, (_, other) in RULINGS.items():
        for layout in LAYOUTS:
            yield fitting(board, [{"rulings": {ruling: other}, "layout": layout}])
    for key, number in HOUSE_NUMBERS.items():
        high = MAX_DISCS if number.high is None else number.high  # a board has no more
        for ends in (range(number.low, high + 1), range(high, number.low - 1, -1)):
            for layout in LAYOUTS:
                yield fitting(board, ({"house": {key: value}, "layout": layout} for value in ends))


def variants() -> list[Scenario]:
    """All of them on the printed boards, then any mixture on all boards."""
    found = [scenario for board in PRINTED for scenario in steps_from_standard(board) if scenario is not None]
    dice = random.Random("variants")
    boards = all_boards()
    return found + [some_scenario(dice.choice(boards), dice) for _ in range(DRAWN)]


def fingerprint(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


def played(name: str, games: int, scenarios: list[Scenario]) -> Iterator[str]:
    """So many games at least, spread over the scenarios."""
    policy = load_player(name)
    chosen = scenarios[:: max(1, len(scenarios) // games)]
    each = -(-games // len(chosen))
    for scenario in chosen:
        batch = play(scenario, policy, SEED, 0, each)
        yield f"{name} {each} {scenario.hash} {fingerprint(batch.outcomes.tobytes(), heat_of(batch).tobytes())}"


def told(scenario: Scenario) -> str:
    """A game step by step, with its events, as traces and replays are made."""
    session, decide = Session(scenario, SEED, 0), load_player("random").decide
    events: list[tuple[int, ...]] = []
    while not session.over:
        session.run_on()
        events += session.take_log()
        if not session.over:
            assert len(session.options()) > 1
            session.choose(session.consult(decide))
            events += session.take_log()
    return f"told {scenario.hash} {fingerprint(repr(events).encode())}"


def others() -> Iterator[str]:
    """Kernels that play no games: counting continuations, and laying out a generated board."""
    for board in PRINTED:
        yield f"perft {board} {perft(Scenario(board=board), SEED, 0, 2)}"
        yield f"generated {board} {generate_board(board, SEED).hash}"


def lines() -> Iterator[str]:
    scenarios = variants()
    for name, games in (QUICK | SEARCHING).items():
        yield from played(name, games, scenarios)
    yield from map(told, scenarios)
    yield from others()


if __name__ == "__main__":
    for line in lines():
        print(line)
