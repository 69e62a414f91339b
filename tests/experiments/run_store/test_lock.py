"""One process at a time writes to a run, and only where the run is."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.run_store import lock
from experiments.run_store.lock import LOCK, FolderLost, alone_in
from experiments.run_store.store import put_file
from experiments.run_store.upkeep import writing_run
from simulator.errors import InputError
from tests.experiments.sweeps import contents, small_sweep

HOLDER = """
import sys, time
from pathlib import Path
from experiments.run_store.lock import alone_in
with alone_in(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_one_process_at_a_time_writes_to_a_run(tmp_path: Path) -> None:
    run, manifest = tmp_path / "run", small_sweep().manifest()
    with writing_run(run, manifest):
        before = contents(run)
        with pytest.raises(InputError, match="another process is writing to"), writing_run(run, manifest):
            pass
        assert contents(run) == before
    assert set(contents(run)) == {"manifest.json", "manifest.copy.json"}
    with writing_run(run, manifest):
        pass
    assert set(contents(run)) == {"manifest.json", "manifest.copy.json"}


def test_a_process_that_is_killed_leaves_the_run_free(tmp_path: Path) -> None:
    run = tmp_path / "run"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(run)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(InputError, match="another process is writing to"), alone_in(run):
            pass
        holder.kill()
        holder.wait()
    assert (run / LOCK).exists()
    with writing_run(
        run, small_sweep().manifest()
    ):  # what is left of the lock is not taken for somebody's file
        pass
    assert not (run / LOCK).exists()


def test_a_file_system_without_locks_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, *, blocking: bool) -> bool:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))

    monkeypatch.setattr(lock, "lock_descriptor", refuse)
    with alone_in(tmp_path / "run"), alone_in(tmp_path / "run"):
        pass
    assert not list((tmp_path / "run").iterdir())


def test_a_folder_of_somebody_else_gets_no_lock(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    before = tmp_path.stat().st_mtime_ns
    with pytest.raises(InputError, match="is no run and not empty"):
        writing_run(tmp_path, small_sweep().manifest()).__enter__()
    assert (contents(tmp_path), tmp_path.stat().st_mtime_ns) == ({"letter.txt": b"dear"}, before)


@pytest.mark.skipif(os.name != "posix", reason="other systems move no folder with an open file in it")
def test_the_lock_goes_with_the_folder(tmp_path: Path) -> None:
    """Who holds it knows that it is gone, and in its new place nobody else gets it."""
    run, moved = tmp_path / "run", tmp_path / "moved"
    with alone_in(run) as hold:
        hold.check()
        run.rename(moved)
        with pytest.raises(FolderLost):
            hold.check()
        with pytest.raises(InputError, match="another process is writing to"), alone_in(moved):
            pass
        with alone_in(run):  # another one, of the same name
            with pytest.raises(FolderLost):
                hold.check()
            assert (run / LOCK).exists()
    with alone_in(moved):
        pass
    assert not (moved / LOCK).exists()


def test_a_link_in_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    run, mine = tmp_path / "run", tmp_path / "mine.txt"
    run.mkdir()
    mine.write_text("mine")
    (run / LOCK).symlink_to(mine)
    with pytest.raises(InputError, match="cannot be written"), alone_in(run):
        pass
    assert mine.read_text() == "mine"


def test_writing_makes_folders_in_a_run_but_never_that_of_the_run(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with pytest.raises(FileNotFoundError):
        put_file(run, run / "cells" / "a" / "block", b"games")
    assert not list(tmp_path.iterdir())
    run.mkdir()
    put_file(run, run / "cells" / "a" / "block", b"games")
    assert contents(run) == {str(Path("cells", "a", "block")): b"games"}
