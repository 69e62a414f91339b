"""Kernels that use an index in every way that kernels do, each called with a good one, one that is too large, and −1.

    SIGNALBOX_CHECKED=1 python control_kernels.py ours

Prints what came of it, as JSON. `ours`: compiled as if they stood in `policies/`, where no index counts from the end. Not for the ordinary build:
there they read and write whatever lies beside the arrays.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, types

from policies.switch_signal.planning.lanes import LANES, fill, same, shorten
from simulator.core import jit_cache
from simulator.core.errors import OutsideArray
from simulator.core.jit import kernel

if "ours" in sys.argv:
    jit_cache.POLICIES = Path(__file__).resolve().parent

i64 = types.int64
LARGE = 100
inner_dtype = np.dtype([("one", "i8"), ("row", "i2", (3,))], align=True)
record_dtype = np.dtype(
    [
        ("row", "i2", (4,)),
        ("table", "i8", (3, 4)),
        ("cube", "f8", (2, 3, 4)),
        ("inner", inner_dtype, (2,)),
        ("lanes", "i4", (3, LANES)),
        ("one", "i8"),
    ],
    align=True,
)
RECORD = from_dtype(record_dtype)
SIGNATURE = i64(RECORD[:], i64)
POINTER = types.FunctionType(SIGNATURE)
NUMBERS, TABLE = np.arange(4), np.arange(12).reshape(3, 4)
TUPLE = (5, 6, 7, 8)
CONTROLS: dict[str, Callable[..., Any]] = {}


def control(function: Callable[..., Any]) -> Callable[..., Any]:
    CONTROLS[function.__name__] = compiled = kernel(SIGNATURE, entry=True)(function)
    return compiled


@control
def array_of_records(records: Any, index: Any) -> Any:
    return records[index].one


@control
def nested_array(records: Any, index: Any) -> Any:
    return records[0].row[index]


@control
def by_a_small_number(records: Any, index: Any) -> Any:
    return records[0].row[types.int8(index)]


@control
def by_an_unsigned_number(records: Any, index: Any) -> Any:
    return records[0].row[types.uint64(index)]


@control
def first_of_two(records: Any, index: Any) -> Any:
    return records[0].table[index, 0]


@control
def second_of_two(records: Any, index: Any) -> Any:
    return records[0].table[0, index]


@control
def third_of_three(records: Any, index: Any) -> Any:
    return int(records[0].cube[0, 0, index])


@control
def row_of_a_table(records: Any, index: Any) -> Any:
    row = records[0].table[index]
    return row[0]


@control
def in_a_row_of_a_table(records: Any, index: Any) -> Any:
    return records[0].table[0][index]


@control
def record_in_a_record(records: Any, index: Any) -> Any:
    return records[0].inner[index].one


@control
def array_in_a_record_in_a_record(records: Any, index: Any) -> Any:
    return records[0].inner[1].row[index]


@control
def stored(records: Any, index: Any) -> Any:
    records[0].row[index] = 3
    return 0


@control
def added_to(records: Any, index: Any) -> Any:
    records[0].row[index] += 3
    return 0


@control
def stored_in_a_table(records: Any, index: Any) -> Any:
    records[0].table[0, index] = 3
    return 0


@control
def stored_record(records: Any, index: Any) -> Any:
    records[index] = records[0]
    return 0


@control
def stored_inner_record(records: Any, index: Any) -> Any:
    records[0].inner[index] = records[0].inner[0]
    return 0


@control
def by_a_literal(records: Any, index: Any) -> Any:
    return 0 if index == 1 else records[0].row[7]


@control
def constant_array(records: Any, index: Any) -> Any:
    return NUMBERS[index]


@control
def constant_table(records: Any, index: Any) -> Any:
    return TABLE[0, index]


@control
def local_array(records: Any, index: Any) -> Any:
    numbers = np.zeros(4, np.int64)
    numbers[index] = 1
    return numbers[0]


@control
def tuple_(records: Any, index: Any) -> Any:
    return TUPLE[index]


@control
def slice_from(records: Any, index: Any) -> Any:
    records[0].row[index:] = 1
    return 0


@control
def slice_to(records: Any, index: Any) -> Any:
    records[0].row[:index] = 1
    return 0


@control
def slice_to_read(records: Any, index: Any) -> Any:
    row = records[0].row[0:index]
    return row[0]


@control
def lanes_shortened(records: Any, index: Any) -> Any:
    return shorten(records[0].lanes, index, records[0].lanes, 0, 1, 255)


@control
def lanes_to_shorten_by(records: Any, index: Any) -> Any:
    return shorten(records[0].lanes, 0, records[0].lanes, index, 1, 255)


@control
def lanes_compared(records: Any, index: Any) -> Any:
    return same(records[0].lanes, index, records[0].lanes, 0, 1)


@control
def lanes_to_compare_with(records: Any, index: Any) -> Any:
    return same(records[0].lanes, 0, records[0].lanes, index, 1)


@control
def lanes_filled(records: Any, index: Any) -> Any:
    fill(records[0].lanes, index, 1, 255)
    return 0


@kernel(SIGNATURE)
def called(records: Any, index: Any) -> Any:
    return records[0].row[index]


@control
def by_a_kernel_that_is_called(records: Any, index: Any) -> Any:
    return called(records, index)


@kernel(i64(RECORD[:], i64, POINTER), entry=True)
def call_by_pointer(records: Any, index: Any, decide: Any) -> Any:
    """As a batch calls a policy."""
    return decide(records, index)


CONTROLS["by_pointer"] = lambda records, index: call_by_pointer(records, index, CONTROLS["nested_array"])


def outcome(function: Callable[..., Any], index: int) -> str:
    """The error that came of it, by its name, or nothing."""
    try:
        function(np.zeros(2, record_dtype), index)
    except OutsideArray as error:
        return str(error).partition(",")[0]
    except IndexError:
        return "IndexError"
    return ""


if __name__ == "__main__":
    found = {name: [outcome(each, i) for i in (1, LARGE, -1)] for name, each in CONTROLS.items()}
    print(json.dumps(found))
