"""How the rules ask the players: a flow yields questions and is sent their answers."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, TypeVar

Choice = dict[str, Any]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Question:
    """One decision point: its name and the choices offered, as in docs/trace.md."""

    ask: str
    options: list[Choice]


Flow = Generator[Question, Choice, Result]


class GameOver(Exception):
    """E1-E3: the game ends at once, wherever the rules are."""

    def __init__(self, won: bool, why: str) -> None:
        super().__init__(why)
        self.won = won
        self.why = why
