"""The checked build catches an index outside its array, in whichever way it is used, and lets nothing swallow the alarm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.simulator.core.kernels import ROOT

SCRIPT = Path(__file__).with_name("control_kernels.py")
ALARM = "tests/simulator/core/control_kernels.py"
SLICES = {"slice_from", "slice_to", "slice_to_read"}


def outcomes(cache: Path, *arguments: str, **variables: str) -> dict[str, list[str]]:
    """By control: of a good index, of one that is too large, of −1."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SIGNALBOX_CACHE": str(cache),
        "SIGNALBOX_CHECKED": "1",
        **variables,
    }
    command = [sys.executable, str(SCRIPT), *arguments]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    assert len(found) == 31
    return found


def test_every_kernel_of_ours_is_stopped_at_every_bad_index(tmp_path: Path) -> None:
    """Compiled, where numba's own switch does not undo it, and found in the cache."""
    for variables in ({"NUMBA_BOUNDSCHECK": "0"}, {}):
        for name, found in outcomes(tmp_path, "ours", **variables).items():
            assert found == ["", ALARM, ALARM], name


def test_a_users_kernel_may_still_count_from_the_end(tmp_path: Path) -> None:
    for name, (good, large, negative) in outcomes(tmp_path).items():
        assert good == "", name
        assert large == ("" if name in SLICES else "IndexError" if name == "tuple_" else ALARM), name
        if name.startswith("lanes") or name in ("by_an_unsigned_number", "by_a_literal"):
            assert negative == ALARM
        else:
            assert negative == ""


def test_what_reads_memory_by_itself_checks_its_index_by_itself() -> None:
    """numba knows nothing of an intrinsic that goes by a pointer."""
    sources = [*ROOT.glob("simulator/**/*.py"), *ROOT.glob("policies/**/*.py")]
    by_pointer = [path for path in sources if "builder.gep(" in path.read_text(encoding="utf-8")]
    assert [path.name for path in by_pointer] == ["lanes.py"]
    for path in by_pointer:
        assert "check_index(" in path.read_text(encoding="utf-8")
