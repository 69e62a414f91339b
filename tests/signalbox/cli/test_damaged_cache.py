"""The real cache, damaged: the program says the same as before, and the time after that it compiles nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests import pages
from tests.simulator.core.kernels import DAMAGES, REFUSED, kept_files

pytestmark = pytest.mark.slow
WORDS = ["run", "--games", "10", "--json"]
TOLD = "Compiling what this command needs"


def play(cache: Path, before: str = "") -> tuple[str, str]:
    """What is printed, and what is told beside it; `before` is a program for the process before it begins."""
    program = (
        f"{before}\nimport runpy\nrunpy.run_module('signalbox.cli.main', run_name='__main__', alter_sys=True)"
    )
    environment = {**os.environ, "SIGNALBOX_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", program, *WORDS],
        cwd=pages.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A cache with everything that the command needs, and what it prints."""
    cache = tmp_path_factory.mktemp("warm")
    printed, _ = play(cache)
    yield cache, printed
    shutil.rmtree(cache, ignore_errors=True)


def damaged(warm: Path, place: Path, damages: dict[Path, str]) -> Path:
    """A copy in which something has happened to some files."""
    cache = Path(shutil.copytree(warm, place / "cache"))
    for path, damage in damages.items():
        DAMAGES[damage](cache / path.relative_to(warm))
    return cache


def check(cache: Path, printed: str) -> None:
    again, told = play(cache)
    assert again == printed
    assert told.startswith(TOLD)
    assert told.count("\n") == 1
    assert play(cache) == (printed, "")
    shutil.rmtree(cache)


@pytest.mark.parametrize("damage", ["emptied", "cut", "garbled"])
def test_all_files_at_once(warm: tuple[Path, str], tmp_path: Path, damage: str) -> None:
    cache, printed = warm
    files = kept_files(cache)
    assert len(files) > 200
    check(damaged(cache, tmp_path, dict.fromkeys(files, damage)), printed)


def test_every_file_in_another_way(warm: tuple[Path, str], tmp_path: Path) -> None:
    cache, printed = warm
    check(damaged(cache, tmp_path, dict(zip(kept_files(cache), cycle(DAMAGES), strict=False))), printed)


def test_files_that_may_not_be_read(warm: tuple[Path, str]) -> None:
    cache, printed = warm
    again, told = play(cache, REFUSED)
    assert again == printed
    assert told.startswith(TOLD)
    assert play(cache) == (printed, "")


@pytest.mark.parametrize("entry", ["planner.decide", "batch.play_block"])
def test_an_entry_point_alone_and_with_some_of_its_parts(
    warm: tuple[Path, str], tmp_path: Path, entry: str
) -> None:
    cache, printed = warm
    files = kept_files(cache)
    chosen = next(path for path in files if path.name.startswith(f"{entry}-"))
    for others in ([], files[::5]):
        check(damaged(cache, tmp_path, dict.fromkeys([chosen, *others], "garbled")), printed)
