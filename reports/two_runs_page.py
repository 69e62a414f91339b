"""Two runs side by side as one page."""

from __future__ import annotations

from typing import Any

from experiments.two_runs import Match, TwoRuns
from reports.factor_words import label_of
from reports.page import facts
from reports.page_parts import asset, render
from reports.two_runs_words import HEADS, basis, columns, figures, levels, verdict
from simulator.messages import printable


def two_runs_page(found: TwoRuns) -> str:
    """The whole page; the same runs give the same text."""
    names = columns(found)
    runs = (found.first, found.second)
    page = render(
        "two_runs.html.j2",
        style=asset("report.css"),
        title="Before and after: two runs side by side",
        said=verdict(found),
        basis=basis(found),
        factors=[label_of(name) for name in names],
        heads=HEADS,
        rows=[
            {"levels": levels(match, names), "figures": figures(match), "bars": _bars(match)}
            for match in found.matches
        ],
        runs=[
            (word, printable(run.command), facts(run))
            for word, run in zip(("Before", "After"), runs, strict=True)
        ],
    )
    return str(page)


def _bars(match: Match) -> list[dict[str, Any]]:
    """Both win rates in percent of the width, with where their intervals begin and how long they are."""
    bars = []
    for side, name in ((match.before, "a"), (match.after, "b")):
        low, high = side.interval
        shares = {"rate": side.rate, "low": low, "length": max(0.005, high - low)}
        bars.append({"side": name, **{key: f"{100 * share:.2f}" for key, share in shares.items()}})
    return bars
