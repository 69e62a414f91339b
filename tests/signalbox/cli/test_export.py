"""`sim export`: tables that say what the games say, for pandas and DuckDB."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pandas
import pytest

from experiments.export import game_columns
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Sim
from tests.one_more import LONG, ONE_MORE
from tests.players import load_player

SWEEP = ("sweep", "--board", "tiny", "--tokens", "7..8", "--policy", "novice", "--games", "90", "--no-report")


@pytest.fixture
def run(sim: Sim, tmp_path: Path) -> Path:
    sim(*SWEEP, "--keep-games", "-o", tmp_path / "run")
    return tmp_path / "run"


def test_games_are_those_that_were_played(sim: Sim, run: Path, tmp_path: Path) -> None:
    assert sim("export", run, "--table", "games", "-o", tmp_path / "games.parquet").code == 0
    table = pandas.read_parquet(tmp_path / "games.parquet")
    assert len(table) == 180
    outcomes = play(Scenario(board="tiny", tokens=8), load_player("novice"), 1, 0, 90).outcomes
    ours = table[table["tokens"] == 8].reset_index(drop=True)
    for name, values in game_columns(GAME, 0, outcomes).items():
        assert (ours[name] == values).all()
    assert (ours["tokens_red"] == outcomes["tokens"][:, 0]).all()
    assert (ours["goods_by_turn_02"] == outcomes["goods_by_turn"][:, 1]).all()


def test_a_measure_more_is_a_column_more() -> None:
    outcomes = ONE_MORE.play(Scenario(board="tiny"), [load_player("novice")], 1, 0, 30).outcomes
    table, without = game_columns(ONE_MORE, 0, outcomes), game_columns(GAME, 0, outcomes)
    assert set(table) - set(without) == {"extra_turns"}
    assert table["extra_turns"].max() == table["turns"].max() - LONG > 0


def test_goods_to_deliver_and_goods_delivered_are_two_columns(sim: Sim, tmp_path: Path) -> None:
    words = ("--board", "tiny", "--goods", 8, "--policy", "novice", "--games", 5)
    sim("sweep", *words, "--keep-games", "--no-report", "-o", tmp_path / "run")
    assert sim("export", tmp_path / "run", "--table", "games", "-o", tmp_path / "games.csv").code == 0
    table = pandas.read_csv(tmp_path / "games.csv")
    assert list(table["setting_goods"]) == [8] * 5
    outcomes = play(Scenario(board="tiny"), load_player("novice"), 1, 0, 5).outcomes
    assert list(table["goods"]) == list(outcomes["goods"])


def test_games_are_the_same_after_an_extension(sim: Sim, run: Path, tmp_path: Path) -> None:
    sim("resume", run, "--games", 130, "--no-report")
    sim("export", run, "--table", "games", "-o", tmp_path / "games.parquet")
    table = pandas.read_parquet(tmp_path / "games.parquet")
    assert sorted(table["game"]) == sorted([*range(130)] * 2)


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"PAR1")])
def test_damaged_games_are_named_and_played_again(
    sim: Sim, run: Path, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    path = sorted(run.glob("games/*/*"))[3]
    whole = path.read_bytes()
    damage(path)
    refused = sim("export", run, "--table", "games", "-o", tmp_path / "games.parquet")
    assert refused.code == 2
    assert f"{path.relative_to(run)} is damaged" in refused.err
    assert "sim resume" in refused.err
    assert f"{path.relative_to(run)} is damaged" in sim("resume", run, "--no-report").err
    assert path.read_bytes() == whole


def test_damage_behind_what_is_printed_already_is_a_failure_and_no_refusal(sim: Sim, run: Path) -> None:
    """Whoever reads the exit code 2 may take it that nothing was done."""
    path = sorted(run.glob("games/*/*"))[-1]
    path.write_bytes(b"PAR1")
    failed = sim("export", run, "--table", "games")
    assert failed.code == 1
    assert failed.out.count("\n") > 1
    assert failed.err.startswith(f"error: {path.relative_to(run)} is damaged")
    assert failed.err.count("\n") == 1


def test_a_gap_is_told(sim: Sim, run: Path) -> None:
    """Games behind it do not count: cells are compared deal by deal."""
    path = sorted(run.glob("cells/*/*"))[3]
    path.write_bytes(b"PAR1")
    told = sim("export", run)
    assert f"30 of 90 games count; {path.relative_to(run)} is damaged" in told.err
    path.unlink()
    assert "30 of 90 games count; the rest is not played yet" in sim("export", run).err


def test_a_cell_whose_name_looks_like_a_number_stays_text(sim: Sim, run: Path, tmp_path: Path) -> None:
    for number, id_ in enumerate(("012345678901", "1234e5678901")):
        path = sorted(run.glob("cells/*"))[number]
        manifest = run / "manifest.json"
        manifest.write_text(manifest.read_text().replace(path.name, id_))
        path.rename(path.with_name(id_))
    sim("export", run, "-o", tmp_path / "cells.parquet")
    assert set(pandas.read_parquet(tmp_path / "cells.parquet")["cell"]) == {"012345678901", "1234e5678901"}


def test_sums_and_wins_agree(sim: Sim, run: Path, tmp_path: Path) -> None:
    for table in ("cells", "tallies", "wins"):
        sim("export", run, "--table", table, "-o", tmp_path / f"{table}.csv")
    cells, tallies, wins = (
        pandas.read_csv(tmp_path / f"{table}.csv") for table in ("cells", "tallies", "wins")
    )
    for cell, won, goods in zip(cells["cell"], cells["wins"], cells["goods_mean"], strict=True):
        assert wins[cell].sum() == won
        ours = tallies[(tallies["cell"] == cell) & (tallies["column"] == "goods")]
        assert ours["value"].sum() / 90 == pytest.approx(goods, abs=1e-6)


def test_without_a_file_it_goes_to_the_screen(sim: Sim, run: Path) -> None:
    assert sim("export", run).out.startswith("board,tokens,policy,cell,games,wins,win_rate")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--table", "game"), 'there is no table "game" (did you mean "games"?)'),
        (("-o", "x.ods"), "must end in .csv, .xlsx or .parquet"),
        (("-o", "x.xlsx", "--semicolons"), "--semicolons: is for CSV"),
    ],
)
def test_mistakes(sim: Sim, run: Path, words: tuple[str, ...], sentence: str) -> None:
    refused = sim("export", run, *words)
    assert refused.code == 2
    assert sentence in refused.err


def test_a_sheet_holds_the_same_as_csv(sim: Sim, run: Path, tmp_path: Path) -> None:
    """Read back by another library; text stays text."""
    assert sim("export", run, "-o", tmp_path / "cells.xlsx").code == 0
    sheet = pandas.read_excel(tmp_path / "cells.xlsx", engine="openpyxl")
    lines = pandas.read_csv(StringIO(sim("export", run).out))
    pandas.testing.assert_frame_equal(sheet, lines, check_dtype=False)


def test_semicolons_come_with_decimal_commas(sim: Sim, run: Path) -> None:
    plain, ours = sim("export", run).out, sim("export", run, "--semicolons").out
    assert ours.splitlines()[0] == plain.splitlines()[0].replace(",", ";")
    read = pandas.read_csv(StringIO(ours), sep=";", decimal=",")
    pandas.testing.assert_frame_equal(read, pandas.read_csv(StringIO(plain)))


def test_a_run_of_sums_has_no_games(sim: Sim, tmp_path: Path) -> None:
    sim(*SWEEP, "-o", tmp_path / "run")
    assert "sweep with --keep-games" in sim("export", tmp_path / "run", "--table", "games").err


def test_a_name_that_looks_like_a_formula_is_text(
    sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may be called anything; a spreadsheet must not calculate it."""
    monkeypatch.chdir(tmp_path)
    sim("board", "copy", "tiny", "-o", "=1+1.toml")
    sim("sweep", "--board", "=1+1.toml", "--policy", "random", "--games", 5, "-o", "run", "--no-report")
    assert sim("export", "run").out.splitlines()[1].startswith("'=1+1.toml,")


@pytest.mark.parametrize("name", ["NA", "null", "1e5"])
def test_a_name_that_looks_like_something_else_is_text(sim: Sim, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.toml").write_text(f"[variants]\n'{name}' = {{ tokens = 8 }}\n")
    words = ("sweep", tmp_path / "mine.toml", "--board", "tiny", "--policy", "random", "--games", 5)
    sim(*words, "-o", tmp_path / "run", "--no-report")
    sim("export", tmp_path / "run", "-o", tmp_path / "cells.parquet")
    assert list(pandas.read_parquet(tmp_path / "cells.parquet")["variant"]) == ["standard", name]
