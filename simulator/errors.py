"""What users, and policies of theirs, can do wrong."""


class InputError(ValueError):
    """A file, name or option is wrong; the message is one clear sentence that says what and where."""


class IllegalChoice(RuntimeError):
    """A policy answered with a choice that the rules do not allow. It is never silently replaced."""

    what = "made an illegal choice"
    before_the_rest = "choice "

    def __init__(self, policy: str, board: str, game: int, turn: int, ask: str, code: int | str) -> None:
        super().__init__(policy, board, game, turn, ask, code)

    def __str__(self) -> str:
        policy, board, game, turn, ask, code = self.args
        return (
            f"policy {policy} {self.what} on {board} in game {game}, turn {turn}, "
            f"asked for {ask}: {self.before_the_rest}{code}."
        )


class PolicyFailed(IllegalChoice):
    """A user's policy broke down and gave no answer; the last argument says how."""

    what = "failed"
    before_the_rest = ""
