"""Reading a TOML table key by key, so that every mistake becomes one sentence naming file, key and what is allowed.

Text from files is data: it is checked for length and for characters that cannot be printed, and never interpreted.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from typing import Any

from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_KEY_PARTS, MAX_NESTING
from simulator.core.messages import is_text, near, printable, quote

MAX_NAME = 80
MAX_ID = 60
MAX_COORDINATE = 1_000_000
_ID = re.compile(r"[a-z0-9-]+")
# Strings and comments, as TOML has them; one that is not closed ends the reading of the file anyway. Three quotes that close may have two more before them.
_NO_SIGNS = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+"{0,5}|"(?:[^"\\\n]|\\[^\n])*+"?|#[^\n]*+'''
    r"""|'''(?:[^']|'(?!''))*+'{0,5}|'[^'\n]*+'?""",
    re.DOTALL,
)
_BRACKETS = re.compile(r"[\[\]{}]")
# Between two of these signs there is one key or one value, and a value has one dot at most.
_LONG_KEY = re.compile(rf"(?:\.[^.\n,=\[\]{{}}]*+){{{MAX_KEY_PARTS}}}")


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Return the top table of a file; anything that tomllib cannot digest is an InputError."""
    _refuse_huge_work(text, source)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = printable(str(error))[:120].rstrip(".")
        raise InputError(f"{source}: is not TOML ({reason}).") from None
    except ValueError:  # Python's limit on the digits of an integer, or an impossible date
        raise InputError(
            f"{source}: is not TOML that can be read (a number is too long or not possible)."
        ) from None


def _refuse_huge_work(text: str, source: str) -> None:
    """Refuse long keys and deep nesting before tomllib sees them: a key of 60,000 parts would take it a minute and five gigabytes."""
    signs = _NO_SIGNS.sub("", text)
    if _LONG_KEY.search(signs):
        raise InputError(f"{source}: a key has more than {MAX_KEY_PARTS} parts between its dots.")
    depth = 0
    for bracket in _BRACKETS.findall(signs):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_NESTING:
            raise InputError(f"{source}: lists and tables are nested more than {MAX_NESTING} deep.")


class TomlTable:
    """One table of a file, with the words that say where it stands."""

    def __init__(self, data: dict[str, Any], source: str, where: str = "") -> None:
        self.data, self.source, self.where = data, source, where

    def error(self, sentence: str) -> InputError:
        return InputError(f"{self.source}: {self.where + ': ' if self.where else ''}{sentence}.")

    def only(self, required: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Refuse unknown keys and missing ones."""
        need = list(required)
        known = need + list(optional)
        for key in self.data:
            if key not in known:
                raise self.error(f"unknown key {quote(key)}{near(key, known)}; known are {', '.join(known)}")
        for key in need:
            if key not in self.data:
                raise self.error(f"the key {key} is missing")

    def wrong(self, key: str, allowed: str, value: object = None) -> InputError:
        return self.error(f"{key} = {quote(self.data[key] if value is None else value)} must be {allowed}")

    def text(self, key: str, limit: int = MAX_NAME) -> str:
        """Return a text: anything printable, including `<b>` and `$`; no control characters, not blank."""
        value = self.data[key]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text that is not blank")
        if len(value) > limit:
            raise self.wrong(key, f"at most {limit} characters long")
        if not is_text(value, limit):
            raise self.wrong(key, "free of control characters and invisible ones")
        return value

    def identifier(self, key: str) -> str:
        value = self.data[key]
        if not isinstance(value, str) or len(value) > MAX_ID or not _ID.fullmatch(value):
            raise self.wrong(key, f"lower-case letters, digits and hyphens, at most {MAX_ID} of them")
        return value

    def choice(self, key: str, allowed: Iterable[str]) -> str:
        value, words = self.data[key], list(allowed)
        if not isinstance(value, str) or value not in words:
            hint = near(value, words) if isinstance(value, str) else ""
            raise self.error(f"{key} = {quote(value)} must be one of {', '.join(words)}{hint}")
        return value

    def integer(self, key: str, low: int, high: int) -> int:
        return self._integer(key, self.data[key], low, high)

    def integers(self, key: str, low: int, high: int) -> tuple[int, ...]:
        return tuple(self._integer(key, value, low, high) for value in self.items(key))

    def _integer(self, key: str, value: object, low: int, high: int) -> int:
        # bool is an int in Python, but `segments = true` is a mistake in a file
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(key, f"a whole number from {low} to {high}", value)
        return value

    def items(self, key: str) -> list[Any]:
        value = self.data[key]
        if not isinstance(value, list):
            raise self.wrong(key, "a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        for value in self.items(key):
            if not isinstance(value, str):
                raise self.wrong(key, "a list of texts", value)
        return tuple(self.items(key))

    def point(self, key: str, value: object = None) -> tuple[float, float]:
        """Return drawing coordinates: two finite numbers."""
        pair = self.data[key] if value is None else value
        if not isinstance(pair, list) or len(pair) != 2:
            raise self.wrong(key, "two numbers, [x, y]", value)
        for number in pair:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise self.wrong(key, "two numbers, [x, y]", number)
            if not abs(number) <= MAX_COORDINATE:  # so written, it also catches NaN
                raise self.wrong(key, f"two numbers from -{MAX_COORDINATE} to {MAX_COORDINATE}", number)
        return float(pair[0]), float(pair[1])

    def table(self, key: str) -> TomlTable:
        value = self.data[key]
        if not isinstance(value, dict):
            raise self.wrong(key, f"a table, [{key}]")
        return TomlTable(value, self.source, f"{self.where}.{key}" if self.where else key)

    def tables(self, key: str) -> list[TomlTable]:
        """Return an array of tables, each named in messages by its id, or by its number when it has none."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.wrong(key, f"a list of tables, [[{key}]]")
        tables = []
        for number, entry in enumerate(value, start=1):
            label = entry.get("id")
            name = quote(label) if isinstance(label, str) else f"number {number}"
            tables.append(TomlTable(entry, self.source, f"{key} {name}"))
        return tables
