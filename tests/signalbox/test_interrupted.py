"""Ctrl-C at a notebook: what was played until then is returned, and a sentence says how much that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import experiments.calibrate
import experiments.compare
import experiments.play
import experiments.sweep
import experiments.tune
import signalbox
from tests.conftest import Sim

QUICK: Any = {"board": "tiny", "progress": False, "jobs": 1}


def broken_off(playing: Callable[..., Iterator[Any]], after: int) -> Callable[..., Iterator[Any]]:
    """The same, until Ctrl-C after so many pieces."""

    def play(*arguments: Any, **named: Any) -> Iterator[Any]:
        for number, piece in enumerate(playing(*arguments, **named)):
            if number == after:
                raise KeyboardInterrupt
            yield piece

    return play


def test_run_tells_of_the_games_that_were_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = signalbox.run(policy="random", games=100, **QUICK)
    monkeypatch.setattr("signalbox.playing.play_many", broken_off(experiments.play.play_many, 10))
    stopped = signalbox.run(policy=["random", "novice"], games=160, **QUICK)
    assert stopped.frame().equals(few.frame())
    sentence = "Broken off after 100 games; this is known so far."
    assert stopped.answer() == [*few.answer(), sentence]
    assert (few.complete, stopped.complete) == (True, False)
    assert f"{sentence}\n" in capsys.readouterr().err


def test_the_command_tells_them_too_and_is_not_done(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ("run", "--board", "tiny", "--policy", "random", "--jobs", 1)
    whole = sim(*line, "--games", 100, "--json")
    monkeypatch.setattr("signalbox.playing.play_many", broken_off(experiments.play.play_many, 10))
    stopped = sim(*line, "--games", 160, "--json")
    assert (stopped.code, stopped.out) == (130, whole.out)
    assert stopped.err.splitlines() == [
        "Broken off after 100 games; this is known so far.",
        "error: stopped by Ctrl-C; more games would tell more.",
    ]


def test_the_command_says_how_many_games_of_each_table_were_played(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow_novice(matchup: Any, *arguments: Any) -> Iterator[Any]:
        play = experiments.play.play_many
        return broken_off(play, 3 if matchup.policy == "novice" else 99)(matchup, *arguments)

    monkeypatch.setattr("signalbox.playing.play_many", slow_novice)
    stopped = sim("run", "--board", "tiny", "--policy", "random,novice", "--games", 160)
    assert stopped.code == 130
    assert "30 to 160 games of each table, seed 1" in stopped.out


def test_a_set_of_boards_is_told_of_when_all_of_them_are_played(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signalbox.playing.play_many", broken_off(experiments.play.play_many, 10))
    stopped = sim("run", "--board", "ensemble:test", "--policy", "random", "--games", 160)
    assert (stopped.code, stopped.out) == (130, "")
    assert stopped.err == "error: stopped by Ctrl-C; nothing was kept.\n"


def test_compare_and_tune_tell_what_is_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("signalbox.comparing.go_on", broken_off(experiments.compare.go_on, 2))
    compared = signalbox.compare("tokens=9", "tokens=10", policy="random", precision=0.0001, **QUICK)
    assert compared.answer()[0].startswith("Open after 1,500 games")
    assert compared.answer()[-1] == "Broken off after 1,500 games of each side; this is known so far."
    monkeypatch.setattr("signalbox.tuning.play_race", broken_off(experiments.tune.play_race, 3))
    tuned = signalbox.tune(0.5, policy="novice", tokens=range(7, 10), **QUICK)
    assert len(tuned.frame()) > 0
    assert tuned.answer()[-1].endswith("; this is known so far.")
    assert not compared.complete
    assert not tuned.complete
    told = capsys.readouterr().err
    assert "Broken off after 1,500 games of each side; this is known so far.\n" in told
    assert told.count("this is known so far") == 2


def test_sweep_keeps_finished_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("experiments.run.play_missing", broken_off(experiments.sweep.play_missing, 1))
    out = tmp_path / "run"
    run = signalbox.sweep(tokens=[7, 8], policy="random", games=200, out=out, **QUICK)
    assert not run.complete
    kept = "games are kept, in finished blocks of"
    told = capsys.readouterr().err
    assert kept in told
    assert told.endswith(f"Go on with: sim resume {out}\n")


def test_calibrate_has_nothing_to_tell_before_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plays = tmp_path / "plays.csv"
    plays.write_text("board,won\n" + "tiny,yes\ntiny,no\n" * 3)
    monkeypatch.setattr("signalbox.calibrating.play_points", broken_off(experiments.calibrate.play_points, 2))
    with pytest.raises(KeyboardInterrupt):
        signalbox.calibrate(plays, games=100, progress=False)
