"""What the shell offers when Tab is pressed after an option: the names that the program knows.

`sim --install-completion` teaches it to the shell. Options that take several levels at once are completed after the last comma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Names = Callable[[], Iterable[str]]
Completion = Callable[[str], list[str]]


def among(names: Names) -> Completion:
    def complete(incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names() if name.startswith(begun)]

    return complete


def of_factor(name: str) -> Completion:
    """The names of a factor's levels."""
    from experiments.factors import FACTORS

    return among(FACTORS[name].known)


def policy_names() -> Iterable[str]:
    from policies.registry import POLICIES

    return POLICIES


def _families() -> Iterable[str]:
    from simulator.switch_signal.board_model import FAMILIES

    return FAMILIES


def _studies() -> list[str]:
    from experiments.study import study_names

    return study_names()


STUDY, FAMILY, POLICY = among(_studies), among(_families), among(policy_names)
BOARD, DECK = of_factor("board"), of_factor("deck")
