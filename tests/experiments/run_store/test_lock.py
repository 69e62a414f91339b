"""One process at a time writes to a run, and only where the run is."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.run_store import lock
from experiments.run_store.lock import LOCK, FolderLost, exclusive
from experiments.run_store.store import put_file
from experiments.run_store.upkeep import writing_run
from simulator.core.errors import InputError
from tests.experiments.sweeps import contents, small_sweep
from tests.test_architecture import imported

HOLDER = """
import sys, time
from pathlib import Path
from experiments.run_store.lock import exclusive
with exclusive(Path(sys.argv[1])):
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
        with pytest.raises(InputError, match="another process is writing to"), exclusive(run):
            pass
        holder.kill()
        holder.wait()
    assert (run / LOCK).exists()
    with writing_run(
        run, small_sweep().manifest()
    ):  # what is left of the lock is not taken for somebody's file
        pass
    assert not (run / LOCK).exists()


class Refusing:
    """A system that answers every wish for a lock with an error, and remembers who asked."""

    def __init__(self, code: int) -> None:
        self.code, self.descriptors = code, list[int]()

    def __call__(self, descriptor: int, *, blocking: bool) -> bool:
        self.descriptors.append(descriptor)
        raise OSError(self.code, os.strerror(self.code))


def is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


@pytest.mark.parametrize("code", [errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOLCK])
def test_a_file_system_without_locks_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(lock, "lock_descriptor", Refusing(code))
    with exclusive(tmp_path / "run"), exclusive(tmp_path / "run"):
        pass
    assert not list((tmp_path / "run").iterdir())


@pytest.mark.parametrize("code", [errno.EIO, errno.EBADF, errno.EINVAL])
def test_a_lock_that_fails_is_not_taken_for_one_that_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    refusing = Refusing(code)
    monkeypatch.setattr(lock, "lock_descriptor", refusing)
    said = re.escape(f"run cannot be locked ({os.strerror(code)}).")
    with pytest.raises(InputError, match=said), exclusive(tmp_path / "run"):
        pass
    assert [is_open(each) for each in refusing.descriptors] == [False]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the file is removed after it was closed")
@pytest.mark.parametrize("function", ["unlink", "stat"])
def test_a_folder_that_cannot_be_written_any_more_hides_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """It was made read-only, or its disk is gone; the lock is let go all the same."""
    usual = getattr(os, function)

    def fail(path: str | Path, *arguments: object, **options: object) -> object:
        if Path(path).name == LOCK:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return usual(path, *arguments, **options)

    def go_wrong() -> None:
        monkeypatch.setattr(os, function, fail)
        raise ValueError("what went wrong")

    run = tmp_path / "run"
    with (
        pytest.raises(ValueError, match="what went wrong"),
        writing_run(run, small_sweep().manifest()) as store,
    ):
        go_wrong()
    assert store.hold
    assert not is_open(store.hold._descriptor)
    monkeypatch.undo()
    with exclusive(run):  # what is left of the lock holds nobody up
        pass


def test_locks_of_all_systems_are_left_to_filelock() -> None:
    """Else one of them would be a branch that no test here runs."""
    assert imported(Path(lock.__file__)).isdisjoint({"fcntl", "msvcrt", "ctypes", "sys", "platform"})


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
    with exclusive(run) as hold:
        hold.check()
        run.rename(moved)
        with pytest.raises(FolderLost):
            hold.check()
        with pytest.raises(InputError, match="another process is writing to"), exclusive(moved):
            pass
        with exclusive(run):  # another one, of the same name
            with pytest.raises(FolderLost):
                hold.check()
            assert (run / LOCK).exists()
    with exclusive(moved):
        pass
    assert not (moved / LOCK).exists()


def test_a_link_in_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    run, mine = tmp_path / "run", tmp_path / "mine.txt"
    run.mkdir()
    mine.write_text("mine")
    (run / LOCK).symlink_to(mine)
    with pytest.raises(InputError, match="cannot be written"), exclusive(run):
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
