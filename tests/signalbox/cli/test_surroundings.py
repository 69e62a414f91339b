"""What the surroundings may do: limits on memory and on files, settings of numba. Each is told in one sentence, with the way out."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from signalbox.cli.main import invoke
from simulator.core.messages import quote
from tests import pages
from tests.conftest import Sim

MEGABYTE = 2**20
POLICY = """
from policies.switch_signal.seam import DECIDE
from simulator.core.jit import kernel
from simulator.switch_signal.decisions import nth_choice

@kernel(DECIDE, entry=True)
def first(board, rules, game, mind):
    return nth_choice(board, rules, game, 0)
"""
# A thread of a library that dies while everybody waits for it.
DYING_THREAD = """
import threading, time
from signalbox.cli import main

def die():
    raise MemoryError

main.invoke = lambda arguments: [threading.Thread(target=die).start(), time.sleep(60)]
main.main()
"""


def sim_process(
    *arguments: str, before: Callable[[], None] | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    # The program asks for one thread of OpenBLAS by itself, which takes memory for each core of a machine; so have these tests.
    environment = {**os.environ, **variables}
    environment.pop("OPENBLAS_NUM_THREADS")
    command = [sys.executable, "-m", "signalbox.cli.main", *arguments]
    return subprocess.run(
        command,
        cwd=pages.ROOT,
        env=environment,
        preexec_fn=before,
        capture_output=True,
        text=True,
        timeout=300,
    )


def allowed(size: int) -> Callable[[], None]:
    """`ulimit -v`."""
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))


def memory_sentence(size: int) -> str:
    return (
        f"error: there is not enough memory: {size // MEGABYTE:,} MB are allowed here (`ulimit -v` shows the limit, in kB); "
        "raise the limit, or play with fewer --jobs.\n"
    )


def test_numba_switched_off() -> None:
    done = sim_process("run", "--games", "10", NUMBA_DISABLE_JIT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: NUMBA_DISABLE_JIT is set, but Signalbox plays with compiled code only; unset it and try again.\n"
    )
    assert sim_process("boards", NUMBA_DISABLE_JIT="1").returncode == 0


@pytest.mark.parametrize("threads", ["0", "-3", "abc", "", "9" * 5000])
def test_a_number_of_threads_that_is_none(threads: str) -> None:
    done = sim_process("run", "--games", "10", NUMBA_NUM_THREADS=threads)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: NUMBA_NUM_THREADS is {quote(threads)}, and must be a whole number from 1 on; unset it and try again.\n"
    )


@pytest.mark.skipif(os.name != "posix", reason="other systems let nobody remove what is in use")
def test_a_working_folder_that_is_gone(sim: Sim, tmp_path: Path) -> None:
    """What is compiled plays on; a cache below that folder cannot be, and nothing can be compiled there."""
    command = ("run", "--board", "tiny", "--games", "10", "--policy", "random")
    assert sim(*command).code == 0  # now everything is compiled
    code = "import os, sys; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone'); from signalbox.cli.main import main; main()"

    def start(**variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, *command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(pages.ROOT), **variables},
            capture_output=True,
            text=True,
        )

    assert start().returncode == 0
    done = start(SIGNALBOX_CACHE="below")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: the working folder is gone, and what this command needs has to be compiled first, which is done in one; "
        "change to a folder that is there and try again.\n"
    )


@pytest.mark.parametrize(
    ("size", "jobs"),
    [
        (160 * MEGABYTE, "1"),  # some library cannot be loaded
        (280 * MEGABYTE, "1"),  # some later one cannot
        (1_000_000 * 1024, "512"),  # threads cannot start
    ],
)
def test_too_little_memory(sim: Sim, size: int, jobs: str) -> None:
    command = ("run", "--board", "tiny", "--policy", "novice", "--games", "10", "--jobs", jobs)
    assert sim(*command).code == 0  # now everything is compiled
    done = sim_process(*command, before=allowed(size))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", memory_sentence(size))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("surroundings") / "run"
    command = "sweep --board tiny --tokens 7..8 --games 50 --policy random --no-report --out"
    assert invoke([*command.split(), str(folder)]) == 0
    return folder


def check_within(size: int, *arguments: str) -> None:
    """Done, or one sentence of ours: libraries that run short hang, end the program, or pretend that Ctrl-C was pressed."""
    done = sim_process(*arguments, before=allowed(size))
    if done.returncode:
        assert (done.returncode, done.stdout, done.stderr) == (1, "", memory_sentence(size)), size


def limits(*sizes: int, slow: tuple[int, ...]) -> list[Any]:
    """In kB, as `ulimit -v` has them."""
    return [*sizes, *(pytest.param(size, marks=pytest.mark.slow) for size in slow)]


@pytest.mark.parametrize(
    "size", limits(20_000, 130_000, 250_000, 345_000, slow=(60_000, 100_000, 151_000, 500_000))
)
def test_a_game_within_any_limit(sim: Sim, size: int) -> None:
    command = ("run", "--board", "tiny", "--games", "20", "--policy", "novice")
    assert sim(*command).code == 0  # now everything is compiled
    check_within(size * 1024, *command)


@pytest.mark.parametrize(
    "size", limits(20_000, 430_000, 570_000, 700_000, slow=(130_000, 465_000, 640_000, 767_000, 859_000))
)
def test_a_report_within_any_limit(played: Path, tmp_path: Path, size: int) -> None:
    check_within(size * 1024, "report", str(played), "--out", str(tmp_path / "report.html"))


@pytest.mark.slow
@pytest.mark.parametrize("size", range(20_000, 1_220_000, 20_000))
def test_many_limits(sim: Sim, played: Path, tmp_path: Path, size: int) -> None:
    test_a_game_within_any_limit(sim, size)
    test_a_report_within_any_limit(played, tmp_path, size)
    check_within(size * 1024, "export", str(played), "--out", str(tmp_path / "cells.xlsx"))


def test_enough_memory_for_everything(played: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "report.html")
    assert sim_process("report", str(played), "--out", out, before=allowed(1200 * MEGABYTE)).returncode == 0


def test_too_little_memory_to_compile(tmp_path: Path) -> None:
    """LLVM would end the program on the way, with a message of its own."""
    size = 620 * MEGABYTE
    done = sim_process("run", "--games", "10", before=allowed(size), SIGNALBOX_CACHE=str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Compiling what this command needs")
    assert done.stderr.endswith(f"machines.\n{memory_sentence(size)}")


def test_a_thread_that_ends_for_want_of_memory_ends_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DYING_THREAD], cwd=pages.ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: there is not enough memory; fewer --jobs need less of it.\n"


def test_a_file_that_runs_out_of_memory_is_named(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("raise MemoryError", encoding="utf-8")
    result = sim("run", "--games", 1, "--policy", f"{file}:first")
    assert (result.code, result.out) == (1, "")
    assert (
        result.err == f"error: --policy: {file} ran out of memory; it takes more than this machine, "
        "or a limit (`ulimit -v`), allows.\n"
    )


def test_a_full_disk_under_the_compiled_rules_is_told_and_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(POLICY, encoding="utf-8")
    done = sim_process(
        "run",
        "--games",
        "1",
        "--policy",
        f"{file}:first",
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert done.returncode == 0
    assert done.stdout.startswith("Central Europe, standard game")
    compiling, not_kept = done.stderr.splitlines()
    assert compiling.startswith("Compiling what this command needs")
    assert not_kept.startswith("The compiled rules could not be kept in ")
    assert not_kept.endswith(
        "(File too large), so the next start compiles them again; "
        "make room there, or set SIGNALBOX_CACHE to a folder that can be written."
    )


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("csv", 500),
        ("xlsx", 3_000),
        ("parquet", 3_000),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("csv", 3_000), ("xlsx", 500), ("parquet", 500))
        ),
    ],
)
def test_a_full_disk_under_an_export(played: Path, tmp_path: Path, kind: str, size: int) -> None:
    out = tmp_path / f"cells.{kind}"
    done = sim_process(
        "export",
        str(played),
        "--out",
        str(out),
        before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
        TMPDIR=str(tmp_path),
    )
    if done.returncode:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"error: {out}: cannot be written (File too large).\n"
    assert [path.name for path in tmp_path.iterdir()] == ([] if done.returncode else [out.name])
