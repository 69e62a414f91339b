"""The table of all settings, the same on the page and in Markdown."""

from __future__ import annotations

from typing import Any

from experiments.results import CellResult, Results
from experiments.summary import Row
from reports.factor_words import label_of, shown_level
from reports.facts import RunFacts
from reports.run_words import STAR_MEANS, compared_with, difference_words, plays_words
from reports.units import Unit
from reports.words import capital, listed
from simulator.game import Measure


def run_table(facts: RunFacts) -> dict[str, Any]:
    """Cells of the table as shown and, for sorting, as numbers."""
    results, unit = facts.results, facts.unit
    base = compared_with(results, facts.rows)
    compared = [f"to {base}", "noticed after"] if base else []
    means = headline_measures(results)
    return {
        "about": " ".join(filter(None, (_about(facts, base), _about_means(means)))),
        "factors": [label_of(facts.game, name) for name in results.columns],
        "heads": [
            "games",
            unit.column,
            "95 % interval",
            *compared,
            *(each.short or each.words for each in means),
        ],
        "rows": [
            {
                "levels": [
                    (shown_level(results, name, row.cell.levels[name]), _order(results, row, name))
                    for name in results.columns
                ],
                "figures": [*_figures(unit, row, base), *(_mean(facts, row.cell, each) for each in means)],
            }
            for row in facts.rows
        ],
    }


def headline_measures(results: Results) -> list[Measure]:
    """Return what a table tells of games besides what the run is about: measures that have a histogram."""
    measures = results.game.measures.values()
    return [each for each in measures if each.told and each.top and each.is_mean and each != results.measure]


def _about(facts: RunFacts, base: str) -> str:
    if not base:
        return ""
    measure = base if facts.results.compared_places else f"the {base} setup"
    return (
        f"Differences to {measure} of the same player, in {facts.unit.differences} with 95 % intervals; {STAR_MEANS}. "
        "“Noticed after” counts plays, half of them with either setting, where the difference is clear."
    )


def _about_means(means: list[Measure]) -> str:
    names = listed([each.name.replace("_", " ") for each in means])
    several = len(means) > 1 or names.endswith("s")
    return f"{capital(names)} {'are means' if several else 'is a mean'} a game." if means else ""


def _order(results: Results, row: Row, name: str) -> int:
    """Levels are sorted as the grid has them."""
    factor = next(each for each in results.factors if each.name == name)
    return factor.levels.index(row.cell.levels[name])


def _figures(unit: Unit, row: Row, base: str) -> list[tuple[str, float | str]]:
    """What is shown, and by what it is sorted; nothing to sort by comes last. Without a `base` nothing is compared."""
    return [
        (f"{row.cell.games:,}", row.cell.games),
        (unit.bare(row.rate), row.rate),
        (unit.bare_interval(row.low, row.high), row.low),
        *(_compared(unit, row, base) if base else ()),
    ]


def _mean(facts: RunFacts, cell: CellResult, measure: Measure) -> tuple[str, float]:
    mean = float(cell.mean(measure.name).sum())
    required = facts.scene.required(measure.name, cell, facts.places)
    return f"{mean:.2f}{f' of {required}' if required else ''}", mean


def _compared(unit: Unit, row: Row, base: str) -> tuple[tuple[str, float | str], tuple[str, float | str]]:
    found, plays = row.difference, row.plays
    if row.is_base:
        return (base, 0.0), ("", "")
    noticed = plays if row.clear and plays is not None else ""
    return (difference_words(unit, row).strip(), found.difference if found else ""), (
        plays_words(row),
        noticed,
    )
