"""`sim board draw` with several boards and with --watch."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import matplotlib.image
import pytest

from simulator.switch_signal.board import BOARD_FOLDER
from tests.conftest import Sim, complaint

ROOT = Path(__file__).parents[3]
TINY = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")


def test_several_boards_are_drawn_in_one_picture(sim: Sim, tmp_path: Path) -> None:
    one, both = tmp_path / "one.png", tmp_path / "both.png"
    file = tmp_path / "mine.toml"
    file.write_text(TINY, encoding="utf-8")
    result = sim("board", "draw", "loop", file, "-o", both, "--width", 800)
    assert (result.code, result.out, result.err) == (0, f"{both} was written.\n", "")
    assert matplotlib.image.imread(both).shape[1] == 800
    assert sim("board", "draw", "loop", "-o", one, "--width", 800).code == 0
    assert one.read_bytes() != both.read_bytes()


@pytest.mark.usefixtures("two_boards")
def test_a_whole_set_is_drawn(sim: Sim, tmp_path: Path) -> None:
    whole, named = tmp_path / "whole.svg", tmp_path / "named.svg"
    assert sim("board", "draw", "ensemble:test", "-o", whole).code == 0
    assert sim("board", "draw", "ensemble:test/ce-01", "ensemble:test/na-01", "-o", named).code == 0
    assert whole.read_bytes() == named.read_bytes()


def test_one_wrong_board_of_several_is_told_and_nothing_written(sim: Sim, tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert "missing.toml: there is no such file." in complaint(
        sim, "board", "draw", "tiny", "missing.toml", "-o", out
    )
    assert 'there is no board "ensemble:tset"' in complaint(sim, "board", "draw", "ensemble:tset", "-o", out)
    assert list(tmp_path.iterdir()) == []


class Watched:
    """`sim board draw --watch` on a file that changes while it is looked at; one step for each look."""

    def __init__(self, sim: Sim, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sim, self.monkeypatch = sim, monkeypatch
        self.file, self.picture = folder / "mine.toml", folder / "mine.png"
        self.file.write_text(TINY, encoding="utf-8")

    def save(self, old: str = "", new: str = "") -> Callable[[], None]:
        return lambda: self.write(TINY.replace(old, new))

    def write(self, text: str) -> None:
        beside = self.file.with_suffix(".new")  # as editors do; and another inode is another stamp at once
        beside.write_text(text, encoding="utf-8")
        beside.replace(self.file)

    def told(self, *steps: Callable[[], object] | None) -> list[str]:
        """What is printed, without times; None is a look at which nothing has changed."""
        rest = iter(steps)

        def sleep(seconds: float) -> None:
            try:
                step = next(rest)
            except StopIteration:
                raise KeyboardInterrupt from None
            if step is not None:
                step()

        with self.monkeypatch.context() as patched:
            patched.setattr(time, "sleep", sleep)
            result = self.sim("board", "draw", self.file, "-o", self.picture, "--watch", "--width", 300)
        begun, *told, ended = result.out.splitlines()
        assert (result.code, result.err) == (0, "")
        assert begun == f"Watching {self.file}; Ctrl-C ends it."
        assert ended == "Watching has ended."
        assert all(re.match(r"\d\d:\d\d:\d\d ", line) for line in told)
        return [line[9:] for line in told]

    def written(self, name: str = "Tiny Valley", work: str = "10.9") -> str:
        return f"{self.picture} was written: {name}, work {work}"


@pytest.fixture
def watched(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(sim, tmp_path, monkeypatch)


def test_watch_draws_after_every_save(watched: Watched) -> None:
    first: list[bytes] = []
    keep = lambda: first.append(watched.picture.read_bytes())  # noqa: E731
    told = watched.told(keep, watched.save("Tiny Valley", "Wide Valley"), None, None, None)
    assert told == [watched.written(), watched.written("Wide Valley")]
    assert watched.picture.read_bytes() != first[0]
    assert sorted(watched.file.parent.iterdir()) == [watched.picture, watched.file]


def test_watch_tells_a_mistake_and_goes_on(watched: Watched) -> None:
    told = watched.told(
        watched.save('to = "fork"', 'to = "frok"'), None, None,
        watched.save("Tiny Valley", "Mended"), None,
    )  # fmt: skip
    assert told[0] == watched.written()
    assert told[1].startswith(f'{watched.file}: line "north-fork": to = "frok" is not a place of this board')
    assert told[2:] == [watched.written("Mended")]


def test_watch_begins_with_a_mistake(watched: Watched) -> None:
    watched.file.write_text("name = [", encoding="utf-8")
    told = watched.told(None, watched.save(), None)
    assert told[0].startswith(f"{watched.file}: is not TOML (")
    assert told[1:] == [watched.written()]


def test_watch_waits_for_the_second_half_of_a_file(watched: Watched) -> None:
    told = watched.told(lambda: watched.write(TINY[:500]), watched.save("Tiny Valley", "Whole"), None)
    assert told == [watched.written(), watched.written("Whole")]


def test_watch_does_not_mind_a_file_that_is_missing_for_a_moment(watched: Watched) -> None:
    assert watched.told(watched.file.unlink, watched.save(), None) == [watched.written()] * 2


def test_watch_tells_once_that_a_file_is_gone(watched: Watched) -> None:
    told = watched.told(watched.file.unlink, None, None, None, watched.save(), None)
    gone = f"{watched.file}: there is no such file."
    assert told == [watched.written(), gone, watched.written()]


@pytest.mark.usefixtures("two_boards")
def test_watch_refuses_what_is_not_edited(sim: Sim, tmp_path: Path) -> None:
    def watch(*names: object, out: str = "a.png") -> str:
        return complaint(sim, "board", "draw", *names, "-o", tmp_path / out, "--watch")

    copy = "comes with the program and does not change; `sim board copy {} -o my-board.toml` makes a file of your own"
    assert f"--watch: tiny {copy.format('tiny')}" in watch("tiny")
    assert f"--watch: ensemble:test {copy.format('ensemble:test/ce-01')}" in watch("ensemble:test")
    assert watch("a.toml", "b.toml") == "--watch: 2 boards were given, and one file can be watched."
    assert watch(tmp_path / "a.toml") == f"{tmp_path / 'a.toml'}: there is no such file."
    assert watch("tinny").startswith('there is no board "tinny" (did you mean "tiny"?)')
    assert "must be the name of a .png or .svg file" in watch(BOARD_FOLDER / "tiny.toml", out="a.gif")
    assert "cannot be written (No such file or directory)" in watch(
        BOARD_FOLDER / "tiny.toml", out="no/a.png"
    )
    assert list(tmp_path.iterdir()) == [tmp_path / "ensemble"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_watch_in_a_process_of_its_own_until_ctrl_c(tmp_path: Path) -> None:
    file, picture = tmp_path / "mine.toml", tmp_path / "mine.png"
    file.write_text(TINY, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "signalbox.cli.main",
        "board",
        "draw",
        str(file),
        "-o",
        str(picture),
        "--watch",
    ]
    # A test run that was started in the background ignores SIGINT and would hand that on.
    with subprocess.Popen(
        [*command, "--width", "300"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as sim:
        assert sim.stdout is not None
        assert sim.stderr is not None
        try:
            assert sim.stdout.readline().startswith("Watching ")
            assert sim.stdout.readline().endswith("mine.png was written: Tiny Valley, work 10.9\n")
            file.write_text(TINY.replace("Tiny Valley", "Saved Valley"), encoding="utf-8")
            assert sim.stdout.readline().endswith("mine.png was written: Saved Valley, work 10.9\n")
            sim.send_signal(signal.SIGINT)
            assert sim.communicate(timeout=60) == ("Watching has ended.\n", "")
            assert sim.returncode == 0
        finally:
            sim.kill()
