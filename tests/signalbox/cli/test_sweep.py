"""`sim sweep`: the grid is told, played, kept, gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pandas
import pytest

from reports.units import Unit
from simulator.switch_signal.game import GAME
from tests.conftest import SMALL, Sim
from tests.experiments.sweeps import contents

LUCK = "it depended on who played"


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
    assert LUCK not in shown  # `random` is no rung of skill


def test_luck_is_told_where_two_rungs_of_skill_have_played(sim: Sim, tmp_path: Path) -> None:
    words = ("sweep", "--board", "tiny", "--policy", "novice,planner", "--games", 200, "--no-report")
    assert LUCK in sim(*words, "-o", tmp_path / "run").out


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
        "--no-report",
    )
    assert contents(tmp_path / "one" / "cells") == contents(tmp_path / "other" / "cells")


def test_the_same_command_goes_on_and_a_larger_one_extends(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    again = sim(*SMALL, "-o", run)
    assert "800 games are there already, 0 are to be played" in again.err
    more = sim("resume", run, "--games", 300, "--no-report")
    assert more.code == 0
    assert "800 games are there already, 400 are to be played" in more.err
    assert "300 in each cell" in more.err
    longer = sim("resume", run, "--games", 4000, "--no-report")
    assert "1,200 games are there already, " in longer.err
    fewer = sim("resume", run, "--games", 100)
    assert fewer.code == 2
    assert "is less than the 4,000 games" in fewer.err


@pytest.mark.parametrize("points", ["0.01pp", "49pp"])
def test_the_least_and_the_most_precision_can_be_planned(sim: Sim, tmp_path: Path, points: str) -> None:
    (tmp_path / "letter").write_text("dear")
    refused = sim("sweep", "--board", "tiny", "--policy", "random", "--precision", points, "-o", tmp_path)
    assert "is no run and not empty" in refused.err  # so far it came


def test_precision_plans_the_games(sim: Sim, tmp_path: Path) -> None:
    done = sim(
        "sweep",
        "--board",
        "tiny",
        "--policy",
        "random",
        "--precision",
        "2pp",
        "-o",
        tmp_path / "run",
        "--no-report",
    )
    assert "±2.00 percentage points" in done.err


def test_a_study_from_a_file(sim: Sim, tmp_path: Path) -> None:
    study = tmp_path / "mine.toml"
    study.write_text('games = 100\n[factors]\nboard = "tiny"\ntokens = "7..9"\npolicy = "random"\n')
    done = sim("sweep", study, "-o", tmp_path / "run", "--tokens", "7,10", "--no-report")
    assert "tokens: 7, 10" in done.err
    assert "200 games, 100 in each cell" in done.err


def test_runs_lists_what_there_is(sim: Sim, tmp_path: Path) -> None:
    sim(*SMALL, "-o", tmp_path / "runs" / "a")
    (tmp_path / "runs" / "b").mkdir()
    (tmp_path / "runs" / "b" / "manifest.json").write_text("{")
    listed = json.loads(sim("runs", tmp_path / "runs", "--json").out)
    assert [each.get("done") for each in listed if "done" in each] == [1.0]
    assert any("is damaged" in each.get("error", "") for each in listed)
    assert "nowhere: there is no such folder." in sim("runs", tmp_path / "nowhere").err
    (tmp_path / "empty").mkdir()
    assert "no runs in" in sim("runs", tmp_path / "empty").out


def test_one_run_is_looked_into(sim: Sim, tmp_path: Path) -> None:
    """A list goes by the names of files; of one run all files are read."""
    run = tmp_path / "runs" / "a"
    sim(*SMALL, "-o", run)
    path = sorted(run.glob("cells/*/*"))[1]
    path.write_bytes(path.read_bytes()[:-9])
    assert json.loads(sim("runs", run.parent, "--json").out)[0]["done"] == 1
    told = sim("runs", run)
    assert f"{path.relative_to(run)} is damaged" in told.err
    assert "more lie behind that gap and count once it is closed" in told.err
    assert f"sim resume {run}" in told.err
    assert json.loads(sim("runs", run, "--json").out)[0]["done"] < 1
    sim("resume", run, "--no-report")
    assert sim("runs", run).err == ""


def test_boards_are_compared_with_the_standard_one_if_nothing_else_is_varied(
    sim: Sim, tmp_path: Path
) -> None:
    words = ("--policy", "novice", "--games", 200, "--no-report", "--json")
    found = json.loads(sim("sweep", "--board", "tiny,loop", *words, "-o", tmp_path / "a").out)
    tiny, loop = found["cells"]
    assert tiny["difference"] is None
    assert loop["difference"][0] == pytest.approx(loop["win_rate"] - tiny["win_rate"])
    assert "to Tiny Valley" in sim("report", tmp_path / "a", "--format", "text").out
    assert "| to Tiny Valley |" in sim("report", tmp_path / "a", "--format", "md").out
    both = json.loads(
        sim("sweep", "--board", "tiny,loop", "--tokens", "7..8", *words, "-o", tmp_path / "b").out
    )
    assert [each["difference"] is None for each in both["cells"]] == [True, False, True, False]


def test_boards_of_a_sample_are_no_measure_for_each_other(sim: Sim, tmp_path: Path) -> None:
    boards = "ensemble:test/ce-01,ensemble:test/ce-02"
    words = ("--policy", "random", "--games", 20, "--no-report", "--json")
    found = json.loads(sim("sweep", "--board", boards, *words, "-o", tmp_path / "a").out)
    assert [each["difference"] for each in found["cells"]] == [None, None]
    told = sim("report", tmp_path / "a", "--format", "text").out
    assert "standard" not in told.partition("ensemble:test/ce-01")[0].splitlines()[-2]  # no column for it
    assert "noticed after" not in told


def test_paths_may_hold_commas_and_lead_upwards(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    sim("board", "copy", "tiny", "-o", "../a, b.toml")
    words = ("--policy", "random", "--games", 20, "--no-report", "--json", "-o", "run")
    found = json.loads(sim("sweep", "--board", "../a, b.toml,loop", *words).out)
    assert found["factors"]["board"] == ["../a, b.toml", "loop"]


def test_cells_that_mean_the_same_are_played_once_and_counted_once(sim: Sim, tmp_path: Path) -> None:
    words = ("sweep", "--board", "tiny", "--house", "trains=3,3-3-3", "--policy", "random", "--games", 10)
    told = sim(*words, "-o", tmp_path / "run", "--no-report").err
    assert "10 games, 10 in each cell" in told
    assert "are there already" not in told


def test_what_does_not_vary_says_nothing_of_pairing(sim: Sim, tmp_path: Path) -> None:
    """Nobody wins anything: no variance was made smaller."""
    words = ("sweep", "--board", "tiny", "--tokens", "7..8", "--policy", "idle", "--games", 20, "--no-report")
    done = sim(*words, "-o", tmp_path / "run")
    assert "as many games" not in done.out
    assert pandas.read_csv(tmp_path / "run" / "summary.csv")["pairing_gain"].isna().all()


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (0.1234, 0.5678, "12.3% to 56.8%"),
        (0.0, 0.00038, "0.00% to 0.04%"),
        (0.0, 0.0000384, "0.000% to 0.004%"),
        (0.99992, 1.0, "99.99% to 100.00%"),
        (0.5, 0.5, "50.0000000% to 50.0000000%"),
    ],
)
def test_an_interval_has_two_ends(low: float, high: float, shown: str) -> None:
    assert Unit(GAME.main).exact_interval(low, high) == shown


def test_a_ruling_replaces_that_of_a_study_however_it_is_written(sim: Sim, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[factors]\n"ruling X6" = "literal"\n')
    words = ("sweep", tmp_path / "mine.toml", "--board", "tiny", "--policy", "random", "--games", 5)
    done = sim(*words, "--ruling", "x6=city", "-o", tmp_path / "run", "--no-report")
    assert "ruling X6: city" in done.err
