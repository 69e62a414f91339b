"""The kinds of cases, and how one is tried."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.boards import board
from tests.fuzz.files import Case, deck, plays, policy, skill, study, weights
from tests.fuzz.folders import log, run
from tests.fuzz.options import options
from tests.fuzz.outcome import Carry, as_process, can_be_arguments, contents, faults, in_process

Make = Callable[[Random, Path], Case]
IN_PROCESS: dict[str, Make] = {
    each.__name__: each for each in (board, deck, study, weights, skill, plays, policy, run, log, options)
}


def process(rng: Random, folder: Path) -> Case:
    """A case of any kind, in processes of their own."""
    yield from IN_PROCESS[rng.choice(list(IN_PROCESS))](rng, folder)


KINDS: dict[str, Make] = {**IN_PROCESS, "process": process}


@dataclass(frozen=True)
class Tried:
    """A command of a case, how it ended, and what the program should not have done, with all that is needed to see it again."""

    kind: str
    number: int
    arguments: list[str]
    code: int
    wrong: list[str]
    said: str

    def __str__(self) -> str:
        shown = self.said if len(self.said) < 1500 else f"{self.said[:700]}\n…\n{self.said[-700:]}"
        return (
            f"{'; '.join(self.wrong)}\n  again: python -m tests.fuzz 1 --kind {self.kind} --first {self.number}\n"
            f"  sim {' '.join(map(ascii, self.arguments))[:600]}\n  {shown!a}"
        )


def try_case(kind: str, number: int, folder: Path) -> Iterator[Tried]:
    """Make a case in an empty folder, and carry its commands out."""
    carry: Carry = as_process if kind == "process" else in_process
    case = KINDS[kind](Random(f"{kind} {number}"), folder)
    code: int | None = None
    while True:
        try:
            arguments = next(case) if code is None else case.send(code)
        except StopIteration:
            return
        if kind == "process" and not can_be_arguments(arguments):
            code = 2
            continue
        before = contents(folder)
        outcome = carry(arguments, folder)
        code = outcome.code
        wrong = faults(outcome, before, contents(folder))
        yield Tried(kind, number, arguments, code, wrong, outcome.out[-700:] + outcome.err)


def try_cases(kind: str, first: int, cases: int, seconds: float = float("inf")) -> Iterator[Tried]:
    """Try so many cases, or as many as there is time for."""
    deadline = time.monotonic() + seconds
    for number in range(first, first + cases):
        if time.monotonic() > deadline:
            return
        with TemporaryDirectory(prefix="signalbox-fuzz-", ignore_cleanup_errors=True) as folder:
            yield from try_case(kind, number, Path(folder))
