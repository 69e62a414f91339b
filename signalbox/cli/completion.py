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
    from simulator.switch_signal.board import board_names
    from simulator.switch_signal.ensemble import SET_NAMES

    return [*board_names(), *SET_NAMES]


def _decks() -> list[str]:
    from simulator.switch_signal.deck import deck_names
    from simulator.switch_signal.ensemble import SET_NAMES

    return [*deck_names(), *SET_NAMES]


def _policies() -> Iterable[str]:
    from policies.registry import POLICIES

    return POLICIES


def _presets() -> Iterable[str]:
    from simulator.switch_signal.presets import PRESETS

    return PRESETS


def _locations() -> Iterable[str]:
    from simulator.switch_signal.scenario import LOCATIONS

    return LOCATIONS


def _layouts() -> Iterable[str]:
    from simulator.switch_signal.scenario import LAYOUTS

    return LAYOUTS


def _editions() -> Iterable[str]:
    from simulator.switch_signal.scenario import EDITIONS

    return EDITIONS


def _helpers() -> Iterable[str]:
    from simulator.switch_signal.scenario import HELPER_BY_NAME

    return ("all", "none", *HELPER_BY_NAME, *HELPER_BY_NAME.values())


def _house() -> Iterable[str]:
    from simulator.switch_signal.house import HOUSE_NUMBERS

    return (f"{key}=" for key in HOUSE_NUMBERS)


def _rulings() -> Iterable[str]:
    from simulator.switch_signal.scenario import RULINGS

    return (f"{name}={reading}" for name, readings in RULINGS.items() for reading in readings)


def _families() -> Iterable[str]:
    from simulator.switch_signal.board_model import FAMILIES

    return FAMILIES


def _studies() -> list[str]:
    from experiments.study import study_names

    return study_names()


BY_OPTION: dict[str, Completion] = {
    "--board": _among(_boards),
    "--deck": _among(_decks),
    "--policy": _among(_policies),
    "--preset": _among(_presets),
    "--locations": _among(_locations),
    "--layout": _among(_layouts),
    "--edition": _among(_editions),
    "--helpers": _among(_helpers),
    "--house": _among(_house),
    "--ruling": _among(_rulings),
    "--like": _among(_families),
}
STUDY = _among(_studies)
BOARD, DECK, POLICY = (BY_OPTION[name] for name in ("--board", "--deck", "--policy"))
