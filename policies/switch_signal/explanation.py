"""Why a policy answered as it did: what it weighed, read from its mind right after it was asked.

Policies that plan leave a list of offers there, each with its gain and what that consists of (`policies/switch_signal/planning/memory.py`);
one that searches also leaves how those fared that it played on (`policies/switch_signal/expert.py`). Others leave nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from policies.switch_signal.planning.memory import PLANNING, memory_of
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import Decide

# The parts of an offer, in the order in which `policies/switch_signal/planning/memory.py` counts them.
TERMS = ("way", "tokens", "prospects", "meetings", "price")
DECIMALS = 3  # beyond them processors may differ

Candidate = tuple[int, dict[str, float]]


def ask_why(session: Session, decide: Decide) -> tuple[int, list[Candidate] | None]:
    """Return a policy's answer, and the answers that it weighed for it, best first; None if it does not say.

    Its memory is cleared of what it weighed before, so that nothing but this very decision can be found there.
    """
    memory = memory_of(session.minds[0])
    if memory["begun"] == PLANNING:  # else these bytes are somebody else's
        memory["plan"]["offers"] = 0
        memory["answered"] = 0
    answer = decide(session)
    weighed = _weighed(memory) if memory["begun"] == PLANNING else {}
    # A mind may also hold the offers of an imagined position. Those are no reasons.
    if answer not in weighed or not all(session.allows(code) for code in weighed):
        return answer, None
    return answer, list(weighed.items())


def _weighed(memory: Any) -> dict[int, dict[str, float]]:
    """Return what was weighed of each answer, by its code: first those that were played on in their order, then the others by what they gain."""
    plan = memory["plan"]
    gains = plan["offer_gain"][: int(plan["offers"])]
    offered: dict[int, dict[str, float]] = {}
    for index in np.argsort(-gains, kind="stable"):  # of equals the planner takes the first
        values = [gains[index], *plan["offer_parts"][index]]
        offered[int(plan["offer"][index])] = dict(zip(("gain", *TERMS), map(_rounded, values), strict=True))
    compared = int(memory["answered"]) if memory["answered"] > 1 else 0  # a single one is not played on
    answers, chances = memory["answers"][:compared].tolist(), memory["chances"][:compared].tolist()
    played_on = {
        code: {"chance": _rounded(chance)} | offered[code]
        for code, chance in zip(answers, chances, strict=True)
        if code in offered
    }
    return played_on | {code: terms for code, terms in offered.items() if code not in played_on}


def _rounded(value: float) -> float:
    return round(float(value), DECIMALS) + 0.0  # no −0.0
