"""Percentage points and shares, as they stand on the command line: `0.5pp`, `50%`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from signalbox.cli.options import BATCH
from simulator.core.messages import show


def _number(text: str) -> float:
    try:
        return float(text.strip())
    except ValueError:
        return float("nan")


def points_between(low: float, high: float) -> Callable[[str | float], float]:
    """A reader of `0.5pp` or `0.5` that gives a share, here 0.005."""

    def points(text: str | float) -> float:
        if isinstance(text, float):
            return text  # a default
        number = _number(text.strip().removesuffix("pp").removesuffix("%"))
        if not low <= number <= high:  # also true for nan
            raise typer.BadParameter(
                f"{show(text)} must be percentage points from {low:g} to {high:g}, for instance 0.5pp"
            )
        return number / 100

    return points


def points_option(name: str, low: float, high: float, help_text: str) -> Any:
    """An option of so many percentage points."""
    return typer.Option(
        name,
        parser=points_between(low, high),
        metavar="POINTS",
        help=help_text,
        rich_help_panel=BATCH,
        show_default=False,
    )


def win_rate(text: str) -> float:
    """`50%` or `50`; a number below 1 without the sign might mean either and is refused."""
    number = _number(text.strip().removesuffix("%"))
    if not 0 <= number <= 100:
        raise typer.BadParameter(f"{show(text)} must be a win rate from 0% to 100%, for instance 50%")
    if 0 < number < 1 and not text.strip().endswith("%"):
        raise typer.BadParameter(
            f"{show(text)} could be {number:g} % or {100 * number:g} %; write {100 * number:g}% or {number:g}%"
        )
    return number / 100
