"""A table's skill from a file, as `sim calibrate` writes it: `people:skill=table.json`. The file is data; only a number is taken from it."""

from __future__ import annotations

import json
from pathlib import Path

from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import file_name, show

SKILL = "skill"  # the dial: a number, or the name of a file that holds one
WHAT, KIND = "signalbox", "table"


def read_skill(path: str) -> str:
    """The place on the dial, as the text of a number; limits are checked where settings are."""
    source = file_name(path)
    try:
        data = json.loads(read_text(Path(path)))
    except InputError as error:
        raise InputError(f"--policy: skill={error}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"--policy: skill={source}: is not JSON; `sim calibrate` writes such files."
        ) from None
    if not isinstance(data, dict) or data.get(WHAT) != KIND:
        raise InputError(
            f"--policy: skill={source}: is not a table's skill; `sim calibrate` writes such files."
        )
    number = data.get(SKILL)
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise InputError(f"--policy: skill={source}: skill = {show(number)} must be a number from 0 to 1.")
    return repr(number)
