"""Every option and argument of every command, taken from the program itself, with hostile values beside a command line that is quick."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from signalbox.cli.main import program
from simulator.switch_signal.game import GAME
from tests.fuzz import hostile
from tests.fuzz.files import PLAYS, Case
from tests.fuzz.folders import LADDER, TRAIN, prepared

Words = tuple[str, ...]

# A short line of each command, so that whatever a hostile value lets through does little. A new command has to stand here.
SMALL = ["--board", "tiny", "--policy", "random", "--games", "3"]
QUICK: dict[Words, list[str]] = {
    ("run",): SMALL,
    ("sweep",): [*SMALL, "--tokens", "7", "--no-report", "--out", "new"],
    ("compare",): ["standard", "tokens-8", *SMALL],
    ("tune",): ["--target", "50%", "--tokens", "7..8", *SMALL],
    ("calibrate",): ["plays.csv", "--games", "100"],
    ("replay",): ["--board", "tiny", "--policy", "random"],
    ("runs",): ["."],
    ("resume",): ["run", "--no-report"],
    ("report",): ["run", "--format", "md"],
    ("export",): ["run"],
    ("boards",): [],
    ("decks",): [],
    ("games",): [],
    ("policies",): [],
    ("presets",): [],
    ("studies",): [],
    ("ladder",): [*LADDER[1:], "--out", "ladder.md"],
    ("train",): [*TRAIN[1:], "--out", "weights.toml"],
    ("bench",): ["--policy", "random", "--board", "tiny", "--repeats", "1"],
    ("perft",): ["--board", "tiny", "--policy", "random", "--depth", "2"],
    ("board", "check"): ["tiny"],
    ("board", "draw"): ["tiny", "--out", "drawn.svg", "--width", "200"],
    ("board", "copy"): ["tiny", "--out", "copy.toml"],
    ("board", "layout"): ["tiny", "--out", "layout.toml"],
    ("board", "generate"): ["--out", "made.toml"],
    ("board", "survey"): ["--count", "1"],
    ("deck", "survey"): ["--count", "1"],
    ("deck", "generate"): [],
    ("deck", "copy"): ["standard", "--out", "copy.toml"],
}
# Flags that end with Ctrl-C, or take minutes by themselves.
NOT_GIVEN = {"--watch", "--start"}
# Numbers that ask for more work the larger they are: none that is allowed and large.
NUMBERS = ("-1", "0", "1", "2", str(10**20), "-" + "9" * 30, "9" * 5_000)
LARGE = ("65535", str(2**31), str(2**63 - 1), str(2**63))
AMOUNTS = {
    "--games",
    "--slow-games",
    "--count",
    "--size",
    "--depth",
    "--generations",
    "--population",
    "--repeats",
    "--jobs",
    "--after",
    "--width",
}
# Values that mean something to an option of this name, in any command.
KNOWN = {
    "--board": ("tiny", "loop", "own.toml", "run", "ensemble:test/ce"),
    "--deck": ("standard", "deck.toml", "ensemble:test"),
    "--policy": ("random", "idle", "novice,random", "novice:x=1", "planner:attention=0..1..0.5", "random,random", "first-game", "family,practised", "first-game:skill=1"),
    "--preset": ("standard", "harder-1", "standard,remove-3"),
    "--house": ("draw=4", "draw=4..6", "trains=0-0-0", "trains=9-9-9", "die-black=1-1-1-1-1-1", "signals=99", "action-deck=0-0-0"),
    "--ruling": ("X6=literal", "X6=city", "X4=pass,head-on", "X99=no"),
    "--helpers": ("none", "H1", "H1+H2", "H1,H1"),
    "--locations": ("stack", "dice,stack"),
    "--layout": ("policy", "random"),
    "--edition": ("pl", "de,pl"),
    "--tokens": ("1", "99", "7..9"),
    "--removed": ("0", "18", "0..6..3"),
    "--format": ("html", "md", "text"),
    "--table": ("cells", "wins", "games", "tallies"),
    "--target": ("0%", "100%", "0.5", "150%", "nan%"),
    "--precision": ("1pp", "0pp", "49pp", "100"),
    "--out": ("made.svg", "made.toml", "made.html", "run", "run/manifest.json", "own.toml", "made", "nowhere/made.svg"),
    "--scheduler": ("tls://localhost:1", "tcp://localhost", "tcp://:1"),
}  # fmt: skip


def commands(command: Any = None, path: Words = ()) -> Iterator[tuple[Words, Any]]:
    """All commands of the program by their words."""
    command = command or program(GAME)
    if hasattr(command, "commands"):
        for name, inner in command.commands.items():
            yield from commands(inner, (*path, name))
    else:
        yield path, command


def options(rng: Random, folder: Path) -> Case:
    """A command with some of its options and arguments changed, left out, or given more than once."""
    for name in ("run", "own.toml", "deck.toml"):
        copy: Any = shutil.copytree if (prepared() / name).is_dir() else shutil.copy
        copy(prepared() / name, folder / name)
    (folder / "plays.csv").write_text(PLAYS, encoding="utf-8")
    path, command = rng.choice(list(commands()))
    words = list(QUICK[path])
    for _ in range(rng.choice((1, 1, 2, 3))):
        parameters = [each for each in command.params if not NOT_GIVEN & set(each.opts)]
        if parameters:
            change(rng, words, rng.choice(parameters))
        if rng.random() < 0.1:
            words.insert(
                rng.randrange(len(words) + 1),
                rng.choice((hostile.text(rng), "--help", "--nothing", "-x", "--")),
            )
    yield [*path, *words]


def change(rng: Random, words: list[str], parameter: Any) -> None:
    """Give another value to one option or argument in a command line."""
    option = parameter.opts[0]
    if not option.startswith("-"):
        places = [at for at, word in enumerate(words) if at == 0 and not word.startswith("-")]
        at = rng.choice([*places, len(words)])
        words[at : at + 1] = [hostile.text(rng)]
        return
    if parameter.is_flag:
        words.append(rng.choice((option, option, f"{option}={hostile.text(rng)}")))
        return
    if option in words and rng.random() < 0.9:
        at = words.index(option)
        del words[at : at + (1 if rng.random() < 0.05 else 2)]
    value = hostile_value(rng, option, parameter.metavar == "N")
    words += [f"{option}={value}"] if rng.random() < 0.3 else [option, value]


def hostile_value(rng: Random, option: str, is_number: bool) -> str:
    numbers = NUMBERS if option in AMOUNTS else (*NUMBERS, *LARGE)
    if is_number or rng.random() < 0.2:
        return rng.choice((hostile.text(rng), rng.choice(numbers)))
    known = KNOWN.get(option, ())
    return rng.choice(known) if known and rng.random() < 0.5 else hostile.text(rng)
