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
from reports.units import Unit
from reports.words import capital
from simulator.core.messages import printable


def two_runs_page(found: TwoRuns, charts: Sequence[Chart] = ()) -> str:
    """The whole page; the same runs give the same text."""
    runs, game, unit = (found.first, found.second), found.first.game, Unit(found.first.measure)
    low, high = _ends(found, unit)
    policies = [cell.policy for match in found.matches for cell in (match.first, match.second)]
    return render_page(
        "two_runs.html.j2",
        style=asset("report.css"),
        title="Before and after: two runs side by side",
        said=verdict(found),
        basis=basis(found),
        players=players_in_words(game, policies),
        assumed=assumptions(game, policies),
        charts={
            section: [each for each in charts if each.section == section] for section in ("setting", "losses")
        },
        table=settings_table(found),
        bars=[_bars(match, low, high) for match in found.matches],
        ends="0 to 100 %" if unit.is_share else f"{unit.bare(low)} to {unit.bare(high)}",
        heading="How often it is won" if unit.is_winning else capital(unit.name),
        measure=capital(unit.heading),
        differences=unit.short_differences,
        main=None if found.same_games else main_table(found),
        went=None if found.same_games or len(found.matches) == 1 else went_table(found),
        runs=[
            (word, printable(run.command), facts(run))
            for word, run in zip(("Before", "After"), runs, strict=True)
        ],
    )


def _ends(found: TwoRuns, unit: Unit) -> tuple[float, float]:
    """Return what bars begin and end with."""
    sides = [side.interval for match in found.matches for side in (match.before, match.after)]
    return (
        (0.0, 1.0)
        if unit.is_share
        else (min(0.0, *(low for low, _ in sides)), max(high for _, high in sides))
    )


def _bars(match: Match, least: float, most: float) -> list[dict[str, Any]]:
    """Place both values in percent of the width, with where their intervals begin and how long they are."""
    width = (most - least) or 1.0
    bars = []
    for side, name in ((match.before, "a"), (match.after, "b")):
        rate, low, high = ((end - least) / width for end in (side.rate, *side.interval))
        shares = {"rate": rate, "low": low, "length": max(0.005, high - low)}
        bars.append({"side": name, **{key: f"{100 * share:.2f}" for key, share in shares.items()}})
    return bars
