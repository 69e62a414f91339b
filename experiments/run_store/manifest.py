"""The manifest of a run, which says what its blocks are; and what it must be before anything is made of it: it may be damaged, or come from a stranger.

All readers of a run rely on this one check, and look up in a manifest without asking again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from experiments.factors import FACTORS, POLICY
from experiments.identity import LIBRARIES
from experiments.levels import Level
from experiments.limits import MAX_GAMES, MAX_SEED
from experiments.run_store.blocks import LARGEST_BLOCK, MOST_BLOCKS, count_blocks
from simulator.core.errors import InputError
from simulator.core.file_limits import (
    MAX_CELLS_OF_A_RUN,
    MAX_COMMAND,
    MAX_MANIFEST_BYTES,
    MAX_MANIFEST_VALUES,
    MAX_TEXT,
)
from simulator.core.files import read_bytes
from simulator.core.json_text import count_values, parse_json
from simulator.core.messages import show, unfit_texts
from simulator.core.provenance import PROVENANCE_WORDS
from simulator.switch_signal.house import HOUSE_NUMBERS

NUMBERS = ("players", "tokens", "removed", "goods", "extra_signals")  # of a scenario


FORMAT = 3
READ_BY = {1: "0.1.0", 2: "0.2.0"}  # older formats, and the version of Signalbox that reads them
MOST = 10**9  # of a level that is a number
MANIFEST, COPY = "manifest.json", "manifest.copy.json"
# What must agree to go on with a run.
SAME = ("format", "rules", "code", "tallies", *LIBRARIES, "seed", "factors", "cells", "keep_games", "seal")
WORDS = {
    "format": "another format",
    "rules": "other rules",
    "code": "another version of engine or policies",
    "tallies": "a program that counts in another way",
    **{name: f"another version of {name}" for name in LIBRARIES},
    "seed": "another seed",
    "factors": "another grid (`sim runs` tells which)",
    "cells": "other boards, decks or policies",
    "keep_games": "sums only, or with games kept, other than this",
    "seal": "another description: its manifest was changed after it was begun",
}


def sealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """With a hash of what must agree: blocks do not say of which seed they are, so a manifest must not say another one later."""
    agreed = json.dumps([manifest.get(key) for key in SAME[:-1]], sort_keys=True)
    return {**manifest, "seal": hashlib.sha256(agreed.encode()).hexdigest()[:16]}


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    return (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode()


def check_new(manifest: Mapping[str, Any]) -> None:
    """Refuse to begin what could not be read again: a run that is too large, and names that no file may hold."""
    blocks, cells = count_blocks(manifest), len(manifest["cells"])
    if blocks > MOST_BLOCKS:
        raise InputError(f"so many games would be {blocks:,} blocks, more than {MOST_BLOCKS:,}; give fewer.")
    check_cells(cells)
    for text, most in _unfit(manifest):
        raise InputError(
            f"{show(text)} cannot be kept with a run: text has at most {most:,} characters there, and all of them can be printed."
        )
    content = manifest_bytes(manifest)
    if len(content) > MAX_MANIFEST_BYTES or count_values(content) > MAX_MANIFEST_VALUES:
        raise InputError(
            f"to describe {cells:,} cells with such long names takes more than the {MAX_MANIFEST_BYTES:,} bytes that a run has for it; "
            "give shorter names of files, or fewer cells."
        )


def check_cells(cells: int) -> None:
    if cells > MAX_CELLS_OF_A_RUN:
        raise InputError(
            f"the grid has {cells:,} cells, and a run has at most {MAX_CELLS_OF_A_RUN:,}; play it in parts."
        )


def _unfit(manifest: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Texts that break the rule for them, and how long they may be."""
    for part, most in ((manifest["command"], MAX_COMMAND), ({**manifest, "command": ""}, MAX_TEXT)):
        yield from ((text, most) for text in unfit_texts(part, most))


def damaged(folder: Path) -> InputError:
    return InputError(
        f"{folder / MANIFEST} is damaged; give the sweep's command again with another --out, or restore the file."
    )


def is_run(folder: Path) -> bool:
    return any((folder / name).exists() for name in (MANIFEST, COPY))


def read_manifest(folder: Path) -> tuple[dict[str, Any], str]:
    """The manifest of a run that is there; if it is damaged its copy, and a sentence on that."""
    if not is_run(folder):
        raise InputError(f"{folder} is no run: it has no {MANIFEST}; `sim runs` lists those that there are.")
    found = _read(folder, MANIFEST)
    if found is not None:
        return found, ""
    found = _read(folder, COPY)
    if found is None:
        raise damaged(folder)
    return found, f"{folder / MANIFEST} is damaged; {COPY} beside it is whole and was read instead."


def _read(folder: Path, name: str) -> dict[str, Any] | None:
    """None if it is damaged, or not there."""
    if not (folder / name).exists():
        return None
    content = read_bytes(folder / name, MAX_MANIFEST_BYTES)
    try:
        manifest = parse_json(content, MAX_MANIFEST_VALUES)
    except ValueError:
        return None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if isinstance(found, int) and not isinstance(found, bool) and found != FORMAT:
        raise InputError(
            f"{folder} was made by {'a newer' if found > FORMAT else 'an older'} version of Signalbox "
            f"(format {show(found)}, here {FORMAT}); "
            f"open it with {f'Signalbox {READ_BY[found]}' if found in READ_BY else 'that one'}, or play it again with another --out."
        )
    whole = found == FORMAT and is_manifest(manifest) and count_blocks(manifest) <= MOST_BLOCKS
    return manifest if whole else None


def is_manifest(found: Any) -> bool:
    """Whether it has all parts that a sweep writes, each of its kind, its cells fit its factors, and all text can be shown."""
    return (
        isinstance(found, dict)
        and _is_whole(found.get("seed"), 0, MAX_SEED)
        and _is_whole(found.get("games"), 1, MAX_GAMES)
        and _is_whole(found.get("block"), 1, LARGEST_BLOCK)
        and isinstance(found.get("keep_games"), bool)
        and all(isinstance(found.get(key), str) for key in ("command", "code"))
        and all(isinstance(found.get(key, ""), str) for key in ("title", "about"))  # older runs have none
        and all(_is_level(found.get(key)) for key in ("signalbox", "rules"))
        and all(_is_level(found[key]) for key in ("python", "machine", *LIBRARIES) if key in found)
        and _are_cells(found.get("cells"), _levels(found.get("factors")))
        and not any(_unfit(found))
    )


def _levels(found: Any) -> dict[str, frozenset[Level]]:
    """The levels of each factor; none at all if something is wrong with one of them."""
    if not isinstance(found, list) or not all(map(_is_factor, found)):
        return {}
    return {each["name"]: frozenset(each["levels"]) for each in found}


def _is_factor(found: Any) -> bool:
    if not isinstance(found, dict) or not isinstance(found.get("name"), str) or found["name"] not in FACTORS:
        return False
    levels = found.get("levels")
    return isinstance(levels, list) and bool(levels) and all(map(_is_level, levels))


def _are_cells(found: Any, levels: Mapping[str, frozenset[Level]]) -> bool:
    return (
        isinstance(found, list)
        and 1 <= len(found) <= MAX_CELLS_OF_A_RUN
        and all(_is_cell(each, levels) for each in found)
    )


def _is_cell(found: Any, levels: Mapping[str, frozenset[Level]]) -> bool:
    """The id becomes the name of a folder."""
    if not isinstance(found, dict) or not isinstance(found.get("id"), str):
        return False
    taken = found.get("levels")
    return (
        re.fullmatch(r"[0-9a-f]{12}", found["id"]) is not None
        and isinstance(taken, dict)
        and taken.keys() == levels.keys()
        and all(_is_level(level) and level in levels[name] for name, level in taken.items())
        and isinstance(found.get("policy"), str)
        and taken.get(POLICY) == found["policy"]
        and isinstance(found.get("policy_hash"), str)
        and _is_scenario(found.get("scenario"))
        and all(_is_file(found.get(kind)) for kind in ("board", "deck"))
        and isinstance(own := found.get("own", {}), dict)  # older runs have none
        and all(map(_is_level, own.values()))
    )


def _is_scenario(found: Any) -> bool:
    """Options and their values; whether they can be played is asked by who plays them."""
    if not isinstance(found, dict) or not {"board", "deck", "house", "rulings", "helpers"} <= found.keys():
        return False
    house, rulings, helpers = (found[key] for key in ("house", "rulings", "helpers"))
    if not isinstance(house, dict) or not isinstance(rulings, dict):
        return False
    single = [value for key, value in found.items() if key not in ("house", "rulings", "helpers")]
    return (
        all(map(_is_level, (*single, *rulings.values())))
        and all(_is_whole(found.get(key), 0, MAX_GAMES) for key in NUMBERS)
        and all(_is_house_number(house.get(key), key) for key in HOUSE_NUMBERS)
        and isinstance(helpers, list)
        and all(isinstance(each, str) for each in helpers)
    )


def _is_house_number(found: Any, key: str) -> bool:
    """One whole number, or several of them for faces of a die and the like."""
    several = HOUSE_NUMBERS[key].count > 1
    numbers = found if several and isinstance(found, list) else [found]
    return all(_is_whole(each, 0, MAX_GAMES) for each in numbers)


def _is_file(found: Any) -> bool:
    """A board or deck, as a cell names it."""
    return (
        isinstance(found, dict)
        and all(isinstance(found.get(key), str) for key in ("name", "hash"))
        and found.get("origin") in PROVENANCE_WORDS
    )


def _is_level(found: Any) -> bool:
    return isinstance(found, str) or _is_whole(found, -MOST, MOST)


def _is_whole(found: Any, least: int, most: int) -> bool:
    return isinstance(found, int) and not isinstance(found, bool) and least <= found <= most
