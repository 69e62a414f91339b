"""Answers that are worth a thought, each with what it gains, in steps of way, and what the gain consists of.

The planner gives the best one; the expert plays the best few on; `sim replay --explain` shows them.
"""

from typing import Any

from numba import types

from policies.switch_signal.planning.memory import MAX_OFFERS, PARTS, PLAN
from simulator.core.jit import kernel

i64 = types.int64

# What a gain consists of: way made or opened, tokens lost, what the next card may bring, meetings of trains, the price of cards or helpers.
WAY, TOKENS, PROSPECTS, MEETINGS, PRICE = 0, 1, 2, 3, 4


@kernel(types.void(PLAN))
def clear_parts(plan: Any) -> None:
    plan.parts[:] = 0.0


@kernel(types.void(PLAN, i64))
def note_offer(plan: Any, code: Any) -> None:
    """An answer, with `parts` as its gain."""
    if plan.offers < MAX_OFFERS:
        total = 0.0
        for part in range(PARTS):
            total += plan.parts[part]
            plan.offer_parts[plan.offers, part] = plan.parts[part]
        plan.offer[plan.offers] = code
        plan.offer_gain[plan.offers] = total
        plan.offers += 1


@kernel(i64(PLAN))
def best_offer(plan: Any) -> Any:
    """The first of those that gain most."""
    best = 0
    for index in range(1, plan.offers):
        if plan.offer_gain[index] > plan.offer_gain[best]:
            best = index
    return plan.offer[best]
