"""Pages as tests read them: the blocks of a page in order, and the commands that it gives, each with the lines shown below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from signalbox.cli.main import program
from simulator.switch_signal.game import GAME
from tests.hoard import HOARD

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(
    r"^(?:[^\n]*Save this as `(?P<file>.*?)`:\n\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$"
    r"|^\n(?P<indented>(?:    [^\n]*\n)+)",
    re.DOTALL | re.MULTILINE,
)
SHELLS = ("", "sh", "bash", "shell", "console")
SIM = program(GAME)
PROMPT = re.compile(r"^(?:[\w.]+ +)?\$ ", re.MULTILINE)
PROGRAM = re.compile(r"(sim|python3?|source|pip|dask|git|\.venv/bin/\w+|\.ci/\S+) ")


class Block(NamedTuple):
    kind: str
    """What stands behind the fence; empty for commands, `file` for what is to be saved."""
    text: str
    file: str = ""


class Command(NamedTuple):
    line: str
    shown: list[str]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: str) -> Iterator[Block]:
    """Fenced blocks, and indented ones, which hold commands only."""
    for found in BLOCK.finditer(page):
        if found["indented"]:
            yield Block("", re.sub(r"^    ", "", found["indented"], flags=re.MULTILINE))
        elif found["file"]:
            yield Block("file", found["text"], found["file"])
        else:
            yield Block("" if found["kind"] in SHELLS else found["kind"], found["text"])


def commands_in(text: str) -> list[Command]:
    """After a prompt with what is printed; in blocks without a prompt, every line that calls a program."""
    if PROMPT.search(text):
        parts = [part.splitlines() for part in PROMPT.split(text)[1:]]
        return [Command(without_comment(first), shown) for first, *shown in parts]
    return [Command(without_comment(line), []) for line in text.splitlines() if PROGRAM.match(line)]


def without_comment(line: str) -> str:
    return re.sub(r"\s+#.*", "", line).strip()


def commands(page: str) -> list[Command]:
    return [command for block in blocks(page) if block.kind == "" for command in commands_in(block.text)]


def edit(file: Path, diff: str) -> None:
    """Make the change of a diff block; what it replaces must be there exactly once."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    text = file.read_text(encoding="utf-8")
    assert text.count(f"\n{old}") == 1, old
    file.write_text(text.replace(f"\n{old}", f"\n{new}"), encoding="utf-8")


def assert_printed(shown: list[str], printed: list[str]) -> None:
    """Every shown line is printed, in order; `…` stands for some that are left out, and without it none is. Speeds may differ."""
    lines, rest = ([line.rstrip() for line in text if line.strip()] for text in (shown, printed))
    assert "…" in lines or not lines or len(lines) == len(rest), printed
    left = iter(rest)
    for line in lines:
        if line != "…" and "games/s" not in line:
            assert line in left, line


def mistake(line: str) -> str:
    """The first word of a command line that the program does not know."""
    words = line.split()[1:]
    command: Any = SIM
    if words[:1] == ["--game"]:  # a file, as on the page about games of one's own
        command, words = program(HOARD), words[2:]
    while words and hasattr(command, "commands"):
        if words[0] in ("COMMAND", "…") or words[0].startswith("-"):
            break
        if words[0] not in command.commands:
            return words[0]
        command = command.commands[words.pop(0)]
    known = {name for parameter in command.params for name in parameter.opts} | {
        "--help",
        "--install-completion",
        "--show-completion",
    }
    options = [word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)]
    return next((option for option in options if option not in known), "")
