"""Games that a run keeps, as files."""

from __future__ import annotations

import gzip
import json

from experiments.play import Matchup
from experiments.run import trace_bytes
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.players import load_player

MATCHUP = Matchup(GAME, Scenario(board="tiny"), (load_player("novice"),))


def test_the_header_of_a_packed_game_depends_on_no_python_and_no_system() -> None:
    """RFC 1952: gzip, deflate, no flags, no time, packed as small as possible, on a system that is not told."""
    packed = trace_bytes(MATCHUP, 1, 0)
    assert packed[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    events = [json.loads(line) for line in gzip.decompress(packed).splitlines()]
    assert events == list(MATCHUP.trace(1, 0))
