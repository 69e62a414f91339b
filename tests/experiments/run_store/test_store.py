"""A run's folder: whole files only, what is missing is played, and nothing that does not belong together is mixed."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.grid import Grid, policy_axis
from experiments.results import Results
from experiments.run_store.blocks import tally_bytes
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run
from experiments.run_store.values import RunReader
from experiments.sweep import Sweep, Workers, plan, play_missing
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import contents, play_all, small_sweep
from tests.players import load_player
from tests.runs import axis
from tests.tallies import tally_of


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
    store = begin_run(tmp_path / "run", sweep.manifest())
    planned = plan(sweep, store, 1)
    assert planned.games == 4 * 110
    for _ in play_missing(planned, Workers(1)):
        pass
    fresh = {cell: matchup.play(3, 0, 200) for cell, matchup in sweep.matchups.items()}
    for entry in store.manifest.cells:
        tally = RunReader(store).tally(entry.id)
        assert tally is not None
        assert tally_bytes(tally) == tally_bytes(tally_of(sweep.form, fresh[entry.id]))


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
            begin_run(tmp_path / "run", small_sweep(1_040, keep_games=True).manifest())
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
    store.add_failure(store.manifest.cells[0].id, 6, "it failed")
    assert store.failures()
    assert not play_all(small_sweep(1_040), tmp_path / "run").failures()


def test_what_a_killed_process_did_not_finish_is_removed(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run", most=2)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    cell = tmp_path / "run" / "cells" / store.manifest.cells[0].id
    gone = [cell / f".000000000+10.block.{number}.part" for number in (ended.pid, os.getpid())]
    gone.append(tmp_path / "run" / f".signalbox-{ended.pid}.part")
    written = tmp_path / "run" / f".manifest.json.{os.getppid()}.part"
    old = tmp_path / "run" / f".summary.csv.{os.getppid()}.part"
    for path in (*gone, written, old):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    begin_run(tmp_path / "run", small_sweep().manifest())
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
    assert len(list((tmp_path / "run").rglob("*.block"))) == 6  # and the manifest, twice
    play_all(small_sweep(), tmp_path / "run", jobs=2)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_damaged_block_is_named_and_played_again(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    whole = contents(tmp_path / "run")
    name = next(name for name in whole if name.endswith(".block"))
    (tmp_path / "run" / name).write_bytes(whole[name][:100])
    sentences = begin_run(tmp_path / "run", store.manifest).repaired
    assert len(sentences) == 1
    assert Path(name).name in sentences[0]
    assert not (tmp_path / "run" / name).exists()
    play_all(small_sweep(), tmp_path / "run")
    assert contents(tmp_path / "run") == whole


def test_a_damaged_block_of_cells_that_mean_the_same_is_told_once(tmp_path: Path) -> None:
    variants = {"standard": {}, "seven tokens": {"tokens": "7"}}
    factors = [axis("board", "tiny"), axis("variant", *variants), policy_axis(GAME, ["random"])]
    sweep = Sweep(
        Grid(GAME, factors, variants), {"random": load_player("random")}, GAME.main, 3, 100, "sim sweep"
    )
    store = play_all(sweep, tmp_path / "run")
    sorted((tmp_path / "run").rglob("*.block"))[-1].write_bytes(b"PAR1")
    results = Results.read(store)
    assert [cell.games for cell in results.cells] == [80, 80]
    assert len(results.damaged) == 1


def test_a_block_under_a_wrong_name_is_damaged(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    first, second = sorted((tmp_path / "run").rglob("*.block"))[:2]
    shutil.copy(first, second)
    assert "other games than its name says" in begin_run(tmp_path / "run", store.manifest).repaired[0]


def test_results_pair_the_same_deals(tmp_path: Path) -> None:
    store = play_all(small_sweep(), tmp_path / "run")
    results = Results.read(store)
    assert results.complete
    for cell in results.cells:
        block = small_sweep().matchups[cell.id].play(3, 0, 100)
        assert (cell.tally.values[:] == block.outcomes["won"]).all()


def test_a_failed_block_is_recorded_and_the_rest_goes_on(tmp_path: Path) -> None:
    sweep = small_sweep()
    broken = sweep.policies["novice"].__class__("novice", lambda *_: 1 / 0, plain=True)
    sweep = Sweep(sweep.grid, {**sweep.policies, "novice": broken}, GAME.main, 3, 100, "sim sweep")
    store = begin_run(tmp_path / "run", sweep.manifest())
    planned = plan(sweep, store, 1)
    assert list(planned.rates) == ["random"]  # who fails in the first game cannot be timed
    failed = [played for played in play_missing(planned, Workers(1)) if played.tally is None]
    assert failed
    assert all("division by zero" in played.failure for played in failed)
    cells = {cell.id: cell.policy for cell in sweep.grid.cells}
    assert {cells[cell] for cell in store.failures()} == {"novice"}
    assert len(Results.read(store).cells) == 2
    play_all(small_sweep(), tmp_path / "run")
    assert not store.failures()


def test_what_comes_while_a_run_is_put_in_order_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = play_all(small_sweep(97), tmp_path / "run")
    cell = store.manifest.cells[0].id
    late = store.path(cell, 5, 1)

    def join(self: Store, cell: str, files: list[tuple[int, int]]) -> None:
        late.write_bytes(b"of somebody else")

    monkeypatch.setattr(Store, "join", join)
    begin_run(tmp_path / "run", small_sweep(1_040).manifest())
    assert late.exists()
