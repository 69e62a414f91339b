"""README and docs, carried out: every command is run, and what is shown below it is what it prints.

Commands that show nothing are run with few games. A page is gone through from its top in an empty folder, so that what one command
leaves behind is there for the next.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import duckdb
import pytest

from tests import pages
from tests.conftest import Sim
from tests.signalbox.cli import reference
from tests.signalbox.cli.short_commands import NOT_RUN, OWN_TESTS, is_run, shortened

# Thousands of games for what they show, many boards or settings, several reports.
SLOW = (
    "README.md",
    "docs/compare.md",
    "docs/calibrate.md",
    "docs/own-deck.md",
    "docs/policies.md",
    "docs/report.md",
    "docs/sweep.md",
    "docs/tutorial.md",
    "docs/studies/",
)
WITH_COMMANDS = [page for page in pages.PAGES if pages.commands(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow) if pages.name_of(page).startswith(SLOW) else page
        for page in WITH_COMMANDS
        if pages.name_of(page) not in OWN_TESTS
    ],
    ids=pages.name_of,
)
def test_the_commands_of_a_page(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    last_file = Path()
    for block in pages.blocks(page.read_text(encoding="utf-8")):
        if block.kind == "file":
            last_file = tmp_path / block.file
            last_file.write_text(block.text, encoding="utf-8")
        elif block.kind == "diff":
            pages.edit(last_file, block.text)
        elif block.kind == "python":
            exec(compile(block.text, page.name, "exec"), {})
        elif block.kind == "sql":
            for statement in block.text.split(";")[:-1]:
                assert duckdb.execute(statement).fetchall(), statement
        elif block.kind == "":
            for line, shown in filter(lambda command: is_run(command.line), pages.commands_in(block.text)):
                words = shlex.split(line)
                assert words[0] == "sim", f"{line}: run by nothing here, and not in NOT_RUN"
                result = sim(*(words[1:] if shown else shortened(words[1:])))
                refused = shown and shown[0].startswith("error: ")
                assert result.code == (2 if refused else 0), f"{line}: {result.err}"
                pages.assert_printed(shown, (result.err if refused else result.out).splitlines())
                written = re.search(r" -o (\S+\.toml)", line)
                last_file = tmp_path / written[1] if written else last_file


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name_of)
def test_commands_in_the_text_exist_with_their_options(page: Path) -> None:
    """Also those between back-quotes, which nobody runs."""
    text = page.read_text(encoding="utf-8")
    found = [command.line for command in pages.commands(text)] + re.findall(r"`(sim [^`]+)`", text)
    assert {
        line: pages.mistake(line) for line in found if line.startswith("sim ") and pages.mistake(line)
    } == {}


@pytest.mark.parametrize("page", pages.PAGES, ids=pages.name_of)
def test_no_command_hides_in_a_block_of_another_kind(page: Path) -> None:
    """`text` is for pictures and tables; what has a prompt is run."""
    hidden = [block.text for block in pages.blocks(page.read_text(encoding="utf-8")) if block.kind == "text"]
    assert [text for text in hidden if pages.PROMPT.search(text)] == []


def test_every_reason_for_not_running_a_command_is_still_needed() -> None:
    lines = [
        command.line for page in WITH_COMMANDS for command in pages.commands(page.read_text(encoding="utf-8"))
    ]
    assert [pattern for pattern in NOT_RUN if not any(re.match(pattern, line) for line in lines)] == []


def test_few_games_are_played_where_nothing_is_shown() -> None:
    assert shortened(shlex.split("run --games 10000 --board tiny")) == [
        "run",
        "--board",
        "tiny",
        "--games",
        "20",
    ]
    assert shortened(["sweep", "--precision", "0.5pp"]) == ["sweep", "--games", "2", "--no-report"]
    assert shortened(["boards"]) == ["boards"]


def test_a_wrong_command_in_a_text_is_found() -> None:
    assert pages.mistake("sim run --games 10 --board tiny") == ""
    assert pages.mistake("sim board check FILE") == ""
    assert pages.mistake("sim rum") == "rum"
    assert pages.mistake("sim board chequer") == "chequer"
    assert pages.mistake("sim run --policies x") == "--policies"


def test_the_reference_is_what_the_program_says_now() -> None:
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), (
        "python -m tests.signalbox.cli.reference writes it anew"
    )


def test_the_pages_that_teach_have_examples_with_output() -> None:
    """A page without examples would pass everything above."""
    for name, least in (("README.md", 3), ("docs/tutorial.md", 6), ("docs/own-deck.md", 3)):
        found = pages.commands((pages.ROOT / name).read_text(encoding="utf-8"))
        assert sum(bool(command.shown) for command in found) >= least, name
