"""`sim run`: the figures it gives, and that nothing but scenario, policy, seed and number of games shows in them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import signalbox.cli.failures
from experiments.factors import catalogue
from policies.switch_signal.roster import ROSTER
from simulator.core.errors import IllegalChoice
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.boards import deck_of
from tests.conftest import Sim, complaint

PROMISED = {"win_rate", "ci_low", "ci_high", "games", "scenario", "scenario_hash", "policy", "seed"}
PROMISED |= {
    "goods_mean",
    "goods_required",
    "turns_mean",
    "lost_by",
    "tokens_mean",
    "plays_mean",
    "pairs_mean",
}
PROMISED |= {"helpers_used", "timetable_cards_lost_mean", "reconstructed", "engine", "rules"}


def figures(sim: Sim, *arguments: object) -> dict[str, Any]:
    result = sim("run", "--json", *arguments)
    assert result.code == 0
    found: dict[str, Any] = json.loads(result.out)
    return found


def test_json_figures_add_up(sim: Sim) -> None:
    easy = "--board tiny --removed 0 --house unused-point=0 --house goods=1 --house loading-cards=0"
    f = figures(sim, "--games", 500, "--seed", 3, "--policy", "novice", *easy.split())
    assert set(f) >= PROMISED
    assert (f["games"], f["seed"], f["policy"], f["goods_required"]) == (500, 3, "novice", 1)
    assert f["wins"] + sum(f["lost_by"].values()) == 500
    assert 0 < f["win_rate"] < 1
    assert f["ci_low"] < f["win_rate"] < f["ci_high"]
    assert sum(f["tokens_mean"].values()) == pytest.approx(f["tokens_total_mean"])
    assert set(f["helpers_used"]) == {"H1", "H2", "H3"}
    assert all(0 <= share <= 1 for share in f["helpers_used"].values())
    assert Scenario(**f["scenario"]).hash == f["scenario_hash"]
    assert (f["reconstructed"], f["invented"]) == (["timetable"], ["board"])


def test_wilson_interval_of_no_win_at_all(sim: Sim) -> None:
    f = figures(sim, "--games", 100, "--policy", "idle")
    assert (f["win_rate"], f["ci_low"]) == (0, 0)
    assert f["ci_high"] == pytest.approx(0.0370, abs=1e-4)  # z² / (n + z²)


def test_the_same_bytes_for_any_number_of_jobs(sim: Sim) -> None:
    common = ("run", "--json", "--games", 2500, "--policy", "novice,random")
    outputs = {sim(*common, "--jobs", jobs).out for jobs in (1, 2, 3)}
    assert len(outputs) == 1


def test_table(sim: Sim) -> None:
    result = sim("run", "--games", 200, "--policy", "planner")
    assert (result.code, result.err) == (0, "")
    for words in ("Central Europe, standard game", "are reconstructions", "95 % interval", "of 8", "red signals",
                  "paid with other cards", "the dispatcher was used", "games/s"):  # fmt: skip
        assert words in result.out
    assert "\x1b" not in result.out
    assert all(line == line.rstrip() for line in result.out.splitlines())


def test_three_tables_play_side_by_side_unless_one_is_named(sim: Sim) -> None:
    told = sim("run", "--board", "tiny", "--games", 20)
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[1] == "20 games of each table, seed 1"
    heading = next(line for line in lines if line.strip().startswith("first-game"))
    assert heading.split() == list(ROSTER.usual)
    assert sum(line.startswith("games won ") for line in lines) == 1
    tables = figures(sim, "--board", "tiny", "--games", 20)
    assert list(tables) == ["tables"]
    assert [each["policy"] for each in tables["tables"]] == list(ROSTER.usual)
    for each in tables["tables"]:
        assert each == figures(sim, "--board", "tiny", "--games", 20, "--policy", each["policy"])


def test_several_tables_are_named_in_a_list_or_one_by_one(sim: Sim) -> None:
    common = ("--board", "tiny", "--games", 5)
    together = figures(sim, *common, "--policy", "novice,idle")
    assert together == figures(sim, *common, "--policy", "novice", "--policy", "idle")
    assert "novice is named twice" in complaint(sim, "run", "--policy", "novice", "--policy", "novice")


def test_the_answer_is_a_sentence_with_the_strongest_table_first(sim: Sim) -> None:
    answer = sim("run", "--board", "loop", "--games", 100, "--policy", "random,practised").out.splitlines()[2]
    assert re.fullmatch(
        r"A practised table wins this setup \S+ % of the time \(.*\), a table that plays at random \(random\) \S+ % \(.*\)\.",
        answer,
    )


def test_side_by_side_leaves_out_what_nobody_ever_did(sim: Sim) -> None:
    out = sim("run", "--board", "loop", "--games", 5, "--policy", "idle,novice").out
    assert "actions played" in out
    assert "games in which the" not in out  # neither uses a helper


def test_a_set_of_boards_is_told_table_by_table(sim: Sim) -> None:
    sets = ("--board", "ensemble:test/ce", "--games", 2, "--policy", "idle,random")
    tables = figures(sim, *sets)["tables"]
    assert [len(each["boards"]) for each in tables] == [12, 12]
    assert sim("run", *sets).out.count("over boards") == 2


def test_table_says_what_is_not_the_printed_game(sim: Sim, tmp_path: Path) -> None:
    asked = "`sim board check` and `sim decks` tell what is known."
    assert sim("run", "--games", 1, "--board", "tiny").out.splitlines()[3] == (
        f"The board is invented and the timetable is a reconstruction, not the printed one: {asked}"
    )
    deck = tmp_path / "mine.toml"
    deck.write_text(deck_of("black"), encoding="utf-8")
    shown = sim("run", "--games", 1, "--board", "tiny", "--deck", deck).out.splitlines()
    assert shown[3] == f"Board and timetable are invented: {asked}"


def test_table_names_what_differs_from_the_standard_game(sim: Sim) -> None:
    options = (
        "--tokens 9 --helpers none --house draw=4 --house trains=2-2-3 --ruling X8=longest --extra-signals 1"
    )
    title = sim("run", "--games", 10, *options.split()).out.splitlines()[0]
    assert title == (
        "Central Europe, tokens 9, extra-signals 1, helpers none, house draw=4, house trains=2-2-3, "
        "ruling X8=longest"
    )


def test_options_override_the_preset(sim: Sim) -> None:
    scenario = figures(sim, "--games", 1, "--policy", "idle", "--preset", "easier-6", "--tokens", 8)[
        "scenario"
    ]
    assert (scenario["tokens"], scenario["removed"], scenario["extra_signals"]) == (8, 0, 1)
    assert figures(sim, "--games", 1, "--policy", "idle", "--preset", "harder-4")["goods_required"] == 10


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_every_preset_is_a_scenario_of_both_boards(board: str) -> None:
    hashes = {name: Scenario.of({"board": board, **preset.changes}).hash for name, preset in PRESETS.items()}
    assert len(set(hashes.values())) == len(hashes) - 1  # easier-1 is the single step extra-signal
    assert hashes["standard"] == Scenario(board=board).hash


def test_help_tells_the_standard_game(sim: Sim) -> None:
    shown = " ".join(sim("run", "--help").out.replace("│", " ").split())
    standard = Scenario()
    for name in set(catalogue(GAME).options) - {"preset", "helpers"}:
        assert f"(standard: {getattr(standard, name.replace('-', '_'))})" in shown, name
    assert "(standard: all)" in shown


def test_an_illegal_choice_ends_the_run_with_one_sentence(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(*_: object) -> None:
        raise IllegalChoice("cheat", "tiny", 7, 3, "act", 99)

    monkeypatch.setattr("simulator.switch_signal.play.play", cheat)
    result = sim("run", "--games", 10, "--jobs", 1)
    assert (result.code, result.out) == (1, "")
    assert (
        result.err
        == "error: policy cheat made an illegal choice on tiny in game 7, turn 3, asked for act: choice 99.\n"
    )


def out_of(cause: BaseException) -> BaseException:
    """An error that a library made of another one."""
    error = RuntimeError("Error calling __set_name__")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("failure", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, "error: stopped by Ctrl-C; nothing was kept."),
        (out_of(KeyboardInterrupt()), 130, "error: stopped by Ctrl-C; nothing was kept."),
        (
            OSError(28, "No space left on device"),
            1,
            "error: something could not be read or written (No space left",
        ),
        (
            PermissionError(13, "Permission denied", "my.toml"),
            1,
            "error: my.toml: could not be read or written (Perm",
        ),
        (
            EOFError("Ran out of input"),
            1,
            "error: this should not happen, please report it (UnexpectedEnd: Ran out",
        ),
        (MemoryError(), 1, "error: there is not enough memory; fewer --jobs need less of it."),
        (OSError(12, "Cannot allocate memory"), 1, "error: there is not enough memory; fewer"),
        (ImportError("x.so: failed to map segment from shared object"), 1, "error: there is not enough"),
        (out_of(RuntimeError("can't start new thread")), 1, "error: there is not enough memory; fewer"),
        (ZeroDivisionError("division by zero"), 1, "error: this should not happen, please report it ("),
    ],
)
def test_other_failures(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, failure: BaseException, code: int, sentence: str
) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr("signalbox.playing.play_many", fail)
    monkeypatch.delenv(signalbox.cli.failures.TRACEBACK, raising=False)
    result = sim("run", "--games", 10)
    assert (result.code, result.out) == (code, "")
    assert result.err.startswith(sentence)
    assert result.err.count("\n") == 1


@pytest.mark.slow
def test_the_first_run_ever_says_that_it_compiles_and_later_ones_do_not(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "signalbox.cli.main", "run", "--games", "1", "--json"]
    environment = {**os.environ, "SIGNALBOX_CACHE": str(tmp_path)}
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert first.stderr.startswith("Compiling what this command needs")
    assert first.stderr.count("\n") == 1
    assert second.stderr == ""
    assert first.stdout == second.stdout
