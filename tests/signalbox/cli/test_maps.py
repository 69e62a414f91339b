"""Other maps of a run on a reconstruction: played beside it, kept, gone on with, read back, and left out when asked."""

from __future__ import annotations

import html
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import experiments.maps
import experiments.play
import experiments.run
from experiments.findings import FOLDER
from experiments.run_store.manifest import COPY, MANIFEST
from experiments.sweep import Plan, play_missing
from reports.sentences.rates import CANNOT_HAVE
from signalbox.cli.main import invoke
from simulator.switch_signal.ensemble import members
from tests.conftest import Sim, complaint
from tests.experiments.sweeps import contents

COMMAND = ("sweep", "--tokens", "7..8", "--policy", "novice,planner", "--games", "30", "--no-report")
ON_MAPS = " on 12 others that fit what is known; one more time token "


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing has interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    assert invoke([*COMMAND, "-o", str(folder)]) == 0
    return folder


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of it that may be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def test_a_second_run_lies_in_the_folder_of_the_first(sim: Sim, whole: Path) -> None:
    manifest = json.loads((whole / FOLDER / MANIFEST).read_text(encoding="utf-8"))
    played = {(cell["levels"]["board"], cell["levels"]["tokens"]) for cell in manifest["cells"]}
    assert played == {(board, tokens) for board in members("ensemble:test/ce", "board") for tokens in (7, 8)}
    assert ({tuple(cell["lineup"]) for cell in manifest["cells"]}, manifest["games"]) == ({("planner",)}, 30)
    (listed,) = json.loads(sim("runs", whole.parent, "--json").out)
    assert listed["run"] == str(whole)


def test_a_run_that_is_broken_off_among_other_maps_is_gone_on_with(
    sim: Sim, tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte as if nothing had been."""
    folder = tmp_path / "broken-off"

    def broken_off(planned: Plan, *arguments: Any) -> Iterator[Any]:
        for number, played in enumerate(play_missing(planned, *arguments)):
            if number == 7 and len(planned.sweep.grid.cells) == 24:
                raise KeyboardInterrupt
            yield played

    with monkeypatch.context() as patched:
        patched.setattr(experiments.run, "play_missing", broken_off)
        stopped = sim(*COMMAND, "-o", folder)
    assert stopped.code == 130
    assert f"Go on with: sim resume {folder}" in stopped.err
    assert 0 < len(list((folder / FOLDER).glob("cells/*/*.block"))) < 24
    told = sim("report", folder, "--format", "text").out
    assert told.startswith("What is played on other maps is not finished; `sim resume` plays the rest.\n")
    assert sim("resume", folder, "--no-report").code == 0
    assert contents(folder) == contents(whole)


def test_more_games_extend_other_maps_too(sim: Sim, run: Path) -> None:
    command = [*COMMAND, "-o", str(run)]
    command[command.index("30")] = "40"
    assert sim(*command).code == 0
    assert json.loads((run / FOLDER / MANIFEST).read_text(encoding="utf-8"))["games"] == 40
    found = json.loads(sim("resume", run, "--games", 50, "--no-report", "--json").out)
    assert json.loads((run / FOLDER / MANIFEST).read_text(encoding="utf-8"))["games"] == 50
    assert (found["games"], found["short"]) == (50, [])
    assert len(found["other_maps"][0]["rates"]) == 12


def nobody_plays(*_: object) -> None:
    raise AssertionError("nothing is played here")


@pytest.mark.usefixtures("few_figures")
def test_a_report_reads_them_back(
    sim: Sim, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments.play.Matchup, "play", nobody_plays)
    text = sim("report", run, "--format", "text").out
    assert ON_MAPS in text.splitlines()[0]
    markdown = sim("report", run, "--format", "md").out
    assert f"- {text.splitlines()[0].split(' (')[0]}" in markdown
    assert ON_MAPS in markdown
    assert sim("report", run, "-o", tmp_path / "page.html").code == 0
    assert ON_MAPS in (tmp_path / "page.html").read_text(encoding="utf-8")


def spoil_manifest(maps: Path) -> None:
    for name in (MANIFEST, COPY):
        (maps / name).write_text("{", encoding="utf-8")


def spoil_block(maps: Path) -> None:
    next(maps.glob("cells/*/*.block")).write_bytes(b"PAR1")


def spoil_all_blocks(maps: Path) -> None:
    for path in maps.glob("cells/*/*.block"):
        path.write_bytes(b"PAR1")


def lose_blocks(maps: Path) -> None:
    shutil.rmtree(maps / "cells")


@pytest.mark.usefixtures("few_figures")
@pytest.mark.parametrize(
    ("spoil", "sentence", "still_told"),
    [
        (spoil_manifest, "What was played on other maps cannot be read: ", False),
        (spoil_all_blocks, "What was played on other maps cannot be read: ", False),
        (spoil_block, "A file of other maps was left out: ", True),
        (lose_blocks, "Other maps have not been played yet; ", False),
    ],
)
def test_a_damaged_folder_of_maps_does_not_break_the_report(
    sim: Sim, run: Path, tmp_path: Path, spoil: Any, sentence: str, still_told: bool
) -> None:
    spoil(run / FOLDER)
    for form in ("text", "md", "html"):
        page = tmp_path / f"page.{form}"
        result = sim("report", run, "--format", form, *(("-o", page) if form == "html" else ()))
        assert result.code == 0, result.err
        told = page.read_text(encoding="utf-8") if form == "html" else result.out
        assert sentence in told
        assert ("others that fit what is known" in told) == still_told
        assert "The planner wins the standard setup" in told


def test_damage_is_mended_by_going_on(sim: Sim, run: Path, whole: Path) -> None:
    spoil_block(run / FOLDER)
    result = sim("resume", run, "--no-report", "--json")
    assert result.code == 0
    assert "is damaged" in result.err
    assert contents(run) == contents(whole)


@pytest.mark.parametrize("again", ["resume", "sweep"])
def test_where_other_maps_cannot_be_gone_on_with_the_run_itself_can(sim: Sim, run: Path, again: str) -> None:
    spoil_manifest(run / FOLDER)
    before = contents(run / FOLDER)
    command = COMMAND[: COMMAND.index("--games")]
    words = ("resume", run) if again == "resume" else (*command, "-o", run)
    result = sim(*words, "--games", 40, "--no-report", "--json")
    assert result.code == 0, result.err
    assert (
        f"Other maps are left out: {run / FOLDER / MANIFEST} is damaged. "
        f"To play them anew, remove {run / FOLDER} and give the sweep's command again.\n"
    ) in result.err
    assert result.err.count("Other maps are left out") == 1
    found = json.loads(result.out)
    assert (found["games"], found["complete"], found["other_maps"]) == (40, True, [])
    assert contents(run / FOLDER) == before
    shutil.rmtree(run / FOLDER)
    anew = json.loads(sim(*command, "-o", run, "--games", 40, "--no-report", "--json").out)
    assert len(anew["other_maps"][0]["rates"]) == 12


def test_games_on_other_maps_are_told_before_they_are_played(sim: Sim, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    told = sim(*COMMAND, "-o", folder).err
    assert re.search(r"\nother maps that fit what is known: 720 games of planner, about \d+ s\nrun: ", told)
    shutil.rmtree(next((folder / FOLDER).glob("cells/*")))
    told = sim("resume", folder, "--no-report").err
    assert ": 720 games of planner, 690 of them there already, about " in told
    told = sim("resume", folder, "--no-report").err
    assert ": 720 games of planner, which are there already\n" in told


def test_other_maps_can_be_left_out(sim: Sim, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    found = json.loads(sim(*COMMAND, "--no-maps", "-o", folder, "--json").out)
    assert (found["other_maps"], (folder / FOLDER).exists()) == ([], False)
    again = shlex.split(found["command"].removeprefix("sim "))
    assert json.loads(sim(*again, "--no-report", "-o", folder, "--json").out)["other_maps"] == []
    assert sim("resume", folder, "--no-report").code == 0
    assert not (folder / FOLDER).exists()
    run = ("run", "--policy", "novice", "--games", 5)
    assert json.loads(sim(*run, "--no-maps", "--json").out)["other_maps"] is None
    assert "others that fit" not in sim(*run, "--no-maps").out
    assert "others that fit" in sim(*run).out


@pytest.mark.parametrize("board", ["ensemble:test", "ensemble:test/ce", "ensemble:train/ce-01", "tiny"])
@pytest.mark.parametrize("command", [("run",), ("sweep", "--tokens", "7..8")])
def test_where_there_are_no_other_maps_leaving_them_out_is_refused(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], board: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("signalbox.cli.console.load_players", nobody_plays)
    monkeypatch.setattr("signalbox.cli.sweep.load_players", nobody_plays)
    told = complaint(sim, *command, "--board", board, "--no-maps", "--policy", "idle")
    assert told.startswith("--no-maps: nothing is played on other maps here; it is for ")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_among_other_maps_keeps_what_was_played(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: Any) -> Iterator[float]:
        raise KeyboardInterrupt
        yield 0.5

    monkeypatch.setattr("signalbox.playing.rates_on", broken_off)
    result = sim("run", "--policy", "idle", "--games", 5, "--json")
    assert result.code == 130
    assert "this is the whole run, without other maps." in result.err
    found = json.loads(result.out)
    assert (found["games"], found["other_maps"]) == (5, None)


def test_a_run_tells_the_rates_of_the_boards_of_the_set(sim: Sim) -> None:
    common = ("--policy", "planner", "--games", 25, "--seed", 4, "--json")
    found = json.loads(sim("run", "--board", "north-america", *common).out)["other_maps"]
    boards = json.loads(sim("run", "--board", "ensemble:test/na", *common).out)["boards"]
    assert found["rates"] == [board["win_rate"] for board in boards]
    assert (found["family"], found["policy"], found["steps"]) == ("north-america", "planner", [])


def test_a_setup_that_other_maps_cannot_have_is_played_without_them(sim: Sim) -> None:
    asked = ("run", "--house", "signals=12", "--policy", "idle", "--games", 5)
    result = sim(*asked, "--json")
    assert (result.code, json.loads(result.out)["other_maps"]) == (0, None)
    assert sim(*asked).out.count(CANNOT_HAVE) == 1
    assert CANNOT_HAVE not in sim(*asked, "--no-maps").out


@pytest.mark.usefixtures("few_figures")
def test_a_sweep_says_it_too_and_so_does_its_page(sim: Sim, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    asked = ("sweep", "--tokens", "7..8", "--house", "signals=12", "--policy", "idle", "--games", 5)
    assert sim(*asked, "-o", folder).out.count(CANNOT_HAVE) == 1
    assert CANNOT_HAVE in html.unescape((folder / "report.html").read_text(encoding="utf-8"))
    assert sim("resume", folder, "--games", 6, "--no-report").out.count(CANNOT_HAVE) == 1
    told = sim(*asked, "--no-maps", "--no-report", "-o", tmp_path / "without").out
    assert CANNOT_HAVE not in told


def test_who_is_too_slow_for_other_maps_is_stood_in_for(sim: Sim) -> None:
    told = sim("run", "--policy", "expert:futures=1,horizon=1,breadth=1", "--games", 2).out
    assert "A practised table stood in for the expert (expert:" in told
    assert (
        "which plays too slowly for this: on 12 other maps that fit what is known it wins this setup" in told
    )


def test_a_set_of_decks_has_no_other_maps(sim: Sim) -> None:
    told = complaint(sim, "run", "--deck", "ensemble:test", "--no-maps", "--policy", "idle")
    assert told.startswith("--no-maps: nothing is played on other maps here; it is for what is played on a")
