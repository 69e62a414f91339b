"""What the report's page holds for its explorer and its table: the figures of every cell, small enough to be read by a script in a moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from experiments.factors import POLICY
from experiments.results import CellResult, Results
from experiments.statistics.kept_means import ALL, LOST_ROW, mean_of_column, means_of_squares
from experiments.statistics.values import count_only_first
from experiments.summary import Row, csv_lines
from reports.charts.style import shade
from reports.factor_words import label_of, level_words, shown_level, table_words
from reports.switch_signal.goods import goods_required
from reports.words import CAUSE_WORDS, LOSS_WORDS
from simulator.switch_signal.board import Board

MOST_PAIRED = 300  # cells: above, counts of all pairs would be the largest part of the page


def page_data(
    results: Results, rows: list[Row], boards: Mapping[str, Board], start: tuple[int, int]
) -> dict[str, Any]:
    """`start` are the cells that the explorer begins with."""
    factors = results.varied
    return {
        "factors": [
            {
                "label": label_of(factor.name),
                "numeric": all(isinstance(level, int) for level in factor.levels),
                "levels": [shown_level(results, factor.name, level) for level in factor.levels],
                "titles": [_title(results, factor.name, level) for level in factor.levels],
            }
            for factor in factors
        ],
        "causes": [*CAUSE_WORDS.values()],
        "endings": list(LOSS_WORDS.values()),
        "cells": [
            {
                "at": [factor.levels.index(row.cell.levels[factor.name]) for factor in factors],
                "low": row.low,
                "high": row.high,
                "required": goods_required(row.cell, boards),
                **anatomy(row.cell),
            }
            for row in rows
        ],
        "policy": next((k for k, factor in enumerate(factors) if factor.name == POLICY), -1),
        "shades": [shade(rate / 100) for rate in range(101)],
        "start": start,
        "pairs": only_first(results),
        "csv": csv_lines(results, rows),
    }


def _title(results: Results, factor: str, level: int | str) -> str:
    """In words, where the level alone says too little."""
    if factor == "policy":
        return table_words(str(level))
    return shown_level(results, factor, level) if factor == "board" else level_words(factor, level)


def anatomy(cell: CellResult) -> dict[str, Any]:
    """How games of a cell went, and how the lost ones ended; None where nothing was lost."""
    columns, lost = cell.tally.columns, cell.games - cell.wins
    near = columns["goods_histogram"][0]
    return {
        "games": cell.games,
        "wins": cell.wins,
        "goods": _mean(cell, "goods"),
        "goodsLost": _mean(cell, "goods", LOST_ROW) if lost else None,
        "turns": _mean(cell, "turns"),
        "lost": _mean(cell, "tokens"),
        "tokens": _means(cell, "tokens"),
        "unspent": _means(cell, "unspent")[0],
        "cardsLost": _means(cell, "cards_lost")[0],
        "headOns": _means(cell, "head_ons")[0],
        "endings": [int(columns["why"][LOST_ROW, int(rule[1])]) for rule in LOSS_WORDS],
        "near": [int(games) for games in np.trim_zeros(near, "b")],  # lost games by goods delivered
    }


def only_first(results: Results) -> list[list[int]] | None:
    """Row i, place j: deals that cell i won and cell j lost; None if there are too many cells."""
    if len(results.cells) > MOST_PAIRED:
        return None
    return count_only_first([cell.tally.values for cell in results.cells])


def _mean(cell: CellResult, name: str, *sides: int) -> list[float]:
    """A mean and half the width of its 95 % interval, of lost and won games unless told otherwise."""
    found = mean_of_column(cell.tally, name, sides or ALL)
    assert found is not None
    return [_short(found.value), _short(found.half)]


def _means(cell: CellResult, name: str) -> list[list[float]]:
    """The same of every number of a column whose squares are kept."""
    return [[_short(mean.value), _short(mean.half)] for mean in means_of_squares(cell.tally, name)]


def _short(number: Any) -> float:
    return round(float(number), 4)
