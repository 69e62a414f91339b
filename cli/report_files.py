"""The page and the figures of a run: the one place where results, figures and replays are put together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from experiments.kept_files import kept_boards, kept_decks, kept_games, most_telling_cell
from experiments.results import CellResult, Results
from experiments.store import Store, put_file
from experiments.study import load_study, study_names
from experiments.summary import Row
from experiments.upkeep import refuse_links
from reports.charts import charts as all_charts
from reports.page import Replays, Report, report_page
from reports.replay_data import Game
from reports.replay_page import replay_assets, replay_viewer
from reports.transcript_words import counted
from simulator.board import Board
from simulator.files import check_writable, write_whole

PAGE, FIGURES = "report.html", "figures"


def read_run(folder: str) -> Results:
    return Results.read(Store.open(Path(folder)))


def write_report(results: Results, rows: list[Row], folder: Path, out: str = "") -> str:
    """Write the page, and beside it in the run's folder each figure; gives a sentence on where they are.

    The page of a run's folder is made from the run, so that an earlier one is replaced.
    """
    target = Path(out) if out else folder / PAGE
    if not out:
        refuse_links(folder)
    check_writable(target)
    boards = kept_boards(folder)
    charts = list(all_charts(results, rows, boards))
    kinds = {name: board.family for name, board in boards.items()}
    replays = _replays(folder, most_telling_cell(results), boards)
    page = report_page(Report(results, rows, charts, replays, kinds, study_title(results)))
    write_whole(target, page.encode())
    if out or not charts:
        return f"report: {target}"
    for path in (folder / FIGURES).glob("*.png"):
        path.unlink()  # those of an earlier report
    for chart in charts:
        put_file(folder / FIGURES / f"{chart.name}.png", chart.png)
    return f"report: {target}, {counted(len(charts), 'figure')} in {folder / FIGURES}"


def _replays(folder: Path, cell: CellResult, boards: Mapping[str, Board]) -> Replays:
    """A typical win, a narrow and a bad loss, as far as the folder has them."""
    board, deck = boards.get(cell.entry["board"]["hash"]), kept_decks(folder).get(cell.entry["deck"]["hash"])
    if board is None:
        return Replays()
    cards = {card.id: str(card) for card in deck.cards} if deck else {}
    games = [Game(events, cards, name.replace("-", " ")) for name, events in kept_games(folder, cell).items()]
    try:
        return Replays([replay_viewer(board, games)] if games else [], *replay_assets())
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return Replays()  # a trace that was not made by this program


def study_title(results: Results) -> str:
    """Of a shipped study; a file that a manifest names is not opened."""
    words = str(results.manifest["command"]).split()
    named = [word for word in words[2:3] if word in study_names()]
    return load_study(named[0]).title if named else ""
