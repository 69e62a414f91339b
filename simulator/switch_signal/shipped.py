"""Boards and decks by name: those that come with the program, those of the frozen sets, and a user's own by the path of a file."""

from __future__ import annotations

from pathlib import Path

from simulator.core.errors import InputError
from simulator.core.messages import near, show
from simulator.switch_signal.ensemble import PREFIX, SET_NAMES, What, member_file


def names_in(folder: Path) -> list[str]:
    """The names under which files of a folder can be asked for."""
    return sorted(path.stem for path in folder.glob("*.toml") if path.is_file())


def named_file(name: str, what: What, folder: Path, option: str = "") -> Path:
    """The file that a name stands for; what is no name and cannot be a path is refused. `option` is where it was given."""
    if name.startswith(PREFIX):
        return member_file(name, what, option)
    names = names_in(folder)
    if name in names:
        return folder / f"{name}.toml"
    if not name.endswith(".toml") and not {"/", "\\"} & set(name):
        raise InputError(
            f"{option and f'{option}: '}there is no {what} {show(name)}{near(name, [*names, *SET_NAMES])}; "
            f"{what}s are {', '.join(names)}, those of the sets {' and '.join(SET_NAMES)}, "
            "or the path of a file that ends in .toml."
        )
    return Path(name)
