"""What the shell offers when Tab is pressed after an option: the names that the program knows.

`sim --install-completion` teaches it to the shell. Options that take several levels at once are completed after the last comma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completion = Callable[[str], list[str]]


def _among(names: Callable[[], Iterable[str]]) -> Completion:
    def complete(incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names() if name.startswith(begun)]

    return complete


def _boards() -> list[str]:
    from simulator.board import board_names

    return [*board_names(), "ensemble:train", "ensemble:test"]


def _decks() -> list[str]:
    from simulator.deck import deck_names

    return [*deck_names(), "ensemble:train", "ensemble:test"]


def _policies() -> Iterable[str]:
    from policies.registry import POLICIES

    return POLICIES


def _presets() -> Iterable[str]:
    from simulator.presets import PRESETS

    return PRESETS


def _studies() -> list[str]:
    from experiments.study import study_names

    return study_names()


BY_OPTION: dict[str, Completion] = {
    "--board": _among(_boards),
    "--deck": _among(_decks),
    "--policy": _among(_policies),
    "--preset": _among(_presets),
    "--locations": _among(lambda: ("dice", "shuffled", "stack")),
    "--layout": _among(lambda: ("standard", "random", "policy")),
    "--edition": _among(lambda: ("de", "pl")),
    "--like": _among(lambda: ("central-europe", "north-america")),
}
STUDY = _among(_studies)
POLICY = BY_OPTION["--policy"]
