"""Two runs side by side as one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from experiments.two_runs import Match, TwoRuns
from reports.chart import Chart
from reports.page import facts
from reports.page_parts import asset, render_page
from reports.players import assumptions, players_in_words
from reports.two_runs.tables import main_table, settings_table, went_table
from reports.two_runs.words import basis, verdict
from simulator.core.messages import printable


def two_runs_page(found: TwoRuns, charts: Sequence[Chart] = ()) -> str:
    """The whole page; the same runs give the same text."""
    runs = (found.first, found.second)
    policies = [cell.policy for match in found.matches for cell in (match.first, match.second)]
    return render_page(
        "two_runs.html.j2",
        style=asset("report.css"),
        title="Before and after: two runs side by side",
        said=verdict(found),
        basis=basis(found),
        players=players_in_words(policies),
        assumed=assumptions(policies),
        charts={
            section: [each for each in charts if each.section == section] for section in ("setting", "losses")
        },
        table=settings_table(found),
        bars=[_bars(match) for match in found.matches],
        main=None if found.same_games else main_table(found),
        went=None if found.same_games or len(found.matches) == 1 else went_table(found),
        runs=[
            (word, printable(run.command), facts(run))
            for word, run in zip(("Before", "After"), runs, strict=True)
        ],
    )


def _bars(match: Match) -> list[dict[str, Any]]:
    """Both win rates in percent of the width, with where their intervals begin and how long they are."""
    bars = []
    for side, name in ((match.before, "a"), (match.after, "b")):
        low, high = side.interval
        shares = {"rate": side.rate, "low": low, "length": max(0.005, high - low)}
        bars.append({"side": name, **{key: f"{100 * share:.2f}" for key, share in shares.items()}})
    return bars
