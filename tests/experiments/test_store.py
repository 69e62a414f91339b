"""A run's folder: whole files only, what is missing is played, and nothing that does not belong together is mixed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.grid import Factor, Grid, make_factors
from experiments.results import Results
from experiments.runner import play
from experiments.store import Store, block_size
from experiments.sweep import Sweep, carry_out, plan
from experiments.tally import Tally, tally_of
from experiments.tally_files import Damaged, read_tally, tally_bytes
from policies.registry import load_policy
from simulator.errors import InputError
from simulator.records import outcome_dtype
from simulator.scenario import Scenario

TINY = Scenario(board="tiny")


def small_sweep(games: int = 100, seed: int = 3, tokens: str = "7..8") -> Sweep:
    policies = {name: load_policy(name) for name in ("random", "novice")}
    factors = [*make_factors({"board": "tiny", "tokens": tokens}, (), ()), Factor("policy", tuple(policies))]
    return Sweep(Grid(factors), policies, seed, games, "sim sweep")


def play_all(sweep: Sweep, folder: Path, jobs: int = 1, most: int | None = None) -> Store:
    """Play what is missing; with `most`, be killed after so many blocks."""
    store = Store.begin(folder, sweep.manifest())
    found = carry_out(sweep, store, plan(sweep, store, jobs), jobs)
    for number, _ in enumerate(found, start=1):
        if number == most:
            found.close()  # type: ignore[attr-defined]
            break
    return store


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_tally_says_what_the_outcomes_say() -> None:
    block = play(TINY, load_policy("novice"), 5, 0, 400)
    tally, outcomes = tally_of(block), block.outcomes
    won = outcomes["won"] == 1
    assert 0 < won.sum() < 400
    assert (tally.wins == won).all()
    for name in ("goods", "tokens", "plays", "tokens_by_turn", "goods_by_turn", "deployed", "unspent"):
        both = [outcomes[name][chosen].reshape(chosen.sum(), -1).sum(axis=0) for chosen in (~won, won)]
        assert (tally.columns[name] == np.array(both)).all()
    turns = tally.columns["turns_histogram"]
    assert (turns[1] == np.bincount(outcomes["turns"][won], minlength=20)).all()
    for turn, game in enumerate(tally.columns["first_win_by_turns"]):
        games = np.flatnonzero(won & (outcomes["turns"] == turn))
        assert game == (games[0] if len(games) else 2**62)
    assert (tally.columns["heat_visits"] == block.heat["visits"][0]).all()


@settings(deadline=None)
@given(cuts=st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
def test_slices_leave_no_trace(cuts: list[int]) -> None:
    block = play(TINY, load_policy("novice"), 5, 0, 100)
    whole: Tally | None = None
    ends = [*sorted(cuts), 100]
    for first, last in zip([0, *ends], ends, strict=False):
        part = tally_of(play(TINY, load_policy("novice"), 5, first, last - first))
        whole = whole.merged(part) if whole else part
    assert whole is not None
    assert tally_bytes(whole) == tally_bytes(tally_of(block))


def test_a_tally_is_read_back_as_it_was() -> None:
    tally = tally_of(play(TINY, load_policy("novice"), 5, 200, 77))
    again = read_tally(tally_bytes(tally))
    assert (again.first, again.games) == (200, 77)
    assert (again.wins == tally.wins).all()
    assert {name: values.tolist() for name, values in again.columns.items()} == {
        name: values.tolist() for name, values in tally.columns.items()
    }


def test_every_flipped_byte_of_a_file_is_noticed_or_harmless() -> None:
    content = tally_bytes(tally_of(play(TINY, load_policy("novice"), 5, 0, 50)))
    whole = read_tally(content)
    for place in range(0, len(content), 7):
        spoiled = bytearray(content)
        spoiled[place] ^= 0x55
        try:
            found = read_tally(bytes(spoiled))
        except Damaged:
            continue
        assert (found.wins == whole.wins).all()
        assert all((found.columns[name] == whole.columns[name]).all() for name in whole.columns)


def test_all_fields_of_an_outcome_are_kept() -> None:
    """A field that is added to outcomes must find its way into tallies, or be named here."""
    tally = tally_of(play(TINY, load_policy("random"), 1, 0, 10))
    elsewhere = {"won": "wins", "why": "lost_by", "helper_turn": "helper_uses"}
    assert {name for name in outcome_dtype.names or () if name not in elsewhere} <= set(tally.columns)


@pytest.mark.parametrize(
    ("games", "size"),
    [(1, 1), (19, 1), (20, 2), (300, 20), (10_000, 1_000), (100_000, 10_000), (10**8, 100_000)],
)
def test_a_block_is_a_round_tenth(games: int, size: int) -> None:
    assert block_size(games) == size


@pytest.mark.parametrize("most", [1, 5, 13])
def test_a_run_that_was_killed_ends_like_one_that_was_not(tmp_path: Path, most: int) -> None:
    play_all(small_sweep(), tmp_path / "whole")
    play_all(small_sweep(), tmp_path / "killed", most=most)
    before = contents(tmp_path / "killed")
    play_all(small_sweep(), tmp_path / "killed", jobs=2)
    after = contents(tmp_path / "killed")
    assert after == contents(tmp_path / "whole")
    assert all(after[name] == content for name, content in before.items())


def test_more_games_extend_a_run_and_play_only_what_is_missing(tmp_path: Path) -> None:
    play_all(small_sweep(games=90), tmp_path / "run")
    sweep = small_sweep(games=200)
    store = Store.begin(tmp_path / "run", sweep.manifest())
    planned = plan(sweep, store, 1)
    assert planned.games == 4 * 110
    for _ in carry_out(sweep, store, planned, 1):
        pass
    fresh = {entry["id"]: play(*sweep.players[entry["id"]], 3, 0, 200) for entry in store.manifest["cells"]}
    for entry in store.manifest["cells"]:
        tally = store.tally(entry["id"])
        assert tally is not None
        assert tally_bytes(tally) == tally_bytes(tally_of(fresh[entry["id"]]))


def test_a_damaged_block_is_named_and_played_again(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    whole = contents(tmp_path / "run")
    name = next(name for name in whole if name.endswith(".parquet"))
    (tmp_path / "run" / name).write_bytes(whole[name][:100])
    sentences = store.remove_damaged()
    assert len(sentences) == 1
    assert Path(name).name in sentences[0]
    assert not (tmp_path / "run" / name).exists()
    play_all(small_sweep(), tmp_path / "run")
    assert contents(tmp_path / "run") == whole


def test_a_block_under_a_wrong_name_is_damaged(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    first, second = sorted((tmp_path / "run").rglob("*.parquet"))[:2]
    shutil.copy(first, second)
    assert "other games than its name says" in store.remove_damaged()[0]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (small_sweep(seed=4), "a run of another seed"),
        (small_sweep(tokens="7..9"), "a run of another grid"),
    ],
)
def test_another_run_is_never_mixed_in(tmp_path: Path, other: Sweep, sentence: str) -> None:
    play_all(small_sweep(), tmp_path / "run", most=2)
    before = contents(tmp_path / "run")
    with pytest.raises(InputError, match=sentence):
        Store.begin(tmp_path / "run", other.manifest())
    assert contents(tmp_path / "run") == before


def test_another_engine_is_refused(tmp_path: Path) -> None:
    play_all(small_sweep(), tmp_path / "run", most=2)
    with pytest.raises(InputError, match="another version of engine or policies"):
        Store.begin(tmp_path / "run", small_sweep().manifest() | {"code": "0"})


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="is no run and not empty"):
        Store.begin(tmp_path, small_sweep().manifest())
    assert contents(tmp_path) == {"letter.txt": b"dear"}


def test_results_pair_the_same_deals(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    results = Results.read(store)
    assert results.complete
    for row, cell in enumerate(results.cells):
        scenario, policy = small_sweep().players[cell.entry["id"]]
        assert (results.won[row] == play(scenario, policy, 3, 0, 100).outcomes["won"]).all()


def test_a_failed_block_is_recorded_and_the_rest_goes_on(tmp_path: Path) -> None:
    sweep = small_sweep()
    broken = sweep.policies["novice"].__class__("novice", lambda *_: 1 / 0, plain=True)
    sweep = Sweep(sweep.grid, {**sweep.policies, "novice": broken}, 3, 100, "sim sweep")
    store = Store.begin(tmp_path / "run", sweep.manifest())
    planned = plan(small_sweep(), store, 1)
    failed = [played for played in carry_out(sweep, store, planned, 1) if played.tally is None]
    assert failed
    assert all("division by zero" in played.failure for played in failed)
    cells = {cell.id: cell.policy for cell in sweep.grid.cells}
    assert {cells[cell] for cell in store.failures()} == {"novice"}
    assert len(Results.read(store).cells) == 2
    play_all(small_sweep(), tmp_path / "run")
    assert not store.failures()


def test_names_of_folders_in_a_manifest_are_no_paths(tmp_path: Path) -> None:
    """A run from a stranger must not make us look outside its folder."""
    store = play_all(small_sweep(), tmp_path / "run", most=1)
    path = tmp_path / "run" / "manifest.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(store.manifest["cells"][0]["id"], "../../else"), encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path / "run")


def changed(manifest: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    """A copy with another value in one place; without that place if the value is ABSENT."""
    copy: Any = json.loads(json.dumps(manifest))
    at = copy
    for step in path[:-1]:
        at = at[step]
    if value is ABSENT:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return dict(copy)


ABSENT = object()
NEEDED: list[tuple[str | int, ...]] = [
    *(
        (key,)
        for key in ("format", "seed", "games", "block", "keep_games", "command", "code", "factors", "cells")
    ),
    *(("factors", 1, key) for key in ("name", "levels")),
    *(("cells", 0, key) for key in ("id", "levels", "policy", "policy_hash", "scenario", "board", "deck")),
    *(("cells", 0, "board", key) for key in ("name", "hash", "origin")),
    *(("cells", 0, "scenario", key) for key in ("board", "deck", "house", "rulings", "helpers")),
    ("cells", 0, "levels", "tokens"),
]


@pytest.mark.parametrize("path", NEEDED, ids=lambda path: ".".join(map(str, path)))
def test_a_manifest_without_a_part_is_damaged(tmp_path: Path, path: tuple[str | int, ...]) -> None:
    manifest = small_sweep().manifest()
    for value in (ABSENT, None, [[]], {"x": 1.5}):
        text = json.dumps(changed(manifest, path, value))
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="is damaged"):
            Store.open(tmp_path)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("factors", 1, "name"), "ruling ZZ"),
        (("factors", 1, "name"), "house nothing"),
        (("factors", 1, "levels"), []),
        (("cells", 0, "levels", "tokens"), 9),
        (("cells", 0, "policy"), "expert"),
        (("cells", 0, "board", "origin"), "somewhere"),
        (("cells", 0, "scenario", "house", "draw"), {"deep": 1}),
        (("cells", 0, "scenario", "house", "hand-limit"), []),
        (("cells", 0, "scenario", "house", "hand-limit"), ABSENT),
        (("cells", 0, "scenario", "players"), "two"),
        (("cells", 0, "scenario", "rulings", "X4"), []),
        (("cells", 0, "scenario", "helpers"), [1]),
        (("games",), 0),
        (("block",), 0),
        (("seed",), True),
        (("cells",), []),
    ],
)
def test_a_manifest_that_contradicts_itself_is_damaged(
    tmp_path: Path, path: tuple[str | int, ...], value: Any
) -> None:
    text = json.dumps(changed(small_sweep().manifest(), path, value))
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "7", "[" * 100_000, '{"format": "1"}'])
def test_a_manifest_that_is_none_is_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path)


@pytest.mark.parametrize("name", ["figures", "traces", "boards", "decks", "cells"])
def test_a_run_does_not_lead_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "else").mkdir()
    run = tmp_path / "run"
    Store.begin(run, small_sweep().manifest())
    Store.open(run)
    (run / name).symlink_to(tmp_path / "else")
    with pytest.raises(InputError, match="is a link to another place"):
        Store.open(run)
