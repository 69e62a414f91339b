"""`sim report`: a run as a page with figures, as Markdown to pass on, or as text for the terminal; or two runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reports.terminal.screen import note, show
from signalbox.cli.console import open_run, write_file
from signalbox.cli.options import WHERE, Force, RunFolder, out_option, text_option
from signalbox.progress import busy
from simulator.core.errors import InputError
from simulator.core.files import check_target
from simulator.core.messages import check_known

if TYPE_CHECKING:
    from experiments.results import Results

FORMATS = ("html", "md", "text")


def report(
    run: RunFolder,
    other: Annotated[
        str, typer.Argument(metavar="RUN2", help="Another run, after a change: both side by side.")
    ] = "",
    form: Annotated[
        str,
        text_option(
            "--format",
            "FORMAT",
            WHERE,
            "html, a page with figures; md for forums and pull requests; text for the terminal. (html, or as --out ends)",
        ),
    ] = "",
    out: Annotated[
        str,
        out_option(
            "A .html or .md file. (html: report.html in the run's folder, with figures/; md: the screen)"
        ),
    ] = "",
    force: Force = False,
) -> None:
    """Tell what a run has found: {sim} report runs/… · {sim} report runs/before runs/after --format md"""
    from experiments.results import Results
    from experiments.summary import summarize
    from reports.report import RunReport, left_out
    from reports.run_markdown import run_markdown
    from reports.terminal.sweep_table import gap_sentences, show_results

    form = _format(form, out, bool(other))
    if out:
        check_target(out, force, f".{form}", f"sweep.{form}")
    results = Results.read(open_run(run))
    if other:
        _side_by_side(results, Results.read(open_run(other)), (run, other), form, out, force)
        return
    page = RunReport.of(results, summarize(results), Path(run))
    note(*gap_sentences(results))
    if form == "text":
        show_results(page.answer, Path(run), 0.0, 0, as_json=False)
    elif form == "html":
        with busy("drawing the report"):
            written = page.write(out)
        show(written)
    else:
        _put(run_markdown(page.answer, left_out(page.answer.kept)), out)


def _format(form: str, out: str, two: bool) -> str:
    """Return the format that was asked for, or that the file's name says."""
    found = form or next((each for each in ("html", "md") if out.endswith(f".{each}")), "html")
    check_known("--format: there is no format", found, FORMATS)
    if found == "text" and (out or two):
        raise InputError("--format: text is for one run and the screen; take md or html.")
    return found


def _side_by_side(
    first: Results, second: Results, names: tuple[str, str], form: str, out: str, force: bool
) -> None:
    from experiments.two_runs import compare_runs
    from reports.report import write_against
    from reports.run_markdown import two_runs_markdown
    from reports.sentences.two_runs import only_in_one

    found = compare_runs(first, second)
    if not found.matches:
        apart = " ".join(only_in_one(found))
        raise InputError(
            f"{names[0]} and {names[1]} have no setting in common, so nothing can be compared. {apart}".rstrip()
        )
    if form == "md":
        _put(two_runs_markdown(found), out)
    else:
        show(write_against(found, Path(names[0]).resolve().name, Path(names[1]), out, force))


def _put(text: str, out: str) -> None:
    if out:
        write_file(out, text)
    else:
        typer.echo(text, nl=False)
