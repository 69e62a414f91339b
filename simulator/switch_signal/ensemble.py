"""Boards and decks by name: those that come with the program, a user's own by the path of a file, and the frozen sets of generated ones.

The sets are `ensemble:train` to tune policies on and `ensemble:test` to report on. `ensemble:test/ce` is the half of a set that is like Central Europe, `ensemble:test/na` the other; `ensemble:test/ce-03` is one
board, `ensemble:test/deck-03` one deck. Results on one reconstruction alone would be an accident of its drawing;
results over a set hold for all that fits the known facts (docs/reconstruction.md).
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from simulator.core.errors import InputError
from simulator.core.messages import near, quote

ENSEMBLE_FOLDER = Path(__file__).parent / "data" / "ensemble"
PREFIX = "ensemble:"
SETS = ("train", "test")
SET_NAMES = tuple(PREFIX + chosen for chosen in SETS)
HALF_OF_FAMILY = {"central-europe": "ce", "north-america": "na"}
HALVES = tuple(HALF_OF_FAMILY.values())
What = Literal["board", "deck"]


def is_ensemble(name: str) -> bool:
    """Tell whether a name is that of a whole set, or half of one."""
    _, _, member = name.partition("/")
    return name.startswith(PREFIX) and (not member or member in HALVES)


def members(name: str, what: What, option: str = "") -> list[str]:
    """Return the names of the boards or decks of a set, or of the boards of half of one, in order; `option` is where it was given."""
    chosen, _, half = name.removeprefix(PREFIX).partition("/")
    if chosen not in SETS:
        raise InputError(
            f"{option and f'{option}: '}there is no {what} {quote(name)}{near(chosen, SETS)}; "
            f"the sets are {', '.join(SET_NAMES)}."
        )
    if half and what == "deck":
        raise InputError(
            f"{option and f'{option}: '}{name} is half a set of boards, and decks have no halves; "
            f"take {PREFIX}{chosen}."
        )
    pattern = f"{half}-*.toml" if half in HALVES else "*.toml"
    return [f"{PREFIX}{chosen}/{path.stem}" for path in sorted(_folder(chosen, what).glob(pattern))]


def place_in_set(board: str) -> int:
    """Return where a board stands in its set, counted from 0."""
    return members(board.partition("/")[0], "board").index(board)


def member_file(name: str, what: What, option: str = "") -> Path:
    """Return the file of one board or deck of a set."""
    chosen, _, member = name.removeprefix(PREFIX).partition("/")
    known = members(PREFIX + chosen, what, option)
    where = option and f"{option}: "
    if is_ensemble(name) and (what == "board" or not member):
        raise InputError(
            f"{where}{name} is a set of {what}s, and one is wanted here, for instance {known[0]}."
        )
    if name not in known:
        raise InputError(
            f"{where}there is no {what} {quote(name)}{near(name, known)}; "
            f"{PREFIX}{chosen} has {known[0]} to {known[-1]}."
        )
    return _folder(chosen, what) / f"{member}.toml"


def _folder(chosen: str, what: What) -> Path:
    return ENSEMBLE_FOLDER / chosen / f"{what}s"


def names_in(folder: Path) -> list[str]:
    """Return the names under which files of a folder can be asked for."""
    return sorted(path.stem for path in folder.glob("*.toml") if path.is_file())


def named_file(name: str, what: What, folder: Path, option: str = "") -> Path:
    """Return the file that a name stands for; what is no name and cannot be a path is refused. `option` is where it was given."""
    if name.startswith(PREFIX):
        return member_file(name, what, option)
    names = names_in(folder)
    if name in names:
        return folder / f"{name}.toml"
    if not name.endswith(".toml") and not {"/", "\\"} & set(name):
        raise InputError(
            f"{option and f'{option}: '}there is no {what} {quote(name)}{near(name, [*names, *SET_NAMES])}; "
            f"{what}s are {', '.join(names)}, those of the sets {' and '.join(SET_NAMES)}, "
            "or the path of a file that ends in .toml."
        )
    return Path(name)
