"""A policy in a user's file, as what it is made of: its file, and the files beside it that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path


def source_hash(file: str | Path) -> str:
    """Of the file and all that it imports from its folder. Nothing is executed for it; a file alone has the hash of its bytes."""
    main = Path(file).resolve()
    found, waiting = {main: main.read_bytes()}, [main]
    while waiting:
        for path in _imported(found[waiting.pop()], main.parent):
            if path not in found:
                found[path] = path.read_bytes()
                waiting.append(path)
    hasher = sha256(found.pop(main))
    for path, text in sorted(found.items()):
        hasher.update(f"\0{path.relative_to(main.parent).as_posix()}\0".encode() + text)
    return hasher.hexdigest()[:16]


def _imported(text: bytes, folder: Path) -> Iterator[Path]:
    """Modules of this folder that a text names, and all of a package."""
    try:
        steps = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # no program, and told when it is loaded
        return
    names = [alias.name for step in steps if isinstance(step, ast.Import) for alias in step.names]
    names += [step.module for step in steps if isinstance(step, ast.ImportFrom) and step.module]
    for name in {name.partition(".")[0] for name in names}:
        several = [folder / f"{name}.py", *(folder / name).rglob("*.py")]
        yield from (path for path in several if path.is_file())
