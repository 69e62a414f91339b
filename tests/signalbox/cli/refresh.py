"""Write anew what README and docs pages show as output of commands, after a change of behaviour:

    python -m tests.signalbox.cli.refresh [PAGE …]

Without a name all pages are gone through that show output, but for those with tests of their own, which also make edits and mistakes.
A block that shows everything is replaced. Where `…` leaves lines out, each line that is shown is replaced by the next one that begins alike and has about the same words. What
cannot be found is named, for somebody to look at. Speeds stay as they are. Commands that show nothing are run with few games, for what they
leave behind; files that a page tells to save are saved, and its edits are made.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
import tempfile
from difflib import SequenceMatcher
from pathlib import Path

from signalbox.cli.main import invoke
from tests.pages import BLOCK, PAGES, commands, edit, name_of, without_comment
from tests.signalbox.cli.short_commands import OWN_TESTS, is_run, shortened


def output_of(words: list[str]) -> list[str]:
    """What a command prints, or how it is refused."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = invoke(words)
    return [line.rstrip() for line in (err if code else out).getvalue().splitlines()]


def label(line: str) -> str:
    """What a line of a table begins with."""
    return re.split(r"\s{2,}|\d", line.strip())[0]


def likeness(line: str, other: str) -> float:
    """By the words in them, numbers aside: 1 for the same ones."""
    ours, theirs = ([word for word in text.split() if re.search("[a-z]", word)] for text in (line, other))
    return SequenceMatcher(None, ours, theirs).ratio()


def refreshed(shown: list[str], printed: list[str], where: str) -> list[str]:
    """The lines that are to be shown now."""
    if "…" not in shown:
        speeds = [line.split()[0] for line in shown if "games/s" in line]
        return [re.sub(r"^\S+(?= games/s)", speeds[0], line) if speeds else line for line in printed]
    rest = list(printed)
    found = []
    for line in shown:
        if line in ("", "…") or "games/s" in line:
            found.append(line)
            continue
        if line in rest:  # as it was
            found.append(line)
            del rest[: rest.index(line) + 1]
            continue
        alike = [place for place, other in enumerate(rest) if label(other) == label(line)]
        if not alike:
            print(f"{where}: not found: {line}", file=sys.stderr)
            found.append(line)
            continue
        near = [likeness(line, rest[place]) for place in alike]
        good = min(0.75, max(near))
        place = next(place for place, each in zip(alike, near, strict=True) if each >= good)
        found.append(rest[place])
        del rest[: place + 1]
    return found


def refresh(page: Path) -> None:
    last_file = Path()

    def part(command: str, shown: list[str]) -> str:
        nonlocal last_file
        line = without_comment(command.removeprefix("$ "))
        lines = shown
        if is_run(line):
            words = shlex.split(line)[1:]
            printed = output_of(words if shown else shortened(words))
            lines = refreshed(shown, printed, f"{page.name}: {line}") if shown else []
            written = re.search(r" -o (\S+\.toml)", line)
            last_file = Path(written[1]) if written else last_file
        return "\n".join([command, *lines]) + "\n"

    def block(match: re.Match[str]) -> str:
        nonlocal last_file
        if match["file"]:
            last_file = Path(match["file"])
            last_file.write_text(match["text"], encoding="utf-8")
        elif match["kind"] == "diff":
            edit(last_file, match["text"])
        elif match["kind"] == "" and "$ sim " in match["text"]:
            first, *parts = re.split(r"^(?=\$ )", match["text"], flags=re.MULTILINE)
            told = [part(*cut(each)) for each in parts]
            return f"```\n{first}{''.join(told)}```"
        return match[0]

    page.write_text(BLOCK.sub(block, page.read_text(encoding="utf-8")), encoding="utf-8")


def cut(text: str) -> tuple[str, list[str]]:
    command, *shown = text.rstrip("\n").split("\n")
    return command, shown


def pages_with_output() -> list[Path]:
    return [
        page
        for page in PAGES
        if name_of(page) not in OWN_TESTS
        and any(command.shown for command in commands(page.read_text(encoding="utf-8")))
    ]


def main() -> None:
    for page in [Path(name).resolve() for name in sys.argv[1:]] or pages_with_output():
        with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
            refresh(page)


if __name__ == "__main__":
    main()
