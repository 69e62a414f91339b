"""`sim export`: a run as tidy tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options import WHERE, Force, check_target, out_option
from simulator.errors import InputError
from simulator.toml_table import near, show

TABLES = ("cells", "tallies", "wins", "games")


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")],
    table: Annotated[
        str,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="cells: a line a setting; tallies: every sum, long; wins: deals × cells; games: a line a game (--keep-games).",
            rich_help_panel=WHERE,
        ),
    ] = "cells",
    out: Annotated[str, out_option("A .csv or .parquet file; without it CSV goes to the screen.")] = "",
    force: Force = False,
) -> None:
    """Give a run to other programs: sim export runs/… --table tallies -o tallies.parquet

    docs/data.md is the dictionary of all columns.
    """
    from io import BytesIO, StringIO

    import pandas

    from cli.console import note
    from cli.sweep_table import gap_sentences
    from experiments.export import games_table, tallies_table, wins_table
    from experiments.results import Results
    from experiments.store import Store
    from experiments.summary import summarize, summary_csv
    from simulator.files import write_whole

    if table not in TABLES:
        raise InputError(
            f"--table: there is no table {show(table)}{near(table, TABLES)}; they are {', '.join(TABLES)}."
        )
    if out and not out.endswith((".csv", ".parquet")):
        raise InputError(f"--out: {show(out)} must end in .csv or .parquet.")
    if out:
        check_target(out, force)
    store = Store.open(Path(run))
    results = Results.read(store)
    for sentence in gap_sentences(results):
        note(sentence)
    if table == "cells":
        found = pandas.read_csv(
            StringIO(summary_csv(results, summarize(results)).decode()), dtype={"cell": str}
        )
    elif table == "tallies":
        found = tallies_table(results)
    elif table == "wins":
        found = wins_table(results)
    else:
        found = games_table(results, store)
    if out.endswith(".parquet"):
        sink = BytesIO()
        found.to_parquet(sink, index=False)
        write_whole(out, sink.getvalue())
        return
    text = found.to_csv(index=False, lineterminator="\n")
    if out:
        write_whole(out, text.encode())
    else:
        typer.echo(text, nl=False)
