"""A sweep of a user's game, from its file to its folder: the same for any number of workers, after a stop, and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from experiments.cluster import require_portable
from experiments.identity import code_hash
from experiments.prepare import Request, find_measure, prepare, sweep_of
from experiments.results import Results
from experiments.run_store.store import Store
from experiments.run_store.upkeep import begin_run
from experiments.study import Study, load_study, parse_study
from experiments.sweep import Sweep
from simulator.core.errors import InputError
from simulator.games import load_game
from tests.experiments.sweeps import contents, play_all
from tests.hoard import FILE, HOARD, hoard_sweep


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the game, under a name of its own."""
    monkeypatch.setattr("simulator.games._loaded", {})
    for name in ("game.py", "players.py"):
        text = FILE.with_name(name).read_text(encoding="utf-8").replace('"hoard"', '"den"')
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "game.py"


def test_a_run_says_which_game_it_is_of(tmp_path: Path) -> None:
    store = play_all(hoard_sweep(), tmp_path / "run")
    manifest = Store.open(tmp_path / "run").manifest
    assert (manifest.game, manifest.measure, manifest.code) == ("hoard", "won", code_hash(HOARD))
    assert Store.open(tmp_path / "run").game is HOARD
    assert [cell.setup["nights"] for cell in manifest.cells[::2]] == [5, 5, 6, 6]
    assert store.progress() == (8 * 200, 8 * 200)


def test_neither_jobs_nor_a_stop_show_in_a_run(tmp_path: Path) -> None:
    sweep = hoard_sweep(keep_games=True)
    play_all(sweep, tmp_path / "one")
    play_all(sweep, tmp_path / "two", jobs=2)
    play_all(sweep, tmp_path / "stopped", jobs=2, most=3)
    assert Store.open(tmp_path / "stopped").progress()[0] < 8 * 200
    play_all(sweep_of(Store.open(tmp_path / "stopped")), tmp_path / "stopped")
    assert contents(tmp_path / "one") == contents(tmp_path / "two") == contents(tmp_path / "stopped")


def test_more_games_extend_a_run(tmp_path: Path) -> None:
    play_all(hoard_sweep(games=100), tmp_path / "run")
    longer = sweep_of(Store.open(tmp_path / "run"), games=300)
    play_all(longer, tmp_path / "run")
    play_all(hoard_sweep(games=300), tmp_path / "other")
    here, there = (Results.read(Store.open(tmp_path / name)) for name in ("run", "other"))
    for one, other in zip(here.cells, there.cells, strict=True):
        assert np.array_equal(one.tally.values[:], other.tally.values[:])


def test_a_run_can_be_about_a_score_that_is_negative(tmp_path: Path) -> None:
    store = play_all(hoard_sweep(measure="gold", names=("random",), dragon="angry"), tmp_path / "run")
    cell = Results.read(store).cells[0]
    assert int(cell.tally.values[:].min()) < 0
    assert cell.total == int(cell.tally.columns["gold"].sum())
    with pytest.raises(
        InputError, match=r'no measure "golds" \(did you mean "gold"\?\); they are won, gold, grabs\.'
    ):
        find_measure(HOARD, "golds")


def test_a_study_of_it_is_a_file(tmp_path: Path) -> None:
    text = 'title = "Bites"\n[factors]\nnights = "5..6"\npolicy = "timid,daring:sack=10..20..10"\n[variants.bite]\ndragon = "angry"\n'
    sweep, maps = prepare(
        Request(replace(parse_study(HOARD, text, "bites.toml"), games=50)), "sim sweep bites.toml"
    )
    assert maps is None
    assert len(sweep.grid.cells) == 2 * 2 * 3
    assert {cell.setup.levels["dragon"] for cell in sweep.grid.cells} == {"drowsy", "angry"}
    assert Results.read(play_all(sweep, tmp_path / "run")).measure is HOARD.main
    with pytest.raises(InputError, match=r'there is no study "bites"; none is shipped; give a \.toml file\.'):
        load_study(HOARD, "bites")


def test_everybody_who_is_quick_plays_unless_others_are_named() -> None:
    sweep, _ = prepare(Request(Study(HOARD, factors={"preset": "standard,nightmare"}, games=10)), "sim sweep")
    assert list(sweep.policies) == ["random", "timid", "daring"]
    assert [cell.setup.levels["dragon"] for cell in sweep.grid.cells[::3]] == ["drowsy", "angry"]


def test_messages_speak_of_its_own_factors() -> None:
    with pytest.raises(
        InputError, match=r"^nothing is varied; give for instance --nights 5\.\.7, or a study\.$"
    ):
        prepare(Request(Study(HOARD)), "sim sweep")
    with pytest.raises(InputError, match=r'must be a table, for instance \{ "nights" = 5 \}\.$'):
        parse_study(HOARD, "[variants]\nbite = 3\n", "mine.toml")


def test_levels_that_the_game_refuses_are_refused_before_anything_is_played() -> None:
    for factors, said in (
        ({"nights": "18..22"}, r"^--nights: 21 must be a whole number from 1 to 20\.$"),
        (
            {"dragon": "drowsy,anrgy"},
            r'^--dragon: "anrgy" must be one of drowsy, angry \(did you mean "angry"\?\)\.$',
        ),
        ({"tokens": "7"}, r'^there is no factor "tokens"; they are preset, nights, dragon\.$'),
    ):
        with pytest.raises(InputError, match=said):
            prepare(Request(Study(HOARD, factors=factors)), "sim sweep")


def test_a_run_is_gone_on_with_by_the_same_program_only(den: Path, tmp_path: Path) -> None:
    sweep = hoard_sweep(load_game(str(den)))
    play_all(sweep, tmp_path / "run", most=2)
    policies = den.with_name("players.py")
    policies.write_text(policies.read_text(encoding="utf-8").replace("> 5", "> 6"), encoding="utf-8")
    den.write_text(den.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    changed = hoard_sweep(load_game(str(den)))
    with pytest.raises(InputError, match="The Dragon's Hoard before its files or players were changed"):
        begin_run(tmp_path / "run", changed.manifest())
    assert changed.name != sweep.name


def test_a_game_that_has_other_factors_since_is_told_from_a_damaged_run(den: Path, tmp_path: Path) -> None:
    play_all(hoard_sweep(load_game(str(den))), tmp_path / "run")
    text = den.read_text(encoding="utf-8").replace('"dragon"', '"worm"')
    den.write_text(text, encoding="utf-8")
    load_game(str(den))
    with pytest.raises(
        InputError, match="was played when The Dragon's Hoard had other factors, levels or measures"
    ):
        Store.open(tmp_path / "run")


def test_a_run_whose_game_nobody_has_named_says_how_to_name_it(
    den: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_all(hoard_sweep(load_game(str(den))), tmp_path / "run")
    monkeypatch.setattr("simulator.games._loaded", {})
    with pytest.raises(InputError) as refusal:
        Store.open(tmp_path / "run")
    assert str(refusal.value) == (
        f'{tmp_path / "run"} cannot be read: there is no game "den" among Signalbox\'s; '
        "if it is one of yours, name its file with --game FILE.py."
    )


def test_what_a_policy_does_wrong_is_kept_with_its_blocks_and_the_others_go_on(
    den: Path, tmp_path: Path
) -> None:
    with den.with_name("players.py").open("a", encoding="utf-8") as file:
        file.write("\n\ndef sleepy(cave, offers, chance):\n    return 'sleep' if cave.sack > 9 else 'grab'\n")
    sweep: Sweep = hoard_sweep(load_game(str(den)), names=("sleepy", "timid"))
    store = play_all(sweep, tmp_path / "run")
    failed = store.failures()
    assert set(failed) == {cell.id for cell in sweep.grid.cells if cell.policy == "sleepy"}
    assert all(
        sentence.startswith("policy sleepy made an illegal choice on The Dragon's Hoard in game ")
        and sentence.endswith('asked for grab or run: choice "sleep".')
        for sentences in failed.values()
        for sentence in sentences
    )
    assert {cell.policy for cell in Results.read(store).cells} == {"timid"}


def test_a_game_in_a_file_is_not_sent_to_other_machines() -> None:
    with pytest.raises(InputError, match=r"--scheduler: The Dragon's Hoard is a game in a file"):
        require_portable(hoard_sweep())
