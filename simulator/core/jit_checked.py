"""The checked build: with `SIGNALBOX_CHECKED=1` an index outside its array stops the run, and the message names the line.

Kernels trust their indices: bounds are not checked, and −1, which means "none" in the records, is never meant to be one. Here every kernel is
compiled with checks, into a cache folder of its own. Arrays, nested arrays of records, slices and tuples are covered; an intrinsic that reads
memory by itself, as `policies/switch_signal/planning/lanes.py` does, calls `check_index`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core import cgutils, ir, types
from numba.core.types.containers import BaseTuple

from simulator.core.errors import OutsideArray
from simulator.core.jit_parts import replaced

CHECKED = os.environ.get("SIGNALBOX_CHECKED", "0") not in ("", "0")
ROOT = Path(__file__).resolve().parents[2]
ENDS = (sys.maxsize, -sys.maxsize - 1)  # what stands for an end that a slice does not name

# The line that is being compiled, innermost last: numba may compile a function of its own on the way.
_lines: list[ir.Loc] = []


def check_index(context: Any, builder: Any, index: Any, size: Any, axis: Any = None) -> None:
    """Stop when an index is not in 0 … size − 1, if this build is checked. Takes the place of numba's check, which does not name the line."""
    if context.enable_boundscheck:
        _stop_if(context, builder, builder.icmp_unsigned(">=", index, size))  # less than 0 is very large


def _stop_if(context: Any, builder: Any, outside: Any) -> None:
    place = _lines[-1]
    path = Path(place.filename)
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    with cgutils.if_unlikely(builder, outside):
        context.call_conv.return_user_exc(builder, OutsideArray, (f"{name}, line {place.line}",))


@contextmanager
def alarms(from_zero: bool) -> Iterator[None]:
    """In this block numba compiles checks of every index; with `from_zero` those of slices and tuples, too, count from the end no more."""
    from numba.core.lowering import Lower  # what numba compiles with, of which a later start needs nothing
    from numba.cpython import slicing

    lower, fix_slice = Lower.lower_inst, slicing.fix_slice

    def lower_and_check(self: Any, statement: Any) -> None:
        _lines.append(statement.loc)
        try:
            if from_zero:
                _check_tuple(self, statement)
            lower(self, statement)
        finally:
            _lines.pop()

    def check_and_fix(builder: Any, slice: Any, size: Any) -> None:
        if from_zero:
            for bound in (slice.start, slice.stop):
                outside = builder.icmp_unsigned(">", bound, size)
                for end in ENDS:
                    outside = builder.and_(outside, builder.icmp_signed("!=", bound, bound.type(end)))
                _stop_if(slice._context, builder, outside)
        fix_slice(builder, slice, size)

    with (
        replaced(Lower, "lower_inst", lower_and_check),
        replaced(slicing, "fix_slice", check_and_fix),
        replaced(cgutils, "do_boundscheck", check_index),
    ):
        yield


def _check_tuple(lowering: Any, statement: Any) -> None:
    """numba raises if an index is too large for a tuple, but lets negative ones count from its end."""
    expression = getattr(statement, "value", None)
    if not isinstance(expression, ir.Expr) or expression.op != "getitem":
        return
    kind, index_kind = lowering.typeof(expression.value.name), lowering.typeof(expression.index.name)
    if isinstance(kind, BaseTuple) and isinstance(index_kind, types.Integer):
        context, builder = lowering.context, lowering.builder
        index = context.cast(builder, lowering.loadvar(expression.index.name), index_kind, types.intp)
        check_index(context, builder, index, context.get_constant(types.intp, len(kind)))
