"""`import signalbox`: a sweep as somebody at a notebook makes it, and what its results give."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import signalbox
from signalbox.cli.main import invoke
from signalbox.run_results import RunResults
from simulator.core.errors import InputError

QUICK: Any = {"board": "tiny", "policy": ["random", "novice"], "games": 200, "progress": False}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunResults:
    return signalbox.sweep(tokens=range(7, 9), out=tmp_path_factory.mktemp("swept") / "run", **QUICK)


def test_a_sweep_gives_a_table_sentences_a_figure_and_a_page(run: RunResults) -> None:
    table = run.frame()
    assert list(table[["policy", "tokens", "games"]].itertuples(index=False, name=None)) == [
        ("random", 7, 200),
        ("novice", 7, 200),
        ("random", 8, 200),
        ("novice", 8, 200),
    ]
    assert (table["ci_low"] <= table["win_rate"]).all()
    assert run.complete
    assert (run.games, run.measure) == (200, "won")
    assert all(sentence.endswith((".", ")")) for sentence in run.answer())
    assert run.plot().png.startswith(b"\x89PNG")
    assert run.plot(run.plots[-1]).name == run.plots[-1]
    page = run.report()
    assert (page.parent.name, page.name) == ("run", "report.html")
    assert run.answer()[0].split(" wins ")[0] in page.read_text(encoding="utf-8")


def test_a_notebook_shows_the_beginning_of_the_page(run: RunResults) -> None:
    shown = run._repr_html_()
    assert shown.startswith("<p><strong>")
    assert "data:image/png;base64," in shown
    assert "<script" not in shown


def test_a_figure_that_a_terminal_or_a_saved_notebook_shows_is_a_line(run: RunResults) -> None:
    chart = run.plot()
    assert repr(chart) == f"<figure {chart.name}: {chart.title}>"


def test_the_same_call_reads_what_is_kept_and_more_games_extend_it(tmp_path: Path) -> None:
    first = signalbox.sweep(tokens=7, out=tmp_path / "run", **QUICK)
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.block")}
    again = signalbox.sweep(tokens=7, out=tmp_path / "run", **QUICK)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*.block")} == files
    assert again.frame().equals(first.frame())
    more = signalbox.sweep(tokens=7, out=tmp_path / "run", **{**QUICK, "games": 400})
    assert more.games == 400
    assert signalbox.open_run(tmp_path / "run").frame().equals(more.frame())


def test_the_command_line_and_the_function_make_the_same_run(tmp_path: Path) -> None:
    signalbox.sweep(tokens=range(7, 9), house={"draw": [3, 4]}, out=tmp_path / "function", **QUICK)
    command = json.loads((tmp_path / "function" / "manifest.json").read_text())["command"]
    words = shlex.split(command)[1:]
    assert invoke([*words, "--no-report", "-o", str(tmp_path / "command")]) == 0
    for name in ("summary.csv", "manifest.json"):
        assert (tmp_path / "function" / name).read_bytes() == (tmp_path / "command" / name).read_bytes()


def test_a_run_can_be_about_any_share_count_or_score(tmp_path: Path) -> None:
    run = signalbox.sweep(tokens=[7, 8], measure="goods", out=tmp_path / "run", **QUICK)
    table = run.frame()
    assert (table["mean"] - table["goods_mean"]).abs().max() < 1e-6
    assert "goods" in run.answer()[0]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"tokns": 7}, r'there is no argument "tokns" \(did you mean "tokens"\?\)'),
        ({"tokens": []}, "tokens: takes a level, or several of them"),
        ({"tokens": 7.5}, "tokens: takes a level, or several of them"),
        ({"tokens": True}, "tokens: takes a level, or several of them"),
        ({"house": 4}, "house: takes a table, for instance {.draw.: 4}"),
        ({"house": {"drw": 4}}, 'there is no house number "drw"'),
        ({"tokens": 7, "measure": "gods"}, 'there is no measure "gods"'),
        ({"tokens": 7, "game": "chess"}, 'there is no game "chess"'),
        ({"tokens": 7, "policy": "novise"}, 'there is no policy "novise"'),
        ({}, "nothing is varied"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_and_nothing_is_written(
    given: dict[str, object], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=sentence):
        signalbox.sweep(out=tmp_path / "run", **given)  # type: ignore[arg-type]
    assert not (tmp_path / "run").exists()


def test_games_are_listed() -> None:
    table = signalbox.games()
    assert table.loc[0, "game"] == "switch-signal"
    assert "won" in str(table.loc[0, "measures"])


def test_help_names_every_function() -> None:
    import pydoc

    text = pydoc.render_doc(signalbox, renderer=pydoc.plaintext)  # type: ignore[attr-defined]
    for name in signalbox.__all__:
        assert f"{name}(" in text
