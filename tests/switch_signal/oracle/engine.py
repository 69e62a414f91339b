"""The second engine as its users see it: ask, choose, look."""

from typing import Any

from .chance import Chance
from .game import Game
from .question import Choice, Question
from .turn import play_game


class Oracle:
    """One game, played by answering `question` with `choose` until it is `over`."""

    def __init__(
        self, board: dict[str, Any], deck: dict[str, Any], scenario: dict[str, Any], chance: Chance
    ) -> None:
        self.game = Game(board, deck, scenario, chance)
        self._flow = play_game(self.game, board["layout"])
        self.question: Question | None = next(self._flow, None)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.question is None

    @property
    def events(self) -> list[dict[str, Any]]:
        """Every event so far, from `setup` on."""
        return self.game.events

    def state(self) -> dict[str, Any]:
        """The State of docs/trace.md."""
        return self.game.state()

    def choose(self, choice: Choice) -> None:
        """Answer the question and play on to the next one."""
        if self.question is None:
            raise ValueError("the game is over, nothing is asked")
        ask, options = self.question.ask, self.question.options
        if choice not in options:
            raise ValueError(f"{choice} is not among the {len(options)} answers to {ask}")
        option = options[options.index(choice)]
        try:
            self.question = self._flow.send(option)
        except StopIteration:
            self.question = None
