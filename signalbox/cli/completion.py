"""What the shell offers when Tab is pressed after an option: the names that the game knows.

`sim --install-completion` teaches it to the shell. Options that take several levels at once are completed after the last comma.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import typer

from policies.registry import roster_of
from simulator.game import Game

Names = Callable[[Game], Iterable[str]]  # of what there is in a game
Completion = Callable[[typer.Context, str], list[str]]


def among(names: Names) -> Completion:
    """Complete one of these names; the context knows the game that the program is made for."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        before, comma, begun = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in names(context.obj) if name.startswith(begun)]

    return complete


def of_factor(name: str) -> Completion:
    """Complete the names of a factor's levels."""
    return among(lambda game: game.factors[name].known())


def policy_names(game: Game) -> Iterable[str]:

    return roster_of(game).all


def _studies(game: Game) -> Iterable[str]:
    from experiments.study import study_names

    return study_names(game)


def _measures(game: Game) -> Iterable[str]:
    return (each.name for each in game.measures.values() if each.asked)


STUDY, POLICY, MEASURE = among(_studies), among(policy_names), among(_measures)
