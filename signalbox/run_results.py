"""What a run has found, for notebooks: a table, figures, sentences, and the page."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from experiments.results import Results
from experiments.summary import Row, summary_frame
from reports.chart import Chart
from reports.report import PAGE, RunReport
from signalbox.levels import asked_in_python
from simulator.core.errors import InputError
from simulator.core.messages import check_known

if TYPE_CHECKING:
    import pandas


class RunResults:
    """What a run has found. In a notebook it shows the beginning of its page: the answer, and its first figure."""

    def __init__(self, results: Results, rows: list[Row], folder: Path) -> None:
        self._results, self._rows = results, rows
        self.folder = folder

    @property
    def complete(self) -> bool:
        """Tell whether all games that were asked for are played."""
        return self._results.complete

    @property
    def games(self) -> int:
        """Return the games that every cell has."""
        return self._results.games

    @property
    def measure(self) -> str:
        """Return the name of what the run is about: won, goods."""
        return self._results.measure.name

    def frame(self) -> pandas.DataFrame:
        """Return a table with a line for every cell; docs/data.md explains its columns.

        A column for each factor, then games, what the run is about with its 95 % interval (`win_rate` or `mean`, `ci_low`, `ci_high`), the
        `difference` to the reference setup with its interval and p-values, and the means of everything that is counted.
        """
        return summary_frame(self._results, self._rows)

    def answer(self) -> list[str]:
        """Return the findings as sentences, the most important first."""
        return self._report.answer.sentences()

    @property
    def plots(self) -> list[str]:
        """Return the names of all figures."""
        return [chart.name for chart in self._report.charts]

    @asked_in_python
    def plot(self, name: str = "") -> Chart:
        """Return a figure by its name, or the main one; a notebook shows it, and `.save(path)` writes it as PNG."""
        charts = {chart.name: chart for chart in self._report.charts}
        if not charts:
            raise InputError("a run of a single cell has no figures; its table says all.")
        if not name:
            return next(iter(charts.values()))
        check_known("there is no figure", name, charts)
        return charts[name]

    @asked_in_python
    def report(self, folder: str | Path = "") -> Path:
        """Write the page, and return where it is: in the run's folder, with its figures beside it, or in another one."""
        target = Path(folder) / PAGE if folder else self.folder / PAGE
        if folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        self._report.write(str(target) if folder else "")
        return target

    @cached_property
    def _report(self) -> RunReport:
        """Return what the page shows, made once."""
        return RunReport.of(self._results, self._rows, self.folder)

    def __repr__(self) -> str:
        return f"<run {self.folder}: {len(self._rows)} cells, {self.games:,} games each>"

    def _repr_html_(self) -> str:
        first, *others = self.answer()
        items = Markup("").join(map(Markup("<li>{}</li>").format, others))
        parts = [
            Markup("<p><strong>{}</strong></p>").format(first),
            Markup("<ul>{}</ul>").format(items) if others else "",
            *(chart.picture() for chart in self._report.charts[:1]),
            Markup("<p><small>{}</small></p>").format(repr(self)[1:-1]),
        ]
        return "".join(parts)
