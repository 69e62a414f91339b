"""`sim sweep` and what goes on from it: the grid is told, played, kept, gone on with."""

from __future__ import annotations

import errno
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas
import pytest

from cli.main import invoke
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
    longer = sim("resume", run, "--games", 4000, "--no-report")
    assert "4 blocks are there already, 76 are to be played; 1,200 games are reused" in longer.err
    fewer = sim("resume", run, "--games", 100)
    assert fewer.code == 2
    assert "is less than the 4,000 games" in fewer.err


def test_precision_plans_the_games(sim: Sim, tmp_path: Path) -> None:
    done = sim("sweep", "--board", "tiny", "--policy", "random", "--precision", "2pp", "-o", tmp_path / "run")
    assert "±2.00 points" in done.err


def test_a_study_from_a_file(sim: Sim, tmp_path: Path) -> None:
    study = tmp_path / "mine.toml"
    study.write_text('games = 100\n[factors]\nboard = "tiny"\ntokens = "7..9"\npolicy = "random"\n')
    done = sim("sweep", study, "-o", tmp_path / "run", "--tokens", "7,10")
    assert "tokens: 7, 10" in done.err
    assert "200 games, 100 in each cell" in done.err


LONGER = (
    "sweep",
    "--board",
    "central-europe",
    "--tokens",
    "7..8",
    "--policy",
    "novice",
    "--games",
    "20000",
)
BLOCKS = 20


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The folder of a run that nothing has interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    assert invoke([*LONGER, "-o", str(folder)]) == 0
    return contents(folder)


@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGKILL, ""), (signal.SIGINT, "stopped by Ctrl-C; what was played is kept.")]
)
def test_killed_by_force_and_resumed(
    sim: Sim, tmp_path: Path, whole: dict[str, bytes], number: signal.Signals, said: str
) -> None:
    """kill −9 or Ctrl-C in the middle; the end is the same, byte for byte."""
    run = tmp_path / "killed"
    command = [sys.executable, "-m", "cli.main", *LONGER, "-o", str(run)]
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ,
        text=True,
        # A test run that was started in the background ignores SIGINT and would hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    for _ in range(2400):
        if list(run.glob("cells/*/*.parquet")):
            break
        time.sleep(0.05)
    process.send_signal(number)
    _, told = process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert said in told
    there = len(list(run.glob("cells/*/*.parquet")))
    assert 0 < there < BLOCKS
    resumed = sim("resume", run)
    assert resumed.code == 0
    assert f"{there} blocks are there already, {BLOCKS - there} are to be played" in resumed.err
    assert contents(run) == whole


def test_ctrl_c_after_the_games_keeps_them_too(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("experiments.chosen.keep_chosen", stop)
        stopped = sim(*SMALL, "-o", tmp_path / "run")
    assert stopped.code == 130
    assert f"what was played is kept. Go on with: sim resume {tmp_path / 'run'}" in stopped.err
    assert "40 blocks are there already, 0 are" in sim("resume", tmp_path / "run", "--no-report").err


def test_a_full_disk_gets_one_sentence_and_how_to_go_on(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = iter(range(8))

    def write(path: Path, content: bytes) -> int:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with path.open("wb") as file:
            return file.write(content)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", write)
        stopped = sim(*SMALL, "-o", tmp_path / "run")
    assert stopped.code == 1
    assert "No space left on device" in stopped.err
    assert f"sim resume {tmp_path / 'run'}" in stopped.err
    assert sim(*SMALL, "-o", tmp_path / "run").code == 0
    sim(*SMALL, "-o", tmp_path / "whole")
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_policy_that_fails_is_recorded_and_the_others_go_on(sim: Sim, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def bad(table):\n    raise RuntimeError('I give up')\n")
    bad = f"{tmp_path / 'mine.py'}:bad"
    words = ("sweep", "--board", "tiny", "--tokens", "7..8", "--games", 40, "--no-report")
    done = sim(*words, "--policy", f"random,{bad}", "-o", tmp_path / "run")
    assert done.code == 1
    assert f"{bad} fails in its first games" in done.err
    assert f"policy {bad}, tokens 7: 0 of 40 games count; a block failed: " in done.err
    assert "I give up" in done.err
    assert done.out.count("% to ") == 2
    alone = sim(*words, "--policy", bad, "-o", tmp_path / "alone")
    assert alone.code == 1
    assert "has no results yet" in alone.err
    assert "I give up" in alone.err
    assert "Traceback" not in alone.err


def test_the_recorded_command_makes_the_run(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "--yes", "-o", run)
    sim("resume", run, "--games", 300, "--no-report")
    command = json.loads((run / "manifest.json").read_text())["command"]
    assert "--games 300 " in command
    assert command.endswith("--yes")
    sim(*shlex.split(command)[1:], "-o", tmp_path / "again", "--no-report")
    assert contents(tmp_path / "again") == contents(run)


def test_only_traces_of_the_run_are_replaced(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    cell = sorted(run.glob("cells/*"))[0].name
    ours, mine = run / "traces" / f"{cell}-old-1.jsonl.gz", run / "traces" / "mine.jsonl.gz"
    for path in (ours, mine):
        path.write_bytes(b"")
    sim(*SMALL, "-o", run)
    assert not ours.exists()
    assert mine.exists()


def test_a_report_is_not_written_through_a_link(sim: Sim, tmp_path: Path) -> None:
    run = tmp_path / "run"
    sim(*SMALL, "-o", run)
    (tmp_path / "mine.html").write_text("mine")
    (run / "report.html").symlink_to(tmp_path / "mine.html")
    refused = sim("report", run)
    assert refused.code == 2
    assert "report.html is a link" in refused.err
    assert (tmp_path / "mine.html").read_text() == "mine"


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
    assert "to tiny" in sim("report", tmp_path / "a", "--format", "text").out
    assert "| to tiny |" in sim("report", tmp_path / "a", "--format", "md").out
    both = json.loads(
        sim("sweep", "--board", "tiny,loop", "--tokens", "7..8", *words, "-o", tmp_path / "b").out
    )
    assert [each["difference"] is None for each in both["cells"]] == [True, False, True, False]


def test_boards_of_a_sample_are_no_measure_for_each_other(sim: Sim, tmp_path: Path) -> None:
    boards = "ensemble:test/ce-01,ensemble:test/ce-02"
    words = ("--policy", "random", "--games", 20, "--no-report", "--json")
    found = json.loads(sim("sweep", "--board", boards, *words, "-o", tmp_path / "a").out)
    assert [each["difference"] for each in found["cells"]] == [None, None]


def test_paths_may_hold_commas_and_lead_upwards(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    sim("board", "copy", "tiny", "-o", "../a, b.toml")
    words = ("--policy", "random", "--games", 20, "--no-report", "--json", "-o", "run")
    found = json.loads(sim("sweep", "--board", "../a, b.toml,loop", *words).out)
    assert found["factors"]["board"] == ["../a, b.toml", "loop"]


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
    mark = tmp_path / "mark"
    mine.write_text(f"open({str(mark)!r}, 'w')\ndef wait(table):\n    return table.options()[0]\n")
    for spelling in (policy, str(mine)):
        other = sim("resume", tmp_path / "run", "--policy", spelling)
        assert other.code == 2
        assert "is not the program that the run was begun with" in other.err
        assert not mark.exists()
    assert "there is no such file" in sim("resume", tmp_path / "run", "--policy", "nowhere.py:wait").err
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
        (
            ("resume", "nowhere"),
            "nowhere is no run: it has no manifest.json; `sim runs` lists those that there are.",
        ),
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[factors]\ntokens = '10..7'", "mine.toml: tokens: 10..7 runs backwards; write 7..10."),
        ("[factors]\ntokens = 11", "mine.toml: tokens: 11 must be a whole number from 1 to 10"),
        ("[factors]\npolicy = 'novcie'", 'mine.toml: policy: there is no policy "novcie"'),
        ("[factors]\n'house draw' = 'x'", "mine.toml: house: draw=x must be a whole number"),
        ("[variants]\na = { tokens = 11 }", "mine.toml: variants.a: tokens: 11 must be a whole number"),
        ("[factors]\ntokens = []", "mine.toml: factors.tokens must be a level"),
    ],
)
def test_mistakes_in_a_study_name_the_file_and_the_key(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text)
    refused = sim("sweep", "mine.toml")
    assert refused.code == 2
    assert refused.err.startswith(f"error: {sentence}")


def test_a_mistake_on_the_command_line_is_not_laid_to_the_study(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text("[factors]\ntokens = 7")
    assert sim("sweep", "mine.toml", "--tokens", "11").err.startswith("error: --tokens: 11 must be")


@pytest.mark.parametrize(("found", "kind"), [(99, "a newer"), (0, "an older")])
def test_a_run_of_another_format_is_refused(sim: Sim, tmp_path: Path, found: int, kind: str) -> None:
    sim(*SMALL, "-o", tmp_path / "run")
    path = tmp_path / "run" / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": found}))
    for command in ("resume", "report", "export"):
        refused = sim(command, tmp_path / "run")
        assert refused.code == 2
        assert f"was made by {kind} version of Signalbox (format {found}, here 1)" in refused.err
