"""What a sweep shows in the terminal: what is going to be played, then a table of all cells, and bars with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from experiments.results import OWN_FAILED, Results, resume_command
from experiments.statistics.intervals import wilson
from experiments.summary import Row, names_of
from reports.factor_words import measure_figures, not_printed, origin_sentences, played_on
from reports.sentences.answer import Answer
from reports.sentences.rates import rate_sentences
from reports.tables import difference_words, plays_words
from reports.terminal.screen import is_window, plain_table, room, show, show_json, show_lines
from reports.units import Unit
from reports.words import STAR_MEANS, capital, reach

if TYPE_CHECKING:
    from experiments.sweep import Plan

BAR = 20  # characters for 100 %
INTERVAL = "95 % interval"
MOST_ROWS = 60
LONGEST_LEVEL = 24  # characters
GAP = 3  # between columns
MOST_GAPS = 10  # cells that are named


def plan_lines(planned: Plan, on_maps: Plan | None, workers: int) -> Iterator[str]:
    """Tell a run, and what is played on other maps beside it."""
    grid, store = planned.sweep.grid, planned.store
    cells = len({cell.id for cell in grid.cells})  # some may mean the same
    yield f"grid of {cells} cells" if cells > 1 else "one cell"
    yield from (f"  {axis.name}: {', '.join(map(str, axis.levels))}" for axis in grid.factors)
    precise = ""
    if planned.sweep.form.about.kind == "share":
        low, high = wilson(store.games // 2, store.games)
        precise = f": 95 % intervals of at most ±{50 * (high - low):.2f} percentage points"
    yield f"{cells * store.games:,} games, {store.games:,} in each cell{precise}"
    there = cells * store.games - planned.games
    if there:  # an extended run may have the beginnings of blocks only
        yield f"{there:,} games are there already, {planned.games:,} are to be played"
    if planned.tasks:
        rates = ", ".join(f"{name} {rate:,.0f}" for name, rate in planned.rates.items())
        if rates:
            yield f"about {duration(planned.seconds)} on {workers} cores (games a second on one: {rates})"
        playing = {cell.id: cell.policy for cell in grid.cells}
        for name in sorted({playing[task.cell] for task in planned.tasks} - set(planned.rates)):
            yield f"{name} fails in its first games, so it is not known how long it takes"
    if on_maps:
        yield _line_of_maps(on_maps)
    yield f"run: {store.folder}"


def _line_of_maps(planned: Plan) -> str:
    """`other maps that fit what is known: 24,000 games of practised, about 7 s`."""
    wanted = planned.store.progress()[1]
    there = wanted - planned.games
    said = f"other maps that fit what is known: {wanted:,} games of {', '.join(planned.sweep.policies)}"
    if not planned.tasks:
        return f"{said}, which are there already"
    already = f", {there:,} of them there already" if there else ""
    return f"{said}{already}, about {duration(planned.seconds)}"


def duration(seconds: float) -> str:
    """`7 s`, `12 min` or `3.5 h`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def show_results(answer: Answer, folder: Path, seconds: float, games: int, as_json: bool) -> None:
    """Show the result of a run on stdout."""
    results, rows = answer.results, answer.rows
    if as_json:
        show_json([sweep_json(answer, folder)])
        return
    show_lines(answer.gaps(), "yellow")
    show_lines(rate_sentences(answer), "bold")
    show_lines(origin_sentences(results.game, played_on(results)), "yellow")
    table, left_out = _table(answer)
    show(Text(), table)
    if left_out:
        hidden = ", ".join(f'"{heading}"' for heading in left_out)
        show(f"Hidden to fit this window: {hidden}. Widen it, or see summary.csv.")
    if len(rows) > MOST_ROWS:
        show(f"… and {len(rows) - MOST_ROWS} more cells in {folder / 'summary.csv'}")
    show(_legend(answer.unit, rows))
    show_lines(answer.findings_of_all())
    rate = f"{games / seconds:,.0f} games/s; " if seconds else ""
    kept = ": summary.csv" if (folder / "summary.csv").is_file() else ""
    show(Text(f"\n{rate}run {folder}{kept}", style="dim"))


def sweep_json(answer: Answer, folder: Path) -> dict[str, Any]:
    """Return everything that is shown, for other programs."""
    results, (_, mean) = answer.results, names_of(answer.results.measure)
    return {
        "run": str(folder),
        "command": results.command,
        **measure_figures(results.game, results.measure),
        "seed": results.manifest.seed,
        "games": results.games,
        "complete": results.complete,
        "short": [*gap_sentences(results), *answer.maps.gaps],
        "factors": {factor.name: list(factor.levels) for factor in results.factors},
        "cells": [
            {
                "levels": dict(row.cell.levels),
                "games": row.cell.games,
                mean: row.rate,
                "ci_low": row.low,
                "ci_high": row.high,
                "difference": None
                if row.difference is None
                else [row.difference.difference, row.difference.low, row.difference.high],
                "p_holm": None if row.difference is None else row.difference.holm,
                "plays_to_notice": row.plays,
            }
            for row in answer.rows
        ],
        "other_maps": [asdict(found) for found in answer.on_maps],
        **not_printed(results.game, played_on(results)),
        "code": results.manifest.code,
        "engine": results.manifest.signalbox,
        "rules": results.manifest.rules,
    }


def gap_sentences(results: Results) -> Iterator[str]:
    """Name the cells that have fewer games than were planned, and say why."""
    played = {cell.id: cell.games for cell in results.cells}
    planned, own = results.manifest.games, results.own_failures
    short = [entry for entry in results.manifest.cells if played.get(entry.id, 0) < planned]
    for entry in short[:MOST_GAPS]:
        name = ", ".join(f"{column} {entry.levels[column]}" for column in results.columns)
        damaged = [sentence for sentence in results.damaged if entry.id in sentence]
        failed = [f"a block failed: {sentence}" for sentence in results.failures.get(entry.id, [])]
        why = next(iter([*damaged, *failed]), "the rest is not played yet")
        behind = results.behind.get(entry.id, 0)
        later = f"; {behind:,} more lie behind that gap" if behind else ""
        later += " and count once it is closed" if behind and entry.id not in own else ""
        yield f"{name}: {played.get(entry.id, 0):,} of {planned:,} games count; {why.rstrip('.')}{later}."
    if len(short) > MOST_GAPS:
        yield f"… and {len(short) - MOST_GAPS} more cells have too few games."
    if own:
        yield capital(OWN_FAILED)
    if results.folder and any(entry.id not in own for entry in short):
        yield f"What is missing is played by: {resume_command(results.folder, results.manifest)}"


def _table(answer: Answer) -> tuple[Table, list[str]]:
    """Make the table of all cells; gives also the columns that the window has no room for."""
    results, rows, unit = answer.results, answer.rows, answer.unit
    names, base = results.columns, _short(answer.compared_with)
    compared = (f"to {base}", "noticed after") if base else ()
    headings = (*names, unit.heading, INTERVAL, *compared, "")
    table = plain_table(*headings, right=range(len(names), len(headings) - 1))
    full = 1.0 if unit.is_share else max(row.high for row in rows)
    # One policy after another, from the first of the grid on; within it as the grid has it.
    policies = [cell.policy for cell in results.cells]
    for row in sorted(rows, key=lambda row: policies.index(row.cell.policy))[:MOST_ROWS]:
        difference = (Text(base if row.is_base else difference_words(unit, row)), Text(plays_words(row)))
        table.add_row(
            *(Text(_short(str(row.cell.levels[name]))) for name in names),
            Text(unit.exact(row.rate), style="bold"),
            Text(unit.exact_interval(row.low, row.high)),
            *(difference if base else ()),
            bar(row, full),
        )
    for column in table.columns:
        column.no_wrap = True
    for column in table.columns[:-1]:
        column.min_width = max(len(str(cell)) for cell in (column.header, *column.cells))
    left_out = []
    for heading in ("", "noticed after", INTERVAL) if is_window() else ("",):
        # Half a bar, or half a number, would tell something wrong.
        if sum((column.min_width or BAR) + GAP for column in table.columns) - GAP <= room():
            break
        spared = [column for column in table.columns if str(column.header) == heading]
        table.columns = [column for column in table.columns if column not in spared]
        left_out += [heading for _ in spared if heading]
    return table, left_out


def _short(level: str) -> str:
    """Keep the end of a long path: figures need the room more."""
    return level if len(level) <= LONGEST_LEVEL else f"…{level[1 - LONGEST_LEVEL :]}"


def bar(row: Row, full: float) -> Text:
    """Draw a bar for the rate, whose full length is `full`, with the interval as a lighter part at its end. A rate of nought or less has no bar."""
    parts = ((each / full if full > 0 else 0.0) for each in (row.rate, row.low, row.high))
    filled, low, high = (max(0, round(part * BAR)) for part in parts)
    drawn = "█" * min(filled, low) + "▒" * max(0, high - min(filled, low))
    return Text(drawn or "▏", style="cyan")


def _legend(unit: Unit, rows: Sequence[Row]) -> Text:
    """Say what differences are, and what playing the same deals has gained."""
    differences = [row.difference for row in rows if row.difference is not None]
    if not differences:
        return Text()
    gains = [found.gain for found in differences if found.gain < 1e6]
    said = f"Differences in {unit.differences} with 95 % intervals; {STAR_MEANS}."
    if gains:
        ends = (f"{gain:.0f}" if gain >= 3 else f"{gain:.1f}" for gain in (min(gains), max(gains)))
        said += f" Every setting played the same deals, which makes differences as precise as {reach(*ends)} times as many games."
    return Text(said, style="dim")
