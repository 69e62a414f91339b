"""Write anew what README and docs pages show as output of commands, after a change of behaviour:

    python -m tests.cli.refresh README.md docs/compare.md docs/calibrate.md

A block that shows everything is replaced. Where `…` leaves lines out, each line that is shown is replaced by the next one that begins alike. What
cannot be found is named, for somebody to look at. Speeds stay as they are.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from cli.main import invoke

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CSV = re.compile(r"Save this as `(.*?)`:\n\n```csv\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def output_of(command: str) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        invoke(shlex.split(command.split("#")[0].removeprefix("sim ")))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def label(line: str) -> str:
    """What a line of a table begins with."""
    return re.split(r"\s{2,}|\d", line.strip())[0]


def refreshed(shown: list[str], printed: list[str], where: str) -> list[str]:
    """The lines that are to be shown now."""
    if "…" not in shown:
        speeds = [line.split()[0] for line in shown if "games/s" in line]
        return [re.sub(r"^\S+(?= games/s)", speeds[0], line) if speeds else line for line in printed]
    rest = iter(printed)
    found = []
    for line in shown:
        if line in ("", "…") or "games/s" in line:
            found.append(line)
            continue
        match = next((other for other in rest if label(other) == label(line)), None)
        if match is None:
            print(f"{where}: not found: {line}", file=sys.stderr)
            match = line
        found.append(match)
    return found


def refresh(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for file, content in CSV.findall(text):
        Path(file).write_text(content, encoding="utf-8")

    def block(match: re.Match[str]) -> str:
        if match[1]:  # another language
            return match[0]
        parts = re.split(r"^(?=\$ sim )", match[2], flags=re.MULTILINE)
        done = [parts[0]]
        for part in parts[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            lines = refreshed(shown, output_of(command[2:]), f"{page.name}: {command}") if shown else []
            done.append("\n".join([command, *lines]) + "\n")
        return f"```\n{''.join(done)}```"

    page.write_text(BLOCK.sub(block, text), encoding="utf-8")


def main() -> None:
    pages = [Path(name).resolve() for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        for page in pages:
            refresh(page)


if __name__ == "__main__":
    main()
