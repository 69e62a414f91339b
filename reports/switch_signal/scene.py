"""What only Switch & Signal can show of its runs: the board with what happens where, games to watch, and why games are lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from reports.scenes import MeasureWords, Places, Scene, place_of
from simulator.game import Event, Setup

if TYPE_CHECKING:  # a scene is asked for its words long before anything is drawn
    from markupsafe import Markup

    from experiments.results import CellResult
    from experiments.run_store.kept_files import KeptFiles
    from reports.chart import Chart
    from reports.charts.run import Run
    from reports.facts import RunFacts
    from reports.page import Replays
    from reports.terminal.play_tables import PlayTables


class SwitchSignalScene(Scene):
    """Switch & Signal on its board."""

    sections: Mapping[str, tuple[str, str]] = {
        "losses": ("Why games are lost", "What time is lost to, and how near losses came."),
        "where": ("Where it happens", "Traffic, stops and lost points on the board."),
        "spread": ("How far games go", "Turns, goods and lost tokens of won and of lost games."),
    }
    measures: Mapping[str, MeasureWords] = {
        "turns": MeasureWords(spread="How long are games?"),
        "goods": MeasureWords(spread="How many goods arrive?", by_turn="How fast do goods arrive?"),
        "tokens": MeasureWords(
            full="time tokens lost",
            part="cause",
            spread="How many time tokens are lost?",
            by_turn="When is time lost?",
            parts="What takes the time",
        ),
    }
    tells: Mapping[str, str] = {"board": "sim board check", "deck": "sim decks"}
    bots = (
        "The players are programs, not people: a first game, a family or a practised table is a way of playing here. "
        "`sim calibrate` tells where a real table stands among them."
    )

    deal = "cards and dice"
    unskilled = "play at random, never play a card"

    def style(self) -> Markup:
        from markupsafe import Markup

        from reports.switch_signal.board.svg import board_style

        return Markup(board_style())

    def places(self, kept: KeptFiles) -> Places:
        return {"board": kept.places("board")}

    def required(self, measure: str, cell: CellResult, places: Places) -> int | None:
        from reports.switch_signal.losses import goods_required

        return goods_required(cell, places) if measure == "goods" else None

    def charts(self, run: Run) -> Iterator[Chart]:
        from reports.switch_signal.leftovers import leftover_charts
        from reports.switch_signal.where import where_charts

        yield from leftover_charts(run)
        yield from where_charts(run)

    def sentences(self, facts: RunFacts) -> Iterator[str]:
        from reports.switch_signal.losses import loss_sentences

        return loss_sentences(facts)

    def replays(self, kept: KeptFiles, cell: CellResult, places: Places) -> Replays:
        """Show a typical win, a narrow and a bad loss, as far as the folder has them."""
        from reports.switch_signal.replay.page import kept_replays

        return kept_replays(kept, cell, place_of(cell, "board", places))

    def page(self, setup: Setup, events: Iterable[Event]) -> str:
        from reports.switch_signal.replay.data import Game
        from reports.switch_signal.replay.page import replay_page

        scenario = _scenario(setup)
        return replay_page(scenario.board_data, Game(list(events), _cards(scenario)))

    def setup_data(self, setup: Setup) -> dict[str, Any]:
        data: dict[str, Any] = _scenario(setup).to_dict()
        return data

    def play_tables(self) -> type[PlayTables]:
        from reports.switch_signal.play_tables import SwitchSignalTables

        return SwitchSignalTables

    def transcript(self, setup: Setup, events: Iterable[Event]) -> Iterator[str]:
        from reports.switch_signal.transcript.telling import transcript

        return transcript(events, _cards(_scenario(setup)))


def _scenario(setup: Setup) -> Any:
    from simulator.switch_signal.scenario import Scenario

    assert isinstance(setup, Scenario)
    return setup


def _cards(scenario: Any) -> dict[str, str]:
    """Return the symbols of each timetable card."""
    return {card.id: str(card) for card in scenario.deck_data.cards}


SCENE = SwitchSignalScene()
