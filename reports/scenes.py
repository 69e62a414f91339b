"""What only a game itself can show of its runs: its places drawn, its games to watch, words that are more lively than general ones.

A game has a scene in `reports/<its package>/scene.py`, as `SCENE`; a user's game in `scene.py` beside its file. One without has everything but
drawings and games to watch.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.words import capital
from simulator.core.errors import InputError
from simulator.core.messages import file_name
from simulator.game import Event, Game, Measure, Setup
from simulator.user_file import file_blamed, load_file

if TYPE_CHECKING:  # a scene is asked for its words long before anything is drawn
    from markupsafe import Markup

    from experiments.results import CellResult
    from experiments.run_store.kept_files import KeptFiles
    from reports.chart import Chart
    from reports.charts.run import Run
    from reports.facts import RunFacts
    from reports.page import Replays
    from reports.terminal.play_tables import PlayTables

SCENE = "SCENE"
BESIDE = "scene.py"  # of a user's game, beside its file
# What a run has kept of its places: by the factor, then by their hashes.
Places = Mapping[str, Mapping[str, Any]]


def place_of(cell: CellResult, factor: str, places: Places) -> Any:
    """Return what a cell was played on, a board for instance, if the run has kept it; else None."""
    return places.get(factor, {}).get(cell.entry.places[factor].hash)


@dataclass(frozen=True)
class MeasureWords:
    """How figures speak of a measure. What a scene leaves empty, `Scene.words_of` fills from the measure's declaration."""

    full: str = ""  # what it is, where nothing around says so: "time tokens lost"
    part: str = ""  # what its parts are: "cause"; empty if they have no name
    spread: str = ""  # the questions that figures answer: of its histogram,
    by_turn: str = ""  # of its numbers turn by turn,
    parts: str = ""  # and of its parts, without a question mark


class Scene:
    """What a game gives to reports. Here that is nothing, as of a game without a scene."""

    # Headings of sections of the page and what they ask, by their names, in place of general ones; and sections of the game's own.
    sections: Mapping[str, tuple[str, str]] = {}
    measures: Mapping[str, MeasureWords] = {}
    # By factors that are places: the command that tells what is known of one.
    tells: Mapping[str, str] = {}
    # What must be known of those who play.
    bots: str = "The players are programs, not people."
    # What a deal is of which everybody makes what they can, and what those do who are no rungs of skill.
    deal: str = "chances"
    unskilled: str = "play at random"

    def style(self) -> Markup:
        """Return the style that drawings of this game need in every page."""
        from markupsafe import Markup

        return Markup()

    def places(self, kept: KeptFiles) -> Places:
        """Return what is read of the places that a run has kept."""
        return {}

    def required(self, measure: str, cell: CellResult, places: Places) -> int | None:
        """Return how much of a measure wins a game; None if that is not known, or nothing of the kind."""
        return None

    def charts(self, run: Run) -> Iterator[Chart]:
        """Give figures that only this game has."""
        return iter(())

    def sentences(self, facts: RunFacts) -> Iterator[str]:
        """Say why games end as they do."""
        return iter(())

    def replays(self, kept: KeptFiles, cell: CellResult, places: Places) -> Replays | None:
        """Return the kept games of a cell as viewers for a page; None if nothing can be drawn of them."""
        return None

    def page(self, setup: Setup, events: Iterable[Event]) -> str | None:
        """Return a page that plays a game, from its trace; None if the game cannot be drawn."""
        return None

    def transcript(self, setup: Setup, events: Iterable[Event]) -> Iterator[str] | None:
        """Tell a game turn by turn, from its trace, in lines of text; None if there are no words for it."""
        return None

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        """Return a setup as JSON has it."""
        return dict(setup.levels)

    def play_tables(self) -> type[PlayTables] | None:
        """Return the tables of `sim run`; None if those serve that are made from the measures."""
        return None

    def words_of(self, measure: Measure) -> MeasureWords:
        """Return how figures speak of a measure; one that is counted turn by turn has the words of the measure that it adds up to."""
        own, words = self.measures.get(measure.by_turn or measure.name, MeasureWords()), measure.words
        return MeasureWords(
            full=own.full or words,
            part=own.part,
            spread=own.spread or f"{capital(words)}: how do games spread?",
            by_turn=own.by_turn or f"{capital(words)}, turn by turn",
            parts=own.parts or f"What makes up {words}",
        )


@cache
def scene_of(game: Game) -> Scene:
    """Return the scene of a game."""
    if game.file:
        return _scene_beside(game.file.with_name(BESIDE))
    own = game.module("reports", "scene")
    scene: Scene = own.SCENE if own else Scene()
    return scene


def _scene_beside(file: Path) -> Scene:
    """Return the scene in the file beside a user's game: `SCENE`, or the only one in it."""
    if not file.is_file():
        return Scene()
    module, shown = load_file("--game", str(file)), file_name(relpath(file))
    found = {key: value for key, value in vars(module).items() if isinstance(value, Scene)}
    with file_blamed("--game", shown, file.parent):
        if hasattr(module, SCENE) and SCENE not in found:
            raise InputError(f"{SCENE} must be a Scene of reports.scenes, for instance {SCENE} = Scene().")
        if SCENE not in found and len({id(scene) for scene in found.values()}) != 1:
            there = f"scenes in it are {', '.join(found)}" if found else "there is no Scene in it"
            raise InputError(f"{there}; write {SCENE} = … at its end.")
    return found[SCENE] if SCENE in found else next(iter(found.values()))
