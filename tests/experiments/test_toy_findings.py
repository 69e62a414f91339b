"""What a run of a user's game says: differences, effects, luck, tables, games to watch, and two runs beside each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.factors import catalogue
from experiments.findings import find_effects, find_luck
from experiments.results import Results
from experiments.run import keep_chosen
from experiments.run_store.kept_files import TRACES, read_trace
from experiments.summary import summarize, summary_csv
from experiments.two_runs import compare_runs
from tests.experiments.sweeps import play_all
from tests.hoard import HOARD, hoard_sweep

GAMES = 400


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results.read(play_all(hoard_sweep(games=GAMES), tmp_path_factory.mktemp("run") / "won"))


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results.read(
        play_all(hoard_sweep(games=GAMES, measure="gold"), tmp_path_factory.mktemp("run") / "gold")
    )


def test_settings_are_compared_with_the_rulebook_for_the_same_player(played: Results) -> None:
    rows = summarize(played)
    assert [row.is_base for row in rows].count(True) == 2
    for row in rows:
        assert row.low <= row.rate <= row.high
        if row.difference is not None and row.cell.levels["nights"] == 5:
            assert row.difference.difference <= 0


def test_a_score_is_told_by_its_mean_with_an_interval(gold: Results) -> None:
    rows = summarize(gold)
    assert all(row.low < row.rate < row.high for row in rows)
    angry = next(
        row for row in rows if row.cell.levels == {"nights": 6, "dragon": "angry", "policy": "daring"}
    )
    assert angry.clear
    assert angry.difference is not None
    assert angry.difference.difference < -5
    head, *lines = summary_csv(gold, rows).decode().splitlines()
    assert head.startswith("nights,dragon,policy,cell,games,total,mean,ci_low,ci_high,difference")
    assert head.endswith("gold_mean,grabs_mean")
    assert len(lines) == 8


def test_a_night_is_worth_something_and_a_bite_costs(played: Results, gold: Results) -> None:
    for results in (played, gold):
        found = {each.kept["policy"]: each for each in find_effects(results)}
        effects = {effect.name: effect for effect in found["daring"].effects}
        assert list(effects) == ["nights", "dragon=angry"]
        assert effects["nights"].points > 0 > effects["dragon=angry"].points
        assert len(found["daring"].rates) == 1  # in the direction in which it is more than one


def test_luck_and_skill_are_told_apart(played: Results, gold: Results) -> None:
    luck = find_luck(played)
    assert luck is not None
    assert find_luck(gold) is None


def test_steps_from_the_rulebook_are_counted() -> None:
    steps = catalogue(HOARD).steps_from_rulebook
    assert steps(HOARD.setup({}).levels, {}) == 0
    assert steps(HOARD.setup({"nights": 9, "dragon": "angry"}).levels, {}) == 4


def test_the_best_and_the_worst_game_of_every_cell_are_kept(tmp_path: Path) -> None:
    sweep = hoard_sweep(games=60)
    store = play_all(sweep, tmp_path / "run")
    results = Results.read(store)
    keep_chosen(sweep, results, store)
    cells = {cell.id: cell for cell in results.cells}
    names = sorted((tmp_path / "run" / TRACES).iterdir())
    assert len(names) == 2 * 8
    for path in names:
        cell, word, number = path.name.removesuffix(".jsonl.gz").split("-")
        header, *_, end = read_trace(path)
        tally = cells[cell].tally
        assert header["game"] == int(number)
        assert end["outcome"]["won"] == tally.values[:][int(number)]
        histogram = tally.columns["gold_histogram"].sum(axis=0).nonzero()[0]
        assert end["outcome"]["gold"] == HOARD.measures["gold"].low + histogram[-1 if word == "best" else 0]


def test_two_runs_are_compared_cell_by_cell(played: Results, tmp_path: Path) -> None:
    other = Results.read(play_all(hoard_sweep(games=GAMES, dragon="drowsy", seed=8), tmp_path / "run"))
    found = compare_runs(played, other)
    assert len(found.matches) == 4
    assert all(match.before.games == match.after.games == GAMES for match in found.matches)
