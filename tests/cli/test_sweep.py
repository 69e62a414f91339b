"""`sim sweep` and what goes on from it: the grid is told, played, kept, gone on with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas
import pytest

from experiments.sweep import carry_out
from tests.cli.conftest import Sim
from tests.experiments.test_store import contents

SMALL = (
    "sweep",
    "--board",
    "tiny",
    "--tokens",
    "7..8",
    "--policy",
    "random,novice",
    "--games",
    "200",
    "--no-report",
)


def test_the_grid_is_told_and_every_cell_is_what_sim_run_says(sim: Sim, tmp_path: Path) -> None:
    done = sim(*SMALL, "-o", tmp_path / "run", "--json")
    assert done.code == 0
    assert "grid of 4 cells" in done.err
    assert "tokens: 7, 8" in done.err
    assert "800 games, 200 in each cell" in done.err
    found = json.loads(done.out)
    for cell in found["cells"]:
        levels = cell["levels"]
        run = sim(
            "run",
            "--board",
            "tiny",
            "--tokens",
            levels["tokens"],
            "--policy",
            levels["policy"],
            "--games",
            200,
            "--json",
        )
        alone = json.loads(run.out)
        assert [cell[key] for key in ("win_rate", "ci_low", "ci_high")] == [
            alone[key] for key in ("win_rate", "ci_low", "ci_high")
        ]


def test_the_table_shows_rates_intervals_and_differences(sim: Sim, tmp_path: Path) -> None:
    shown = sim(*SMALL, "-o", tmp_path / "run").out
    assert "invented" in shown
    assert shown.count("standard") >= 2
    assert shown.count("% to ") == 4
    assert "luck and skill" not in shown  # `random` is no rung of skill


def test_the_summary_is_a_tidy_table(sim: Sim, tmp_path: Path) -> None:
    sim(*SMALL, "-o", tmp_path / "run")
    table = pandas.read_csv(tmp_path / "run" / "summary.csv")
    assert list(table["policy"]) == ["random", "novice"] * 2
    assert (table["win_rate"] == (table["wins"] / table["games"]).round(6)).all()
    assert table["difference"].isna().sum() == 2


@pytest.mark.parametrize("jobs", [1, 2])
def test_jobs_and_the_order_of_the_grid_change_no_block(sim: Sim, tmp_path: Path, jobs: int) -> None:
    sim(*SMALL, "-o", tmp_path / "one", "--jobs", 1)
    sim(
        "sweep",
        "--policy",
        "novice,random",
        "--tokens",
        "8,7",
        "--board",
        "tiny",
        "--games",
        "200",
        "-o",
        tmp_path / "other",
        "--jobs",
        jobs,
    )
    assert contents(tmp_path / "one" / "cells") == contents(tmp_path / "other" / "cells")


def test_the_same_command_goes_on_and_a_larger_one_extends(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    again = sim(*SMALL, "-o", run)
    assert "40 blocks are there already, 0 are to be played" in again.err
    more = sim("resume", run, "--games", 300)
    assert more.code == 0
    assert "40 blocks are there already, 20 are to be played" in more.err
    assert "300 in each cell" in more.err
    fewer = sim("resume", run, "--games", 100)
    assert fewer.code == 2
    assert "is less than the 300 games" in fewer.err


def test_precision_plans_the_games(sim: Sim, tmp_path: Path) -> None:
    done = sim("sweep", "--board", "tiny", "--policy", "random", "--precision", "2pp", "-o", tmp_path / "run")
    assert "±2.00 points" in done.err


def test_a_study_from_a_file(sim: Sim, tmp_path: Path) -> None:
    study = tmp_path / "mine.toml"
    study.write_text('games = 100\n[factors]\nboard = "tiny"\ntokens = "7..9"\npolicy = "random"\n')
    done = sim("sweep", study, "-o", tmp_path / "run", "--tokens", "7,10")
    assert "tokens: 7, 10" in done.err
    assert "200 games, 100 in each cell" in done.err


def test_killed_by_force_and_resumed(sim: Sim, tmp_path: Path) -> None:
    """kill −9 in the middle; the end is the same, byte for byte."""
    words = [
        "sweep",
        "--board",
        "central-europe",
        "--tokens",
        "7..8",
        "--policy",
        "novice",
        "--games",
        "20000",
    ]
    sim(*words, "-o", tmp_path / "whole")
    command = [sys.executable, "-m", "cli.main", *words, "-o", str(tmp_path / "killed")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
    for _ in range(2400):
        if list((tmp_path / "killed").rglob("*.parquet")):
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    there = len(list((tmp_path / "killed").rglob("*+*.parquet")))
    assert there > 0
    assert sim("resume", tmp_path / "killed").code == 0
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_a_run_that_is_broken_off_has_what_a_report_needs(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after the first block."""

    def broken_off(*arguments: Any) -> Iterator[Any]:
        yield next(carry_out(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr("experiments.sweep.carry_out", broken_off)
    run = tmp_path / "run"
    assert sim(*SMALL, "-o", run).code != 0
    assert list((run / "boards").glob("*.toml"))
    assert list((run / "decks").glob("*.toml"))
    assert sim("report", run).code == 0
    page = (run / "report.html").read_text()
    assert "This run is not finished" in page
    assert "There are no games to watch" in page
    assert 'id="figure-where-' in page


def test_runs_lists_what_there_is(sim: Sim, tmp_path: Path) -> None:
    sim(*SMALL, "-o", tmp_path / "runs" / "a")
    (tmp_path / "runs" / "b").mkdir()
    (tmp_path / "runs" / "b" / "manifest.json").write_text("{")
    listed = json.loads(sim("runs", tmp_path / "runs", "--json").out)
    assert [each.get("done") for each in listed if "done" in each] == [1.0]
    assert any("is damaged" in each.get("error", "") for each in listed)
    assert "no runs in" in sim("runs", tmp_path / "nowhere").out


def test_a_manifest_never_opens_a_file_that_it_names(sim: Sim, tmp_path: Path) -> None:
    """A run from a stranger: its policy is a program, and is not executed unless it is named again."""
    mine = tmp_path / "mine.py"
    mine.write_text("def wait(table):\n    return table.options()[0]\n")
    policy = f"{mine}:wait"
    sim(
        "sweep",
        "--board",
        "tiny",
        "--tokens",
        "7..8",
        "--policy",
        policy,
        "--games",
        4,
        "-o",
        tmp_path / "run",
    )
    for block in (tmp_path / "run").rglob("*.parquet"):
        block.unlink()
    mine.write_text("raise SystemExit('executed')\n")
    refused = sim("resume", tmp_path / "run")
    assert refused.code == 2
    assert "name it again if you trust it" in refused.err
    mine.write_text("def wait(table):\n    return table.options()[-1]\n")
    other = sim("resume", tmp_path / "run", "--policy", policy)
    assert other.code == 2
    assert "other boards, decks or policies" in other.err
    mine.write_text("def wait(table):\n    return table.options()[0]\n")
    assert sim("resume", tmp_path / "run", "--policy", policy).code == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sweep",), "nothing is varied; give for instance --tokens 7..10"),
        (("sweep", "--tokens", "10..7"), "--tokens: 10..7 runs backwards; write 7..10."),
        (("sweep", "--tokens", ""), "names an empty level"),
        (("sweep", "--tokens", "7..11"), "--tokens: 11 must be"),
        (("sweep", "--locations", "dize"), 'must be one of dice, shuffled, stack (did you mean "dice"?)'),
        (("sweep", "--policy", "novcie"), 'there is no policy "novcie" (did you mean "novice"?)'),
        (("sweep", "maps-2"), 'there is no study "maps-2"'),
        (("sweep", "--tokens", "1..10", "--removed", "0..17", "--players", "2..4"), "--yes plays it"),
        (("sweep", "--tokens", "7", "--games", "5", "--precision", "1"), "exclude each other"),
        (("sweep", "--tokens", "7", "--games", "0"), "--games: 0 must be"),
        (("sweep", "--tokens", "7", "--precision", "0"), "must be points of win rate"),
        (("resume", "nowhere"), "nowhere is no run: it has no manifest.json."),
        (("sweep", "--tokens", "7", "-o", "/proc/nowhere"), "cannot be written"),
    ],
)
def test_mistakes_get_one_sentence_and_write_nothing(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = sim(*words)
    assert refused.code == 2
    assert sentence in refused.err
    assert "Traceback" not in refused.err
    assert not list(tmp_path.iterdir())
