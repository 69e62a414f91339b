"""What the sums of so many games can be: reports divide by them, take their roots and draw axes of them, so no file may say anything else.

All of it follows from how games are counted (`experiments/run_store/tally.py`) and from the range of the fields of an outcome. It does not make a
forged tally a true one; it makes it one that games could have.
"""

from __future__ import annotations

from functools import cache
from math import prod
from typing import Any

import numpy as np

from experiments.run_store.tally import (
    FIRST,
    GAMES_BY_RESULT,
    HISTOGRAM,
    NO_GAME,
    SQUARES,
    Tally,
    TallyForm,
)
from simulator.game import Measure

Array = np.ndarray[Any, Any]


@cache
def _bounds(form: TallyForm) -> tuple[list[str], Array, Array, Array]:
    """Name all sums, and say of every number in them whose games it counts (of each result, or of all), and how far each can move it down and up."""
    sums = {name: column for name, column in form.columns.items() if not name.endswith(FIRST)}
    whose = [
        np.repeat(range(form.results), each.shape[1])
        if len(each.shape) == 2
        else np.full(each.shape, form.results)
        for each in sums.values()
    ]
    sizes = [prod(each.shape) for each in sums.values()]
    # As floats, which do not overflow; nobody asks how exact a bound of ten digits is.
    moves = np.array([(each.least, each.most) for each in sums.values()], float)
    least, most = np.repeat(moves, sizes, axis=0).T
    return list(sums), np.concatenate(whose), least, most


def is_possible(tally: Tally) -> bool:
    """Tell whether some games can have these sums."""
    form, columns, results = tally.form, tally.columns, tally.columns[GAMES_BY_RESULT]
    sums, whose, least, most = _bounds(form)
    games = np.append(results, tally.games)[whose]
    values = np.concatenate([columns[name].reshape(-1) for name in sums])
    # First of all, since below this nothing can overflow.
    if (results < 0).any() or results.sum() != tally.games:
        return False
    if (values < games * least).any() or (values > games * most).any():
        return False
    return _fits_values(tally) and all(_fits(tally, measure) for measure in form.summed)


def _fits_values(tally: Tally) -> bool:
    """Tell whether the values game by game are those that were summed up."""
    form, about, values = tally.form, tally.form.about, tally.values[:]
    if about not in form.summed:  # what sums are split by
        counts = np.bincount(values, minlength=form.results)
        return np.array_equal(counts, tally.columns[GAMES_BY_RESULT])
    column = form.columns[about.name]
    numbers = column.shape[1] if about.is_mean else 1
    within = bool((values >= numbers * column.least).all() and (values <= numbers * column.most).all())
    return within and int(values.sum()) == int(tally.columns[about.name].sum())


def _fits(tally: Tally, measure: Measure) -> bool:
    """Tell whether the columns of a measure can be of the same games."""
    columns, name, results = tally.columns, measure.name, tally.columns[GAMES_BY_RESULT]
    counted = f"{name}{HISTOGRAM}" if measure.classes else name
    has_counts = measure.classes or measure.kind == "code"
    return (
        (not has_counts or np.array_equal(columns[counted].sum(axis=1), results))
        and (not measure.classes or _fits_classes(columns, measure))
        and (not measure.classes or _are_first(tally, columns[f"{name}{FIRST}"], columns[counted]))
        and (not measure.squared or _fits_squares(tally, measure))
        and (
            not measure.by_turn
            or np.array_equal(*(columns[each].sum(axis=1) for each in (name, measure.by_turn)))
        )
    )


def _fits_classes(columns: dict[str, Array], measure: Measure) -> bool:
    """Tell whether a histogram and a sum can be of the same numbers: the outer classes may hold more, or less, than they say."""
    counts = columns[f"{measure.name}{HISTOGRAM}"]
    plain, found = counts @ np.arange(measure.low, measure.top + 1), columns[measure.name].sum(axis=1)
    more = (found > plain) & (counts[:, -1] > 0)
    less = (found < plain) & (counts[:, 0] > 0) & (measure.kind == "score")
    return bool(((found == plain) | more | less).all())


def _fits_squares(tally: Tally, measure: Measure) -> bool:
    """Tell whether whole numbers can have this sum and this sum of squares: it is no smaller, and none varies less than not at all."""
    name, games = measure.name, tally.columns[GAMES_BY_RESULT]
    sums, squares = (tally.columns[each].astype(object) for each in (name, f"{name}{SQUARES}"))
    # In integers without end, and not in floats, which cannot tell numbers that do not vary.
    enough = games[:, None].astype(object) * squares >= sums**2
    bounded = measure.kind == "score" or (squares <= sums * tally.form.columns[name].most).all()
    return bool((squares >= abs(sums)).all() and bounded and enough.all())


def _are_first(tally: Tally, first: Array, counts: Array) -> bool:
    """Tell whether there is a game of every class that has been counted, of no other, and each ended so."""
    there = first != NO_GAME
    places = first[there] - tally.first
    if not np.array_equal(there, counts > 0) or (places < 0).any() or (places >= tally.games).any():
        return False
    if tally.form.about in tally.form.summed:  # what each game ended in is not kept
        return True
    return np.array_equal(tally.values[:][places], np.nonzero(there)[0])
