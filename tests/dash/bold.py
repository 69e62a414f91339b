"""Runs while the hound is near, and walks with a lead."""

from typing import Any

from simulator.core.jit import kernel
from tests.dash.engine import DECIDE, RUN, WALK


@kernel(DECIDE, entry=True)
def decide(rules: Any, game: Any, mind: Any) -> Any:
    return RUN if game.place - game.hound < mind.params[0] else WALK
