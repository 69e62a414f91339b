"""Logs of long work that is done in steps: what is there need not be done again. A line a step, after a head that says of what."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from experiments.identity import code_hash
from simulator.errors import InputError
from simulator.file_limits import MAX_LOG_BYTES, MAX_LOG_VALUES
from simulator.files import read_bytes
from simulator.json_text import count_values
from simulator.messages import unfit_texts


class ProgressLog:
    """`entries` are the steps that were done, in order. A last line that was cut off while it was written does not count."""

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        self.path = path
        head = {**head, "code": code_hash()}
        if not path.exists():
            path.write_text(json.dumps(head) + "\n", encoding="utf-8")
        content = read_bytes(path, MAX_LOG_BYTES)
        damaged = InputError(f"{path} is damaged; remove it to begin anew.")
        if count_values(content) > MAX_LOG_VALUES:
            raise damaged
        try:
            whole, _, _ = content.decode().rpartition("\n")
            found, *self.entries = [json.loads(line) for line in whole.split("\n")]
        except (ValueError, RecursionError):
            raise damaged from None
        if any(unfit_texts([found, *self.entries])):
            raise damaged
        if found != json.loads(json.dumps(head)):
            changed = [key for key in head if not isinstance(found, dict) or found.get(key) != head[key]]
            why = "another version of engine or policies" if changed == ["code"] else "something else"
            raise InputError(f"{path} is the log of {why}; give another name, or remove it.")
        if len(whole.encode()) + 1 < len(content):
            path.write_text(whole + "\n", encoding="utf-8")

    def add(self, entry: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
