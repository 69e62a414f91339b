"""Write the reference of all commands, from what `--help` is made of:

    python -m tests.signalbox.cli.reference

writes docs/cli.md. A test compares that page with what this would write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from signalbox.cli.main import program
from signalbox.cli.switch_signal.commands import OWN
from simulator.switch_signal.game import GAME

PAGE = Path(__file__).parents[3] / "docs" / "cli.md"
HEAD = """# The commands

Written by `python -m tests.signalbox.cli.reference`, from what `sim --help` and `sim COMMAND --help` show. Exit codes: 0 done, 1 the run
failed, 2 an option or a file is wrong, 130 stopped by Ctrl-C. Results go to stdout, notes and progress to stderr; into a pipe they go without colours.

| | meaning |
|---|---|
| `sim --version` | the versions of Signalbox, game, rules and Python |
| `sim --install-completion` | teach the shell the commands, options and names; `--show-completion` prints what it would install |
| `NO_COLOR` | set to anything: no colours in a terminal either |
| `SIGNALBOX_CACHE` | a folder for the compiled rules, instead of `signalbox` in `$XDG_CACHE_HOME` or `~/.cache` |
| `SIGNALBOX_CHECKED` | set to 1: play with kernels that check every index, compiled into a cache of their own; for who writes kernels |
| `SIGNALBOX_TRACEBACK` | set to 1: where an error came from that should not happen |
"""


def commands(group: Any, path: str = "sim") -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it, groups taken apart."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{path} {name}")
        else:
            yield f"{path} {name}", command


def examples() -> str:
    """The block of `sim --help`."""
    block = OWN.examples.split("\n\n")[1]
    return f"```text\n{block}\n```\n"


def linked(text: str) -> str:
    """Pages are named from the project's folder there, and from docs/ here."""
    return re.sub(r"docs/([a-z-]+\.md)", r"[\1](\1)", text)


def text_of(help_text: str) -> str:
    """Paragraphs of a docstring, each in a line. Commands and what stands line by line are set apart."""
    parts: list[str] = []
    for paragraph in re.split(r"\n\s*\n", help_text.strip()):
        line = " ".join(paragraph.split())
        if line.startswith("sim ") or " " not in line:
            parts.append(f"```text\n{line}\n```")
        else:
            parts.append(linked(re.sub(r"([:·]) (sim [^·]+?)(?= ·|$)", r"\1 `\2`", line)))
    return "\n\n".join(parts).replace("\n```\n\n```text\n", "\n")


def standard(option: Any) -> str:
    """What holds if the option is left out, unless its text says so already."""
    if option.required and option.param_type_name == "option":
        return " It must be given."
    if option.default in (None, "", False, ()) or getattr(option, "show_default", True) is False:
        return ""
    return f" (standard: {option.default})"


def rows(command: Any) -> Iterator[str]:
    """A line an argument or option, in the order of `--help`."""
    for each in command.params:
        if each.name == "help" or getattr(each, "hidden", False):
            continue
        if each.param_type_name == "argument":
            name = each.metavar
        else:
            name = ", ".join(each.opts) + (f" {each.metavar}" if each.metavar else "")
        meaning = linked(" ".join((each.help or "").split())) + standard(each)
        yield f"| `{name}` | {meaning} |"


def section(path: str, command: Any) -> str:
    arguments = [
        each.metavar if each.required else f"[{each.metavar}]"
        for each in command.params
        if each.param_type_name == "argument"
    ]
    table = list(rows(command))
    usage = " ".join([path, *arguments, *(["[OPTIONS]"] if len(table) > len(arguments) else [])])
    parts = [f"## {path}", f"`{usage}`", text_of(command.help or "")]
    if table:
        parts.append("\n".join(["| | meaning |", "|---|---|", *table]))
    return "\n\n".join(parts) + "\n"


def page() -> str:
    top = program(GAME)
    return "\n".join([HEAD, examples(), *(section(path, command) for path, command in commands(top))])


def main() -> None:
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name} was written.")


if __name__ == "__main__":
    main()
