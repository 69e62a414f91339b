"""The one exception for everything a user can do wrong."""


class InputError(ValueError):
    """A file, name or option is wrong; the message is one clear sentence that says what and where."""


class IllegalChoice(RuntimeError):
    """A policy answered with a choice that the rules do not allow. It is never silently replaced."""

    def __init__(self, policy: str, board: str, game: int, turn: int, ask: str, code: int) -> None:
        super().__init__(policy, board, game, turn, ask, code)

    def __str__(self) -> str:
        policy, board, game, turn, ask, code = self.args
        return (
            f"policy {policy} made an illegal choice on {board} in game {game}, turn {turn}, "
            f"asked for {ask}: choice {code}."
        )
