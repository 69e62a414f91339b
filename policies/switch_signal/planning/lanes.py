"""Eight whole numbers at once: a row holds one for every city, and each of these functions is a few vector instructions.

Left to itself the compiler does not dare to work on a row as a whole, since two rows of a record might overlap.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from simulator.core.jit_checked import check_index

LANES = 8
ALL_LANES = (1 << LANES) - 1
_NUMBER = ir.IntType(32)
_ROW = ir.VectorType(_NUMBER, LANES)
_MASK = ir.VectorType(ir.IntType(1), LANES)
i64 = types.int64


def _pointer(context: Any, builder: Any, kind: Any, rows: Any, index: Any) -> Any:
    """Point to a row, as a vector; `rows` is a table of int32 with LANES columns."""
    array = context.make_array(kind)(context, builder, rows)
    check_index(context, builder, index, builder.extract_value(array.shape, 0))
    first = builder.gep(array.data, [builder.mul(index, ir.Constant(index.type, LANES))])
    return builder.bitcast(first, ir.PointerType(_ROW))


def _load(builder: Any, pointer: Any) -> Any:
    return builder.load(pointer, align=4, typ=_ROW)


def _spread(builder: Any, number: Any) -> Any:
    """Make a row with this number in every lane."""
    row = builder.insert_element(
        ir.Constant(_ROW, ir.Undefined), builder.trunc(number, _NUMBER), ir.Constant(_NUMBER, 0)
    )
    return builder.shuffle_vector(row, ir.Constant(_ROW, ir.Undefined), ir.Constant(_ROW, [0] * LANES))


def _lanes(builder: Any, bits: Any) -> Any:
    return builder.bitcast(builder.trunc(bits, ir.IntType(LANES)), _MASK)


def _bits(builder: Any, lanes: Any) -> Any:
    return builder.zext(builder.bitcast(lanes, ir.IntType(LANES)), ir.IntType(64))


@intrinsic  # type: ignore[untyped-decorator]
def shorten(typing: Any, rows: Any, target: Any, others: Any, source: Any, more: Any, lanes: Any) -> Any:
    """Set rows[target] = min(rows[target], others[source] + more) in these lanes (bits). Gives the lanes that became less, as bits."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        pointer = _pointer(context, builder, rows, given[0], given[1])
        old = _load(builder, pointer)
        found = _load(builder, _pointer(context, builder, others, given[2], given[3]))
        found = builder.add(found, _spread(builder, given[4]))
        less = builder.and_(builder.icmp_signed("<", found, old), _lanes(builder, given[5]))
        builder.store(builder.select(less, found, old), pointer, align=4)
        return _bits(builder, less)

    return i64(rows, i64, others, i64, i64, i64), generate


@intrinsic  # type: ignore[untyped-decorator]
def same(typing: Any, rows: Any, one: Any, others: Any, source: Any, more: Any) -> Any:
    """Find the lanes in which rows[one] == others[source] + more, as bits."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        row = _load(builder, _pointer(context, builder, rows, given[0], given[1]))
        other = _load(builder, _pointer(context, builder, others, given[2], given[3]))
        other = builder.add(other, _spread(builder, given[4]))
        return _bits(builder, builder.icmp_signed("==", row, other))

    return i64(rows, i64, others, i64, i64), generate


@intrinsic  # type: ignore[untyped-decorator]
def fill(typing: Any, rows: Any, target: Any, number: Any, lanes: Any) -> Any:
    """Set rows[target] = number in these lanes (bits)."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        pointer = _pointer(context, builder, rows, given[0], given[1])
        row = builder.select(_lanes(builder, given[3]), _spread(builder, given[2]), _load(builder, pointer))
        builder.store(row, pointer, align=4)
        return context.get_dummy_value()

    return types.void(rows, i64, i64, i64), generate
