"""What decides how a game goes and what is kept of it, as hashes: results of different programs must never be mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from importlib.resources import files

# Modules of `experiments` that make tallies of games.
TALLYING = ("game_table", "parcels", "runner", "tally", "tally_files", "tasks")

LIBRARIES = ("numba", "numpy")


@cache
def code_hash() -> str:
    """Of the sources of simulator and policies, with their tables. Boards and decks have hashes of their own."""
    hasher = hashlib.sha256()
    for package in ("simulator", "policies"):
        folder = files(package)
        paths = [path for path in folder.iterdir() if path.name.endswith((".py", ".toml"))]
        for path in sorted(paths, key=lambda path: path.name):
            hasher.update(f"{package}/{path.name}\0".encode() + path.read_bytes() + b"\0")
    return hasher.hexdigest()[:16]


@cache
def tally_hash() -> str:
    """Of what plays blocks and counts in them."""
    sources = b"".join(files("experiments").joinpath(f"{name}.py").read_bytes() for name in TALLYING)
    return hashlib.sha256(sources).hexdigest()[:16]


@cache
def libraries() -> dict[str, str]:
    """Versions of those that compile and count."""
    return {name: version(name) for name in LIBRARIES}
