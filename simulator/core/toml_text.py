"""Writing TOML that is pleasant to correct by hand: long texts and lists are broken into lines, comments stand above their table.

tomlkit, which edits users' files, has no such lines, and takes twenty times as long for a large file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 110
REMARKS = "#"  # the key, which TOML does not have, of the lines of comment above a table


def toml_text(data: Mapping[str, Any], *, wrap: bool = True) -> str:
    """Return the file that says `data`; what is None is left out. Without `wrap` every value has one line.

    Values of a table come first, then its tables (dictionaries) and lists of tables (lists of dictionaries).
    """
    return "\n".join(_table(data, "", wrap)) + "\n"


def _table(data: Mapping[str, Any], path: str, wrap: bool) -> list[str]:
    """Return the lines of a table below its heading, and those of the tables in it."""
    lines: list[str] = []
    inner: list[str] = []
    for key, value in data.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, Mapping):
            inner += ["", *_remarks(value), f"[{name}]", *_table(value, name, wrap)]
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            for each in value:
                inner += ["", *_remarks(each), f"[[{name}]]", *_table(each, name, wrap)]
        elif value is not None and key != REMARKS:
            lines.append(f"{key} = {_value(value, wrap)}")
    return ([] if path else _remarks(data)) + lines + inner


def _remarks(data: Mapping[str, Any]) -> list[str]:
    return [f"# {line}" for line in data.get(REMARKS, ())]


def _value(value: Any, wrap: bool) -> str:
    if isinstance(value, str):
        return _text(value) if wrap else quoted(value)
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, Iterable):
        return _list([_value(item, False) for item in value], wrap)
    return json.dumps(value)


def _text(text: str) -> str:
    """Return a string, on lines of its own if it is long; a backslash at the end of a line joins it with the next.

    TOML drops spaces after that backslash and keeps those before it, so all between two words stay with the first.
    """
    flat = quoted(text)
    if len(text) <= WIDTH - 20:
        return flat
    body = "\\\n".join(f"  {line}" for line in _packed(re.findall(r"[^ ]+ *", flat[1:-1]), WIDTH))
    return f'"""\\\n{body}"""'


def _list(items: list[str], wrap: bool) -> str:
    flat = f"[{', '.join(items)}]"
    if not wrap or len(flat) <= WIDTH - 15:
        return flat
    lines = _packed([f"{item}, " for item in items], WIDTH - 4)
    return "[\n" + "\n".join(f"    {line.rstrip()}" for line in lines) + "\n]"


def _packed(words: Iterable[str], width: int) -> list[str]:
    """Return lines of as many words as fit; spaces at the end of a line do not count."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1] + word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return lines


def quoted(text: str) -> str:
    """Return a string as TOML writes it: as JSON does, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
