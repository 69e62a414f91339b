"""A file of the cache that cannot be loaded, for whatever reason, is compiled again and replaced without a word."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from simulator.core.jit_cache import _seal, _unsealed
from tests.simulator.core.kernels import DAMAGES, REFUSED, kept_files, run, write

# What is sealed as it should be, and is not what it should be.
WRONG_THING = """
from simulator.core import jit_cache
usual = jit_cache.dumps
jit_cache.dumps = lambda thing: {}
import main
"""

# A file can hold a hundred bytes, and no more.
FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
from simulator.core import jit_cache
jit_cache.not_kept = lambda error: print("not-kept:", error.strerror.replace(" ", "-"))
import main
"""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a policy of two kernels and the cache of its machine code."""
    place = tmp_path_factory.mktemp("warm")
    run(write(place / "policy", 10), place / "cache")
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def policy(warm: Path) -> Path:
    return warm / "policy"


@pytest.fixture
def cache(warm: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(warm / "cache", tmp_path / "cache"))


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_as_good_as_not_there_and_can_be_replaced(tmp_path: Path, damage: str) -> None:
    path, name, content = tmp_path / "one.kernel", b"what it is of", b"machine code" * 100
    _seal(path, name, content)
    assert _unsealed(path, name) == content
    DAMAGES[damage](path)
    assert _unsealed(path, name) is None
    _seal(path, name, content)
    assert _unsealed(path, name) == content
    assert _unsealed(path, b"of something else") is None


@pytest.mark.parametrize("damage", ["cut in the seal", "a pipe"])
def test_whatever_happened_to_all_files_they_are_compiled_again_and_replaced(
    policy: Path, cache: Path, damage: str
) -> None:
    files = kept_files(cache)
    assert len(files) == 2
    for path in files:
        DAMAGES[damage](path)
    assert run(policy, cache) == ["compiling", "11"]
    assert kept_files(cache) == files
    assert run(policy, cache) == ["11"]


@pytest.mark.parametrize("damage", ["garbled", "a folder"])
def test_one_file_at_a_time(policy: Path, cache: Path, damage: str) -> None:
    inner, entry = kept_files(cache)
    DAMAGES[damage](inner)
    assert run(policy, cache) == ["11"]  # nobody needs it
    DAMAGES[damage](entry)
    assert run(policy, cache) == ["compiling", "11"]
    DAMAGES[damage](entry)
    assert run(policy, cache) == ["compiling", "11"]  # the inner one is found
    assert run(policy, cache) == ["11"]


def test_files_under_each_others_names(policy: Path, cache: Path) -> None:
    inner, entry = kept_files(cache)
    contents = inner.read_bytes(), entry.read_bytes()
    entry.write_bytes(contents[0])
    inner.write_bytes(contents[1])
    assert run(policy, cache) == ["compiling", "11"]
    assert run(policy, cache) == ["11"]


def test_files_that_may_not_be_read(policy: Path, tmp_path: Path) -> None:
    """Root may read what no mode allows, so that the system's refusal is played."""
    (policy / "refused.py").write_text(REFUSED + "import main\n", encoding="utf-8")
    (policy / "right.py").write_text("import main\n", encoding="utf-8")
    assert run(policy, tmp_path, "right.py") == ["compiling", "11"]
    files = kept_files(tmp_path)
    for _ in range(2):
        assert run(policy, tmp_path, "refused.py") == ["compiling", "11"]
        assert kept_files(tmp_path) == files
    assert run(policy, tmp_path, "right.py") == ["11"]


@pytest.mark.parametrize(
    "thing",
    [
        "b'garbage'",
        "usual((None,) * 9)",
        "usual(thing[:-1] + (None,))",  # LLVM has the machine code when this comes to light
    ],
)
def test_a_wrong_thing_under_a_good_seal(policy: Path, tmp_path: Path, thing: str) -> None:
    (policy / "wrong.py").write_text(WRONG_THING.format(thing), encoding="utf-8")
    (policy / "right.py").write_text("import main\n", encoding="utf-8")
    assert run(policy, tmp_path, "wrong.py") == ["compiling", "11"]
    assert run(policy, tmp_path, "right.py") == ["compiling", "11"]
    assert run(policy, tmp_path, "right.py") == ["11"]


@pytest.mark.parametrize("damage", ["emptied", "a folder"])
def test_what_cannot_be_replaced_either_is_compiled_for_this_process(
    policy: Path, cache: Path, damage: str
) -> None:
    (policy / "full.py").write_text(FULL_DISK, encoding="utf-8")
    for path in kept_files(cache):
        DAMAGES[damage](path)
    for _ in range(2):
        assert run(policy, cache, "full.py") == ["compiling", "not-kept:", "File-too-large", "11"]
    assert [path.name for path in cache.rglob("*.part")] == []


def test_a_file_where_the_folder_should_be(policy: Path, cache: Path) -> None:
    generation = kept_files(cache)[0].parent
    shutil.rmtree(generation)
    generation.write_bytes(b"in the way")
    assert run(policy, cache) == ["compiling", "11"]
    assert run(policy, cache) == ["11"]


def test_no_folder_can_be_written_at_all(policy: Path, tmp_path: Path) -> None:
    """Neither the cache nor one for temporary files."""
    nowhere = tmp_path / "file"
    nowhere.touch()
    (policy / "nowhere.py").write_text(
        "import tempfile\ntempfile.tempdir = '/dev/null'\nimport main\n", encoding="utf-8"
    )
    assert run(policy, nowhere, "nowhere.py") == ["compiling", "11"]


def test_a_kernel_that_stands_in_no_file_is_not_kept(policy: Path, tmp_path: Path) -> None:
    """As in a console: its next version would have the same name, and perhaps the same bytecode."""
    (policy / "console.py").write_text(
        "exec(open(__file__.replace('console', 'main')).read())", encoding="utf-8"
    )
    for _ in range(2):
        assert run(policy, tmp_path, "console.py") == ["compiling", "11"]
    assert [path.name.partition("-")[0] for path in kept_files(tmp_path)] == ["inner.addend"]
