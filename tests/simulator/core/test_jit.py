"""The cache of machine code: never stale, never fatal, never anybody else's business."""

import ast
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

from policies.registry import load_policy
from simulator.core import jit_cache
from simulator.switch_signal.game import GAME
from tests.simulator.core.kernels import ENTRY, INNER, ROOT, kept_files, run, write

# Ctrl-C at a bad moment: in a destructor, out of which Python lets no exception.
INTERRUPTED = """
import signal
from llvmlite.binding.ffi import ObjectRef
import inner

close = ObjectRef.close

def interrupted_close(self):
    ObjectRef.close = close
    signal.raise_signal(signal.SIGINT)
    close(self)

signal.signal(signal.SIGINT, signal.default_int_handler)
ObjectRef.close = interrupted_close
try:
    import main
except KeyboardInterrupt:
    print("stopped")
"""

BESIDE = """
import os
os.cpu_count = lambda: 2
from simulator.core import jit
jit.compile_beside("main")
{}
import main
"""

FIRST_GAMES = """
from numba.core.typing.typeof import typeof_impl
from policies.registry import load_policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
policy, before = load_policy(GAME, "random"), len(typeof_impl.registry)
play(Scenario(), policy, 1, 0, 1)
print(len(typeof_impl.registry) - before)
"""


def test_the_machine_code_is_kept_until_a_source_it_reaches_is_edited(tmp_path: Path) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    assert run(folder, cache) == ["compiling", "11"]
    assert run(folder, cache) == ["11"]
    write(folder, 20)  # only inner.py changes: numba alone would not see it
    assert run(folder, cache) == ["compiling", "21"]


def test_two_files_of_a_folder_may_have_the_same_function_on_the_same_line(tmp_path: Path) -> None:
    """As policies have that were copied to try something: what was compiled of the first is not the second's."""
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    (folder / "twin.py").write_text(ENTRY.replace("inner", "other"), encoding="utf-8")
    (folder / "other.py").write_text(INNER.format(20), encoding="utf-8")
    assert run(folder, cache) == ["compiling", "11"]
    assert run(folder, cache, "twin.py") == ["compiling", "21"]
    assert run(folder, cache, "twin.py") == ["21"]


def test_sources_in_packages_beside_it_count_too(tmp_path: Path) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    deep = folder / "parts" / "arithmetic"
    deep.mkdir(parents=True)
    (folder / "inner.py").write_text("from parts.arithmetic.sums import addend\n", encoding="utf-8")
    (deep / "sums.py").write_text(INNER.format(10), encoding="utf-8")
    assert run(folder, cache) == ["compiling", "11"]
    (folder / ".venv").mkdir()
    (folder / ".venv" / "elsewhere.py").write_text("", encoding="utf-8")
    assert run(folder, cache) == ["11"]
    (deep / "sums.py").write_text(INNER.format(20), encoding="utf-8")
    assert run(folder, cache) == ["compiling", "21"]


def test_a_source_that_cannot_be_read_stops_nobody(tmp_path: Path) -> None:
    """Emacs marks a file that is being edited by a link to nowhere beside it; another source may be removed after the folder was listed."""
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    (folder / ".#inner.py").symlink_to("somebody@somewhere.1234:5678")
    assert run(folder, cache) == ["compiling", "11"]
    assert run(folder, cache) == ["11"]
    write(folder, 20)
    assert run(folder, cache) == ["compiling", "21"]


def test_our_machine_code_is_named_by_all_our_sources() -> None:
    for folder in (jit_cache.SIMULATOR, jit_cache.POLICIES):
        assert sorted(jit_cache._sources(folder)) == sorted(folder.rglob("*.py"))


def test_a_second_copy_another_processor_and_lost_files_are_compiled_anew(tmp_path: Path) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    run(folder, cache)
    assert run(write(tmp_path / "copy", 10), cache) == ["compiling", "11"]
    assert run(folder, cache, NUMBA_CPU_NAME="generic") == ["compiling", "11"]
    for path in kept_files(cache):
        path.unlink()
    assert run(folder, cache) == ["compiling", "11"]


def test_folders_of_other_people_are_left_alone(tmp_path: Path) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    strangers = [cache / name / "letters" for name in map(str, range(30))]
    for stranger in strangers:
        stranger.mkdir(parents=True)
    run(folder, cache)
    assert all(stranger.is_dir() for stranger in strangers)


def test_the_first_call_changes_nothing_that_another_thread_may_be_reading() -> None:
    """Numba looks types up in a table without a lock; a type added meanwhile now and then ended a program at its first games."""
    command = [sys.executable, "-c", FIRST_GAMES]
    assert subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout == "0\n"


def many_generations(place: Path, monkeypatch: pytest.MonkeyPatch, unused_for: float) -> list[str]:
    """Three more than are kept; the one that is made next is called ffff…"""
    names = [f"{number:016x}" for number in range(jit_cache.KEPT_GENERATIONS + 3)]
    assert all(jit_cache.GENERATION_NAME.fullmatch(name) for name in names)
    for name in names:
        (place / name).mkdir()
        os.utime(place / name, (time.time() - unused_for,) * 2)
    monkeypatch.setattr(jit_cache, "cache_root", lambda: place)
    monkeypatch.setattr(jit_cache, "_digest", lambda folder: "f" * 16)
    return names


def test_nothing_is_thrown_away_that_another_process_may_be_compiling_into(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of twenty policies tried in a minute, each makes a folder; the first process may still be at its first."""
    names = many_generations(tmp_path, monkeypatch, unused_for=60)
    jit_cache._generation.__wrapped__(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*names, "f" * 16}


def test_two_processes_may_throw_away_the_same_old_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them finds a folder listed that the other has just removed."""
    names = many_generations(tmp_path, monkeypatch, unused_for=2 * jit_cache.SECONDS_IN_USE)
    usual = Path.is_dir

    def removed_after_the_look(path: Path) -> bool:
        found = usual(path)
        if path.name == names[0]:
            shutil.rmtree(path, ignore_errors=True)
        return found

    monkeypatch.setattr(Path, "is_dir", removed_after_the_look)
    assert jit_cache._generation.__wrapped__(tmp_path).name == "f" * 16
    assert len(list(tmp_path.iterdir())) == jit_cache.KEPT_GENERATIONS


def test_what_a_process_was_killed_over_is_removed_when_nobody_can_be_writing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit_cache, "cache_root", lambda: tmp_path)
    monkeypatch.setattr(jit_cache, "_digest", lambda folder: "f" * 16)
    generation = jit_cache._generation.__wrapped__(tmp_path)
    ages = {
        ".signalbox-1-1.part": 2 * jit_cache.SECONDS_IN_USE,
        ".signalbox-1-2.part": 60,
        "old.kernel": 2 * jit_cache.SECONDS_IN_USE,
    }
    for name, age in ages.items():
        (generation / name).touch()
        os.utime(generation / name, (time.time() - age,) * 2)
    assert jit_cache._generation.__wrapped__(tmp_path) == generation
    assert {path.name for path in generation.iterdir()} == {".signalbox-1-2.part", "old.kernel"}


def test_an_unwritable_cache_is_no_obstacle(tmp_path: Path) -> None:
    folder = write(tmp_path / "policy", 10)
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    assert run(folder, tmp_path / "file", TMPDIR=str(temporary)) == ["compiling", "11"]
    assert list(temporary.iterdir()) == []


def test_ctrl_c_while_compiling_is_not_lost(tmp_path: Path) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    (folder / "interrupted.py").write_text(INTERRUPTED, encoding="utf-8")
    assert run(folder, cache, "interrupted.py") == ["compiling", "stopped"]
    assert run(folder, cache) == ["compiling", "11"]


@pytest.mark.parametrize(
    ("accident", "said"), [("", ["11"]), ("jit._beside['main'].kill()", ["compiling", "11"])]
)
def test_what_another_process_compiles_is_waited_for_and_done_here_if_that_dies(
    tmp_path: Path, accident: str, said: list[str]
) -> None:
    folder, cache = write(tmp_path / "policy", 10), tmp_path / "cache"
    (folder / "beside.py").write_text(BESIDE.format(accident), encoding="utf-8")
    path = os.pathsep.join([str(ROOT), str(folder)])
    assert run(folder, cache, "beside.py", PYTHONPATH=path) == said


@pytest.fixture(autouse=True)
def _tidy(tmp_path: Path) -> object:
    yield
    shutil.rmtree(tmp_path, ignore_errors=True)


def test_every_kernel_that_is_shipped_is_compiled_as_ours() -> None:
    """Ours have no indices from the end, and their checked build refuses −1; a user's file may have both."""
    load_policy(GAME, "planner")
    shipped = [module for module in sys.modules.values() if is_shipped(module)]
    kernels = [each for module in shipped for each in vars(module).values() if isinstance(each, Dispatcher)]
    assert {each.__module__.rpartition(".")[0] for each in kernels} >= {
        "simulator.core",
        "simulator.switch_signal",
        "policies.switch_signal",
        "policies.switch_signal.planning",
    }
    assert all(jit_cache.is_ours(each.py_func) for each in kernels)
    assert not jit_cache.is_ours(is_shipped)


def is_shipped(module: ModuleType) -> bool:
    """Tell whether a module is one of the program; the compiled game of tests only has its players under such names."""
    name = module.__name__
    return name.startswith(("simulator.", "policies.")) and not name.startswith("policies.dash.")


def test_kernels_count_no_index_from_the_end() -> None:
    """They are compiled as if there were none (`jit_parts.indices_from_zero`); what is written as one must be found here."""
    negative = []
    for path in [*ROOT.glob("simulator/**/*.py"), *ROOT.glob("policies/**/*.py")]:
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and any(
                isinstance(each, ast.Call) and getattr(each.func, "id", "") == "kernel"
                for each in function.decorator_list
            ):
                indices = [each.slice for each in ast.walk(function) if isinstance(each, ast.Subscript)]
                parts = [part for index in indices for part in getattr(index, "elts", [index])]
                negative += [
                    f"{path.name}:{part.lineno}"
                    for part in parts
                    if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub)
                ]
    assert negative == []


def test_a_users_kernel_may_count_from_the_end(tmp_path: Path) -> None:
    program = """
import numpy
from numba import types
from simulator.core.jit import kernel

@kernel(types.int64(types.int64[:], types.int64), entry=True)
def pick(numbers, index):
    return numbers[index]

print(pick(numpy.array([5, 6, 7]), -1))
"""
    (tmp_path / "users.py").write_text(program, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SIGNALBOX_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "users.py"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "7\n"
