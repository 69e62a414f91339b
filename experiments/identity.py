"""What decides how a game goes and what is kept of it, as hashes: results of different programs must never be mixed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

# Modules of `experiments` that make tallies of games.
TALLYING = (
    "measures",
    "parcels",
    "run_store/game_table",
    "run_store/tally",
    "run_store/tally_files",
    "runner",
    "tasks",
)

LIBRARIES = ("numba", "numpy")


@cache
def code_hash() -> str:
    """Of the sources of simulator and policies, with their tables. Boards and decks have hashes of their own."""
    hasher = hashlib.sha256()
    for package in ("simulator", "policies"):
        for name, content in _sources(files(package), package):
            hasher.update(name.encode() + b"\0" + content + b"\0")
    return hasher.hexdigest()[:16]


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of a package and of packages in it, by their paths."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir() and path.joinpath("__init__.py").is_file():
            yield from _sources(path, f"{name}/{path.name}")
        elif path.name.endswith((".py", ".toml")) and path.is_file():
            yield f"{name}/{path.name}", path.read_bytes()


@cache
def tally_hash() -> str:
    """Of what plays blocks and counts in them."""
    sources = b"".join(files("experiments").joinpath(f"{name}.py").read_bytes() for name in TALLYING)
    return hashlib.sha256(sources).hexdigest()[:16]


@cache
def libraries() -> dict[str, str]:
    """Versions of those that compile and count."""
    return {name: version(name) for name in LIBRARIES}
