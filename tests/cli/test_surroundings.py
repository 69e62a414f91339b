"""What the surroundings may do: limits on memory and on files, settings of numba. Each is told in one sentence, with the way out."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import pages
from tests.conftest import Sim

MEGABYTE = 2**20
POLICY = """
from policies.seam import DECIDE
from simulator.jit import kernel
from simulator.decisions import nth_choice

@kernel(DECIDE, entry=True)
def first(board, rules, game, mind):
    return nth_choice(board, rules, game, 0)
"""
# A thread of a library that dies while everybody waits for it.
DYING_THREAD = """
import threading, time
from cli import main

def die():
    raise MemoryError

main.invoke = lambda arguments: [threading.Thread(target=die).start(), time.sleep(60)]
main.main()
"""


def sim_process(
    *arguments: str, before: Callable[[], None] | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    # One thread for OpenBLAS, which takes memory for each core of a machine.
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **variables}
    command = [sys.executable, "-m", "cli.main", *arguments]
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


@pytest.mark.parametrize(
    ("size", "jobs"),
    [
        (160 * MEGABYTE, "1"),  # some library cannot be loaded
        (280 * MEGABYTE, "1"),  # some later one cannot
        (1_000_000 * 1024, "512"),  # threads cannot start
    ],
)
def test_too_little_memory(sim: Sim, size: int, jobs: str) -> None:
    command = ("run", "--games", "10", "--jobs", jobs)
    assert sim(*command).code == 0  # now everything is compiled
    done = sim_process(*command, before=allowed(size))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", memory_sentence(size))


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


def test_a_policy_is_not_blamed_for_too_little_memory(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("raise MemoryError", encoding="utf-8")
    result = sim("run", "--games", 1, "--policy", f"{file}:first")
    assert (result.code, result.out) == (1, "")
    assert result.err == "error: there is not enough memory; fewer --jobs need less of it.\n"


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
