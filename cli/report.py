"""`sim report`: a run told again, as text for the terminal or as Markdown to pass on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.options import WHERE, Force, check_target, out_option
from simulator.errors import InputError
from simulator.toml_table import near, show

FORMATS = ("text", "md")


def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="The folder of a run.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="text, or md for forums and pull requests.",
            rich_help_panel=WHERE,
        ),
    ] = "text",
    out: Annotated[str, out_option("A .md file; without it the report goes to the screen.")] = "",
    force: Force = False,
) -> None:
    """Tell what a run has found: sim report runs/… --format md -o sweep.md"""
    from cli.sweep_table import show_results
    from experiments.results import Results
    from experiments.store import Store
    from experiments.study import load_study, study_names
    from experiments.summary import summarize
    from reports.run_markdown import run_markdown
    from simulator.files import write_whole

    if form not in FORMATS:
        raise InputError(
            f"--format: there is no format {show(form)}{near(form, FORMATS)}; they are {', '.join(FORMATS)}."
        )
    if out:
        check_target(out, force, ".md", "sweep.md")
    results = Results.read(Store.open(Path(run)))
    rows = summarize(results)
    if form == "text" and not out:
        show_results(results, rows, Path(run), 0.0, 0, as_json=False)
        return
    words = str(results.manifest["command"]).split()
    named = [word for word in words[2:3] if word in study_names()]
    text = run_markdown(results, rows, load_study(named[0]).title if named else "")
    if out:
        write_whole(out, text.encode())
    else:
        typer.echo(text, nl=False)
