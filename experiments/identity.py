"""What decides how a game goes and what is kept of it, as hashes: results of different programs must never be mixed.

Each game has a hash of its own, so that an edit of one leaves the runs of the others alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from policies.sources import game_hash
from simulator.game import Game

# Modules of `experiments` that make tallies of games.
TALLYING = ("parcels", "play", "run_store/blocks", "run_store/tally")

LIBRARIES = ("numba", "numpy")


@cache
def code_hash(game: Game) -> str:
    """Hash the sources of a game and its policies with their tables, and of what all games share. Boards and decks have hashes of their own."""
    hasher = hashlib.sha256()
    for package in ("simulator", "policies"):
        top = files(package)
        played = [path for path in top.iterdir() if path.name == "core" or path.name.endswith(".py")]
        played += [top.joinpath(game.package)] if game.package else []
        for path in sorted(played, key=lambda path: path.name):
            for name, content in _sources(path, f"{package}/{path.name}"):
                hasher.update(name.encode() + b"\0" + content + b"\0")
    hasher.update(game_hash(game).encode())  # of a game in a user's file
    return hasher.hexdigest()[:16]


def _sources(path: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Give a file, or the modules in a folder and below it, with the tables beside them, by their paths."""
    if not path.is_dir():
        if path.is_file():  # and no link to nowhere
            yield name, path.read_bytes()
        return
    below = sorted(path.iterdir(), key=lambda inner: inner.name)
    kinds = (".py", ".toml") if any(inner.name.endswith(".py") for inner in below) else (".py",)
    for inner in below:
        if inner.is_dir() or inner.name.endswith(kinds):
            yield from _sources(inner, f"{name}/{inner.name}")


@cache
def tally_hash() -> str:
    """Hash what plays blocks and counts in them."""
    sources = b"".join(files("experiments").joinpath(f"{name}.py").read_bytes() for name in TALLYING)
    return hashlib.sha256(sources).hexdigest()[:16]


@cache
def libraries() -> dict[str, str]:
    """Return the versions of those that compile and count."""
    return {name: version(name) for name in LIBRARIES}
