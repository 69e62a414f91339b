"""`sim export`: a run as tidy tables."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.terminal.screen import note
from signalbox.cli.console import Printer, open_run
from signalbox.cli.options import WHERE, Force, RunFolder, flag_option, out_option, text_option
from simulator.core.errors import InputError
from simulator.core.files import check_target, writing_whole
from simulator.core.messages import check_known, quote


def export(
    run: RunFolder,
    table: Annotated[
        str,
        text_option(
            "--table",
            "TABLE",
            WHERE,
            "cells: a line a setting; tallies: every sum, long; wins: deals × cells; games: a line a game (--keep-games).",
        ),
    ] = "cells",
    out: Annotated[
        str, out_option("A .csv, .xlsx or .parquet file; without it CSV goes to the screen.")
    ] = "",
    semicolons: Annotated[
        bool,
        flag_option(
            "--semicolons",
            WHERE,
            "CSV with semicolons and decimal commas, as spreadsheets in much of Europe read it.",
        ),
    ] = False,
    force: Force = False,
) -> None:
    """Give a run to other programs: {sim} export runs/… --table tallies -o tallies.parquet

    docs/data.md is the dictionary of all columns.
    """
    from experiments.export import TABLES, csv_parts, write_parquet, write_xlsx
    from experiments.results import Results
    from reports.terminal.sweep_table import gap_sentences

    check_known("--table: there is no table", table, TABLES)
    if out and not out.endswith((".csv", ".xlsx", ".parquet")):
        raise InputError(f"--out: {quote(out)} must end in .csv, .xlsx or .parquet.")
    if semicolons and out and not out.endswith(".csv"):
        raise InputError("--semicolons: is for CSV; leave it out, or name a .csv file.")
    if out:
        check_target(out, force)
    store = open_run(run)
    results = Results.read(store)
    note(*gap_sentences(results))
    tables = TABLES[table](results, store)
    if not out:
        with Printer() as printer:
            for part in csv_parts(tables, semicolons):
                printer.write(part)
        return
    with writing_whole(out) as file:
        if out.endswith(".parquet"):
            write_parquet(tables, file)
        elif out.endswith(".xlsx"):
            write_xlsx(tables, file, table)
        else:
            for part in csv_parts(tables, semicolons):
                file.write(part.encode())
    typer.echo(f"{out} was written.")
