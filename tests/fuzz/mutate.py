"""Mutations: of bytes, of lines, and of the values in a tree of lists and tables, some so small that most of what is changed stays valid."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from math import isfinite, isnan
from random import Random
from typing import Any

from tests.fuzz import hostile

Place = tuple[Any, Any]  # a list or dict, and the index or key in it


def mutated_bytes(rng: Random, content: bytes) -> bytes:
    """Some bytes flipped, cut, doubled or put in."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(changed) + 1)
        end = min(len(changed), at + rng.choice((1, 1, 4, 100, 10_000)))
        match rng.randrange(5):
            case 0 if at < len(changed):
                changed[at] ^= 1 << rng.randrange(8)
            case 1:
                del changed[at:end]
            case 2:
                changed[at:at] = changed[at:end]
            case 3:
                changed[at:at] = rng.choice(
                    (b"\x00", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\x1b[2J")
                )
            case 4:
                del changed[at:]
    return bytes(changed)


def mutated_lines(rng: Random, text: str) -> str:
    """Lines left out, doubled, moved, or with a hostile text in them."""
    lines = text.splitlines(keepends=True) or [""]
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(6):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                cut = rng.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + hostile.text(rng) + lines[at][cut:]
            case 4:
                lines[at] = hostile.text(rng) + "\n"
            case 5:
                depth = rng.choice((3, 50, 500))
                lines.insert(
                    at, rng.choice(("[" * depth, "a" + ".a" * depth + " = 1", "x = " + "{a=" * depth)) + "\n"
                )
    return "".join(lines)


def mutated_tree(rng: Random, data: Any) -> Any:
    """The same tree with one to three values changed, in place. Half of the time changes are gentle: of value, not of kind."""
    gentle = rng.random() < 0.5
    for _ in range(rng.choice((1, 1, 2, 3))):
        if not isinstance(data, dict | list) or not data:
            return hostile.value(rng)
        holder, key = _somewhere(rng, data)
        if gentle:
            _nudge(rng, holder, key, data)
        else:
            _break(rng, holder, key)
    return data


def _somewhere(rng: Random, data: Any) -> Place:
    """A place in a tree, found by going down: what stands on top is met as often as all of a long list together."""
    while True:
        key = rng.choice(list(data)) if isinstance(data, dict) else rng.randrange(len(data))
        inside = data[key]
        if not isinstance(inside, dict | list) or not inside or rng.random() < 0.15:
            return data, key
        data = inside


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _texts(each)


def _nudge(rng: Random, holder: Any, key: Any, data: Any) -> None:
    """Another value of the same type; for a text often one that stands elsewhere in the tree, which may be a name that is known there."""
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = rng.choice((old + 1, old - 1, -old, 2 * old, 0, 1, 100, rng.choice(hostile.WHOLE)))
    elif isinstance(old, float):
        near = old + rng.choice((1e-12, -1e-9, 0.5, 1000.0))
        holder[key] = rng.choice((near, -old, 0.0, 1e6, -1e6, old * 1e-9, rng.choice(hostile.FRACTIONS)))
    elif isinstance(old, str):
        others = list(_texts(data))
        holder[key] = rng.choice((rng.choice(others), rng.choice(others), hostile.text(rng)))
    elif isinstance(old, list):
        match rng.randrange(3):
            case 0:
                rng.shuffle(old)
            case 1 if old:
                del old[rng.randrange(len(old))]
            case 2 if old:
                old.insert(rng.randrange(len(old)), json.loads(json.dumps(rng.choice(old), default=str)))
    elif isinstance(old, dict) and old:
        del old[rng.choice(list(old))]


def _break(rng: Random, holder: Any, key: Any) -> None:
    match rng.randrange(5):
        case 0:
            del holder[key]
        case 1 | 2:
            holder[key] = hostile.value(rng)
        case 3 if isinstance(holder, dict):
            holder[hostile.text(rng)] = holder.pop(key)
        case 3 | 4:
            other = hostile.value(rng)
            if isinstance(holder, dict):
                holder[hostile.text(rng)] = other
            else:
                holder.insert(rng.randrange(len(holder) + 1), other)


def toml_text(data: dict[str, Any]) -> str:
    """A tree as TOML: tables and lists of tables of the top with headings, as people write them, all below in one line."""
    plain, headed = [], []
    for key, value in data.items():
        if isinstance(value, dict):
            headed.append(f"[{_quoted(key)}]\n" + _entries(value))
        elif isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
            headed += [f"[[{_quoted(key)}]]\n" + _entries(each) for each in value]
        elif value is not None:
            plain.append(f"{_quoted(key)} = {_inline(value)}\n")
    return "\n".join(["".join(plain), *headed])


def _entries(table: dict[str, Any]) -> str:
    return "".join(
        f"{_quoted(key)} = {_inline(value)}\n" for key, value in table.items() if value is not None
    )


def _quoted(text: str) -> str:
    simple = text.isascii() and text.replace("-", "").replace("_", "").isalnum()
    return text if simple else _text(text)


def _text(text: str) -> str:
    """A basic string with the escapes of TOML, which are those of JSON but for one character and half of the others."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(
            f"{_quoted(key)} = {_inline(each)}" for key, each in value.items() if each is not None
        )
        return f"{{ {inside} }}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(each) for each in value if each is not None)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and not isfinite(value):
        return "nan" if isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, date):
        return value.isoformat()
    return _text(value) if isinstance(value, str) else repr(value)
