"""Reading a TOML table key by key, so that every mistake becomes one sentence naming file, key and what is allowed.

Text from files is data: it is checked for length and for characters that cannot be printed, and never interpreted.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from simulator.errors import InputError

MAX_FILE_BYTES = 262_144
MAX_NAME = 80
MAX_TEXT = 1_500
MAX_ID = 60
MAX_COORDINATE = 1_000_000
SHOWN = 60  # characters of a value that stand in a message
_ID = re.compile(r"[a-z0-9-]+")


def show(value: object) -> str:
    """A value as it may stand in a message: short, printable, written as in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**20:
        # Python refuses to print integers of thousands of digits, so a hostile file must not get that far.
        return (
            f"a number of {len(str(abs(value)))} digits" if value.bit_length() < 10_000 else "a huge number"
        )
    if isinstance(value, list):
        return _short(f"[{', '.join(map(_show_inside, value[:SHOWN]))}]")
    if isinstance(value, dict):
        entries = list(value.items())[:SHOWN]
        return _short(f"{{{', '.join(f'{key} = {_show_inside(entry)}' for key, entry in entries)}}}")
    text = _short(str(value))
    return f'"{text}"' if isinstance(value, str) else text


def _show_inside(value: object) -> str:
    """What stands in a list or table; further lists and tables in it are only hinted at."""
    if isinstance(value, list | dict) and value:
        return "[...]" if isinstance(value, list) else "{...}"
    return show(value)


def _short(text: str) -> str:
    text = "".join(c if c.isprintable() else "�" for c in text)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def file_name(path: str) -> str:
    """A path as it stands before messages: printable, and with its end kept if it is very long."""
    text = "".join(c if c.isprintable() else "�" for c in path)
    return text if len(text) <= 240 else "..." + text[-237:]


def near(word: str, known: Iterable[str]) -> str:
    """` (did you mean "paris"?)`, or nothing when no known word is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def check_whole(option: str, value: object, low: int, high: int, note: str = "") -> None:
    """Refuse what is not a whole number of this range; `note` says what the reader may want to know of it."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(
            f"{option}: {show(value)} must be a whole number from {low} to {high}{note and f' ({note})'}."
        )


def read_text(path: Path) -> str:
    """The text of a user's file, or an InputError that says why it cannot be read."""
    try:
        return read_bytes(path).decode("utf-8-sig")  # some editors put a byte order mark first
    except UnicodeDecodeError:
        raise InputError(f"{file_name(str(path))}: is not text in UTF-8.") from None


def read_bytes(path: Path, most: int = MAX_FILE_BYTES) -> bytes:
    """The same of any file, as long as it has no more than so many bytes."""
    source = file_name(str(path))
    try:
        # is_file is asked first: a pipe or device would be read for ever.
        if path.is_dir():
            raise InputError(f"{source}: is a directory, not a file.")
        if not path.exists():
            raise InputError(f"{source}: there is no such file.")
        if not path.is_file():
            raise InputError(f"{source}: is not an ordinary file.")
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror or type(error).__name__}).") from None
    except InputError:
        raise
    except ValueError:  # a NUL byte in the path
        raise InputError(f"{source}: is not a file name.") from None
    if len(raw) > most:
        raise InputError(f"{source}: is larger than {most} bytes, the most that is read.")
    return raw


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """The file's top table; anything tomllib cannot digest is an InputError."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise InputError(f"{source}: is not TOML that can be read (nested too deeply).") from None
    except tomllib.TOMLDecodeError as error:
        reason = "".join(c if c.isprintable() else "�" for c in str(error))[:120].rstrip(".")
        raise InputError(f"{source}: is not TOML ({reason}).") from None
    except ValueError:  # Python's limit on the digits of an integer, or an impossible date
        raise InputError(
            f"{source}: is not TOML that can be read (a number is too long or not possible)."
        ) from None


class Table:
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
                raise self.error(f"unknown key {show(key)}{near(key, known)}; known are {', '.join(known)}")
        for key in need:
            if key not in self.data:
                raise self.error(f"the key {key} is missing")

    def wrong(self, key: str, allowed: str, value: object = None) -> InputError:
        return self.error(f"{key} = {show(self.data[key] if value is None else value)} must be {allowed}")

    def text(self, key: str, limit: int = MAX_NAME) -> str:
        """Anything printable, including `<b>` and `$`; no control characters, not blank."""
        value = self.data[key]
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text that is not blank")
        if len(value) > limit:
            raise self.wrong(key, f"at most {limit} characters long")
        if not value.isprintable():
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
            raise self.error(f"{key} = {show(value)} must be one of {', '.join(words)}{hint}")
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
        """Drawing coordinates: two finite numbers."""
        pair = self.data[key] if value is None else value
        if not isinstance(pair, list) or len(pair) != 2:
            raise self.wrong(key, "two numbers, [x, y]", value)
        for number in pair:
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise self.wrong(key, "two numbers, [x, y]", number)
            if not abs(number) <= MAX_COORDINATE:  # so written, it also catches NaN
                raise self.wrong(key, f"two numbers from -{MAX_COORDINATE} to {MAX_COORDINATE}", number)
        return float(pair[0]), float(pair[1])

    def table(self, key: str) -> Table:
        value = self.data[key]
        if not isinstance(value, dict):
            raise self.wrong(key, f"a table, [{key}]")
        return Table(value, self.source, f"{self.where}.{key}" if self.where else key)

    def tables(self, key: str) -> list[Table]:
        """An array of tables, each named in messages by its id, or by its number when it has none."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.wrong(key, f"a list of tables, [[{key}]]")
        tables = []
        for number, entry in enumerate(value, start=1):
            label = entry.get("id")
            name = show(label) if isinstance(label, str) else f"number {number}"
            tables.append(Table(entry, self.source, f"{key} {name}"))
        return tables


PROVENANCE_WORDS = ("known", "reconstructed", "invented")  # the surest first


def read_provenance(table: Table, keys: tuple[str, ...]) -> dict[str, str]:
    """Where each kind of fact comes from, so that a reconstruction is never taken for the printed thing."""
    table.only(keys)
    entries = {key: table.text(key, MAX_TEXT) for key in keys}
    for key, entry in entries.items():
        if not entry.startswith(tuple(f"{word}: " for word in PROVENANCE_WORDS)):
            raise table.wrong(key, "a text that begins with known:, reconstructed: or invented:")
    return entries


def quoted(text: str) -> str:
    """A string as TOML writes it: as JSON does, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def origin(provenance: Mapping[str, str]) -> str:
    """The word for the whole of a board or deck: a single invented fact makes it invented."""
    return max((entry.partition(":")[0] for entry in provenance.values()), key=PROVENANCE_WORDS.index)
