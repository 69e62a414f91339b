"""Plays at a real table, from a CSV file: one line a play, columns for the setup, and whether it was won (docs/calibrate.md).

Spreadsheets write commas, semicolons or tabs, quotes or none, a byte order mark or none: all of that is read. What cannot be understood is named
with its line.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from experiments.factors import PRESET, catalogue, parse_levels, the_only
from simulator.core.errors import InputError, errors_about
from simulator.core.files import read_text
from simulator.core.messages import file_name, near, quote
from simulator.game import Factor, Game, Level, Setup

WON, DATE = "won", "date"
YES = ("yes", "y", "1", "true", "won", "win")
NO = ("no", "n", "0", "false", "lost", "loss")
DELIMITERS = ",;\t"
MOST_COLUMNS = 200


@dataclass
class Setting:
    """A setup that was played, and how often."""

    setup: Setup
    plays: int = 0
    wins: int = 0


@dataclass
class Plays:
    """All plays of a file, by setup in the order of their first play."""

    settings: list[Setting]
    ignored: list[str] = field(default_factory=list)  # columns that say nothing to us

    @property
    def plays(self) -> int:
        return sum(each.plays for each in self.settings)

    @property
    def wins(self) -> int:
        return sum(each.wins for each in self.settings)


def read_plays(game: Game, path: Path) -> Plays:
    return parse_plays(game, read_text(path), file_name(str(path)))


def columns_of(game: Game) -> tuple[str, ...]:
    """Name the columns that a file may have."""
    return (DATE, *(name for name in catalogue(game).options if name != PRESET), WON)


def parse_plays(game: Game, text: str, source: str) -> Plays:
    """Return the plays that a file's text lists."""
    known = columns_of(game)
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        stripped = ((reader.line_num, [cell.strip() for cell in row]) for row in reader)
        rows = [(line, cells) for line, cells in stripped if any(cells)]
    except csv.Error as error:
        raise InputError(f"{source}, line {reader.line_num}: is not CSV ({error}).") from None
    if not rows:
        raise InputError(f"{source}: is empty; its first line names the columns: {', '.join(known)}.")
    names, ignored = _columns(known, rows[0][1], f"{source}, line {rows[0][0]}")
    if len(rows) == 1:
        raise InputError(f"{source}: has no plays, only the line that names the columns.")
    found: dict[str, Setting] = {}
    for line, cells in rows[1:]:
        with errors_about(f"{source}, line {line}", keys=True):
            if len(cells) != len(names):
                raise InputError(f"values: {len(cells)}, columns: {len(names)}; both must be as many.")
            setup, won = _play(game, dict(zip(names, cells, strict=True)))
        setting = found.setdefault(setup.hash, Setting(setup))
        setting.plays, setting.wins = setting.plays + 1, setting.wins + won
    return Plays(list(found.values()), ignored)


def _columns(known: tuple[str, ...], head: list[str], where: str) -> tuple[list[str], list[str]]:
    """Return the names of all columns, and those that are ignored. A slip of the pen is refused: a lost column would change the answer."""
    if len(head) > MOST_COLUMNS:
        raise InputError(f"{where}: has {len(head):,} columns, and {MOST_COLUMNS} are the most that is read.")
    names = [cell.lower().replace("_", "-").replace(" ", "-") for cell in head]
    for name in names:
        if name in known and names.count(name) > 1:
            raise InputError(f"{where}: the column {name} is there twice.")
    if WON not in names:
        raise InputError(
            f"{where}: there is no column won{_meant(names)}; the first line names the columns: {', '.join(known)}."
        )
    ignored = [name for name in names if name not in known]
    missing = [name for name in known if name not in names]
    for name in ignored:
        if name and near(name, missing):
            raise InputError(
                f"{where}: there is no column {quote(name)}{near(name, missing)}; rename it, or leave it out."
            )
    return names, [name for name in ignored if name]


def _meant(names: list[str]) -> str:
    close = next((name for name in names if name and near(WON, [name])), "")
    return f" ({quote(close)} is no column)" if close else ""


def _play(game: Game, cells: Mapping[str, str]) -> tuple[Setup, int]:
    """Return what was played, and 1 if it was won."""
    factors = [catalogue(game).factors[name] for name in columns_of(game)[1:-1] if cells.get(name)]
    setup = game.setup({factor.name: _level(factor, cells[factor.name]) for factor in factors})
    answer = cells[WON].lower()
    if answer not in YES + NO:
        raise InputError(f"won = {quote(cells[WON])} must be yes or no, 1 or 0, true or false, won or lost.")
    return setup, int(answer in YES)


def _level(factor: Factor, text: str) -> Level:
    if factor.role == "place":
        # people write Central Europe
        return text if text.endswith(".toml") or ":" in text else text.lower().replace(" ", "-")
    return the_only(parse_levels(factor.name, text), f"{factor.name} = {quote(text)} must be one value.")
