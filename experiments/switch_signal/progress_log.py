"""Logs of long work that is done in steps: what is there need not be done again. A line a step, after a head that says of what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from experiments.identity import code_hash
from simulator.core.errors import InputError
from simulator.core.files import parse_json_lines, read_bytes
from simulator.core.messages import file_name, unfit_texts
from simulator.game import Game

MAX_LOG_BYTES = 8_388_608
MAX_LOG_VALUES = 1_000_000
Step = TypeVar("Step")


class ProgressLog(Generic[Step]):
    """`steps` are those that were done, in order. A last line that was cut off while it was written does not count.

    A line that is not a step of this kind is damage.
    """

    def __init__(self, path: Path, game: Game, head: dict[str, Any], kind: type[Step]) -> None:
        self.path = path
        name = file_name(str(path))
        head = {**head, "code": code_hash(game)}
        if not path.exists():
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        content = read_bytes(path, MAX_LOG_BYTES)
        damaged = InputError(f"{name} is damaged; remove it to begin anew.")
        whole, _, cut_off = content.rpartition(b"\n")
        try:
            found, *lines = parse_json_lines(whole, MAX_LOG_VALUES)
        except ValueError:
            raise damaged from None
        if any(unfit_texts([found, *lines])):
            raise damaged
        if found != json.loads(json.dumps(head)):
            changed = [key for key in head if not isinstance(found, dict) or found.get(key) != head[key]]
            why = "another version of engine or policies" if changed == ["code"] else "something else"
            raise InputError(f"{name} is the log of {why}; give another name, or remove it.")
        try:
            json.dumps(lines, allow_nan=False)  # nothing goes on from NaN
            self.steps = [msgspec.convert(line, kind) for line in lines]
        except (ValueError, OverflowError, msgspec.ValidationError):
            raise damaged from None
        if cut_off:
            path.write_bytes(whole + b"\n")

    def add(self, step: Step) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(msgspec.to_builtins(step)) + "\n")
