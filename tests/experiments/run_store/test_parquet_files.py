"""Files of blocks that lie about themselves: nothing of them is unpacked."""

from __future__ import annotations

import contextlib
import io
import random
import tracemalloc
from functools import cache

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from experiments.run_store.game_table import game_table, games_bytes, read_games
from experiments.run_store.parquet_facts import check_facts, unpacked_size
from experiments.run_store.parquet_files import Damaged, largest_footer, read_table
from experiments.run_store.tally import tally_form, tally_of
from experiments.run_store.tally_files import read_tally, tally_bytes
from experiments.run_store.thrift import NoStruct
from simulator.game import Batch
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.records import heat_dtype
from simulator.switch_signal.scenario import Scenario
from tests.experiments.forged import any_outcomes, number, page_header, struct, varint, with_last_page
from tests.experiments.forged_tallies import tell_alike
from tests.players import load_player

GAMES = 50
TINY = Scenario(board="tiny")
FORM = tally_form(GAME)


@cache
def block() -> bytes:
    return tally_bytes(tally_of(FORM, play(TINY, load_player("novice"), 5, 0, GAMES)))


@cache
def games() -> bytes:
    return games_bytes(game_table(GAME, 0, play(TINY, load_player("novice"), 5, 0, GAMES).outcomes))


@cache
def values() -> int:
    """Of the last column of that block."""
    footer = pyarrow.parquet.read_metadata(io.BytesIO(block()))
    return int(footer.row_group(0).column(2).num_values)


def damage(content: bytes) -> str:
    with pytest.raises(Damaged) as caught:
        read_tally(FORM, content, GAMES)
    return str(caught.value)


@pytest.mark.parametrize("games", [1, 7, 1_000, 100_000])
def test_files_of_ours_are_read_whatever_games_are_like(games: int) -> None:
    """Also of games that nothing compresses: as many different ones as there can be."""
    outcomes = any_outcomes(games)
    table = game_table(GAME, 3, outcomes)
    assert read_games(GAME, games_bytes(table), 3, games).equals(table)
    tell_alike(outcomes)
    tally = tally_of(FORM, Batch(3, outcomes, np.zeros(1, heat_dtype)))
    assert (read_tally(FORM, tally_bytes(tally), games).values[:] == outcomes["won"]).all()


def test_looking_at_what_a_file_says_copies_nothing_of_it() -> None:
    content = games_bytes(game_table(GAME, 0, any_outcomes(10_000)))
    columns = len(pyarrow.parquet.read_schema(io.BytesIO(content)))
    tracemalloc.start()
    try:
        check_facts(content, 10_000, [10_000] * columns, largest_footer(columns))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < len(content) / 2


def test_a_page_that_would_fill_the_memory_is_not_unpacked() -> None:
    packed = pyarrow.compress(b"\0" * 2**24, codec="zstd", asbytes=True)
    assert len(packed) < 1_000
    forged = with_last_page(block(), page_header(2**24, len(packed), values()), packed)
    assert damage(forged) == "it unpacks to more than it should hold"
    forged = with_last_page(block(), page_header(2**31 - 1, len(packed), values()), packed)
    assert damage(forged) == "it unpacks to more than it should hold"


def test_a_page_is_held_to_what_the_footer_says() -> None:
    packed = pyarrow.compress(b"\0" * 100, codec="zstd", asbytes=True)
    for count in (0, values() - 1, values() + 1, 100_000_000):
        forged = with_last_page(block(), page_header(100, len(packed), count), packed)
        assert damage(forged) == "it is not a whole Parquet file, or its parts contradict each other"
    for encoding in (5, 7, 9):  # whose own headers ask for memory
        forged = with_last_page(block(), page_header(100, len(packed), values(), encoding), packed)
        assert damage(forged) == "it is not a whole Parquet file, or its parts contradict each other"


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"\0",
        page_header(10, 0, 5)[:-3],
        page_header(10, 1, 5),  # more than there is
        b"\x15\x00\x15\x14" + b"\x05\x04\x14" + page_header(10, 0, 5)[4:],  # the size a second time
        struct(number(1, 1), number(2, 10), number(3, 0)),  # a page of an index
        struct(number(1, 0), number(2, 10), number(3, 0)),  # of no values
        b"\x1c" * 1_000 + b"\0" * 1_001,  # structs in structs
        b"\x19\xf5" + b"\xff" * 9 + b"\x01",  # a list of very many numbers
        b"\x19" * 1_000 + b"\0" * 1_001,  # lists in lists
        b"\x15" + b"\xff" * 20,  # a number that does not end
        b"\x18" + varint(2**40) + b"\0",  # a text that does not end
    ],
)
def test_what_is_no_header_of_a_page_is_none(header: bytes) -> None:
    assert unpacked_size(page_header(10, 0, 5), 0, len(page_header(10, 0, 5)), 5) == 10
    with pytest.raises(NoStruct):
        unpacked_size(header, 0, len(header), 5)


def test_a_header_that_counts_below_zero_is_none() -> None:
    """Else a page of too many values could be made good by one of fewer than none."""
    less = page_header(10, 0, 1).replace(b"\x2c\x15\x02", b"\x2c\x15\x01")
    assert less != page_header(10, 0, 1)
    content = less + page_header(10, 0, 3) + page_header(10, 0, 3)
    with pytest.raises(NoStruct):
        unpacked_size(content, 0, len(content), 5)


def test_more_rows_than_there_should_be_are_refused_by_the_footer() -> None:
    schema = pyarrow.schema({"a": pyarrow.int64()})
    sink = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(sink, schema) as writer:
        for _ in range(2):
            writer.write_table(pyarrow.table({"a": [1] * 1_000}, schema=schema))
    with pytest.raises(Damaged, match="it speaks of 2,000 rows, and should have 1,000"):
        read_table(sink.getvalue(), schema, 1_000, [1_000])
    with pytest.raises(Damaged, match="its rows are not in one group"):
        read_table(sink.getvalue(), schema, 2_000, [2_000])
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"a": [1] * 1_000}, schema=schema), sink)
    assert read_table(sink.getvalue(), schema, 1_000, [1_000]).num_rows == 1_000
    for other, counts in (({"a": pyarrow.int32()}, [1_000]), ({"a": pyarrow.int64()}, [1_000, 1_000])):
        with pytest.raises(Damaged, match="it has other columns than it should"):
            read_table(sink.getvalue(), pyarrow.schema(other), 1_000, counts)


def test_a_footer_has_a_largest_size() -> None:
    table = pyarrow.table({"a": [1]}).replace_schema_metadata({"much": "x" * largest_footer(1)})
    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink)
    with pytest.raises(Damaged, match="it is not a whole Parquet file"):
        read_table(sink.getvalue(), table.schema, 1, [1])


def test_whatever_is_changed_in_a_file_is_an_answer_of_ours() -> None:
    """Some footers that contradict themselves end the whole process if pyarrow is asked about them."""
    chance = random.Random(1)
    for original, read in (
        (block(), lambda content: read_tally(FORM, content, GAMES)),
        (games(), lambda content: read_games(GAME, content, 0, GAMES)),
    ):
        footer = int.from_bytes(original[-8:-4], "little")
        for _ in range(300):
            content = bytearray(original)
            for _ in range(chance.choice((1, 2, 8))):
                content[-8 - chance.randrange(footer)] = chance.choice(
                    (0, 127, 128, 255, chance.randrange(256))
                )
            with contextlib.suppress(Damaged):
                read(bytes(content))
