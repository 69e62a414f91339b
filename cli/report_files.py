"""The page and the figures of a run: the one place where results, figures and replays are put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cli.console import counted
from experiments.chosen import stored_boards
from experiments.results import Results
from experiments.store import Store, put_file
from experiments.study import load_study, study_names
from experiments.summary import Row
from reports.page import Replays, Report, report_page
from simulator.files import check_writable, write_whole

if TYPE_CHECKING:
    from reports.chart import Chart

PAGE, FIGURES = "report.html", "figures"


def read_run(folder: str) -> Results:
    return Results.read(Store.open(Path(folder)))


def write_report(results: Results, rows: list[Row], folder: Path, out: str = "") -> str:
    """Write the page, and beside it in the run's folder each figure; gives a sentence on where they are.

    The page of a run's folder is made from the run, so that an earlier one is replaced.
    """
    target = Path(out) if out else folder / PAGE
    check_writable(target)
    boards = stored_boards(folder, results)
    charts: list[Chart] = []
    replays = Replays()
    kinds = {name: board.family for name, board in boards.items()}
    page = report_page(Report(results, rows, charts, replays, kinds, study_title(results)))
    write_whole(target, page.encode())
    if out or not charts:
        return f"report: {target}"
    for chart in charts:
        put_file(folder / FIGURES / f"{chart.name}.png", chart.png)
    return f"report: {target}, {counted(len(charts), 'figure')} in {folder / FIGURES}"


def study_title(results: Results) -> str:
    """Of a shipped study; a file that a manifest names is not opened."""
    words = str(results.manifest["command"]).split()
    named = [word for word in words[2:3] if word in study_names()]
    return load_study(named[0]).title if named else ""
