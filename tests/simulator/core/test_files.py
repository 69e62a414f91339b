"""Files are written whole or not at all, and nothing else is left in the folder."""

from __future__ import annotations

import errno
import os
import sys
import tracemalloc
from pathlib import Path

import pytest

from reports.switch_signal.board.pictures import draw_board
from simulator.core.errors import InputError
from simulator.core.files import check_writable, read_bytes, write_whole
from simulator.switch_signal.board import load_board

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions and links of POSIX")


def test_a_file_is_made_or_replaced(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    for content in (b"one", b"another"):
        write_whole(file, content)
        assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("step", ["open", "replace"])
def test_what_goes_wrong_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    file = tmp_path / "a.png"
    draw_board(load_board("tiny"), file, width=300)
    before, other = file.read_bytes(), load_board("loop")

    def full(path: object, *rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path if step == "open" else os, step, full)
    with pytest.raises(InputError, match=r"a\.png: cannot be written \(No space left on device\)\.$"):
        draw_board(other, file, width=300)
    monkeypatch.undo()
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_while_writing_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*paths: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.toml", b"text")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_read_only_is_not_told_as_a_permission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system tells it: it may not be written, for one reason or another, and who tries is told which."""
    (tmp_path / "a.toml").write_bytes(b"text")

    def read_only(*arguments: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "access", lambda *arguments: False)
    monkeypatch.setattr(Path, "open", read_only)
    with pytest.raises(InputError, match=r"a\.toml: cannot be written \(Read-only file system\)\.$"):
        check_writable(tmp_path / "a.toml")


@posix
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    file, link, fresh = tmp_path / "a.toml", tmp_path / "link.toml", tmp_path / "b.toml"
    file.write_bytes(b"old")
    file.chmod(0o640)
    link.symlink_to(file)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
    write_whole(fresh, b"new")
    (tmp_path / "usual").write_bytes(b"")
    assert fresh.stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no/such/a.toml", "cannot be written (No such file or directory)."),
        ("folder.toml", "cannot be written (Is a directory)."),
        ("x" * 300, "cannot be written (File name too long)."),
        ("a\0b", "is not a file name."),
    ],
)
@posix
def test_names_that_cannot_be_written(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InputError) as caught:
        write_whole(tmp_path / name, b"text")
    with pytest.raises(InputError) as before:
        check_writable(tmp_path / name)
    assert str(caught.value) == str(before.value)
    assert str(caught.value).endswith(sentence)
    assert list(tmp_path.iterdir()) == [tmp_path / "folder.toml"]


def test_who_asks_before_finds_all_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    check_writable(file)
    assert list(tmp_path.iterdir()) == []
    file.write_bytes(b"old")
    check_writable(file)
    assert file.read_bytes() == b"old"


def test_a_small_file_takes_little_memory_whatever_may_be_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(b"text")
    tracemalloc.start()
    assert read_bytes(file, 2**30) == b"text"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**20


@pytest.mark.skipif(sys.platform != "linux", reason="there are no such files")
def test_a_file_that_does_not_say_how_large_it_is() -> None:
    file = Path("/proc/self/status")
    assert file.stat().st_size == 0
    assert b"VmPeak" in read_bytes(file)
    with pytest.raises(InputError, match="is larger than 100 bytes"):
        read_bytes(file, 100)
