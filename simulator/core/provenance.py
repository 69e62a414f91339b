"""Where the facts of a place, a board for instance, come from: each kind of them is known, reconstructed or invented, and says so in its file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from simulator.core.toml_table import TomlTable

MAX_TEXT = 1_500
Origin = Literal["known", "reconstructed", "invented"]
PROVENANCE_WORDS: tuple[Origin, ...] = get_args(Origin)  # the surest first


def read_provenance(table: TomlTable, keys: tuple[str, ...]) -> dict[str, str]:
    """Read where each kind of fact comes from, so that a reconstruction is never taken for the printed thing."""
    table.only(keys)
    entries = {key: table.text(key, MAX_TEXT) for key in keys}
    for key, entry in entries.items():
        if not entry.startswith(tuple(f"{word}: " for word in PROVENANCE_WORDS)):
            raise table.wrong(key, "a text that begins with known:, reconstructed: or invented:")
    return entries


def origin(provenance: Mapping[str, str]) -> Origin:
    """Return the word for the whole of a place: a single invented fact makes it invented."""
    found = {entry.partition(":")[0] for entry in provenance.values()}
    return max((word for word in PROVENANCE_WORDS if word in found), key=PROVENANCE_WORDS.index)
