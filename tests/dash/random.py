"""Walks or runs, both equally likely."""

from typing import Any

from simulator.core.jit import kernel
from tests.dash.engine import DECIDE, whim


@kernel(DECIDE, entry=True)
def decide(rules: Any, game: Any, mind: Any) -> Any:
    return whim(mind, 2)
