"""Games that a run keeps, as files."""

from __future__ import annotations

import gzip
import json

from experiments.chosen import trace_bytes
from experiments.tracing import traced
from policies.registry import load_policy
from simulator.switch_signal.scenario import Scenario

PLAYER = (Scenario(board="tiny"), load_policy("novice"))


def test_the_header_of_a_packed_game_depends_on_no_python_and_no_system() -> None:
    """RFC 1952: gzip, deflate, no flags, no time, packed as small as possible, on a system that is not told."""
    packed = trace_bytes(PLAYER, 1, 0)
    assert packed[:10] == b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
    events = [json.loads(line) for line in gzip.decompress(packed).splitlines()]
    assert events == list(traced(*PLAYER, 1, 0))
