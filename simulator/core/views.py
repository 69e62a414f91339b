"""Views of memory: a block of words inside a record as a record of another type.

So a record of one folder can hold room for what another folder thinks, without a word about it.
"""

from __future__ import annotations

from math import prod
from typing import Any

from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator]
def view_as(typing: Any, block: Any, dtype: Any) -> Any:
    """Return a record of this dtype whose bytes are those of a block, a field of a record with as many words as it says; nothing is copied."""
    record = dtype.dtype
    size = prod(block.shape) * block.dtype.bitwidth // 8
    if record.size > size:
        # Numba would hide an error of its own behind the remark that nothing of this name fits.
        raise ValueError(f"a record of {record.size:,} bytes does not fit into a block of {size:,}")

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        array = context.make_array(block)(context, builder, given[0])
        return builder.bitcast(array.data, context.get_value_type(record))

    return record(block, dtype), generate
