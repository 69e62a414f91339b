"""The two sides of a comparison as texts: `standard`, `remove-3`, `novice`, `tokens=8,removed=1`, `house draw=4,policy=planner:token=3`.

A text changes what the options of the command say for both sides. Its parts are joined by commas; settings of a policy have commas too, so
a part `key=value` whose key is no factor goes on with the policy before it, as in lists of policies (`experiments/levels.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from experiments.factors import POLICY, PRESET, canonical, declared, is_factor, no_factor
from experiments.grid import expanded
from experiments.levels import Level, parse_levels, parse_policies
from policies.registry import POLICIES
from simulator.core.errors import InputError
from simulator.core.messages import near, shortened, show
from simulator.switch_signal.board import board_names
from simulator.switch_signal.presets import PRESETS
from simulator.switch_signal.scenario import Scenario


@dataclass(frozen=True)
class Side:
    """One of the two: how the user called it, and what it plays. The policy is a text, not yet loaded."""

    text: str
    scenario: Scenario
    policy: str


def read_side(letter: str, text: str, common: Mapping[str, Level], policy: str) -> Side:
    """A side from its text, on top of the levels and the policy that both sides have in common."""
    with _blamed(letter, text):
        factors = split_side(text)
        levels = {name: _level(name, value) for name, value in factors.items() if name != POLICY}
        scenario = Scenario.of({**common, **expanded(levels)})
        return Side(text, scenario, _policy(factors.get(POLICY, policy)))


def names_a_policy(letter: str, text: str) -> bool:
    """Whether a side says itself who plays."""
    with _blamed(letter, text):
        return POLICY in split_side(text)


@contextmanager
def _blamed(letter: str, text: str) -> Iterator[None]:
    """Put the side before what is wrong with it."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{letter} ({shortened(text)}): {error}") from None


def split_side(text: str) -> dict[str, str]:
    """Factors and their levels."""
    found: dict[str, str] = {}
    last = ""
    for piece in text.split(","):
        name, equals, value = (part.strip() for part in piece.partition("="))
        if last == POLICY and (piece.startswith("@") or (equals and not is_factor(name) and ":" not in name)):
            found[POLICY] += f",{piece.strip()}"
            continue
        if not (equals and is_factor(name)):
            name, value = _bare(piece.strip()), piece.strip()
        name = canonical(name)
        if name in found:
            raise InputError(f"{name} is given twice.")
        found[name], last = value, name
    return found


def _bare(word: str) -> str:
    """The factor that a word alone is a level of: names of presets, boards and policies do not overlap."""
    if word in PRESETS:
        return PRESET
    if word in board_names():
        return "board"
    if word.partition(":")[0] in POLICIES or ".py" in word:
        return POLICY
    if "=" in word:
        raise no_factor(word.partition("=")[0].strip())
    known = (*PRESETS, *board_names(), *POLICIES)
    raise InputError(
        f"{show(word)} is no preset, board or policy{near(word, known)}; "
        "write for instance remove-3, tokens=8,removed=1, board=my-board.toml or policy=family."
    )


def _level(name: str, text: str) -> Level:
    """One level; names and paths are no ranges, even with dots in them."""
    levels = [text] if declared(name).role != "setting" else parse_levels(name, text)
    if len(levels) != 1:
        raise InputError(f"{name}={shortened(text)} must be one level; `sim sweep` plays ranges.")
    return levels[0]


def _policy(text: str) -> str:
    policies = parse_policies([text])
    if len(policies) != 1:
        raise InputError(f"--policy: {show(text)} must be one policy; `sim sweep` plays several.")
    return policies[0]
