"""`signalbox.replay` and `sim replay`: one game, move by move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from experiments.limits import check_first_game, check_seed
from experiments.play import Matchup
from policies.registry import load_policy, roster_of
from reports.scenes import scene_of
from reports.transcript import transcript_of
from signalbox.levels import asked_in_python, levels_of
from simulator.core.errors import IllegalChoice, InputError
from simulator.core.files import check_ending, write_whole
from simulator.game import Event
from simulator.games import DEFAULT, load_game


@contextmanager
def answers_of(policy: str) -> Iterator[None]:
    """Complain of an illegal choice under this name: a game that is played step by step does not know who answers."""
    try:
        yield
    except IllegalChoice as error:
        raise type(error)(policy, *error.args[1:]) from None


@dataclass(frozen=True, repr=False)
class Replay:
    """One game. In a notebook it is shown as the page that plays it, where the game can be drawn."""

    matchup: Matchup
    seed: int
    number: int
    list_options: bool = False
    explain: bool = True  # whether it is told what the policy weighed, where it can say so

    def play(self) -> Iterator[Event]:
        """Give its trace, header first (docs/trace.md), while it is played."""
        explain = roster_of(self.matchup.game).explain if self.explain else None
        with answers_of(self.matchup.policy):
            yield from self.matchup.trace(
                self.seed, self.number, list_options=self.list_options, explain=explain
            )

    @cached_property
    def events(self) -> list[Event]:
        """Return its trace, header first (docs/trace.md)."""
        return list(self.play())

    def text(self) -> str:
        """Return the game told turn by turn; the trace as text where there are no words for it."""
        lines = transcript_of(self.matchup.game, self.matchup.setup, self.events)
        return "\n".join(map(json.dumps, self.events) if lines is None else lines)

    def page(self) -> str:
        """Return a page that plays the game on the drawn board."""
        page = scene_of(self.matchup.game).page(self.matchup.setup, self.events)
        if page is None:
            raise InputError(f"{self.matchup.game.title} has no pages that play a game.")
        return page

    @asked_in_python
    def save(self, path: str | Path) -> None:
        """Write that page to a .html file; one that is there is replaced, as by all functions that write one."""
        check_ending(path, ".html")
        write_whole(path, self.page().encode())

    def outcome(self) -> dict[str, Any]:
        """Return what the game came to."""
        batch = self.matchup.play(self.seed, self.number, 1)
        return {name: batch.outcomes[name][0].tolist() for name in batch.outcomes.dtype.names or ()}

    def __repr__(self) -> str:
        return f"<game {self.number} of seed {self.seed}, {self.matchup.policy}: {len(self.events)} events>"

    def _repr_html_(self) -> str:
        try:
            page = self.page()
        except InputError:
            return str(Markup("<pre>{}</pre>").format(self.text()))
        # A page of its own in a frame: neither style nor script of the notebook meets its own.
        return f'<iframe srcdoc="{escape(page)}" width="100%" height="720" style="border: 0" sandbox="allow-scripts"></iframe>'


@asked_in_python
def replay(number: int = 0, *, policy: str = "", seed: int = 1, game: str = DEFAULT, **levels: Any) -> Replay:
    """Play one game of `signalbox.run` again, and return it move by move.

    >>> signalbox.replay(4, policy="practised", tokens=8)
    """
    chosen = load_game(game)
    check_seed(seed)
    check_first_game(number, 1)
    setup = chosen.setup(levels_of(chosen, levels))
    player = load_policy(chosen, policy or roster_of(chosen).main)
    return Replay(Matchup(chosen, setup, (player,)), seed, number)
