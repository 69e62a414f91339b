"""One game told as a trace, header first: for `sim replay` and for the games that a run keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from policies.registry import Policy
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import Explain, header, trace


def traced(
    scenario: Scenario,
    policy: Policy,
    seed: int,
    game: int,
    *,
    list_options: bool = False,
    explain: Explain | None = None,
) -> Iterator[dict[str, Any]]:
    """All lines of docs/trace.md. `explain` asks the policy why, as in `simulator.switch_signal.trace`."""
    yield header(scenario, policy.name, seed, game)
    session = Session(scenario, seed, game, policy.params, policy.foresees)
    yield from trace(
        session, lambda table: table.consult(policy.decide), list_options=list_options, explain=explain
    )
