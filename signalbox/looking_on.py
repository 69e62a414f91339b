"""Progress in a notebook or a terminal while something is played: a bar that goes away, and notes on what is worth knowing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.terminal.screen import note
from signalbox.cli.console import tracked

if TYPE_CHECKING:
    from experiments.play import Played
    from experiments.run import Part


@dataclass(frozen=True)
class Notebook:
    """Somebody who called a function looks on, or does not want to."""

    progress: bool = True

    def note(self, sentence: str) -> None:
        note(sentence)

    def begin(self, first: Part, on_maps: Part | None, workers: int) -> None:
        """Say nothing: a cell of a notebook shows what it was asked for."""

    def track(self, playing: Iterator[Played], games: int, label: str) -> Iterator[Played]:
        if not self.progress:
            return playing
        return tracked(playing, games, "games", lambda played: played.task.games, label)
