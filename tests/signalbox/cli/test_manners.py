"""Manners of the command line: help that teaches, completion, clean pipes, and complaints that say what to do."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from policies.registry import roster_of
from signalbox.cli.main import program
from signalbox.cli.options import POLICY, of_factor, whole_number
from signalbox.cli.switch_signal.commands import OWN
from simulator.switch_signal.board import board_names
from simulator.switch_signal.game import GAME
from simulator.switch_signal.house import HOUSE_NUMBERS
from tests import pages
from tests.conftest import SMALL, Sim
from tests.players import load_player
from tests.signalbox.cli.short_commands import shortened

SIM = [sys.executable, "-m", "signalbox.cli.main"]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def sim_process(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run([*SIM, *arguments], capture_output=True, text=True, cwd=pages.ROOT, env=environment)


def help_examples() -> list[str]:
    return [re.split(r"\s{3,}", line)[0] for line in OWN.examples.splitlines() if line.startswith("sim ")]


def test_help_teaches_by_examples_that_fit_a_line(sim: Sim) -> None:
    told = sim("--help").out
    assert len(help_examples()) >= 5
    for line in OWN.examples.splitlines():
        if line.startswith("sim "):
            assert pages.mistake(re.split(r"\s{3,}", line)[0]) == ""
            assert line in told


@pytest.mark.parametrize("command", help_examples())
def test_the_examples_of_help_work(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = sim(*shortened(shlex.split(command)[1:]))
    assert result.code == 0, result.err


def complete(line: str) -> list[str]:
    """What bash would offer for the last word."""
    words = line.split(" ")
    done = sim_process(_SIM_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    return done.stdout.split()


def test_the_shell_completes_commands_options_and_names() -> None:
    assert complete("sim com") == ["compare"]
    assert "--tokens" in complete("sim run --to")
    assert complete("sim run --board north") == ["north-america"]
    assert complete("sim sweep --policy novice,pl") == ["novice,planner"]
    assert complete("sim board draw north") == ["north-america"]
    assert complete("sim run --ruling X6=l") == ["X6=literal"]


def test_names_that_are_offered_are_names_that_there_are() -> None:
    context = typer.Context(program(GAME), obj=GAME)
    assert set(POLICY(context, "")) == set(roster_of(GAME).all)
    assert set(board_names()) < set(of_factor("board")(context, ""))
    assert of_factor("board")(context, "nowhere") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown_for_a_shell(shell: str) -> None:
    done = sim_process("--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert done.returncode == 0
    assert f"complete_{shell}" in done.stdout


def test_pipes_get_no_colours_and_json_is_nothing_but_json() -> None:
    table = sim_process("run", "--games", "20", "--policy", "random")
    assert (table.returncode, COLOUR.findall(table.stdout + table.stderr)) == (0, [])
    figures = sim_process("run", "--games", "20", "--policy", "random", "--json")
    assert json.loads(figures.stdout)["games"] == 20


def in_a_terminal(*arguments: str, **variables: str) -> str:
    """What a person would be shown."""
    import pty

    reader, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", **variables}
    process = subprocess.Popen(
        [*SIM, *arguments], stdin=terminal, stdout=terminal, stderr=terminal, cwd=pages.ROOT, env=environment
    )
    os.close(terminal)
    shown = b""
    with contextlib.suppress(OSError):  # Linux says so at the end
        while chunk := os.read(reader, 4096):
            shown += chunk
    os.close(reader)
    assert process.wait() == 0, shown
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
@pytest.mark.parametrize(("value", "colours"), [("", True), ("1", False)])
def test_no_color_holds_in_a_terminal_too(value: str, colours: bool) -> None:
    shown = in_a_terminal("run", "--games", "20", "--policy", "random", NO_COLOR=value)
    assert "games won" in shown
    assert bool(re.search(r"\x1b\[(\d+;)*3\d", shown)) == colours


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
@pytest.mark.parametrize(
    ("width", "there", "left_out"),
    [
        (100, ["games won", "95 % interval", "to standard", "noticed after"], []),
        (20, ["games won", "to standard"], ["noticed after", "95 % interval"]),
    ],
)
def test_a_narrow_window_gets_fewer_columns_and_is_told_which(
    sim: Sim, tmp_path: Path, width: int, there: list[str], left_out: list[str]
) -> None:
    """Half a column would tell something wrong: +14.0 [+"""
    sim(*SMALL, "-o", tmp_path / "run")
    shown = in_a_terminal("report", str(tmp_path / "run"), "--format", "text", COLUMNS=str(width))
    words = COLOUR.sub("", shown)
    heading = next(line for line in words.splitlines() if line.startswith("policy "))
    assert re.split(r"\s{3,}", heading.strip())[2:] == there
    told = re.search(r"Hidden to fit this window: (.*?)\.", " ".join(words.split()))
    assert (re.findall(r'"(.*?)"', told[1]) if told else []) == left_out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("xyz", "No such command 'xyz'; `sim --help` tells what there is."),
        ("rnu", "No such command 'rnu'. Did you mean 'run'?"),
        ("compare standard", "Missing argument 'B'; `sim compare --help` tells what there is."),
        ("tune", "Missing option '--target'; `sim tune --help` tells what there is."),
        ("board chek tiny", "No such command 'chek'. Did you mean 'check'?"),
        ("boards more", "Got unexpected extra argument(s) (more); `sim boards --help` tells what there is."),
        (
            f"boards {'x' * 5000}",
            f"Got unexpected extra argument(s) ({'x' * 266}…; `sim boards --help` tells what there is.",
        ),
        ("run --token 8", 'There is no option --token (did you mean "--tokens"?).'),
        ("replay --policy novice --policy planner", "--policy is given 2 times; give it once."),
        ("sweep --token 8", 'There is no option --token (did you mean "--tokens"?).'),
        ("run --zzz 8", "There is no option --zzz; `sim run --help` tells what there is."),
        ("sweep tokens 7..10", "`tokens` is an option here; did you mean --tokens 7..10?"),
        ("sweep --removed 2 tokens 7..10", "`tokens` is an option here; did you mean --tokens 7..10?"),
        ("run tokens 8", "`tokens` is an option here; did you mean --tokens 8?"),
        ("run json", "`json` is an option here; did you mean --json?"),
        (
            "run --tokens 7-10",
            '--tokens: "7-10" must be a whole number; `sim sweep` takes lists and ranges, 7,9 or 7..10.',
        ),
        (
            "sweep --tokens 7-10",
            '--tokens: "7-10" must be a whole number from 1 to 10 (V1: 7 to 10 by the rulebook; the box has 10); write 7..10 for a range.',
        ),
        (
            "sweep --removed 0–3",
            '--removed: "0–3" must be a whole number from 0 to 17 (V2); write 0..3 for a range.',
        ),
        ("run --games 1e-1", '--games: "1e-1" must be a whole number.'),
        ("run --games 2.5555k", '--games: "2.5555k" must be a whole number.'),
        ("run --games 10x", '--games: "10x" must be a whole number.'),
        ("run --policy planner:attention=180%", "--policy: attention=180% must be a number from 0 to 1."),
        ("run --policy people:skill=much%", "--policy: skill=much% must be a number from 0 to 1."),
        # A grid that cannot be played is refused for that, not for its size.
        (
            "sweep --tokens 1..10 --removed 0..17 --players 2..5",
            "--players: 5 must be a whole number from 2 to 4 (V7).",
        ),
        ("sweep --removed 0..17 --tokens 1..10 --goods 8,9", "--goods: 9 must be 8 or 10 (V4)."),
        (
            "sweep --removed 0..17 --tokens 1..10 --players 2..4",
            "the grid has 1,620 cells, more than 500; --yes plays it.",
        ),
        ("sweep --tokens 7 --tokens 8", "--tokens is given 2 times; separate its values by commas."),
        ("board draw tiny -o a.png -o b.png", "--out is given 2 times; give it once."),
    ],
)
def test_a_complaint_says_what_to_do(sim: Sim, arguments: str, sentence: str) -> None:
    result = sim(*arguments.split())
    assert (result.code, result.out, result.err) == (2, "", f"error: {sentence}\n")


@pytest.mark.parametrize(
    ("written", "games"),
    [
        ("10k", 10_000),
        ("1e4", 10_000),
        ("2.5k", 2_500),
        ("1M", 1_000_000),
        ("1e0", 1),
        ("12", 12),
        ("0.5k", 500),
    ],
)
def test_numbers_may_be_written_in_short(written: str, games: int) -> None:
    assert whole_number(written) == games


def test_short_numbers_are_understood_by_every_command(sim: Sim, tmp_path: Path) -> None:
    tiny = ("--board", "tiny", "--policy", "idle")
    for command in (
        ("run",),
        ("sweep", "--tokens", "7..8", "--no-report", "-o", tmp_path / "run"),
        ("compare", "tokens=7", "tokens=8"),
    ):
        assert json.loads(sim(*command, *tiny, "--games", "0.02k", "--json").out)["games"] == 20


def test_shares_of_a_policy_may_be_written_in_percent() -> None:
    assert load_player("planner:attention=80%") == load_player("planner:attention=0.8")
    assert load_player("people:skill=12.5%").name == "people:skill=0.125"


def test_help_lists_the_house_keys(sim: Sim) -> None:
    for command in ("run", "sweep", "tune", "compare", "replay"):
        told = " ".join(sim(command, "--help").out.replace("│", " ").split())
        assert f"Keys: {', '.join(HOUSE_NUMBERS)}" in told, command


def test_commands_have_the_same_default_for_who_plays(sim: Sim) -> None:
    for command in ("run", "sweep", "tune", "compare"):
        told = " ".join(sim(command, "--help").out.replace("│", " ").split())
        assert ",".join(roster_of(GAME).usual) in told, command
    assert sim(
        "run", "--board", "tiny", "--games", 2, "--policy", ",".join(roster_of(GAME).usual), "--json"
    ) == sim("run", "--board", "tiny", "--games", 2, "--json")


def test_repeatable_options_may_be_given_again(sim: Sim) -> None:
    result = sim("run", "--games", 5, "--policy", "random", "--house", "draw=4", "--house", "hand-limit=8")
    assert result.out.startswith("Central Europe, house draw=4, house hand-limit=8")


def test_a_name_with_a_line_end_is_told_in_one_line(sim: Sim) -> None:
    result = sim("report", "a\nb")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: a�b ")
    assert result.err.count("\n") == 1
