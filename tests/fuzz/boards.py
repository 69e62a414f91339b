"""Boards, mutated: half of them so that they can still be played on, but look as no map does."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

from simulator.switch_signal.board import BOARD_FOLDER
from tests.fuzz import hostile
from tests.fuzz.files import FEW, QUICK, Case, mutated_toml
from tests.fuzz.mutate import toml_text

PLACES = ("city", "port", "start", "junction")
FAR = (0, 0.0, 1, -1, 3.7, 1e6, -1e6, 999_999, 1e-9, 5e-324)


def board(rng: Random, folder: Path) -> Case:
    """A board: checked, drawn, given a layout, played on, replayed."""
    name = rng.choice(("tiny", "tiny", "tiny-na", "loop", "central-europe", "north-america"))
    text = (BOARD_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    content = odd_board(rng, text) if rng.random() < 0.6 else mutated_toml(rng, text)
    (folder / "board.toml").write_bytes(content)
    file = "board.toml"
    valid = yield ["board", "check", file]
    laid = yield ["board", "layout", file, "--out", "layout.toml"]
    if valid and not laid:  # a wrong layout was all that was wrong with it
        file, valid = "layout.toml", 0
    yield draw(rng, file)
    yield ["run", "--board", file, *QUICK]
    if valid == 0:
        yield ["board", "copy", file, "--out", "copy.toml"]
        yield ["run", "--board", file, *FEW, "--policy", rng.choice(("idle", "novice", "planner"))]
        shown = rng.choice((["--json"], ["--html", "game.html"], ["--explain"], ["--layout", "policy"]))
        yield ["replay", "--board", file, "--policy", "novice", *shown]


def draw(rng: Random, file: str) -> list[str]:
    dark = ["--dark"] if rng.random() < 0.3 else []
    return ["board", "draw", file, "--out", f"drawn.{rng.choice(('svg', 'png'))}", "--width", "300", *dark]


def odd_board(rng: Random, text: str) -> bytes:
    """The same network, most of the time, drawn and named in another way."""
    data = tomllib.loads(text)
    for _ in range(rng.choice((1, 2, 4))):
        rng.choice((_move, _move, _name, _bend, _squeeze, _reorder, _stretch))(rng, data)
    return toml_text(data).encode("utf-8", "surrogatepass")


def _places(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [place for kind in PLACES for place in data.get(kind, ())]


def _point(rng: Random, data: dict[str, Any]) -> list[Any]:
    """A place's own point, one quite near it, or one that is nowhere near the others."""
    x, y = rng.choice(_places(data))["at"]
    return rng.choice(([x, y], [x + 1e-9, y], [x, -y], [rng.choice(FAR), rng.choice(FAR)]))


def _move(rng: Random, data: dict[str, Any]) -> None:
    rng.choice(_places(data))["at"] = _point(rng, data)


def _bend(rng: Random, data: dict[str, Any]) -> None:
    rng.choice(data["line"])["via"] = [_point(rng, data) for _ in range(rng.choice((1, 2, 5, 40)))]


def _name(rng: Random, data: dict[str, Any]) -> None:
    printable = [each for each in hostile.TEXTS if each.strip() and each.isprintable() and len(each) <= 80]
    rng.choice((*_places(data), data))["name"] = rng.choice(printable)


def _squeeze(rng: Random, data: dict[str, Any]) -> None:
    """The whole map onto a point or a line, or over all the room there is."""
    x, y = rng.choice(((0, 0), (0, 1), (1, 0), (1e-12, 1e-12), (1e4, 1e-4), (1e4, 1e4), (-1, 1)))
    for place in _places(data):
        place["at"] = [place["at"][0] * x, place["at"][1] * y]


def _reorder(rng: Random, data: dict[str, Any]) -> None:
    rng.shuffle(data[rng.choice([kind for kind in (*PLACES, "line") if kind in data])])


def _stretch(rng: Random, data: dict[str, Any]) -> None:
    """More track on a line, or less; its fields are others then, so the layout seldom fits."""
    line = rng.choice(data["line"])
    line["segments"] = rng.choice((0, 1, 2, 5, 60, 200, 390, line["segments"] + 1))
    if rng.random() < 0.5:
        line["signals"] = sorted(rng.sample(range(line["segments"] + 1), min(3, line["segments"] + 1)))
