"""A sweep that is killed, stopped or fails: what was played is kept, and `sim resume` ends as if nothing had been."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from experiments.run_store.lock import exclusive
from experiments.run_store.store import Store
from experiments.sweep import play_missing
from signalbox.cli.main import invoke
from tests.conftest import SMALL, Sim
from tests.experiments.sweeps import contents

LONGER = (
    "sweep",
    "--board",
    "central-europe",
    "--tokens",
    "7..8",
    "--policy",
    "novice",
    "--games",
    "20000",
    "--no-report",
    # On many cores all blocks could be done before the first is seen.
    "--jobs",
    "1",
)
BLOCKS = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The folder of a run that nothing has interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    assert invoke([*LONGER, "-o", str(folder)]) == 0
    return contents(folder)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGKILL, "$"),
        (signal.SIGINT, r"stopped by Ctrl-C; [\d,]+ of [\d,]+ games are kept, in finished blocks of"),
    ],
)
def test_killed_by_force_and_resumed(
    sim: Sim, tmp_path: Path, whole: dict[str, bytes], number: signal.Signals, said: str
) -> None:
    """kill −9 or Ctrl-C in the middle; the end is the same, byte for byte."""
    run = tmp_path / "killed"
    command = [sys.executable, "-m", "signalbox.cli.main", *LONGER, "-o", str(run)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ,
        text=True,
        # A test run that was started in the background ignores SIGINT and would hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(2400):
        if list(run.glob("cells/*/*.block")):
            break
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert re.search(said, told)
    there = len(list(run.glob("cells/*/*.block")))
    assert 0 < there < BLOCKS
    resumed = sim("resume", run, "--no-report")
    assert resumed.code == 0
    assert re.search(r"\d games are there already, [1-9][\d,]* are to be played", resumed.err)
    assert contents(run) == whole


def test_ctrl_c_after_the_games_keeps_them_too(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("experiments.run.keep_chosen", stop)
        stopped = sim(*SMALL, "-o", tmp_path / "run")
    assert stopped.code == 130
    assert f"all games are kept. Go on with: sim resume {tmp_path / 'run'}" in stopped.err
    assert "800 games are there already, 0 are" in sim("resume", tmp_path / "run", "--no-report").err


def test_ctrl_c_before_a_block_is_finished_does_not_claim_to_keep_any(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And who plays with a program of their own is told to name it again."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    mine = tmp_path / "mine.py"
    mine.write_text("def wait(table):\n    return table.options()[0]\n")
    with monkeypatch.context() as patched:
        patched.setattr("experiments.run_store.store.Store.add", stop)
        stopped = sim(
            "sweep", "--board", "tiny", "--policy", f"{mine}:wait", "--games", 20, "-o", tmp_path / "run"
        )
    assert stopped.code == 130
    assert "nothing is kept yet, since no block of 2 games was finished" in stopped.err
    command = stopped.err.partition("Go on with: sim ")[2]
    assert sim(*shlex.split(command), "--no-report").code == 0


def test_a_full_disk_gets_one_sentence_and_how_to_go_on(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(range(8))

    def write(path: Path, content: bytes) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with path.open("wb") as file:
            return file.write(content)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", write)
        stopped = sim(*SMALL, "-o", tmp_path / "run")
    assert stopped.code == 1
    assert "No space left on device" in stopped.err
    assert f"sim resume {tmp_path / 'run'}" in stopped.err
    assert sim(*SMALL, "-o", tmp_path / "run").code == 0
    sim(*SMALL, "-o", tmp_path / "whole")
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_policy_that_fails_is_recorded_and_the_others_go_on(sim: Sim, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(table):\n    raise RuntimeError('I give up')\n")
    bad = f"{tmp_path / 'mine.py'}:bad"
    words = ("sweep", "--board", "tiny", "--tokens", "7..8", "--games", 40, "--no-report")
    done = sim(*words, "--policy", f"random,{bad}", "-o", tmp_path / "run")
    assert done.code == 1
    assert f"{bad} fails in its first games" in done.err
    assert f"policy {bad}, tokens 7: 0 of 40 games count; a block failed: " in done.err
    assert "I give up" in done.err
    assert done.out.count("% to ") == 2
    alone = sim(*words, "--policy", bad, "-o", tmp_path / "alone")
    assert alone.code == 1
    assert "has no results yet" in alone.err
    assert "I give up" in alone.err
    assert "Traceback" not in alone.err


def test_the_recorded_command_makes_the_run(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "--yes", "-o", run)
    sim("resume", run, "--games", 300, "--no-report")
    command = json.loads((run / "manifest.json").read_text())["command"]
    assert "--games 300 " in command
    assert command.endswith("--yes")
    sim(*shlex.split(command)[1:], "-o", tmp_path / "again", "--no-report")
    assert contents(tmp_path / "again") == contents(run)


def test_only_traces_of_the_run_are_replaced(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    cell = sorted(run.glob("cells/*"))[0].name
    ours, mine = run / "traces" / f"{cell}-old-1.jsonl.gz", run / "traces" / "mine.jsonl.gz"
    for path in (ours, mine):
        path.write_bytes(b"")
    sim(*SMALL, "-o", run)
    assert not ours.exists()
    assert mine.exists()


def test_a_run_that_is_broken_off_has_what_a_report_needs(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the first block."""

    def broken_off(*arguments: Any) -> Iterator[Any]:
        yield next(play_missing(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("experiments.run.play_missing", broken_off)
    run = tmp_path / "run"
    assert sim(*SMALL, "-o", run).code != 0
    assert list((run / "boards").glob("*.toml"))
    assert list((run / "decks").glob("*.toml"))
    assert sim("report", run).code == 0
    page = (run / "report.html").read_text()
    assert "This run is not finished" in page
    assert "There are no games to watch" in page
    assert 'id="figure-where-' in page


def test_a_run_that_somebody_else_is_writing_is_refused(sim: Sim, tmp_path: Path) -> None:
    sim(*SMALL, "-o", tmp_path / "run", "--no-report")
    with exclusive(tmp_path / "run"):
        for words in (("resume", tmp_path / "run"), (*SMALL, "-o", tmp_path / "run")):
            refused = sim(*words)
            assert (refused.code, refused.out) == (2, "")
            assert "another process is writing to" in refused.err


def test_a_run_that_has_lost_blocks_at_its_end_is_not_taken_for_whole(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def thief(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield from play_missing(*arguments, **options)
        next((tmp_path / "run").glob("cells/*/*.block")).unlink()

    monkeypatch.setattr("experiments.run.play_missing", thief)
    done = sim(*SMALL, "-o", tmp_path / "run", "--no-report")
    assert done.code == 1
    assert "What is missing is played by: sim resume" in done.err


def test_boards_decks_and_games_that_were_damaged_are_made_again(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    whole = contents(run)
    for kind in ("boards", "decks", "traces"):
        path = next((run / kind).iterdir())
        path.write_bytes(path.read_bytes()[:50])
    assert sim("resume", run, "--no-report").code == 0
    assert contents(run) == whole


def test_a_run_that_has_the_copy_of_its_manifest_only_is_listed(sim: Sim, tmp_path: Path) -> None:
    sim(*SMALL, "-o", tmp_path / "run")
    (tmp_path / "run" / "manifest.json").unlink()
    assert "100%" in sim("runs", tmp_path).out


def in_mid_run(run: Path, act: Callable[[], object]) -> tuple[int, str]:
    """Begin a sweep, and do something to its folder when the first block is there; gives the exit code and what was said."""
    command = [sys.executable, "-m", "signalbox.cli.main", *LONGER, "-o", str(run)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for _ in range(2400):
        if list(run.glob("cells/*/*.block")):
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGSTOP)  # what is done takes no time
    act()
    process.send_signal(signal.SIGCONT)
    _, told = process.communicate()
    return process.returncode, told


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell where an open file went")
def test_a_folder_that_is_moved_away_is_followed_by_a_sentence_only(
    sim: Sim, tmp_path: Path, whole: dict[str, bytes]
) -> None:
    run, away = tmp_path / "run", tmp_path / "elsewhere" / "my run"
    away.parent.mkdir()
    code, told = in_mid_run(run, lambda: run.rename(away))
    assert code == 1
    said = re.search(
        rf"error: {run} was moved to {away} while the run was played; ([\d,]+) of 40,000 games are kept, in finished blocks of 2,000\. "
        r"Go on with: sim (.*)\n$",
        told,
    )
    assert said
    assert not run.exists()
    assert len(list(away.glob("cells/*/*.block"))) == int(said[1].replace(",", "")) / 2000 < BLOCKS
    assert sim(*shlex.split(said[2]), "--no-report").code == 0
    assert contents(away) == whole


@pytest.mark.skipif(os.name != "posix", reason="other systems let nobody remove what is in use")
def test_a_folder_that_is_removed_is_not_made_again(tmp_path: Path) -> None:
    run = tmp_path / "run"
    code, told = in_mid_run(run, lambda: shutil.rmtree(run))
    assert code == 1
    assert f"error: {run} was removed, or moved to another disk, while the run was played" in told
    assert "Go on with `sim resume` and the folder's new place, or begin anew with the same command." in told
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGSTOP")
def test_a_manifest_that_is_removed_in_mid_run_is_there_in_the_end(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    run = tmp_path / "run"

    def remove() -> None:
        for path in run.glob("manifest*"):
            path.unlink()

    code, _ = in_mid_run(run, remove)
    assert code == 0
    assert contents(run) == whole


def test_ctrl_c_after_the_manifest_was_removed_keeps_what_was_played(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"

    def stop(*_: object) -> None:
        for path in run.glob("manifest*"):
            path.unlink()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("experiments.run.keep_chosen", stop)
        stopped = sim(*SMALL, "-o", run)
    assert stopped.code == 130
    assert f"all games are kept. Go on with: sim resume {run}" in stopped.err
    assert sim("resume", run, "--no-report").code == 0


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGSTOP")
def test_a_file_in_the_place_of_the_blocks_is_not_told_as_no_block_yet(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"

    def replace() -> None:
        shutil.rmtree(run / "cells")
        (run / "cells").touch()

    code, told = in_mid_run(run, replace)
    assert code == 1
    assert (
        f"Stopped: {run}/cells is no folder any more, so what was kept in it is not there: put it back"
        in told
    )
    assert "nothing is kept yet" not in told
    (run / "cells").unlink()
    assert sim("resume", run, "--no-report").code == 0


@pytest.mark.parametrize("finished", [0, 3])
def test_memory_that_runs_out_gets_one_sentence_and_how_to_go_on(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: int
) -> None:
    run, usual = tmp_path / "run", Store.add
    left = iter(range(finished))

    def add(*arguments: Any) -> None:
        if next(left, None) is None:
            raise MemoryError
        usual(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(Store, "add", add)
        stopped = sim(*SMALL, "-o", run)
    assert (stopped.code, stopped.out) == (1, "")
    kept = f"{20 * finished} of 800 games are kept" if finished else "nothing is kept yet"
    told, reason = stopped.err.splitlines()[-2:]
    assert told.startswith(f"Stopped: {kept}, ")
    assert told.endswith(f"Go on with: sim resume {run}")
    assert reason == "error: there is not enough memory; fewer --jobs need less of it."
    assert sim("resume", run, "--no-report").code == 0


def test_another_folder_in_the_place_of_a_run_is_left_alone(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody moves a run away and begins another one under its name: the first must not write into the second."""
    run = tmp_path / "run"

    def exchanged(*arguments: Any, **options: Any) -> Iterator[Any]:
        for number, played in enumerate(play_missing(*arguments, **options)):
            if number == 3:
                run.rename(tmp_path / "moved")
                shutil.copytree(tmp_path / "moved", run)
            yield played

    monkeypatch.setattr("experiments.run.play_missing", exchanged)
    stopped = sim(*SMALL, "-o", run)
    assert (stopped.code, stopped.out) == (1, "")
    assert "while the run was played" in stopped.err
    assert len(list(run.glob("cells/*/*.block"))) == 4


def test_ctrl_c_after_the_folder_was_moved_tells_where_the_games_are(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(*arguments: Any, **options: Any) -> Iterator[Any]:
        yield next(play_missing(*arguments, **options))
        (tmp_path / "run").rename(tmp_path / "moved")
        raise KeyboardInterrupt

    monkeypatch.setattr("experiments.run.play_missing", broken_off)
    stopped = sim(*SMALL, "-o", tmp_path / "run")
    assert stopped.code == 130
    assert f"stopped by Ctrl-C; {tmp_path / 'run'} was " in stopped.err
    assert "while the run was played" in stopped.err
    assert not (tmp_path / "run").exists()
