"""The fuzzer as a test: the same cases every time, so many of each kind, and no more of them than there is time for.

More of them: `SIGNALBOX_FUZZ=10 python -m pytest -m slow tests/fuzz` tries ten times as many, `python -m tests.fuzz` any others.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.kinds import KINDS, try_case, try_cases
from tests.fuzz.mutate import mutated_bytes, mutated_tree
from tests.fuzz.options import QUICK, commands
from tests.fuzz.outcome import Outcome, faults, in_process

CASES = {
    "board": 70,
    "deck": 60,
    "study": 60,
    "weights": 60,
    "skill": 40,
    "plays": 40,
    "policy": 80,
    "run": 70,
    "log": 40,
    "options": 200,
    "process": 15,
}
SECONDS = 90.0  # a kind; a slow machine tries fewer cases
TIMES = int(os.environ.get("SIGNALBOX_FUZZ", "1"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_is_read_breaks_the_program(kind: str) -> None:
    codes = set()
    wrong = []
    for tried in try_cases(kind, 0, CASES[kind] * TIMES, SECONDS * TIMES):
        codes.add(tried.code)
        wrong += [tried] if tried.wrong else []
    assert not wrong, "\n".join(map(str, wrong))
    assert {0, 2} <= codes, "mutations should let some files pass, or nothing behind the checks was tried"


def test_every_command_has_a_quick_line() -> None:
    """Options are found by themselves; what a new command needs to end soon has to be said in `QUICK`."""
    assert {path for path, _ in commands()} == set(QUICK)


def test_a_case_is_the_same_every_time(tmp_path: Path) -> None:
    seen = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        seen.append([(tried.arguments, tried.code) for tried in try_case("deck", 3, tmp_path / name)])
    assert seen[0] == seen[1]
    assert (tmp_path / "one" / "deck.toml").read_bytes() == (tmp_path / "two" / "deck.toml").read_bytes()


def test_mutations_change_something() -> None:
    content, tree = b"some bytes to be changed", {"a": [1, 2.5, "x"], "b": {"c": True}}
    assert sum(mutated_bytes(Random(seed), content) != content for seed in range(100)) > 90
    trees = [mutated_tree(Random(seed), {"a": [1, 2.5, "x"], "b": {"c": True}}) for seed in range(100)]
    assert sum(each != tree for each in trees) > 80


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        (Outcome(3, "", ""), "exit code 3"),
        (Outcome(0, "\x1b[2J", ""), "characters that steer a terminal: ['\\x1b']"),
        (Outcome(1, "", ""), "it failed without a word"),
        (Outcome(1, "", "error: this should not happen.\n"), "it says 'this should not happen'"),
        (Outcome(0, "", "x.py:1: RuntimeWarning: overflow\n"), "it says 'Warning:'"),
        (Outcome(2, "half\n", "error: no.\n"), "it refused, but printed something"),
        (Outcome(2, "", "error: no\n"), "a refusal is one sentence, the last: error: …."),
        (Outcome(2, "", "error: no.\nerror: and no.\n"), "a refusal is one sentence, the last: error: …."),
        (Outcome(2, "", f"error: {'x' * 1000}.\n"), "a sentence of 1008 characters"),
    ],
)
def test_faults_are_seen(outcome: Outcome, fault: str) -> None:
    assert faults(outcome, {}, {}) == [fault]


def test_what_was_written_by_a_command_that_refuses_is_seen() -> None:
    refused = Outcome(2, "", "error: no.\n")
    assert faults(refused, {"kept": b""}, {"kept": b"", "new": b""}) == ["it refused, but wrote ['new']"]
    assert faults(refused, {"kept": b""}, {"kept": b""}) == []


def test_commands_are_carried_out_in_their_folder(tmp_path: Path) -> None:
    before = Path.cwd()
    assert in_process(["board", "copy", "tiny", "--out", "copy.toml"], tmp_path).code == 0
    assert (tmp_path / "copy.toml").exists()
    assert Path.cwd() == before
