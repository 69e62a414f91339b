"""Folders and logs that a stranger may have changed: a run with its manifest, blocks, games, traces, boards and decks, and logs of long work."""

from __future__ import annotations

import gzip
import json
import shutil
import zlib
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from experiments.findings import MAPS_FOLDER as MAPS
from experiments.run_store.blocks import SEAL_BYTES, games_layout, tally_layout
from experiments.run_store.manifest import COPY, MANIFEST, is_run
from experiments.run_store.tally import tally_form
from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.deck import DECK_FOLDER
from simulator.switch_signal.game import GAME
from tests.experiments.forged import sealed_again
from tests.fuzz import hostile
from tests.fuzz.files import FEW, Case, mutated_json, mutated_toml
from tests.fuzz.mutate import mutated_bytes, mutated_tree
from tests.fuzz.outcome import in_process

LADDER = [
    "ladder",
    "--policies",
    "random,novice",
    "--searchers",
    "",
    "--boards",
    "tiny",
    "--steps",
    "standard,tokens-8",
    *FEW,
]
MAPPED = [
    "sweep",
    "--board",
    "central-europe",
    "--policy",
    "random,novice",
    "--tokens",
    "7,8",
    "--games",
    "2",
    "--keep-games",
    "--no-report",
]
TRAIN = ["train", "--generations", "1", "--population", "4", "--games", "1"]


@cache
def room() -> TemporaryDirectory[str]:
    """A folder that goes with the process."""
    return TemporaryDirectory(prefix="signalbox-fuzz-")


@cache
def prepared() -> Path:
    """A folder with runs that have between them everything a run can have, and logs of a ladder and of a training, made once.

    `run` has boards and decks of its own and `mapped` other maps; both keep their games. `other` is there to be compared with.
    """
    folder = Path(room().name)
    shutil.copy(BOARD_FOLDER / "tiny.toml", folder / "own.toml")
    shutil.copy(DECK_FOLDER / "standard.toml", folder / "deck.toml")
    common = [
        "sweep",
        "--board",
        "own.toml,tiny-na",
        "--deck",
        "deck.toml",
        "--policy",
        "random,novice",
        "--no-report",
    ]
    more = ["--tokens", "7,8", "--games", "10", "--keep-games"]
    for command in (
        [*common, *more, "--out", "run"],
        [*common, "--tokens", "7", "--house", "draw=4", "--games", "10", "--out", "other"],
        [*MAPPED, "--out", "mapped"],
        [*LADDER, "--out", "ladder.md"],
        [*TRAIN, "--out", "weights.toml"],
    ):
        done = in_process(command, folder)
        assert done.code == 0, done.err
    assert is_run(folder / "mapped" / MAPS)
    return folder


def run(rng: Random, folder: Path) -> Case:
    """A run's folder with up to three files changed, and a command that reads it."""
    for name, source in (("run", rng.choice(("run", "run", "mapped"))), ("other", "other")):
        shutil.copytree(prepared() / source, folder / name)
    for name in ("own.toml", "deck.toml"):
        shutil.copy(prepared() / name, folder / name)
    files = sorted(path for path in (folder / "run").rglob("*") if path.is_file())
    for _ in range(rng.choice((1, 1, 2, 3))):
        kinds = sorted(
            {kind_of(path) for path in files}
        )  # there are many blocks, and one manifest, which says most
        kind = MANIFEST if MANIFEST in kinds and rng.random() < 0.4 else rng.choice(kinds)
        chosen = rng.choice([path for path in files if kind_of(path) == kind])
        files.remove(chosen)
        damage(rng, chosen)
    manifest, spare = (folder / "run" / name for name in (MANIFEST, COPY))
    if all(path.is_file() and not path.is_symlink() for path in (manifest, spare)) and rng.random() < 0.7:
        spare.write_bytes(manifest.read_bytes())  # else it is taken where the manifest is damaged
    commands = (
        ["runs", "run"],
        ["runs", "run", "--json"],
        ["runs", "."],
        ["report", "run", "--format", "text"],
        ["report", "run", "--format", "md"],
        ["report", "run", "other", "--format", "md"],
        ["report", "other", "run", "--format", "md"],
        ["export", "run"],
        ["export", "run", "--table", "tallies"],
        ["export", "run", "--table", "wins", "--out", "wins.parquet"],
        ["export", "run", "--table", "games"],
        ["resume", "run", "--no-report"],
        ["resume", "run", "--games", "12", "--no-report", "--json"],
    )
    pages = (["report", "run"], ["report", "run", "other"], ["resume", "run"])  # figures take a second
    some = rng.sample(commands, 4)
    while some:
        yield some.pop()
    if rng.random() < 0.1:
        yield rng.choice(pages)


def kind_of(path: Path) -> str:
    return (
        path.name if path.suffix == ".json" else path.parent.name if path.suffix == ".toml" else path.suffix
    )


def damage(rng: Random, path: Path) -> None:
    """Change a file in the way of its kind, or its bytes, or put something else in its place."""
    way = rng.random()
    if way < 0.05:
        path.unlink()
    elif way < 0.08:
        path.unlink()
        path.mkdir()
    elif way < 0.1:
        path.unlink()
        path.symlink_to(rng.choice(("/dev/zero", "nowhere", ".", path.name)))
    elif way < 0.12:
        path.write_bytes(b"")
    elif way < 0.3:
        path.write_bytes(mutated_bytes(rng, path.read_bytes()))
    elif path.suffix == ".json":
        path.write_bytes(mutated_json(rng, path.read_text(encoding="utf-8")))
    elif path.suffix == ".toml":
        path.write_bytes(mutated_toml(rng, path.read_text(encoding="utf-8")))
    elif path.suffix == ".block":
        change_numbers(rng, path)
    elif path.suffix == ".gz":
        lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
        lines = mutated_tree(rng, lines)
        text = (
            "".join(json.dumps(line, default=str) + "\n" for line in lines)
            if isinstance(lines, list)
            else str(lines)
        )
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_bytes(mutated_bytes(rng, path.read_bytes()))


def change_numbers(rng: Random, path: Path) -> None:
    """Another block, whose seal fits: with other numbers, fewer or more of them, or no packed ones."""
    cells = path.parent.parent.name == "cells"
    games = int(path.stem.partition("+")[2])
    layout = tally_layout(tally_form(GAME, GAME.main.name), games) if cells else games_layout(GAME, games)
    numbers = zlib.decompress(path.read_bytes()[SEAL_BYTES:])
    if rng.random() < 0.5:
        at = 8 * rng.randrange(len(numbers) // 8)
        number = rng.choice([each for each in hostile.WHOLE if abs(each) < 2**63])
        body = zlib.compress(numbers[:at] + number.to_bytes(8, "little", signed=True) + numbers[at + 8 :])
    else:
        body = zlib.compress(mutated_bytes(rng, numbers))
    if rng.random() < 0.2:
        body = mutated_bytes(rng, body)
    path.write_bytes(sealed_again(body, layout))


def log(rng: Random, folder: Path) -> Case:
    """The log of a ladder or of a training, from which the same command goes on."""
    what, command, out = rng.choice(
        (
            ("ladder.log", LADDER, "ladder.md"),
            ("ladder.log", LADDER, "ladder.md"),
            ("weights.log", TRAIN, "weights.toml"),
        )
    )
    text = (prepared() / what).read_text(encoding="utf-8")
    if rng.random() < 0.4:
        (folder / what).write_bytes(mutated_bytes(rng, text.encode()))
    else:
        lines = [json.loads(line) for line in text.splitlines()]
        lines = mutated_tree(rng, lines)
        made = (
            "".join(json.dumps(line, default=str) + "\n" for line in lines)
            if isinstance(lines, list)
            else str(lines)
        )
        (folder / what).write_text(made, encoding="utf-8")
    yield [*command, "--out", out]
