"""What a run's folder keeps besides its figures: boards, decks and chosen games, as text. Read back, it may come from a stranger.

A file that is missing, damaged or not what its name says is passed over: what would be shown of it is left out and named,
and nothing else suffers.
"""

from __future__ import annotations

import gzip
import re
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from experiments.run_store.blocks import Damaged
from experiments.run_store.tally import Tally
from simulator.core.file_limits import MAX_FILE_BYTES, MAX_KEPT_BYTES, MAX_TRACE_BYTES, MAX_TRACE_VALUES
from simulator.core.files import parse_json_lines, read_bytes, read_text
from simulator.core.messages import unfit_texts
from simulator.game import Game

TRACES = "traces"
TRACE_FILE = re.compile(r"([0-9a-f]{12})-([a-z-]+)-(\d{1,12})\.jsonl\.gz")


def place_path(folder: Path, factor: str, hash: str) -> Path:
    return folder / f"{factor}s" / f"{hash}.toml"


def trace_path(folder: Path, cell: str, name: str, game: int) -> Path:
    return folder / TRACES / f"{cell}-{name}-{game}.jsonl.gz"


def read_trace(path: Path) -> list[dict[str, Any]]:
    """Return the events of a game; anything else is `Damaged`. What would unpack to more than a game has is unpacked no further."""
    try:
        with gzip.open(BytesIO(read_bytes(path, MAX_TRACE_BYTES))) as file:
            content = file.read(MAX_TRACE_BYTES + 1)
        if len(content) > MAX_TRACE_BYTES:
            raise Damaged("it is larger than a game")
        events = parse_json_lines(content.removesuffix(b"\n"), MAX_TRACE_VALUES)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise Damaged("it is no game") from error
    if not all(isinstance(event, dict) for event in events):
        raise Damaged("it is no game")
    if any(unfit_texts(events, MAX_FILE_BYTES, lines=True)):  # a trace may hold its board as a text
        raise Damaged("it holds text that cannot be shown")
    return events


class KeptFiles:
    """Files of a run that are read back; `damaged` has a sentence on every file that was passed over."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game, self.folder = game, folder
        self.damaged: list[str] = []

    def places(self, factor: str) -> dict[str, Any]:
        """Return boards, or whatever else the game is played on, by their hashes, as long as all of them together are not too large."""
        room, found = MAX_KEPT_BYTES, {}
        for path in sorted((self.folder / f"{factor}s").glob("*.toml")):
            try:
                text = read_text(path)
                room -= len(text)
                if room < 0:
                    self.damaged.append(f"{path.relative_to(self.folder)} and all after it are too much")
                    break
                place = self.game.read_place(factor, text, path.name)
                if place.hash != path.stem:
                    raise Damaged("it is another one than its name says")
                found[path.stem] = place
            except (Damaged, ValueError):
                self.leave_out(path)
        return found

    def games(self, cell: str, tally: Tally) -> dict[str, list[dict[str, Any]]]:
        """Return the traces of a cell by what they stand for, if its sums have such a game."""
        names = {name for name, _ in self.game.notable(tally.columns)}
        found: dict[str, list[dict[str, Any]]] = {}
        for path in sorted((self.folder / TRACES).glob("*.jsonl.gz"), reverse=True):
            named = TRACE_FILE.fullmatch(path.name)
            if named and named[1] == cell and named[2] in names:
                try:
                    found[named[2]] = read_trace(path)
                except Damaged:
                    self.leave_out(path)
        return found

    def leave_out(self, path: Path) -> None:
        self.damaged.append(f"{path.relative_to(self.folder)} is damaged")
