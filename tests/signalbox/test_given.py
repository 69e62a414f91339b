"""What functions of `signalbox` can be given: numbers of numpy and pandas as well, paths, and one sentence for anything else."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import signalbox as functions
from signalbox.levels import in_python
from simulator.core.errors import InputError
from tests.hoard import FILE

signalbox: Any = functions  # is given what types forbid, too
QUICK: Any = {"game": FILE, "games": 20, "policy": "timid", "progress": False}


def test_numbers_of_numpy_and_pandas_are_numbers(tmp_path: Path) -> None:
    usual = signalbox.sweep(nights=[5, 6], seed=2, out=tmp_path / "run", **QUICK).frame()
    for levels in (np.arange(5, 7), pandas.Series([5, 6]), (np.int64(5), 6)):
        again = signalbox.sweep(nights=levels, seed=np.int64(2), out=tmp_path / "run", **QUICK)
        assert again.frame().equals(usual)
    asked = {**QUICK, "games": np.int32(20)}
    assert signalbox.run(nights=np.int64(5), dragon=np.str_("angry"), **asked).frame().games.tolist() == [20]
    game = signalbox.replay(np.int64(3), nights=np.int8(5), policy="timid", game=FILE)
    assert (game.number, game.matchup.setup.levels["nights"]) == (3, 5)


def test_a_comparison_has_a_line_for_what_is_compared() -> None:
    found = signalbox.compare("standard", "nightmare", **{**QUICK, "games": 1_000})
    table = found.frame().set_index("figure")
    assert list(table.index) == ["won", "gold", "grabs"]
    assert table.difference["won"] == pytest.approx(table.b["won"] - table.a["won"])
    assert table.ci_low["won"] < table.difference["won"] < table.ci_high["won"]
    assert table.standard_error["gold"] > 0
    assert ">won</td>" in found._repr_html_()


def test_two_games_are_played_in_one_session(tmp_path: Path) -> None:
    thieves = signalbox.run(**QUICK).answer()
    trains = signalbox.run(games=20, policy="random", board="tiny", progress=False).answer()
    assert signalbox.run(**QUICK).answer() == thieves != trains


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: signalbox.run(nights=[], **QUICK), "nights: takes a level, or several of them"),
        (lambda: signalbox.run(nights=5.5, **QUICK), "nights: takes a level, or several of them"),
        (lambda: signalbox.run(nights=np.bool_(True), **QUICK), "nights: takes a level, or several of them"),
        (lambda: signalbox.run(night=5, **QUICK), r'there is no argument "night" \(did you mean "nights"\?\)'),
        (lambda: signalbox.run(**{**QUICK, "policy": 3}), "policy: 3 must be the name of a table or player"),
        (lambda: signalbox.run(**{**QUICK, "policy": ["timid", 3]}), "policy: 3 must be the name of a table or player"),
        (lambda: signalbox.run(**{**QUICK, "policy": []}), "policy: names nobody; leave it out"),
        (lambda: signalbox.run(**{**QUICK, "game": 3}), "game: 3 must be a text"),
        (lambda: signalbox.run(**{**QUICK, "game": "chess"}), '^game: there is no game "chess"; '),
        (lambda: signalbox.run(**{**QUICK, "games": 60.5}), "^games: 60.5 must be a whole number"),
        (lambda: signalbox.replay(4, game=FILE, policy=["daring"]), r"policy: \[\"daring\"\] must be a text"),
        (lambda: signalbox.sweep(nights=[5, 6], game=FILE, measure=3), "measure: 3 must be a text"),
        (lambda: signalbox.sweep(nights=[5, 6], game=FILE, study=3), "study: 3 must be a text"),
        (lambda: signalbox.open_run(3), "folder: 3 must be a text"),
        (lambda: signalbox.calibrate(3), "plays: 3 must be a text"),
        (lambda: signalbox.compare(5, "nights=6", **QUICK), "first: 5 must be a text"),
        (lambda: signalbox.compare("standard", "nights=5", precision="1", **QUICK), 'precision: "1" must be a number from 0 to 0.5'),
        (lambda: signalbox.compare("standard", "nights=5", precision=5, **QUICK), "precision: 5 must be a number from 0 to 0.5"),
        (lambda: signalbox.compare("standard", "nights=5", precision=-5, measure="gold", **QUICK), "precision: -5 must be a number from 0 on"),
        (lambda: signalbox.compare("standard", "nights=5", negligible=-1, **QUICK), "negligible: -1 must be a number from 0 to 0.5"),
        (lambda: signalbox.tune("50%", **QUICK), 'target: "50%" must be a number'),
        (lambda: signalbox.tune(float("nan"), **QUICK), "target: nan must be a number"),
        (lambda: signalbox.tune(50, **QUICK), "target: 50 must be a number from 0 to 1"),
        (lambda: signalbox.tune(0.5, within=-0.1, **QUICK), "within: -0.1 must be a number from 0 to 0.5"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_in_a_sentence(call: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        call()


def test_results_speak_of_arguments_and_refuse_as_functions_do(tmp_path: Path) -> None:
    found = signalbox.compare("standard", "nights=7", **QUICK)
    assert found.answer()[0].endswith("more games may tell.")
    run = signalbox.sweep(nights=[5, 6], out=tmp_path / "run", **QUICK)
    game = signalbox.replay(board="tiny", policy="random")
    wrong: list[tuple[Any, str]] = [
        (lambda: run.plot(3), "name: 3 must be a text."),
        (lambda: run.plot().save("plot.svg"), "plot.svg: must end in .png."),
        (lambda: game.save("game.txt"), "game.txt: must end in .html."),
    ]
    for call, said in wrong:
        with pytest.raises(InputError) as refused:
            call()
        assert str(refused.value) == said


@pytest.mark.parametrize(
    ("said", "here"),
    [
        ("run is no run and not empty; give another --out.", "run is no run and not empty; give another out."),
        ("name its file with --game FILE.py.", 'name its file with game="FILE.py".'),
        ("--extra-signals: 9 is too many; `sim resume run --games 5` goes on", "extra_signals: 9 is too many; `sim resume run --games 5` goes on"),
    ],
)  # fmt: skip
def test_options_are_arguments_in_python_but_not_in_commands(said: str, here: str) -> None:
    assert in_python(said) == here


@pytest.mark.parametrize("name", signalbox.__all__)
def test_every_function_explains_itself(name: str) -> None:
    function = getattr(signalbox, name)
    assert inspect.getdoc(function)
    assert "args" not in inspect.signature(function).parameters
