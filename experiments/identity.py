"""What decides how a game goes, as a hash: results of different programs must never be mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files


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
