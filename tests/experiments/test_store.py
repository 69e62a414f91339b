"""A run's folder: whole files only, what is missing is played, and nothing that does not belong together is mixed."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from experiments.blocks import block_size
from experiments.grid import Factor, Grid, make_factors
from experiments.manifest import FORMAT
from experiments.results import Results
from experiments.run_reader import RunReader
from experiments.runner import play
from experiments.store import Store
from experiments.sweep import Sweep, carry_out, plan
from experiments.tally import SHAPES, Tally, tally_of
from experiments.tally_files import Damaged, read_tally, tally_bytes
from policies.registry import load_policy
from simulator.errors import InputError
from simulator.records import outcome_dtype
from simulator.scenario import Scenario

TINY = Scenario(board="tiny")


def small_sweep(games: int = 100, seed: int = 3, tokens: str = "7..8", keep_games: bool = False) -> Sweep:
    policies = {name: load_policy(name) for name in ("random", "novice")}
    factors = [*make_factors({"board": "tiny", "tokens": tokens}, (), ()), Factor("policy", tuple(policies))]
    return Sweep(Grid(factors), policies, seed, games, "sim sweep", keep_games)


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
    assert (again.wins[:] == tally.wins[:]).all()
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
        assert (found.wins[:] == whole.wins[:]).all()
        assert all((found.columns[name] == whole.columns[name]).all() for name in whole.columns)


def test_all_fields_of_an_outcome_are_kept() -> None:
    """A field that is added to outcomes must find its way into tallies, or be named here."""
    tally = tally_of(play(TINY, load_policy("random"), 1, 0, 10))
    elsewhere = {"won": "wins", "why": "lost_by", "helper_turn": "helper_uses"}
    assert {name for name in outcome_dtype.names or () if name not in elsewhere} <= set(tally.columns)


def test_a_run_with_other_columns_would_need_another_format() -> None:
    """A file of tallies tells nothing about its columns but their names: runs of old would only seem to be damaged."""
    told = hashlib.sha256(repr(SHAPES).encode()).hexdigest()[:16]
    assert (FORMAT, told) == (1, "da3c2e562293ffef"), (
        "raise FORMAT in experiments/manifest.py, and note the new hash here"
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"column": lambda names: ["other", *names[1:]]}, "it has other columns"),
        ({"halves": lambda halves: [2, *halves[1:]]}, "it has other columns"),
        ({"values": lambda rows: [[0, 51], *rows[1:]]}, "its numbers do not fit together"),
        ({"values": lambda rows: [rows[0], [255] * 7, *rows[2:]]}, "its numbers do not fit together"),
    ],
)
def test_a_file_that_is_no_tally_is_damaged(change: dict[str, Any], sentence: str) -> None:
    """Whole as a file, but made by somebody else."""
    whole = io.BytesIO(tally_bytes(tally_of(play(TINY, load_policy("novice"), 5, 0, 50))))
    table = pyarrow.parquet.read_table(whole)
    columns = {name: change.get(name, list)(values) for name, values in table.to_pydict().items()}
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns, schema=table.schema), sink)
    with pytest.raises(Damaged, match=sentence):
        read_tally(sink.getvalue())


@pytest.mark.parametrize(
    ("games", "size"),
    [
        (1, 1),
        (9, 1),
        (10, 2),
        (49, 2),
        (90, 10),
        (300, 20),
        (10_000, 2_000),
        (60_000, 10_000),
        (10**8, 100_000),
    ],
)
def test_a_block_is_a_round_fifth_at_most(games: int, size: int) -> None:
    assert block_size(games) == size


def test_small_blocks_fit_into_larger_ones() -> None:
    sizes = sorted({block_size(games) for games in range(1, 10_000)} | {100_000})
    assert all(larger % smaller == 0 for smaller, larger in pairwise(sizes))


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
        tally = RunReader(store).tally(entry["id"])
        assert tally is not None
        assert tally_bytes(tally) == tally_bytes(tally_of(fresh[entry["id"]]))


@pytest.mark.parametrize("keep_games", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_an_extended_run_is_like_one_that_was_so_long_from_the_start(
    tmp_path: Path, keep_games: bool
) -> None:
    """In its files too: a short trial must not leave a long run in a thousand small ones."""
    for games in (97, 130, 1_040):
        play_all(small_sweep(games, keep_games=keep_games), tmp_path / "run", jobs=2)
    play_all(small_sweep(1_040, keep_games=keep_games), tmp_path / "fresh")
    assert contents(tmp_path / "run") == contents(tmp_path / "fresh")
    assert len(list((tmp_path / "run").glob("cells/*/*"))) == 4 * 6


@pytest.mark.parametrize("steps", [7, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 2, 30))])
def test_an_extension_that_is_killed_is_made_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    """Whatever step it was at: files are written and removed one by one."""
    play_all(small_sweep(97, keep_games=True), tmp_path / "run")
    left = iter(range(steps))

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        path.unlink_(missing_ok)  # type: ignore[attr-defined]

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink_", Path.unlink, raising=False)
        patched.setattr(Path, "unlink", unlink)
        with pytest.raises(KeyboardInterrupt):
            Store.begin(tmp_path / "run", small_sweep(1_040, keep_games=True).manifest())
    play_all(small_sweep(1_040, keep_games=True), tmp_path / "run", jobs=2)
    play_all(small_sweep(1_040, keep_games=True), tmp_path / "fresh")
    assert contents(tmp_path / "run") == contents(tmp_path / "fresh")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cells", "games"])
def test_a_damaged_file_of_an_extended_run_leaves_no_doubles(tmp_path: Path, kind: str) -> None:
    play_all(small_sweep(97, keep_games=True), tmp_path / "run")
    play_all(small_sweep(130, keep_games=True), tmp_path / "run")
    whole = contents(tmp_path / "run")
    name = next(name for name in whole if name.startswith(kind) and "000000080+20" in name)
    (tmp_path / "run" / name).write_bytes(whole[name][:100])
    store = play_all(small_sweep(130, keep_games=True), tmp_path / "run")
    assert [name in sentence for sentence in store.repaired] == [True]
    assert contents(tmp_path / "run") == whole


def test_a_failure_of_a_small_block_is_forgotten_with_it(tmp_path: Path) -> None:
    store = play_all(small_sweep(97), tmp_path / "run", most=1)
    store.add_failure(store.manifest["cells"][0]["id"], 6, "it failed")
    assert store.failures()
    assert not play_all(small_sweep(1_040), tmp_path / "run").failures()


def test_what_a_killed_process_did_not_finish_is_removed(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run", most=2)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    cell = tmp_path / "run" / "cells" / store.manifest["cells"][0]["id"]
    gone = [cell / f".000000000+10.parquet.{number}.part" for number in (ended.pid, os.getpid())]
    gone.append(tmp_path / "run" / f".signalbox-{ended.pid}.part")
    written = tmp_path / "run" / f".manifest.json.{os.getppid()}.part"
    old = tmp_path / "run" / f".summary.csv.{os.getppid()}.part"
    for path in (*gone, written, old):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    Store.begin(tmp_path / "run", small_sweep().manifest())
    assert [path.name for path in (tmp_path / "run").rglob("*.part")] == [written.name]


def test_a_full_disk_loses_only_what_was_in_flight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_all(small_sweep(), tmp_path / "whole")
    left = iter(range(8))

    def write(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            if next(left, None) is None:
                file.write(content[:100])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return file.write(content)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", write)
        with pytest.raises(OSError, match="No space left"):
            play_all(small_sweep(), tmp_path / "run", jobs=2)
    assert len(list((tmp_path / "run").rglob("*.parquet"))) == 6  # and the manifest, twice
    play_all(small_sweep(), tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


@pytest.mark.parametrize("name", ["cells", "games", "traces", "boards", "figures", "summary.csv"])
def test_a_run_with_a_link_in_it_is_not_written_to(tmp_path: Path, name: str) -> None:
    """A stranger could make us write and remove elsewhere."""
    play_all(small_sweep(), tmp_path / "run", most=2)
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "mine.jsonl.gz").write_bytes(b"mine")
    if (tmp_path / "run" / name).exists():
        shutil.move(tmp_path / "run" / name, tmp_path / "else" / name)
    before = contents(tmp_path / "else")
    (tmp_path / "run" / name).symlink_to(tmp_path / "else")
    with pytest.raises(InputError, match=f"{name} is a link"):
        Store.begin(tmp_path / "run", small_sweep().manifest())
    assert contents(tmp_path / "else") == before


@pytest.mark.parametrize(
    "change",
    [{"block": 0}, {"block": -3}, {"block": "10"}, {"games": 0}, {"games": 9 * 10**9}],
)
def test_a_manifest_with_impossible_numbers_is_damaged(tmp_path: Path, change: dict[str, object]) -> None:
    store = play_all(small_sweep(), tmp_path / "run", most=1)
    store.manifest = {**store.manifest, **change}
    store.write_manifest()
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path / "run")


def test_more_blocks_than_a_run_can_have_are_refused(tmp_path: Path) -> None:
    manifest = small_sweep(10**10).manifest()
    manifest["cells"] = manifest["cells"] * 5
    with pytest.raises(InputError, match="2,000,000 blocks, more than 1,000,000"):
        Store.begin(tmp_path / "run", manifest)
    assert not (tmp_path / "run").exists()
    play_all(small_sweep(30), tmp_path / "odd", most=1)
    path = tmp_path / "odd" / "manifest.json"
    path.write_text(path.read_text().replace('"block": 2', '"block": 7'))
    with pytest.raises(
        InputError, match="571,428,572 blocks"
    ):  # of 7 games: they cannot be joined to larger ones
        Store.begin(tmp_path / "odd", small_sweep(10**9).manifest())


def test_a_damaged_block_is_named_and_played_again(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    whole = contents(tmp_path / "run")
    name = next(name for name in whole if name.endswith(".parquet"))
    (tmp_path / "run" / name).write_bytes(whole[name][:100])
    sentences = Store.begin(tmp_path / "run", store.manifest).repaired
    assert len(sentences) == 1
    assert Path(name).name in sentences[0]
    assert not (tmp_path / "run" / name).exists()
    play_all(small_sweep(), tmp_path / "run")
    assert contents(tmp_path / "run") == whole


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_text('{"seed": 4')])
def test_a_damaged_manifest_is_named_and_restored_and_nothing_else_is_lost(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    play_all(small_sweep(), tmp_path / "run", most=9)
    whole = contents(tmp_path / "run")
    damage(tmp_path / "run" / "manifest.json")
    store = Store.open(tmp_path / "run")
    assert store.restored.endswith(
        "manifest.json is damaged; manifest.copy.json beside it is whole and was read instead."
    )
    assert store.progress() == (9 * 20, 400)
    Store.begin(tmp_path / "run", small_sweep().manifest())
    assert contents(tmp_path / "run") == whole
    assert not Store.open(tmp_path / "run").restored


def test_a_block_under_a_wrong_name_is_damaged(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    first, second = sorted((tmp_path / "run").rglob("*.parquet"))[:2]
    shutil.copy(first, second)
    assert "other games than its name says" in Store.begin(tmp_path / "run", store.manifest).repaired[0]


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
    with pytest.raises(InputError, match="a program that counts in another way"):
        Store.begin(tmp_path / "run", small_sweep().manifest() | {"tallies": "0"})


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="is no run and not empty"):
        Store.begin(tmp_path, small_sweep().manifest())
    assert contents(tmp_path) == {"letter.txt": b"dear"}


def test_results_pair_the_same_deals(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    results = Results.read(store)
    assert results.complete
    for cell in results.cells:
        scenario, policy = small_sweep().players[cell.entry["id"]]
        assert (cell.tally.wins[:] == play(scenario, policy, 3, 0, 100).outcomes["won"]).all()


def test_a_failed_block_is_recorded_and_the_rest_goes_on(tmp_path: Path) -> None:
    sweep = small_sweep()
    broken = sweep.policies["novice"].__class__("novice", lambda *_: 1 / 0, plain=True)
    sweep = Sweep(sweep.grid, {**sweep.policies, "novice": broken}, 3, 100, "sim sweep")
    store = Store.begin(tmp_path / "run", sweep.manifest())
    planned = plan(sweep, store, 1)
    assert list(planned.rates) == ["random"]  # who fails in the first game cannot be timed
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
    for path in (tmp_path / "run").glob("manifest*.json"):
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
    shutil.rmtree(run / name, ignore_errors=True)
    (run / name).symlink_to(tmp_path / "else")
    with pytest.raises(InputError, match="is a link; a run that is written to must hold none"):
        Store.begin(run, small_sweep().manifest())


def test_a_manifest_that_was_changed_afterwards_does_not_mix_seeds(tmp_path: Path) -> None:
    """Blocks do not know their seed: what is asked for may agree with the manifest and not with what was played."""
    run = tmp_path / "run"
    play_all(small_sweep(), run, most=1)
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    (run / "manifest.json").write_text(json.dumps(manifest | {"seed": 7}), encoding="utf-8")
    with pytest.raises(InputError, match="its manifest was changed after it was begun"):
        Store.begin(run, replace(small_sweep(), seed=7).manifest())
