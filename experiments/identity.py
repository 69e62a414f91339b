"""What decides how a game goes and what is kept of it, as hashes: results of different programs must never be mixed.

Each game has a hash of its own, so that an edit of one leaves the runs of the others alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from policies.sources import game_hash
from simulator.game import Game

# Modules for all games that decide how one goes: what it is made with, and what seats its players.
PLAYING: Mapping[str, tuple[str, ...]] = {
    "simulator": (
        *(f"core/{name}" for name in ("bits", "jit", "jit_checked", "jit_parts", "rng", "views")),
        *("game", "plain", "plain_table"),
    ),
    "policies": ("parameters", "plugin", "roster"),
}
# Modules of `experiments` that make tallies of games.
TALLYING = ("parcels", "play", "run_store/blocks", "run_store/tally")

LIBRARIES = ("numba", "numpy")


@cache
def code_hash(game: Game) -> str:
    """Hash the sources of a game and its policies with their tables, and of what plays every game. Boards and decks have hashes of their own.

    Behind a + stands the hash of a user's files, so that it can be told who has changed something.
    """
    hasher = hashlib.sha256()
    for package, shared in PLAYING.items():
        names = [f"{name}.py" for name in shared]
        if game.package:
            names.append(game.package)
        for played in names:
            for name, content in _sources(files(package).joinpath(played), f"{package}/{played}"):
                hasher.update(name.encode() + b"\0" + content + b"\0")
    common, own = hasher.hexdigest()[:16], game_hash(game)
    return f"{common}+{own}" if own else common


def is_edited(played: str, here: str) -> bool:
    """Tell whether two such hashes are of different files of the user."""
    return played.partition("+")[2] != here.partition("+")[2]


def _sources(path: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Give a file, or those of a package and of packages in it, by their paths."""
    if path.is_dir() and path.joinpath("__init__.py").is_file():
        for inner in sorted(path.iterdir(), key=lambda inner: inner.name):
            yield from _sources(inner, f"{name}/{inner.name}")
    elif path.name.endswith((".py", ".toml")) and path.is_file():
        yield name, path.read_bytes()


@cache
def tally_hash() -> str:
    """Hash what plays blocks and counts in them."""
    sources = b"".join(files("experiments").joinpath(f"{name}.py").read_bytes() for name in TALLYING)
    return hashlib.sha256(sources).hexdigest()[:16]


@cache
def libraries() -> dict[str, str]:
    """Return the versions of those that compile and count."""
    return {name: version(name) for name in LIBRARIES}
