"""Numbers that a policy can be given on the command line: `planner:attention=0.6,token=3`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from policies.skill import DIAL_NAME, SKILL, read_skill
from simulator.errors import InputError
from simulator.toml_table import near, show


class Parameter(NamedTuple):
    """One number: what it is unless said otherwise, its limits, and what it means."""

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False


def parse_settings(policy: str, text: str, known: Mapping[str, Parameter]) -> dict[str, float]:
    """`key=value,…` as numbers, checked; an empty text sets nothing."""
    settings: dict[str, float] = {}
    for setting in filter(None, text.split(",")):
        if setting.startswith("@"):
            settings |= _settings_in(setting[1:], policy, known)
            continue
        key, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"--policy: {show(setting)} must have the form key=value.")
        if key == SKILL and SKILL not in known and DIAL_NAME in known:
            key, value = DIAL_NAME, read_skill(value)
        if key not in known:
            names = f"they are {', '.join(known)}" if known else "it has none"
            raise InputError(f"--policy: {policy} has no parameter {show(key)}{near(key, known)}; {names}.")
        if key in settings:
            raise InputError(f"--policy: {key} is given twice.")
        settings[key] = _number(key, value, known[key])
    return settings


def _settings_in(path: str, policy: str, known: Mapping[str, Parameter]) -> dict[str, float]:
    """`@file.toml`: the table `weights` of a file, as `sim train` writes it."""
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8"))["weights"]
        text = ",".join(f"{key}={value}" for key, value in table.items())
    except OSError as error:
        raise InputError(f"--policy: {show(path)} cannot be read ({error.strerror}).") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, AttributeError):
        raise InputError(f"--policy: {show(path)} is not a file of weights.") from None
    return parse_settings(policy, text, known)


def _number(key: str, text: str, limits: Parameter) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not limits.low <= value <= limits.high or (limits.whole and value % 1):  # also for nan
        raise InputError(
            f"--policy: {key}={show(text).strip(chr(34))} must be a {'whole ' if limits.whole else ''}number "
            f"from {limits.low:g} to {limits.high:g}."
        )
    return value


def spelled(name: str, settings: Mapping[str, float], known: Mapping[str, Parameter]) -> str:
    """The one spelling of a policy with settings: those that differ from the default, in the order of the list, with all digits that matter."""
    said = [
        f"{key}={settings[key]!r}".removesuffix(".0")
        for key in known
        if key in settings and settings[key] != known[key].default
    ]
    return f"{name}:{','.join(said)}" if said else name
