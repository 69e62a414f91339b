"""A logit model of the win rate over a grid: what each factor does, alone and together with another.

Coefficients are Firth's (1993): every cell is lent a little of a win and of a loss (with as many terms as cells, half of each), so that cells
without a win, or without a loss, have an answer too. Errors come from a jackknife over groups of deals, because cells share deals; the
games lent count as observations of their own, or a cell that never won would seem to be known exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from experiments.statistics.design import TOGETHER, Cell, make_design, term_name
from experiments.statistics.intervals import holm, student_95
from experiments.statistics.jackknife import Groups, jackknife_covariance

ROUNDS = 200
LONGEST_STEP = 3.0  # log odds that a round may change in any cell: keeps the first rounds from overshooting
PRECISE = 1e-10


@dataclass(frozen=True)
class Coefficient:
    """A term of the model, in log odds: of the baseline setting, a step away from it, or two steps together beyond their sum."""

    name: str
    estimate: float
    low: float  # 95 % interval
    high: float
    p_value: float  # of nothing: Student's t


@dataclass(frozen=True)
class Model:
    """A fitted model."""

    coefficients: tuple[Coefficient, ...]
    dropped: tuple[str, ...]  # what the grid says nothing about
    fitted: tuple[float, ...]  # win rate of each cell by the model
    largest_misfit: float  # greatest distance of a cell's observed share from the model's

    @property
    def interactions(self) -> tuple[str, ...]:
        """Those of two steps that the model has; none, where the grid says nothing about them or there would be too many."""
        return tuple(term.name for term in self.coefficients if TOGETHER in term.name)

    @property
    def most_together(self) -> float:
        """Return the most that the interval of any interaction leaves open, as a share: log odds move one most where it is a half, by a quarter of themselves."""
        ends = [(term.low, term.high) for term in self.coefficients if TOGETHER in term.name]
        return max((abs(end) for pair in ends for end in pair), default=0.0) / 4

    @property
    def saturated(self) -> bool:
        """Whether it has as many terms as there are cells: then it fits, whatever they are."""
        return len(self.coefficients) == len(self.fitted)

    @property
    def holm(self) -> dict[str, float]:
        """p-values adjusted for their number, by name; without the baseline, which nobody expects to be even odds."""
        terms = self.coefficients[1:]
        adjusted = holm([term.p_value for term in terms])
        return {term.name: p for term, p in zip(terms, adjusted, strict=True)}


def fit_model(cells: Sequence[Cell], grouped: Groups, baseline: Cell, interactions: bool = True) -> Model:
    """Fit the model to the factors of each cell and the wins of each group of deals."""
    from scipy.stats import t

    design = make_design(cells, baseline, interactions)
    matrix, wins, games = design.rows(cells), grouped.wins.sum(axis=1), int(grouped.sizes.sum())
    estimates, lent = fit_firth(matrix, wins, games)
    without = refit_without_each(matrix, grouped, estimates, lent)
    covariance = jackknife_covariance(estimates, without, grouped.sizes)
    covariance = covariance + _covariance_of_lent(matrix, games, estimates, lent)
    quantile = student_95(grouped.degrees_of_freedom)

    errors = np.sqrt(np.diag(covariance))
    p_values = 2 * t.sf(np.abs(estimates) / errors, grouped.degrees_of_freedom)
    coefficients = tuple(
        Coefficient(term_name(term), float(b), float(b - quantile * e), float(b + quantile * e), float(p))
        for term, b, e, p in zip(design.terms, estimates, errors, p_values, strict=True)
    )
    fitted = _rates(matrix, estimates)
    return Model(
        coefficients=coefficients,
        dropped=design.dropped,
        fitted=tuple(float(rate) for rate in fitted),
        largest_misfit=float(np.abs(fitted - wins / games).max()),
    )


def fit_firth(
    matrix: np.ndarray[Any, Any], wins: np.ndarray[Any, Any], games: int
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return coefficients, and the games lent to each cell (half of them won), which are its leverage. statsmodels has no such fit."""
    estimates = np.zeros(matrix.shape[1])
    for _ in range(ROUNDS):
        rates = _rates(matrix, estimates)
        curvature = rates * (1 - rates)
        solved = np.linalg.solve(_information(matrix, games * curvature), matrix.T)
        lent = games * curvature * np.einsum("ct,tc->c", matrix, solved)
        score = matrix.T @ (wins + lent / 2 - (games + lent) * rates)
        step = np.linalg.solve(_information(matrix, (games + lent) * curvature), score)
        change = float(np.abs(matrix @ step).max())
        estimates = estimates + step * min(1.0, LONGEST_STEP / max(change, PRECISE))
        if change < PRECISE:
            return estimates, lent
    raise ArithmeticError(f"The fit did not settle in {ROUNDS} rounds.")


def refit_without_each(
    matrix: np.ndarray[Any, Any],
    grouped: Groups,
    estimates: np.ndarray[Any, Any],
    lent: np.ndarray[Any, Any],
) -> np.ndarray[Any, Any]:
    """Return coefficients without each group of deals (groups × terms): one Newton step from those of all deals, which the tests find enough."""
    rates = _rates(matrix, estimates)
    wins, games = grouped.wins.sum(axis=1), grouped.sizes.sum()
    without = np.empty((len(grouped.sizes), len(estimates)))
    for size in np.unique(grouped.sizes):
        chosen = np.flatnonzero(grouped.sizes == size)
        left = games - size + lent
        missing = wins[:, None] - grouped.wins[:, chosen] + (lent / 2 - left * rates)[:, None]
        information = _information(matrix, left * rates * (1 - rates))
        without[chosen] = estimates + np.linalg.solve(information, matrix.T @ missing).T
    return without


def _covariance_of_lent(
    matrix: np.ndarray[Any, Any], games: int, estimates: np.ndarray[Any, Any], lent: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """What the games lent add to the covariance: their squared residuals, taken through the fit as any observation's are."""
    rates = _rates(matrix, estimates)
    squared = lent / 2 * ((1 - rates) ** 2 + rates**2)
    inverse = np.linalg.inv(_information(matrix, (games + lent) * rates * (1 - rates)))
    return np.asarray(inverse @ _information(matrix, squared) @ inverse)


def _rates(matrix: np.ndarray[Any, Any], estimates: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.asarray(1 / (1 + np.exp(-(matrix @ estimates))))


def _information(matrix: np.ndarray[Any, Any], weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.asarray((matrix.T * weights) @ matrix)
