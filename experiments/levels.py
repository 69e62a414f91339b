"""The range syntax of sweeps: `7`, `7,9`, `7..10`, `0..6..2`, `dice,stack`, and mixtures of them.

A range holds both its ends. Levels keep the order in which they are written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import product
from math import prod
from os.path import isfile
from typing import TypeVar

from simulator.core.errors import InputError
from simulator.core.messages import quote
from simulator.game import Level

Named = TypeVar("Named", Level, str)
MOST_LEVELS = 1000
MOST_COMMAS = 20  # in the path of a file
RANGE = re.compile(
    r"(-?\d{1,9}(?:\.\d{1,9})?)\.\.(-?\d{1,9}(?:\.\d{1,9})?)(?:\.\.(-?\d{1,9}(?:\.\d{1,9})?))?"
)


def parse_levels(option: str, text: str) -> list[Level]:
    """All levels that a text names, numbers as numbers; nothing may be named twice."""
    pieces = [piece.strip() for piece in text.split(",")]
    if "" in pieces:
        raise InputError(f"{option}: {quote(text)} names an empty level; write 7, 7,9 or 7..10.")
    levels: list[Level] = []
    for piece in pieces:
        levels += map(_number_or_word, expand(option, piece))
        _check_number(option, text, levels)
    return _once(option, text, levels)


def the_only(found: Sequence[Named], wrong: str) -> Named:
    """Return the one level that a text names; the sentence says what is wrong with several."""
    if len(found) != 1:
        raise InputError(wrong)
    return found[0]


def parse_files(option: str, text: str) -> list[str]:
    """Names, or paths of files. No ranges, since paths may begin with two dots; and a comma is part of a path if there is such a file."""
    words, pieces = [], text.split(",")
    _check_number(option, text, pieces)
    while pieces:
        lengths = range(min(len(pieces), MOST_COMMAS + 1), 1, -1)
        length = next((each for each in lengths if isfile(",".join(pieces[:each]).strip())), 1)
        words.append(",".join(pieces[:length]).strip())
        del pieces[:length]
    if "" in words:
        raise InputError(f"{option}: {quote(text)} has an empty name between its commas.")
    return _once(option, text, words)


def _check_number(option: str, text: str, named: Sequence[object]) -> None:
    if len(named) > MOST_LEVELS:
        raise InputError(f"{option}: {quote(text)} names more than {MOST_LEVELS} levels.")


def _once(option: str, text: str, named: list[Named]) -> list[Named]:
    twice = next((each for number, each in enumerate(named) if each in named[:number]), None)
    if twice is not None:
        raise InputError(f"{option}: {twice} is named twice in {quote(text)}.")
    return named


def expand(option: str, piece: str) -> list[str]:
    """A range as its members; anything else as itself."""
    if ".." not in piece:
        return [piece]
    found = RANGE.fullmatch(piece)
    if not found:
        raise InputError(
            f"{option}: {quote(piece)} is no range; write it as 7..10, or 0..6..2 for every second."
        )
    first, last, step = (Decimal(part) if part else Decimal(1) for part in found.groups())
    if step <= 0:
        raise InputError(f"{option}: the step of {piece} must be more than 0.")
    if first > last:
        raise InputError(f"{option}: {piece} runs backwards; write {last}..{first}.")
    if not found[3] and (last - first) % 1:
        raise InputError(f"{option}: {piece} needs a step, as in {piece}..{(last - first) / 2}.")
    if (last - first) / step >= MOST_LEVELS:
        raise InputError(f"{option}: {piece} has more than {MOST_LEVELS} levels.")
    count = int((last - first) / step) + 1
    # 1, not 1.00, as one would write it: policies are told apart by their texts
    return [f"{(first + number * step).normalize():f}" for number in range(count)]


def parse_policies(texts: list[str]) -> list[str]:
    """Policies of a list: `novice,planner:attention=0.4..0.8..0.2,token=3`. A comma before `key=` goes on with the settings."""
    policies: dict[str, None] = {}
    for text in texts:
        joined: list[str] = []
        for piece in text.split(","):
            is_setting = "=" in piece and ":" not in piece
            if joined and (is_setting or (piece.startswith("@") and ":" in joined[-1])):
                joined[-1] += f",{piece}"
            else:
                joined.append(piece)
        for policy in joined:
            for each in _expand_settings(policy):
                if not each or each in policies:
                    wrong = f"{each} is named twice" if each else f"{quote(text)} names an empty policy"
                    raise InputError(f"--policy: {wrong}.")
                policies[each] = None
    return list(policies)


def _expand_settings(policy: str) -> list[str]:
    """Every combination of the ranges in a policy's settings."""
    choices: list[list[str]] = []
    for part in re.split(r"(=[^,]*)", policy):
        is_range = part.startswith("=") and ".." in part and "/" not in part
        choices.append([f"={value}" for value in expand("--policy", part[1:])] if is_range else [part])
        if is_range and prod(map(len, choices)) > MOST_LEVELS:
            raise InputError(f"--policy: {quote(policy)} has more than {MOST_LEVELS} settings.")
    return ["".join(chosen) for chosen in product(*choices)]


def _number_or_word(word: str) -> Level:
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word
