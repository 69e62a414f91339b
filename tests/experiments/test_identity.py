"""Runs are gone on with by the program that began them only: what counts games is part of their identity."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from experiments.identity import PLAYING, TALLYING, code_hash
from tests.experiments.dice_game import Dice
from tests.test_architecture import ROOT, imported

# Reached by what plays a game, and nothing in the game depends on them: files and their checks, messages, memory, and where machine code is kept.
NOT_PLAYING = {
    "simulator": {
        *("core/errors", "core/file_limits", "core/files", "core/jit_cache", "core/memory", "core/messages"),
        *("core/provenance", "core/toml_table", "core/toml_text", "declaration", "user_file"),
    },
    "policies": {"sources"},
}
# Reached by what plays a task, and nothing in a tally depends on them: limits of options, checks of what files say.
NOT_COUNTING = {
    "limits",
    "run_store/tally_checks",
}


def path_of(name: str) -> str:
    """Return the path of the module that a dotted name, perhaps of something in it, stands for."""
    parts = name.split(".")
    while parts and not (ROOT / "/".join(parts)).with_suffix(".py").is_file():
        parts.pop()
    return "/".join(parts)


def reached_from(*modules: str) -> set[str]:
    """Name modules of the same rooms that these import, and those that they import, by their paths."""
    rooms = {module.partition("/")[0] for module in modules}
    found, waiting = set(modules), [*modules]
    while waiting:
        names = imported(ROOT / f"{waiting.pop()}.py")
        new = {path_of(name) for name in names if name.partition(".")[0] in rooms} - found - {""}
        found |= new
        waiting += new
    return found


def test_all_that_counts_games_is_hashed() -> None:
    reached = {name.removeprefix("experiments/") for name in reached_from("experiments/play")}
    assert reached - NOT_COUNTING <= set(TALLYING)
    assert reached >= NOT_COUNTING


def test_all_that_plays_games_is_hashed() -> None:
    """Without what only finds, checks and declares them: one more game in the list leaves the runs of the others alone."""
    of_games = [
        path.relative_to(ROOT).with_suffix("").as_posix()
        for room in PLAYING
        for path in (ROOT / room / "switch_signal").rglob("*.py")
    ]
    shared = {
        name for name in reached_from("simulator/plain_table", *of_games) if "switch_signal" not in name
    }
    hashed, not_hashed = (
        {f"{room}/{name}" for room, names in each.items() for name in names}
        for each in (PLAYING, NOT_PLAYING)
    )
    assert shared == hashed | not_hashed
    assert hashed & not_hashed == set()


TREE = {
    **{f"{room}/{name}.py": f"what plays: {name}" for room, names in PLAYING.items() for name in names},
    "simulator/__init__.py": "",
    "simulator/games.py": "which games there are",
    "simulator/declaration.py": "what can be declared",
    "simulator/core/__init__.py": "",
    "simulator/core/messages.py": "how mistakes are told",
    "simulator/far_train/__init__.py": "",
    "simulator/far_train/engine.py": "rules of one game",
    "simulator/far_train/data/map.toml": "a map, which has a hash of its own",
    "simulator/nordic/__init__.py": "",
    "simulator/nordic/engine.py": "rules of another game",
    "policies/__init__.py": "",
    "policies/registry.py": "who can play",
    "policies/far_train/__init__.py": "",
    "policies/far_train/novice.py": "plays one game",
    "policies/far_train/planning/__init__.py": "",
    "policies/far_train/planning/weights.toml": "what matters",
    "policies/nordic/__init__.py": "",
    "policies/nordic/novice.py": "plays another game",
}


class FarTrain(Dice):
    name, package = "far-train", "far_train"


class Nordic(Dice):
    name, package = "nordic", "nordic"


def hashes(tree: Mapping[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Return what identifies both games, if the program were this tree."""
    for name, text in tree.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr("experiments.identity.files", lambda package: folder / package)
    return code_hash(FarTrain()), code_hash(Nordic())


BOTH, ONE, OTHER, NEITHER = (True, True), (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("simulator/game.py", BOTH),
        ("simulator/core/rng.py", BOTH),
        ("simulator/plain_table.py", BOTH),
        ("policies/roster.py", BOTH),
        ("simulator/far_train/engine.py", ONE),
        ("simulator/far_train/new.py", ONE),
        ("policies/far_train/novice.py", ONE),
        ("policies/far_train/planning/weights.toml", ONE),
        ("simulator/nordic/engine.py", OTHER),
        ("policies/nordic/new.py", OTHER),
        ("simulator/games.py", NEITHER),
        ("simulator/declaration.py", NEITHER),
        ("simulator/new.py", NEITHER),
        ("simulator/core/messages.py", NEITHER),
        ("policies/registry.py", NEITHER),
        ("simulator/far_train/data/map.toml", NEITHER),
        ("simulator/far_train/notes.md", NEITHER),
        ("simulator/third/__init__.py", NEITHER),
        ("reports/far_train.py", NEITHER),
    ],
)
def test_an_edit_of_one_game_leaves_the_runs_of_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, changed: tuple[bool, bool]
) -> None:
    before = hashes(TREE, tmp_path / "before", monkeypatch)
    after = hashes({**TREE, name: "edited"}, tmp_path / "after", monkeypatch)
    assert (before[0] != after[0], before[1] != after[1]) == changed
    assert before[0] != before[1]


def test_what_stands_in_another_file_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = dict(TREE)
    moved["simulator/far_train/moved.py"] = moved.pop("simulator/far_train/engine.py")
    before = hashes(TREE, tmp_path / "before", monkeypatch)
    after = hashes(moved, tmp_path / "after", monkeypatch)
    assert (before[0] == after[0], before[1] == after[1]) == (False, True)


def test_a_link_to_nowhere_is_no_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Emacs puts one beside a file that is being edited."""
    before = hashes(TREE, tmp_path, monkeypatch)
    (tmp_path / "policies" / "nordic" / ".#novice.py").symlink_to("somebody@somewhere.1234:5678")
    assert hashes(TREE, tmp_path, monkeypatch) == before
