"""In which compiled functions the time of games is spent, by sampling: `python -m benchmarks.hot_spots planner`. Needs Linux's `perf`.

Compiled code has no names that perf could find, so the process that plays writes them down where perf looks: the symbols of the object
that numba keeps, shifted to where it was loaded. A function that the optimiser put into its caller counts as a part of it.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core.codegen import JITCodeLibrary

SECONDS, SHOWN = 4.0, 12
SYMBOLS = Path("/tmp")  # where perf looks for them, whatever TMPDIR says
FUNCTION = 2  # ELF: the kind of a symbol
MANGLED_NAME = re.compile(r"_ZN(.*)")
MARK = "kernel:"  # before names of ours
REPORT_LINE = re.compile(rf"([\d.]+)%\s+\[.\]\s+{MARK}(\S+)")


def functions_in(code: bytes) -> Iterator[tuple[str, int, int, int]]:
    """Name, section, offset and size of each function of a 64-bit ELF object."""
    header_offset = struct.unpack_from("<Q", code, 40)[0]
    header_size, headers = struct.unpack_from("<HH", code, 58)
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", code, header_offset + i * header_size) for i in range(headers)
    ]
    for _, kind, _, _, offset, size, link, _, _, entry in sections:
        if kind != 2:  # a table of symbols
            continue
        names = sections[link][4]
        for at in range(offset, offset + size, entry):
            name, info, _, section, value, length = struct.unpack_from("<IBBHQQ", code, at)
            if info & 15 == FUNCTION:
                text = code[names + name : code.index(b"\0", names + name)].decode()
                yield text, section, value, length


def plain_name(mangled: str) -> str:
    """`movement.run` of numba's mangled `_ZN9simulator8movement3run…`."""
    found = MANGLED_NAME.match(mangled)
    rest, parts = (found[1] if found else ""), []
    while match := re.match(r"(\d+)", rest):
        length = int(match[1])
        parts.append(rest[match.end() : match.end() + length])
        rest = rest[match.end() + length :]
    return ".".join(parts[-2:]) if parts else mangled


def note_symbols(codes: dict[Any, bytes], *entries: Any) -> None:
    """Write where the functions of loaded entry points lie, for perf."""
    with open(SYMBOLS / f"perf-{os.getpid()}.map", "w", encoding="utf-8") as file:
        for entry in entries:
            for compiled in entry.overloads.values():
                library, name = compiled.library, compiled.fndesc.llvm_func_name
                found = list(functions_in(codes[library]))
                home, start = next((section, value) for text, section, value, _ in found if text == name)
                base = library.get_pointer_to_function(name) - start
                for text, section, value, length in found:
                    if section == home:
                        file.write(f"{base + value:x} {length:x} {MARK}{plain_name(text)}\n")


def play_on(policy_name: str, seconds: float) -> None:
    """The process that is sampled. It loads the kernels from the cache, and keeps their objects, which numba lets go of."""
    codes: dict[Any, bytes] = {}
    usual = JITCodeLibrary._set_compiled_object

    def keep(library: Any, code: bytes) -> None:
        codes[library] = code
        usual(library, code)

    JITCodeLibrary._set_compiled_object = keep
    from policies.registry import load_policy
    from simulator.switch_signal.batch import play_block
    from simulator.switch_signal.game import GAME
    from simulator.switch_signal.play import play
    from simulator.switch_signal.scenario import Scenario

    policy, scenario = load_policy(GAME, policy_name), Scenario()
    if not seconds:
        return
    note_symbols(codes, play_block, policy.decide)
    print(os.getpid())  # names the file of the symbols
    start = time.process_time()
    first = 0
    while time.process_time() - start < seconds:
        play(scenario, policy, 1, first, 100)
        first += 100


def hot_spots(policy: str, seconds: float = SECONDS) -> list[tuple[str, float]]:
    """Shares of the time, the greatest first; empty where there is no perf."""
    if not shutil.which("perf"):
        return []
    program = [sys.executable, "-m", "benchmarks.hot_spots", policy, "--play"]
    subprocess.run([*program, "0"], capture_output=True)  # compiles, if that has not been done
    with tempfile.TemporaryDirectory() as folder:
        record = str(Path(folder) / "perf.data")
        sampling = ["perf", "record", "-q", "-F", "1999", "-e", "cpu-clock", "-o", record, "--"]
        done = subprocess.run([*sampling, *program, str(seconds)], stdout=subprocess.PIPE, text=True)
        if done.returncode:
            return []
        report = ["perf", "report", "-i", record, "--stdio", "--sort", "symbol", "-g", "none"]
        text = subprocess.run(report, capture_output=True, text=True).stdout
        (SYMBOLS / f"perf-{done.stdout.strip()}.map").unlink()
    shares: dict[str, float] = {}
    for share, name in REPORT_LINE.findall(text):
        shares[name] = shares.get(name, 0.0) + float(share)
    together = sum(shares.values())
    return [(name, share / together) for name, share in sorted(shares.items(), key=lambda item: -item[1])]


def main() -> None:
    policy = sys.argv[1] if len(sys.argv) > 1 else "planner"
    if len(sys.argv) > 3 and sys.argv[2] == "--play":
        play_on(policy, float(sys.argv[3]))
        return
    for name, share in hot_spots(policy)[: 3 * SHOWN]:
        print(f"{share:7.1%}  {name}")


if __name__ == "__main__":
    main()
