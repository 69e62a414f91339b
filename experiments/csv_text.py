"""Text in CSV files, which may come from a stranger and is opened with spreadsheets: none of it becomes a formula, and none falls apart.

Nobody knows at which characters a spreadsheet will split a line: some do at commas, some at semicolons, some ask.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

SEPARATORS = ",;\t\r\n"
FORMULA = "=+-@＝＋－＠"  # what it begins with; the wide ones count as the others in some languages
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
PART = re.compile(f"[^{SEPARATORS}]+")


def no_formula(level: object) -> object:
    """A level as text that no spreadsheet takes for a formula, not even in parts. Numbers stay as they are."""
    if not isinstance(level, str) or NUMBER.fullmatch(level):
        return level
    text = PART.sub(lambda part: part[0] if NUMBER.fullmatch(part[0]) else _as_text(part[0]), level)
    return _as_text(text)


def _as_text(part: str) -> str:
    """Put an apostrophe before a part in which a formula begins. Some see one behind blanks, unprintable characters and quotes, too."""
    seen = (c for c in part if c.isprintable() and not c.isspace() and c != '"')
    return f"'{part}" if next(seen, " ") in FORMULA else part


def falls_apart(text: object) -> bool:
    """Whether some program would split this, if it stood there without quotes."""
    return isinstance(text, str) and any(c in text for c in SEPARATORS)


def csv_line(values: Iterable[object]) -> str:
    """A line with commas, and quotes around all that some program would split."""
    return ",".join(_quoted(str(value)) for value in values) + "\n"


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""')) if falls_apart(text) or '"' in text else text
