"""Users' policies and games as what they are made of: a file, and the files beside it that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from simulator.game import Game

PLAYERS = "players.py"  # of a user's game, beside its file


def source_hash(file: str | Path) -> str:
    """Hash a file and all that it imports from its folder. Nothing is executed for it; a file alone has the hash of its bytes."""
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


def policies_file(game: Game) -> Path | None:
    """Return the file of policies beside that of a user's game, if there is one."""
    file = game.file.with_name(PLAYERS) if game.file else None
    return file if file and file.is_file() else None


def game_hash(game: Game) -> str:
    """Hash the file of a user's game, its policies, and all that either imports from their folder; nothing of a shipped game."""
    files = [each for each in (game.file, policies_file(game)) if each]
    return sha256(" ".join(map(source_hash, files)).encode()).hexdigest()[:16] if files else ""


def _imported(text: bytes, folder: Path) -> Iterator[Path]:
    """Modules of this folder that a text names, and all of a package."""
    try:
        steps = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # no program, and told when it is loaded
        return
    names = [alias.name for step in steps if isinstance(step, ast.Import) for alias in step.names]
    for step in steps:
        if isinstance(step, ast.ImportFrom):  # `from . import dice` names a file, too
            names += [step.module] if step.module else [alias.name for alias in step.names]
    for name in {name.partition(".")[0] for name in names}:
        several = [folder / f"{name}.py", *(folder / name).rglob("*.py")]
        yield from (path for path in several if path.is_file())
