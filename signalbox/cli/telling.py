"""Games as text, in order, told one after another or side by side: what `sim replay` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from joblib import Parallel, delayed

from experiments.play import Matchup
from policies.registry import load_policy, roster_of
from reports.scenes import scene_of
from reports.transcript import transcript_of
from signalbox.cli.options import answers_of
from simulator.core.errors import IllegalChoice, InputError
from simulator.core.files import write_whole
from simulator.game import Event, Game, Setup

# A process needs some seconds before it can play, about as long as telling so many games takes.
WORTH_PROCESSES = 500
CHUNK = 20  # games a task
ROUND = 16  # tasks a process, after which everything must have been printed: a slow reader must not fill the memory

_encode = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Telling:
    """All that the text of a game depends on but its number. Small enough to be sent to other processes."""

    game: Game
    setup: Setup
    policy: str
    seed: int
    first: int
    as_json: bool
    list_options: bool
    explain: bool

    def events(self, number: int) -> Iterator[Event]:
        """Give all lines of a trace, header first."""
        policy = load_policy(self.game, self.policy)
        explain = roster_of(self.game).explain if self.explain else None
        if self.explain and explain is None:
            raise InputError(f"--explain: nobody who plays {self.game.title} says why.")
        with answers_of(policy.name):
            yield from Matchup(self.game, self.setup, (policy,)).trace(
                self.seed, number, list_options=self.list_options, explain=explain
            )

    def lines(self, number: int) -> Iterator[str]:
        if self.as_json:
            yield from map(_encode, self.events(number))
            return
        transcript = transcript_of(self.game, self.setup, self.events(number))
        if transcript is None:
            raise InputError(f"{self.game.title} has no words for its games; --json tells them as traces.")
        if number > self.first:
            yield ""
        yield from transcript


def write_page(file: str, telling: Telling) -> None:
    """Write a page that plays the first game."""
    page = scene_of(telling.game).page(telling.setup, telling.events(telling.first))
    if page is None:
        raise InputError(f"--html: {telling.game.title} has no pages that play a game.")
    write_whole(file, page.encode())


def told(telling: Telling, games: range, workers: int) -> Iterator[str]:
    """The text of these games, piece by piece; the same for any number of workers."""
    if workers == 1 or len(games) < WORTH_PROCESSES:
        for game in games:
            for line in telling.lines(game):
                yield f"{line}\n"
        return
    with Parallel(n_jobs=workers, return_as="generator") as parallel:
        for some in _pieces(games, workers * ROUND * CHUNK):
            tasks = (delayed(_chunk)(telling, chunk) for chunk in _pieces(some, CHUNK))
            for text, failure in parallel(tasks):
                yield text
                if failure is not None:
                    raise failure


def _pieces(games: range, size: int) -> Iterator[range]:
    for start in range(0, len(games), size):
        yield games[start : start + size]


def _chunk(telling: Telling, games: range) -> tuple[str, IllegalChoice | None]:
    """Some games as one text, up to an illegal choice if there is one: so far they are printed in any case."""
    lines: list[str] = []
    try:
        for game in games:
            lines.extend(telling.lines(game))
    except IllegalChoice as error:
        return _text(lines), error
    return _text(lines), None


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
