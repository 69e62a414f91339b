"""What the report's page holds for its explorer and its table: the figures of every cell, small enough to be read by a script in a moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from experiments.factors import POLICY
from experiments.results import CellResult, Results
from experiments.run_store.tally import HISTOGRAM
from experiments.run_store.values import common_deals, count_only_first, sum_products
from experiments.statistics.figures import Figure, figures_of
from experiments.statistics.intervals import student_95
from experiments.summary import csv_lines
from reports.charts.style import shade
from reports.factor_words import label_of, level_words, shown_level, table_words
from reports.facts import RunFacts, ending_codes, measures_in_parts
from reports.words import capital
from simulator.game import Game, Measure

MOST_PAIRED = 300  # cells: above, counts of all pairs would be the largest part of the page


def page_data(facts: RunFacts, start: tuple[int, int]) -> dict[str, Any]:
    """`start` are the cells that the explorer begins with."""
    results, rows, game = facts.results, facts.rows, facts.game
    factors, means, parts, endings = (
        results.varied,
        list(_means(results)),
        measures_in_parts(game),
        ending_codes(game),
    )
    return {
        "factors": [
            {
                "label": label_of(game, factor.name),
                "numeric": all(isinstance(level, int) for level in factor.levels),
                "levels": [shown_level(results, factor.name, level) for level in factor.levels],
                "titles": [_title(results, factor.name, level) for level in factor.levels],
            }
            for factor in factors
        ],
        "unit": _unit(facts),
        "means": [_heading(figure) for figure in means],
        "parts": [
            {"heading": _parts_heading(facts, each), "labels": list(each.parts.values())} for each in parts
        ],
        "shares": [
            *(
                {"heading": _endings_heading(each), "labels": list(told_values(each).values())}
                for each in endings
            ),
            *(
                {"heading": f"{capital(each.also_of)} games by {each.words}", "low": each.low}
                for each in _near(game)
            ),
        ],
        "cells": [
            {
                "at": [factor.levels.index(row.cell.levels[factor.name]) for factor in factors],
                "low": row.low,
                "high": row.high,
                "required": [
                    facts.scene.required(figure.measure.name, row.cell, facts.places) for figure in means
                ],
                **anatomy(results, row.cell),
            }
            for row in rows
        ],
        "policy": next((k for k, factor in enumerate(factors) if factor.name == POLICY), -1),
        "shades": [shade(rate / 100) for rate in range(101)],
        "start": start,
        "pairs": only_first(results) if facts.unit.is_share else None,
        "products": None if facts.unit.is_share else products(results),
        "csv": csv_lines(results, rows),
    }


def _unit(facts: RunFacts) -> dict[str, Any]:
    """Say how the script has to write what the run is about, and which values are shaded from one end to the other."""
    unit, (low, high) = facts.unit, facts.shaded
    return {
        "share": unit.is_share,
        "heading": unit.heading,
        "verb": unit.verb,
        "mean": capital(unit.mean_of),
        "half": unit.half_width,
        "low": low,
        "high": high,
    }


def _title(results: Results, factor: str, level: int | str) -> str:
    """Tell a level in words, where it alone says too little."""
    if factor == POLICY:
        return table_words(results.game, str(level))
    titled = factor == results.known.first_place
    return shown_level(results, factor, level) if titled else level_words(results.game, factor, level)


def _means(results: Results) -> Iterator[Figure]:
    """Return the figures that are a mean of whole games, without that which the run is about."""
    for figure in figures_of(results.game).values():
        if figure.measure.is_mean and figure.place is None and figure.measure != results.measure:
            yield figure


def _heading(figure: Figure) -> str:
    words, result = figure.measure.words, figure.measure.also_of
    return words if figure.result is None else f"{words} in {result} games"


def _parts_heading(facts: RunFacts, measure: Measure) -> str:
    part = facts.scene.words_of(measure).part
    return f"{capital(measure.words)} a game{f', by {part}' if part else ''}"


def told_values(measure: Measure) -> dict[int, str]:
    """Return the values of a code that have words, by their numbers."""
    return {number: words for number, words in enumerate(measure.values.values()) if words}


def _endings_heading(measure: Measure) -> str:
    """Head the values of a code; where not all of them have words, only some games end so."""
    some = len(told_values(measure)) < len(measure.values)
    return f"How {f'{measure.words} ' if some else ''}games end"


def _near(game: Game) -> list[Measure]:
    """Return the measures whose histogram is told of games with one result."""
    return [each for each in game.measures.values() if each.also_of and each.top]


def anatomy(results: Results, cell: CellResult) -> dict[str, Any]:
    """Return how games of a cell went, and how they ended; None where there is no such game."""
    columns, game = cell.tally.columns, results.game
    return {
        "games": cell.games,
        "total": cell.total,
        "means": [_mean(figure, cell) for figure in _means(results)],
        "parts": [
            [_mean(Figure("", "", measure, place), cell) for place in range(len(measure.parts))]
            for measure in measures_in_parts(game)
        ],
        "shares": [
            *(
                [int(columns[each.name][:, value].sum()) for value in told_values(each)]
                for each in ending_codes(game)
            ),
            *(
                [int(games) for games in np.trim_zeros(columns[f"{each.name}{HISTOGRAM}"][row], "b")]
                for each in _near(game)
                for row in (game.results.index(each.also_of),)
            ),
        ],
    }


def _mean(figure: Figure, cell: CellResult) -> list[float] | None:
    """A mean, half the width of its 95 % interval, and of how many games it is."""
    found = figure.mean(cell.tally)
    return [_short(found.value), _short(found.half), found.games] if found else None


def only_first(results: Results) -> list[list[int]] | None:
    """Row i, place j: deals that cell i won and cell j lost; None if there are too many cells."""
    if len(results.cells) > MOST_PAIRED:
        return None
    return count_only_first([cell.tally.values for cell in results.cells])


def products(results: Results) -> dict[str, Any] | None:
    """Return what a paired difference of means needs, for any two cells: sums over the deals that all have met; None if there are too many cells."""
    values = [cell.tally.values for cell in results.cells]
    games = common_deals(values)
    if len(values) > MOST_PAIRED or games < 2:
        return None
    sums, squares = sum_products(values)
    return {"games": games, "reach": _short(student_95(games - 1)), "sums": sums, "products": squares}


def _short(number: Any) -> float:
    return round(float(number), 4)
