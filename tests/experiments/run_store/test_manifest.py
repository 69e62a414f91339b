"""What a run says of itself: nothing that is damaged, foreign or another run's is taken for it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from experiments.factors import POLICY, catalogue
from experiments.results import Results
from experiments.run_store.kept_files import KeptFiles
from experiments.run_store.manifest import FactorEntry
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run
from experiments.sweep import Sweep
from simulator.core.errors import InputError
from simulator.core.file_limits import MAX_CELLS_OF_A_RUN, MAX_TEXT
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import contents, play_all, small_sweep


@pytest.mark.parametrize("name", ["cells", "games", "traces", "boards", "decks", "figures", "summary.csv"])
def test_a_run_with_a_link_in_it_is_not_written_to(tmp_path: Path, name: str) -> None:
    """A stranger could make us write and remove elsewhere."""
    play_all(small_sweep(), tmp_path / "run", most=2)
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "mine.jsonl.gz").write_bytes(b"mine")
    if (tmp_path / "run" / name).exists():
        shutil.move(tmp_path / "run" / name, tmp_path / "else" / name)
    before = contents(tmp_path / "else")
    (tmp_path / "run" / name).symlink_to(tmp_path / "else")
    with pytest.raises(InputError, match=f"{name} is a link; a run that is written to must hold none"):
        begin_run(tmp_path / "run", small_sweep().manifest())
    assert contents(tmp_path / "else") == before


@pytest.mark.parametrize(
    "change",
    [{"block": 0}, {"block": -3}, {"block": "10"}, {"block": 100_001}, {"games": 0}, {"games": 9 * 10**9}],
)
def test_a_manifest_with_impossible_numbers_is_damaged(tmp_path: Path, change: dict[str, object]) -> None:
    store = play_all(small_sweep(), tmp_path / "run", most=1)
    content = msgspec.to_builtins(store.manifest) | change
    for name in ("manifest.json", "manifest.copy.json"):
        (tmp_path / "run" / name).write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path / "run")


def test_more_blocks_than_a_run_can_have_are_refused(tmp_path: Path) -> None:
    manifest = small_sweep(10**10).manifest()
    cells = [structs.replace(cell, id=f"{k}{cell.id}") for k in range(5) for cell in manifest.cells]
    with pytest.raises(InputError, match="2,000,000 blocks, more than 1,000,000"):
        begin_run(tmp_path / "run", structs.replace(manifest, cells=tuple(cells)))
    assert not (tmp_path / "run").exists()
    play_all(small_sweep(30), tmp_path / "odd", most=1)
    path = tmp_path / "odd" / "manifest.json"
    path.write_text(path.read_text().replace('"block": 2', '"block": 7'))
    with pytest.raises(
        InputError, match="571,428,572 blocks"
    ):  # of 7 games: they cannot be joined to larger ones
        begin_run(tmp_path / "odd", small_sweep(10**9).manifest())


def test_what_could_not_be_read_again_is_not_begun(tmp_path: Path) -> None:
    manifest = small_sweep().manifest()
    first = manifest.cells[0]
    many = structs.replace(manifest, cells=(first,) * (MAX_CELLS_OF_A_RUN + 1))
    with pytest.raises(InputError, match="the grid has 10,001 cells, and a run has at most 10,000"):
        begin_run(tmp_path / "run", many)
    long = (structs.replace(first, lineup=("x" * MAX_TEXT,)),) * MAX_CELLS_OF_A_RUN
    with pytest.raises(InputError, match="to describe 10,000 cells with such long names takes more than"):
        begin_run(tmp_path / "run", structs.replace(manifest, cells=long))
    with pytest.raises(InputError, match="cannot be kept with a run: text has at most 4,096 characters"):
        begin_run(tmp_path / "run", structs.replace(manifest, title="x" * (MAX_TEXT + 1)))
    assert not (tmp_path / "run").exists()


def test_the_largest_run_that_can_be_begun_can_be_read_again(tmp_path: Path) -> None:
    """With every factor there is, in every cell."""
    manifest = small_sweep().manifest()
    cell, usual = manifest.cells[0], "a level of usual length"
    levels = dict.fromkeys(sorted(catalogue(GAME).factors), usual) | {POLICY: cell.policy}
    largest = structs.replace(
        manifest,
        factors=tuple(FactorEntry(name, (level,)) for name, level in levels.items()),
        cells=(structs.replace(cell, levels=levels),) * MAX_CELLS_OF_A_RUN,
    )
    begin_run(tmp_path / "run", largest)
    assert len(Store.open(tmp_path / "run").manifest.cells) == MAX_CELLS_OF_A_RUN


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
    begin_run(tmp_path / "run", small_sweep().manifest())
    assert contents(tmp_path / "run") == whole
    assert not Store.open(tmp_path / "run").restored


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
        begin_run(tmp_path / "run", other.manifest())
    assert contents(tmp_path / "run") == before


def test_another_engine_is_refused(tmp_path: Path) -> None:
    play_all(small_sweep(), tmp_path / "run", most=2)
    with pytest.raises(InputError, match="another version of engine or policies"):
        begin_run(tmp_path / "run", structs.replace(small_sweep().manifest(), code="0"))
    with pytest.raises(InputError, match="a program that counts in another way"):
        begin_run(tmp_path / "run", structs.replace(small_sweep().manifest(), tallies="0"))
    with pytest.raises(InputError, match="another version of numba"):
        begin_run(tmp_path / "run", structs.replace(small_sweep().manifest(), numba="0"))


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(InputError, match="is no run and not empty"):
        begin_run(tmp_path, small_sweep().manifest())
    assert contents(tmp_path) == {"letter.txt": b"dear"}


def test_names_of_folders_in_a_manifest_are_no_paths(tmp_path: Path) -> None:
    """A run from a stranger must not make us look outside its folder."""
    store = play_all(small_sweep(), tmp_path / "run", most=1)
    for path in (tmp_path / "run").glob("manifest*.json"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(store.manifest.cells[0].id, "../../else"), encoding="utf-8")
    with pytest.raises(InputError, match="is damaged"):
        Store.open(tmp_path / "run")


def test_a_manifest_is_read_back_as_it_was(tmp_path: Path) -> None:
    manifest = replace(small_sweep(), title="a title", alone=True, measure=GAME.measures["goods"]).manifest()
    begin_run(tmp_path / "run", manifest)
    store = Store.open(tmp_path / "run")
    assert store.manifest == manifest
    assert (store.manifest.game, store.manifest.measure) == ("switch-signal", "goods")
    assert (store.game, store.form.about.name) == (GAME, "goods")


def test_a_run_about_another_measure_is_another_run(tmp_path: Path) -> None:
    play_all(small_sweep(), tmp_path / "run", most=1)
    with pytest.raises(InputError, match="a run of another measure"):
        begin_run(tmp_path / "run", small_sweep(measure="goods").manifest())


def test_a_manifest_that_was_changed_afterwards_does_not_mix_seeds(tmp_path: Path) -> None:
    """Blocks do not know their seed: what is asked for may agree with the manifest and not with what was played."""
    run = tmp_path / "run"
    play_all(small_sweep(), run, most=1)
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    (run / "manifest.json").write_text(json.dumps(manifest | {"seed": 7}), encoding="utf-8")
    with pytest.raises(InputError, match="its manifest was changed after it was begun"):
        begin_run(run, replace(small_sweep(), seed=7).manifest())


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("boards/x.toml", "{name} is damaged"),
        ("traces/{cell}-bad-loss-7.jsonl.gz", "{name} is damaged"),
        ("cells/{cell}/000000000+20.block", "{name} is damaged (it is not an ordinary file)"),
        ("cells/{cell}/000000000.failed.json", "for a reason that cannot be read"),
    ],
)
def test_a_pipe_in_a_run_is_not_waited_for(tmp_path: Path, name: str, sentence: str) -> None:
    run = tmp_path / "run"
    store = play_all(small_sweep(), run)
    cell = store.manifest.cells[0].id
    name = name.format(cell=cell)
    (run / name).parent.mkdir(exist_ok=True)
    (run / name).unlink(missing_ok=True)
    os.mkfifo(run / name)
    results, kept = Results.read(store), KeptFiles(GAME, run)
    kept.places("board"), kept.games(results.cells[0].id, results.cells[0].tally)
    told = [*results.damaged, *kept.damaged, *results.failures.get(cell, [])]
    assert told == [sentence.format(name=name)]


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes among files")
def test_a_manifest_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(InputError, match="is not an ordinary file"):
        Store.open(tmp_path)
