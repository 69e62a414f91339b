"""Amounts as they stand on the command line: percentage points and shares, `0.5pp` and `50%`; of what is no share plain numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import typer

from signalbox.cli.options import BATCH
from simulator.core.errors import InputError
from simulator.core.messages import quote

if TYPE_CHECKING:
    from simulator.game import Measure


def _number(text: str) -> float:
    try:
        return float(text.strip())
    except ValueError:
        return float("nan")


def amount_option(name: str, help_text: str) -> Any:
    """Return an option whose text is read when it is known which measure it is about (`amount`)."""
    return typer.Option(name, metavar="POINTS", help=help_text, rich_help_panel=BATCH, show_default=False)


def amount(measure: Measure, option: str, text: str, low: float, high: float) -> float:
    """Return how far something reaches: of a share percentage points in this range, of any other measure as much of it as is written."""
    if measure.kind == "share":
        points = _number(text.strip().removesuffix("pp").removesuffix("%"))
        if not low <= points <= high:
            raise InputError(
                f"{option}: {quote(text)} must be percentage points from {low:g} to {high:g}, for instance 0.5pp."
            )
        return points / 100
    number = _number(text)
    if not (math.isfinite(number) and number >= 0 and (number or not low)):
        raise InputError(
            f"{option}: {quote(text)} must be a number {'from 0 on' if not low else 'above 0'}, in {measure.words}, for instance 0.5."
        )
    return number


def target_of(measure: Measure, text: str) -> float:
    """Return what a measure shall come to: `50%` or `50` of a share, `6.5` of any other."""
    if measure.kind == "share":
        return _share(measure, text)
    number = _number(text)
    if not math.isfinite(number):
        raise InputError(f"--target: {quote(text)} must be a number, in {measure.words}, for instance 6.5.")
    return number


def _share(measure: Measure, text: str) -> float:
    """Read a share; a number below 1 without the sign might mean either and is refused."""
    from reports.units import Unit

    number = _number(text.strip().removesuffix("%"))
    if not 0 <= number <= 100:
        unit = Unit(measure)
        what = f"a {unit.name}" if unit.is_winning else f"a share of {unit.name}"
        raise InputError(f"--target: {quote(text)} must be {what} from 0% to 100%, for instance 50%.")
    if 0 < number < 1 and not text.strip().endswith("%"):
        raise InputError(
            f"--target: {quote(text)} could be {number:g} % or {100 * number:g} %; write {100 * number:g}% or {number:g}%."
        )
    return number / 100
