"""Text from outside: the one rule for what is read of files, and how a value stands in a message about it, short and with what was probably meant.

Control characters steer a terminal, invisible ones and directions of writing hide in a page, and half a surrogate pair can be written nowhere. A file
that holds such text is refused where it is read (`is_text`). What cannot be refused, as a name that a message is about, is shown without it (`printable`).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_TEXT

SHOWN = 60  # characters of a value that stand in a message


def is_text(value: object, most: int = MAX_TEXT, *, lines: bool = False) -> bool:
    """Tell whether it is text that a file may hold: at most so many characters, all of which can be printed. `lines`: it may have several lines."""
    return (
        isinstance(value, str)
        and len(value) <= most
        and (value.replace("\n", "") if lines else value).isprintable()
    )


def unfit_texts(value: object, most: int = MAX_TEXT, *, lines: bool = False) -> Iterator[str]:
    """Find all that breaks this rule in what a JSON file says, names of its keys included."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, dict):
            waiting += [*found, *found.values()]
        elif isinstance(found, list):
            waiting += found
        elif isinstance(found, str) and not is_text(found, most, lines=lines):
            yield found


def printable(text: str, *, lines: bool = False) -> str:
    """Put a mark in the place of every character that no text may have."""
    if is_text(text, len(text), lines=lines):
        return text  # nearly always; a look at every character takes longer than making the line
    return "".join(c if c.isprintable() or (lines and c == "\n") else "�" for c in text)


def quote(value: object) -> str:
    """Return a value as it may stand in a message: short, printable, written as in a file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) >= 10**20:
        # Python refuses to print integers of thousands of digits, so a hostile file must not get that far.
        return (
            f"a number of {len(str(abs(value)))} digits" if value.bit_length() < 10_000 else "a huge number"
        )
    if isinstance(value, list):
        return shortened(f"[{', '.join(map(_show_inside, value[:SHOWN]))}]")
    if isinstance(value, dict):
        entries = list(value.items())[:SHOWN]
        return shortened(f"{{{', '.join(f'{key} = {_show_inside(entry)}' for key, entry in entries)}}}")
    text = shortened(str(value))
    return f'"{text}"' if isinstance(value, str) else text


def _show_inside(value: object) -> str:
    """Return what stands in a list or table; further lists and tables in it are only hinted at."""
    if isinstance(value, list | dict) and value:
        return "[...]" if isinstance(value, list) else "{...}"
    return quote(value)


def shortened(text: str) -> str:
    """Return a text as messages show it where it needs no quotation marks: printable, and cut if it is long."""
    text = printable(text)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


def file_name(path: str) -> str:
    """Return a path as it stands before messages: printable, and with its end kept if it is very long."""
    text = printable(path)
    return text if len(text) <= 240 else "..." + text[-237:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join words: `a, b and c`, or with another word before the last."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def near(word: str, known: Iterable[str]) -> str:
    """` (did you mean "paris"?)`, or nothing when no known word is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def check_whole(option: str, value: object, low: int, high: int, note: str = "") -> None:
    """Refuse what is not a whole number of this range; `note` says what the reader may want to know of it."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(
            f"{option}: {quote(value)} must be a whole number from {low} to {high}{note and f' ({note})'}{meant_range(value)}."
        )


def check_one_of(option: str, value: object, allowed: Iterable[str]) -> None:
    """Refuse what is none of these words."""
    words = list(allowed)
    if value not in words:
        raise InputError(
            f"{option}: {quote(value)} must be one of {', '.join(words)}{near(str(value), words)}."
        )


def check_known(wrong: str, name: str, known: Iterable[str]) -> None:
    """Refuse a name that is none of these; `wrong` says what is then wrong: `--format: there is no format`."""
    names = list(known)
    if name not in names:
        raise unknown(wrong, name, names)


def unknown(wrong: str, name: str, known: Collection[str]) -> InputError:
    """Say that a name is none of these, as `check_known` does."""
    return InputError(f"{wrong} {quote(name)}{near(name, known)}; they are {', '.join(known)}.")


def meant_range(value: object) -> str:
    """`; write 7..10 for a range`, where somebody has written it with a hyphen."""
    written = re.fullmatch(r"(\d{1,9})[-–](\d{1,9})", value) if isinstance(value, str) else None
    return f"; write {written[1]}..{written[2]} for a range" if written else ""
