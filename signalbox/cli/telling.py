"""Games as text, in order, told one after another or side by side: what `sim replay` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from joblib import Parallel, delayed

from experiments.tracing import traced
from policies.registry import load_policy
from policies.switch_signal.explanation import ask_why
from reports.switch_signal.transcript.telling import transcript
from signalbox.cli.options import answers_of
from simulator.core.errors import IllegalChoice
from simulator.switch_signal.scenario import Scenario

# A process needs some seconds before it can play, about as long as telling so many games takes.
WORTH_PROCESSES = 500
CHUNK = 20  # games a task
ROUND = 16  # tasks a process, after which everything must have been printed: a slow reader must not fill the memory

_encode = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Telling:
    """All that the text of a game depends on but its number. Small enough to be sent to other processes."""

    scenario: Scenario
    policy: str
    seed: int
    first: int
    as_json: bool
    list_options: bool
    explain: bool

    @property
    def cards(self) -> dict[str, str]:
        """The symbols of each timetable card."""
        return {card.id: str(card) for card in self.scenario.deck_data.cards}

    def events(self, game: int) -> Iterator[dict[str, Any]]:
        """All lines of a trace, header first."""
        policy, explain = load_policy(self.policy), ask_why if self.explain else None
        with answers_of(policy.name):
            yield from traced(
                self.scenario, policy, self.seed, game, list_options=self.list_options, explain=explain
            )

    def lines(self, game: int) -> Iterator[str]:
        if self.as_json:
            yield from map(_encode, self.events(game))
            return
        if game > self.first:
            yield ""
        yield from transcript(self.events(game), self.cards)


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
