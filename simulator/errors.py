"""The one exception for everything a user can do wrong."""


class InputError(ValueError):
    """A file, name or option is wrong; the message is one clear sentence that says what and where."""


class IllegalChoice(RuntimeError):
    """A policy answered with a choice that the rules do not allow. It is never silently replaced."""

    def __init__(self, game: int, turn: int, ask: str, code: int, policy: str = "the policy") -> None:
        super().__init__(f"{policy} made an illegal choice in game {game}, turn {turn}, asked for {ask!r}: {code}")
        self.args = (game, turn, ask, code, policy)
        self.game, self.turn, self.ask, self.code, self.policy = game, turn, ask, code, policy

    def __str__(self) -> str:
        return (
            f"policy {self.policy} made an illegal choice in game {self.game}, turn {self.turn}, "
            f"asked for {self.ask}: {self.code}"
        )
