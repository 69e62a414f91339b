"""The page and the figures of a run: the one place where results, figures and replays are put together."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from experiments.results import Results
from experiments.run_store.kept_files import KeptFiles
from experiments.run_store.store import put_file
from experiments.run_store.upkeep import refuse_links
from experiments.summary import Row
from experiments.two_runs import TwoRuns
from reports.chart import Chart
from reports.charts import charts as all_charts
from reports.charts.run import Run
from reports.charts.two_runs import two_runs_charts
from reports.factor_words import places_counted
from reports.page import report_page, two_runs_page
from reports.sentences.answer import Answer
from reports.words import capital, counted
from simulator.core.errors import InputError
from simulator.core.files import check_target, check_writable, read_text, write_whole, writing
from simulator.core.messages import printable

PAGE, FIGURES = "report.html", "figures"
AGAINST = "against-"  # begins the names of the page of two runs and of its figures
LIST = "list.txt"  # in the folder of figures, the names of those that a report has made
FIGURE = re.compile(r"[a-z0-9-]+\.png")


@dataclass(frozen=True)
class RunReport:
    """The report of a run in its folder. Figures are drawn when they are first asked for, and once."""

    answer: Answer
    folder: Path

    @classmethod
    def of(cls, results: Results, rows: list[Row], folder: Path) -> RunReport:
        return cls(Answer.of(results, rows, folder), folder)

    @cached_property
    def charts(self) -> list[Chart]:
        return list(all_charts(self._run))

    @cached_property
    def _run(self) -> Run:
        return Run(self.answer)

    def page(self) -> str:
        """Return the page, with games to watch and sentences on what is missing."""
        answer, kept = self.answer, self.answer.kept
        replays = answer.scene.replays(kept, self._run.main_cell, answer.places) if kept else None
        gaps = left_out(kept)
        if replays:
            gaps += _absent(answer, bool(gaps or replays.viewers))
        return report_page(answer, self.charts, replays, gaps)

    def write(self, out: str = "") -> str:
        """Write the page, and beside it in the run's folder each figure; gives a sentence on where they are.

        The page of a run's folder is made from the run, so that an earlier one is replaced.
        """
        target = Path(out) if out else self.folder / PAGE
        if out:
            check_writable(target)
            write_whole(target, self.page().encode())
            return f"report: {target}"
        refuse_links(self.folder)
        with writing(target):
            if not os.access(self.folder, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        put_in_run(self.folder, target, self.page().encode())
        _put_figures(self.folder, self.charts)
        return _told(target, len(self.charts), self.folder / FIGURES)


def write_against(found: TwoRuns, before: str, folder: Path, out: str, force: bool) -> str:
    """Write the page of two runs into the folder of the second, its figures among those of the run; or both to `out`, side by side."""
    charts = list(two_runs_charts(found))
    page = two_runs_page(found, charts).encode()
    if out:
        beside = {Path(out).with_name(f"{Path(out).stem}-{chart.name}.png"): chart for chart in charts}
        for path in beside:
            check_target(path, force)
        write_whole(out, page)
        for path, chart in beside.items():
            write_whole(path, chart.png)
        return _told(Path(out), len(charts), Path(out).parent)
    target, figures = folder / f"{AGAINST}{before}.html", folder / FIGURES
    if figures.is_symlink():
        raise InputError(f"{figures} is a link; a run that is written to must hold none.")
    put_in_run(folder, target, page)
    _put_figures(folder, charts, f"{AGAINST}{before}-")
    return _told(target, len(charts), figures)


def _told(page: Path, charts: int, folder: Path) -> str:
    beside = f", {counted(charts, 'figure')} in {folder}" if charts else ""
    return f"report: {page}{beside}"


def left_out(kept: KeptFiles | None) -> list[str]:
    """Say what could not be read of the files that a run keeps beside its results."""
    return [f"A file was left out: {printable(each)}." for each in (kept.damaged if kept else ())]


def put_in_run(run: Path, path: Path, content: bytes) -> None:
    """A page into a run's folder. A link in its place is replaced, not followed: the folder may come from a stranger."""
    with writing(path):
        put_file(run, path, content)


def _put_figures(run: Path, charts: Sequence[Chart], begin: str = "") -> None:
    """Figures whose names begin so take the place of those of an earlier report; what somebody else has put there stays."""
    names = [f"{begin}{chart.name}.png" for chart in charts]
    folder = run / FIGURES
    listed = folder / f"{begin}{LIST}"
    for name in _listed(listed, begin):
        if name not in names:
            (folder / name).unlink(missing_ok=True)
    for name, chart in zip(names, charts, strict=True):
        put_in_run(run, folder / name, chart.png)
    if names or listed.exists():
        put_in_run(run, listed, "".join(f"{name}\n" for name in names).encode())


def _listed(path: Path, begin: str) -> list[str]:
    try:
        lines = read_text(path).splitlines()
    except InputError:
        return []
    return [line for line in lines if line.startswith(begin) and FIGURE.fullmatch(line[len(begin) :])]


def _absent(answer: Answer, games: bool) -> Iterator[str]:
    """Say what the folder has not, or not yet. `games`: there are some, or it was said why there are none."""
    entries = {
        place.hash: (factor, place.name)
        for cell in answer.results.cells
        for factor, place in cell.entry.places.items()
        if factor in answer.places
    }
    missing = [
        printable(name) for hash, (factor, name) in entries.items() if hash not in answer.places[factor]
    ]
    if missing:
        names = capital(places_counted(answer.game, list(answer.places)))
        yield f"{names} that the run's folder lacks, so that nothing is drawn on them: {', '.join(missing)}."
    elif not games:
        yield "There are no games to watch: a run keeps them when it ends, and this one's folder has none."
