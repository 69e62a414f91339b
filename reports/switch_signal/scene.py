"""What only Switch & Signal can show of its runs: the board with what happens where, games to watch, and why games are lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.scenes import MeasureWords, Places, Scene
from simulator.game import Event, Setup

if TYPE_CHECKING:  # a scene is asked for its words long before anything is drawn
    from markupsafe import Markup

    from experiments.results import CellResult
    from experiments.run_store.kept_files import KeptFiles
    from reports.chart import Chart
    from reports.charts.run import Run
    from reports.facts import RunFacts
    from reports.page import Replays
    from reports.switch_signal.replay.data import Game
    from reports.terminal.play_tables import PlayTables

# What a trace that this program has not made may end in.
NO_TRACE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


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
        from reports.switch_signal.goods import goods_required

        return goods_required(cell, places) if measure == "goods" else None

    def charts(self, run: Run) -> Iterator[Chart]:
        from reports.switch_signal.busiest import busiest_charts
        from reports.switch_signal.leftovers import leftover_charts
        from reports.switch_signal.where import where_charts

        yield from leftover_charts(run)
        yield from where_charts(run)
        yield from busiest_charts(run)

    def sentences(self, facts: RunFacts) -> Iterator[str]:
        from reports.switch_signal.losses import loss_sentences

        return loss_sentences(facts)

    def replays(self, kept: KeptFiles, cell: CellResult, places: Places) -> Replays:
        """A typical win, a narrow and a bad loss, as far as the folder has them."""
        from reports.page import Replays
        from reports.switch_signal.goods import board_of
        from reports.switch_signal.replay.data import Game
        from reports.switch_signal.replay.page import replay_assets, replay_viewer

        board = board_of(cell, places)
        if board is None:
            return Replays()
        deck = kept.places("deck").get(cell.entry.places["deck"].hash)
        cards = {card.id: str(card) for card in deck.cards} if deck else {}
        games = [
            Game(events, cards, name.replace("-", " "))
            for name, events in kept.games(cell.id, cell.tally).items()
        ]
        if not games:
            return Replays()
        try:
            return Replays([replay_viewer(board, games)], _whose(cell, board.name, games), *replay_assets())
        except NO_TRACE:
            kept.damaged.append(f"a trace of cell {cell.id} tells no game")
            return Replays()

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


def _whose(cell: CellResult, board: str, games: Sequence[Game]) -> str:
    """Who plays where, and why one of the three is not there."""
    from experiments.statistics.means import LOST_ROW, games_of
    from reports.factor_words import table_words
    from simulator.core.messages import printable

    absent = "" if any("win" in game.name for game in games) else " None of its games was won."
    if not games_of(cell.tally, LOST_ROW):
        absent = " None of its games was lost."
    who = table_words(cell.tally.form.game, cell.policy)
    return (
        f"Kept from the run: {who} on {printable(board)}, in the setup that the figures above show.{absent}"
    )


def _scenario(setup: Setup) -> Any:
    from simulator.switch_signal.scenario import Scenario

    assert isinstance(setup, Scenario)
    return setup


def _cards(scenario: Any) -> dict[str, str]:
    """Return the symbols of each timetable card."""
    return {card.id: str(card) for card in scenario.deck_data.cards}


SCENE = SwitchSignalScene()
