"""What `sim tune` says: the settings near the target, from the smallest change of the rulebook on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import typer
from rich.table import Table
from rich.text import Text

from experiments.grid import Cell
from experiments.race import KEPT, Race, Runner, ranked
from experiments.steps import steps_from_standard
from reports.factor_words import capital, table_words
from reports.run_words import in_points
from reports.terminal.play_summary import changes, not_printed, origins, program
from reports.terminal.screen import note, plain_table, show
from reports.words import counted, origins_in_words

MOST_ROWS = 20
# The race drops settings by wider intervals than the table shows.
NOT_RULED_OUT = (
    "Not ruled out: these games leave open whether the setting is near the target (95 %, allowing for all settings and every look). "
    "The intervals of the table are each for one setting alone."
)


@dataclass(frozen=True)
class Ladder:
    """What a table made of all settings: those near the target, from the smallest change of the rulebook on."""

    race: Race
    cells: Mapping[str, Cell]
    policy: str

    @cached_property
    def steps(self) -> dict[str, int]:
        return {key: steps_from_standard(cell.scenario) for key, cell in self.cells.items()}

    @cached_property
    def found(self) -> list[Runner]:
        return list(ranked(self.race, self.steps))

    @property
    def verdict(self) -> str:
        return verdict(self.race, self.cells, self.found, self.steps)


def show_ladders(
    ladders: Sequence[Ladder], several: bool, free: Sequence[str], seed: int, stopped: bool, as_json: bool
) -> None:
    """The result, on stdout; that it was broken off, on stderr. `several` tables were asked, whether all of them have played or not."""
    last = ladders[-1]
    if stopped:
        note(f"Broken off after {last.race.spent:,} games; this is known so far.")
    if as_json:
        told = [figures(each, seed, stopped) for each in ladders]
        typer.echo(json.dumps({"tables": told} if several else told[0], indent=2))
        return
    board = next(iter(last.cells.values())).scenario
    who = "" if several else f"; policy {last.policy}"
    show(Text(f"{board.board_data.name}{who}; free: {', '.join(free) or 'nothing'}"))
    for warning in origins_in_words(**origins(board)):
        show(Text(warning, style="yellow"))
    for each in ladders:
        name = f"{capital(table_words(each.policy))}: " if several else ""
        show(Text(), Text(f"{name}{each.verdict}", style="bold"))
        rows = each.found or each.race.nearest(KEPT)
        show(Text(), _table(each.race, each.cells, rows, each.steps))
        if len(each.found) > MOST_ROWS:
            show(f"… and {len(each.found) - MOST_ROWS} more; --json has all of them.")
        if each.race.not_ruled_out():
            show(Text(NOT_RULED_OUT, style="dim"))
        share = each.race.spent / max(1, each.race.full_grid)
        show(
            Text(
                f"{each.race.spent:,} games in {counted(len(each.cells), 'setting')}, seed {seed}; "
                f"all of them as well known would have taken {each.race.full_grid:,} ({share:.0%} of that were played).",
                style="dim",
            )
        )


def verdict(race: Race, cells: Mapping[str, Cell], found: list[Runner], steps: Mapping[str, int]) -> str:
    target, within = f"{100 * race.goal.target:g} %", in_points(race.goal.within)
    best = found[0] if found else race.nearest(1)[0]
    low, high = best.interval
    rate = f"{best.rate:.1%} [{low:.1%}, {high:.1%}]"
    setting = changes(cells[best.key].scenario)
    left = len(race.not_ruled_out())
    if not found:
        waiting = any(not each.games for each in race.runners.values())
        which = "setting that was played so far" if waiting else "setting of these"
        near = f"comes within {within} percentage points of {target}"
        if not left:
            return f"No {which} {near}; the nearest is {setting}: {rate}."
        return f"Open: no {which} {near} in these games, but {_not_ruled_out(left)}{_what_may_tell(race)}. The nearest is {setting}: {rate}."
    far = (
        counted(steps[best.key], "step") + " from the rulebook" if steps[best.key] else "the rulebook itself"
    )
    near = counted(len(found), "setting comes", "settings come")
    more = f", and {_not_ruled_out(left, ' more')}" if left else ""
    beyond = "" if race.goal.low <= low and high <= race.goal.high else "; its interval reaches further"
    return f"{near} within {within} percentage points of {target}{more}; the smallest change is {setting}, {far}: {rate}{beyond}."


def _not_ruled_out(settings: int, more: str = "") -> str:
    return f"{settings}{more} {'is' if settings == 1 else 'are'} not ruled out"


def _what_may_tell(race: Race) -> str:
    """Name the option that would play on; none for a race that was broken off."""
    if race.tasks():
        return ""
    capped = race.goal.enough == race.goal.games
    return f"; {'more --games' if capped else 'a smaller --precision'} may tell"


def _table(race: Race, cells: Mapping[str, Cell], rows: list[Runner], steps: Mapping[str, int]) -> Table:
    headings = ("steps", "setting", "games won", "95 % interval", "to the target", "games")
    table = plain_table(*headings, right=(0, 2, 3, 4, 5))
    for each in rows[:MOST_ROWS]:
        low, high = each.interval
        table.add_row(
            str(steps[each.key]),
            Text(changes(cells[each.key].scenario)),
            f"{each.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            in_points(each.rate - race.goal.target, True),
            f"{each.games:,}",
        )
    return table


def figures(ladder: Ladder, seed: int, stopped: bool) -> dict[str, Any]:
    """Everything that is shown, for other programs, and every setting that was tried."""
    race, cells, steps = ladder.race, ladder.cells, ladder.steps

    def row(each: Runner) -> dict[str, Any]:
        low, high = each.interval
        cell = cells[each.key]
        levels = {name: level for name, level in cell.levels.items() if name != "policy"}
        rates = {"win_rate": each.rate, "ci_low": low, "ci_high": high}
        return {"levels": levels, "steps": steps[each.key], "games": each.games, **rates}

    board = next(iter(cells.values())).scenario
    return {
        "sentence": ladder.verdict,
        "target": race.goal.target,
        "within": race.goal.within,
        "reached": bool(ladder.found),
        "ladder": [row(each) for each in ladder.found],
        "not_ruled_out": [row(each) for each in race.not_ruled_out()],
        "nearest": [row(each) for each in race.nearest(KEPT)],
        "settings": [row(each) for each in race.runners.values() if each.games],
        "games": race.spent,
        "full_grid": race.full_grid,
        "policy": ladder.policy,
        "seed": seed,
        "stopped": stopped,
        "board": board.board,
        "deck": board.deck,
        **not_printed(board),
        **program(),
    }
