"""Numbers that a policy can be given on the command line: `planner:attention=0.6,token=3`, or in files that `sim calibrate` and `sim train` write."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from simulator.core.errors import InputError, errors_about
from simulator.core.files import read_text
from simulator.core.messages import check_known, file_name, quote
from simulator.core.toml_table import parse_toml

# What `sim calibrate` writes: what the file says of itself, and the key of the place on the dial.
WHAT, KIND, SKILL = "signalbox", "table", "skill"


class Parameter(NamedTuple):
    """One number: what it is unless said otherwise, its limits, and what it means."""

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False


def parse_settings(
    policy: str, text: str, known: Mapping[str, Parameter], filed: str = ""
) -> dict[str, float]:
    """`key=value,…` as numbers, checked; an empty text sets nothing. The setting `filed` may name a file of `sim calibrate` instead."""
    settings: dict[str, float] = {}
    with errors_about("--policy"):
        for setting in filter(None, text.split(",")):
            said = _weights_in(setting[1:]) if setting.startswith("@") else _said(setting, filed)
            for key, value in said.items():
                if key in settings:
                    raise InputError(f"{key} is given twice.")
                settings[key] = _setting(policy, key, value, known)
    return settings


def _said(setting: str, filed: str) -> dict[str, str]:
    """`key=value`, or `skill=table.json`, which stands for the number in that file."""
    key, equals, value = setting.partition("=")
    if not equals:
        raise InputError(f"{quote(setting)} must have the form key=value.")
    if filed and key == filed and value.endswith(".json"):
        with errors_about(key):
            value = _skill_in(value)
    return {key: value}


def _skill_in(path: str) -> str:
    """Return the place on the dial in a file, as the text of a number. The file is data; limits are checked where settings are."""
    source, text = file_name(path), read_text(Path(path))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{source}: is not JSON; `sim calibrate` writes such files.") from None
    if not isinstance(data, dict) or data.get(WHAT) != KIND:
        raise InputError(f"{source}: is not a table's skill; `sim calibrate` writes such files.")
    number = data.get(SKILL)
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise InputError(f"{source}: {SKILL} = {quote(number)} must be a number from 0 to 1.")
    return repr(number)


def _weights_in(path: str) -> dict[str, str]:
    """`@file.toml`: the table `weights` of a file, as `sim train` writes it."""
    source = file_name(path)
    weights = parse_toml(read_text(Path(path)), source).get("weights")
    if not isinstance(weights, dict):
        raise InputError(f"{source}: has no table [weights]; `sim train` writes such files.")
    return {key: quote(value) for key, value in weights.items()}


def _setting(policy: str, key: str, text: str, known: Mapping[str, Parameter]) -> float:
    if not known:
        raise InputError(f"{policy} has no parameter {quote(key)}; it has none.")
    check_known(f"{policy} has no parameter", key, known)
    return _number(key, text, known[key])


def _number(key: str, text: str, limits: Parameter) -> float:
    share = text.removesuffix("%")
    try:
        value = float(text) if share == text else float(share) / 100  # 80% is 0.8
    except ValueError:
        value = float("nan")
    if not limits.low <= value <= limits.high or (limits.whole and value % 1):  # also for nan
        raise InputError(
            f"{key}={quote(text).strip(chr(34))} must be a {'whole ' if limits.whole else ''}number "
            f"from {limits.low:g} to {limits.high:g}."
        )
    return value


def canonical_name(name: str, settings: Mapping[str, float], known: Mapping[str, Parameter]) -> str:
    """The one spelling of a policy with settings: those that differ from the default, in the order of the list, with all digits that matter."""
    said = [
        f"{key}={settings[key]!r}".removesuffix(".0")
        for key in known
        if key in settings and settings[key] != known[key].default
    ]
    return f"{name}:{','.join(said)}" if said else name
