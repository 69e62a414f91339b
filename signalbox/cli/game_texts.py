"""Games as text, in order, told one after another or side by side: what `sim replay` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from joblib import Parallel, delayed

from experiments.play import Matchup
from policies.registry import load_policy, roster_of
from reports.transcript import transcript_of
from signalbox.replaying import Replay
from simulator.core.errors import IllegalChoice, InputError
from simulator.game import Game, Setup

# A process needs some seconds before it can play, about as long as telling so many games takes.
WORTH_PROCESSES = 500
CHUNK = 20  # games a task
ROUND = 16  # tasks a process, after which everything must have been printed: a slow reader must not fill the memory

_encode = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class GameText:
    """All that the text of a game depends on, except its number. It is small enough to be sent to other processes."""

    game: Game
    setup: Setup
    policy: str
    seed: int
    first: int
    as_json: bool
    list_options: bool
    explain: bool

    def replay(self, number: int) -> Replay:
        """Return a game, which is played when it is asked for its events."""
        if self.explain and roster_of(self.game).explain is None:
            raise InputError(f"--explain: nobody who plays {self.game.title} says why.")
        matchup = Matchup(self.game, self.setup, (load_policy(self.game, self.policy),))
        return Replay(matchup, self.seed, number, self.list_options, self.explain)

    def lines(self, number: int) -> Iterator[str]:
        events = self.replay(number).play()
        if self.as_json:
            yield from map(_encode, events)
            return
        transcript = transcript_of(self.game, self.setup, events)
        if transcript is None:
            raise InputError(f"{self.game.title} has no words for its games; --json tells them as traces.")
        if number > self.first:
            yield ""
        yield from transcript


def game_texts(form: GameText, games: range, workers: int) -> Iterator[str]:
    """Give the text of these games, piece by piece; the same for any number of workers."""
    if workers == 1 or len(games) < WORTH_PROCESSES:
        for game in games:
            for line in form.lines(game):
                yield f"{line}\n"
        return
    with Parallel(n_jobs=workers, return_as="generator") as parallel:
        for some in _pieces(games, workers * ROUND * CHUNK):
            tasks = (delayed(_chunk)(form, chunk) for chunk in _pieces(some, CHUNK))
            for text, failure in parallel(tasks):
                yield text
                if failure is not None:
                    raise failure


def _pieces(games: range, size: int) -> Iterator[range]:
    for start in range(0, len(games), size):
        yield games[start : start + size]


def _chunk(form: GameText, games: range) -> tuple[str, IllegalChoice | None]:
    """Return some games as one text, and the illegal choice that ends it, if there is one: what comes before is printed in any case."""
    lines: list[str] = []
    failure = None
    try:
        for game in games:
            lines.extend(form.lines(game))
    except IllegalChoice as error:
        failure = error
    return "".join(f"{line}\n" for line in lines), failure
