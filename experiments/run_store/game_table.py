"""Games one by one as a table with a column for every figure of an outcome (docs/data.md): what `--keep-games` keeps."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from experiments.run_store.parquet_files import Damaged, parquet, read_limited, read_table
from simulator.game import Game

Array = np.ndarray[Any, Any]


def columns(game: Game) -> Iterator[tuple[str, str, int]]:
    """Name a column, the field of an outcome, and its number in that."""
    for name in game.outcome.names or ():
        shape, measure = game.outcome[name].shape, game.measures[name]
        if not shape:
            yield name, name, 0
            continue
        for number, place in enumerate(np.ndindex(shape)):
            if measure.parts:
                part = list(measure.parts)[place[0]].replace("-", "_")
            elif measure.by_turn:
                part = f"{place[0] + 1:02d}"
            else:
                part = "_".join(str(each + 1) for each in place)
            yield f"{name}_{part}", name, number


def game_columns(game: Game, first: int, outcomes: Array) -> dict[str, Array]:
    """Return all columns of some games; `game` is the number of the deal."""
    found: dict[str, Array] = {"game": np.arange(first, first + len(outcomes), dtype=np.int64)}
    for name, field, number in columns(game):
        found[name] = outcomes[field].reshape(len(outcomes), -1)[:, number].copy()
    return found


def game_table(game: Game, first: int, outcomes: Array) -> Any:
    """Return some games as an Arrow table."""
    pyarrow, _ = parquet()
    return pyarrow.table(game_columns(game, first, outcomes))


def joined(tables: list[Any]) -> Any:
    """Tables of games that follow each other, as one."""
    pyarrow, _ = parquet()
    return pyarrow.concat_tables(tables).combine_chunks()


def games_bytes(table: Any) -> bytes:
    """The same games always give the same bytes."""
    _, files = parquet()
    sink = io.BytesIO()
    files.write_table(table, sink, compression="zstd", write_page_checksum=True)
    return sink.getvalue()


@cache
def _schema(game: Game) -> Any:
    return game_table(game, 0, np.zeros(1, game.outcome)).schema


def games_content(game: Game, path: Path, games: int) -> bytes:
    """Return the bytes of a file that should hold so many games one by one."""
    return read_limited(path, [games] * len(_schema(game)))


def read_games(game: Game, content: bytes, first: int, games: int) -> Any:
    """Return the table of these games; anything else is `Damaged`."""
    table = read_table(content, _schema(game), games, [games] * len(_schema(game)))
    if not np.array_equal(table["game"].to_numpy(), np.arange(first, first + games)):
        raise Damaged("it holds other games than its name says")
    return table
