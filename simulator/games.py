"""The games that can be played: those that are shipped, by their names, and those of users' files that were named on the command line."""

from __future__ import annotations

import copyreg
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from simulator.core.errors import InputError
from simulator.core.messages import file_name, near, quote
from simulator.declaration import check_declaration
from simulator.game import Game
from simulator.user_file import file_blamed, load_file

# Names, and the modules that hold the game as `GAME`. The first one is played unless another is named.
SHIPPED = {"switch-signal": "simulator.switch_signal.game"}
DEFAULT = next(iter(SHIPPED))
# A file, and which of several games in it. The file may have a colon in its path.
GAME_FILE = re.compile(r"(.*?\.py)(?::([^:]*))?", re.DOTALL)

_loaded: dict[str, Game] = {}  # of users' files; of two with the same name the one that was loaded last


def find_game(name: str) -> Game:
    """Return the game that a run is of; one sentence if it is in a file that nobody has named."""
    if name in _loaded:
        return _loaded[name]
    if name not in SHIPPED:
        named = [f", and {each.source} is {quote(each.name)}" for each in _loaded.values()][-1:]
        raise InputError(
            f"there is no game {quote(name)} among Signalbox's{''.join(named)}; if it is one of yours, name its file with --game FILE.py."
        )
    return _shipped(name)


def load_game(text: str) -> Game:
    """Return the game of a name, of a user's file (`path/to/game.py`), or of one of several in it (`game.py:NAME`)."""
    if text in SHIPPED:
        return _shipped(text)
    own = GAME_FILE.fullmatch(text) if isinstance(text, str) else None
    if not own:
        raise InputError(
            f"--game: there is no game {quote(text)}{near(str(text), SHIPPED)}; games are {', '.join(SHIPPED)}, "
            "or one of your own in a file, FILE.py."
        )
    file, name = own.groups(default="")
    module = load_file("--game", file, SHIPPED)
    path = Path(str(module.__file__))
    with file_blamed("--game", file_name(file), path.parent):
        game = _game_in(module, name)
        check_declaration(game)
        if game.name in SHIPPED:
            raise InputError(f"{quote(game.name)} is the name of a game of Signalbox's; give yours another.")
    game.source, game.file = text, path
    _loaded[game.name] = game
    return _sent_by_name(game)


def all_games() -> list[Game]:
    """Return the games that are shipped, and those that have been loaded."""
    return [*map(_shipped, SHIPPED), *_loaded.values()]


@cache
def _shipped(name: str) -> Game:
    game: Game = import_module(SHIPPED[name]).GAME
    return _sent_by_name(game)


def _sent_by_name(game: Game) -> Game:
    """Let a game be sent to other processes by what loads it there."""
    copyreg.pickle(type(game), lambda each: (load_game, (each.source or each.name,)))
    return game


def _game_in(module: ModuleType, name: str) -> Game:
    """Return the game of this name, or the only one in a file."""
    games = {key: value for key, value in vars(module).items() if isinstance(value, Game)}
    if name and name not in games:
        raise InputError(f"there is no game {quote(name)} in it{near(name, games)}; {_those(module, games)}.")
    if name:
        return games[name]
    if len({id(game) for game in games.values()}) != 1:
        raise InputError(f"{_those(module, games)}{'; say which, FILE.py:NAME' if games else ''}.")
    return next(iter(games.values()))


def _those(module: ModuleType, games: dict[str, Game]) -> str:
    """Say which games there are in a file; where there is none, what may be missing."""
    if games:
        return f"games in it are {', '.join(games)}"
    kinds = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Game) and each.__module__ == module.__name__
    ]
    return f"there is no Game in it{f'; write GAME = {kinds[-1].__name__}() at its end' if kinds else ''}"
