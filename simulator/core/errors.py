"""What users, and policies of theirs, can do wrong."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """A file, name or option is wrong; the message is one clear sentence that says what and where."""


def refuse(conditions: Iterable[tuple[bool, str]]) -> None:
    """Raise an `InputError` with the sentence of the first condition that holds; those after it are not looked at."""
    for wrong, sentence in conditions:
        if wrong:
            raise InputError(sentence)


@contextmanager
def errors_about(where: str) -> Iterator[None]:
    """Let every `InputError` of this block begin with where the mistake is."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


class Failed(Exception):
    """Something could not be done, and no input is to blame; the message is one clear sentence."""


class IllegalChoice(RuntimeError):
    """A policy answered with a choice that the rules do not allow. It is never silently replaced."""

    what = "made an illegal choice"
    before_the_rest = "choice "

    def __init__(self, policy: str, place: str, game: int, turn: int, ask: str, code: int | str) -> None:
        super().__init__(policy, place, game, turn, ask, code)

    def __str__(self) -> str:
        policy, place, game, turn, ask, code = self.args
        return (
            f"policy {policy} {self.what} on {place} in game {game}, turn {turn}, "
            f"asked for {ask}: {self.before_the_rest}{code}."
        )


class PolicyFailed(IllegalChoice):
    """A user's policy broke down and gave no answer; the last argument says how."""

    what = "failed"
    before_the_rest = ""


class OutsideArray(IndexError):
    """A kernel of the checked build used an index outside its array; the message is the line that did it."""


class KernelFailed(IllegalChoice):
    """An `OutsideArray` with the game in which it happened; the last argument is the line."""

    def __str__(self) -> str:
        policy, place, game, turn, _, line = self.args
        where = f"with policy {policy} on {place} in game {game}, turn {turn}"
        return f"a kernel used an index outside its array ({line}), {where}."


def first_line(error: BaseException) -> str:
    """Return the first line of what an error says, or nothing. Errors of other people's code may fail even when they are asked for it."""
    try:
        lines = str(error).strip().splitlines()
    except BaseException:
        return ""
    return lines[0] if lines else ""


def named(error: BaseException) -> str:
    """Return an error by its kind and the first line of what it says: `ValueError: no such thing`."""
    said = first_line(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
