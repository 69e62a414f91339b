"""Games of everybody: legal in any setup, the same however they are split, and told as they were played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from experiments.identity import code_hash
from experiments.play import Matchup, play_here, play_many
from experiments.run_store.blocks import Task, tally_bytes
from experiments.run_store.kept_files import TRACE_FILE, trace_path
from experiments.run_store.tally import tally_form
from experiments.run_store.tally_checks import is_possible
from policies.registry import load_policy, roster_of
from simulator.core.errors import InputError
from simulator.game import Game, Measure, Setup
from tests.contract.cases import GAMES, SEED, drawn_setups, every_game, every_player
from tests.tallies import tally_of

ROOT = Path(__file__).parents[2]


def matchup(game: Game, name: str, setup: Setup) -> Matchup:
    return Matchup(game, setup, (load_policy(game, name),))


def some_setups(game: Game, name: str, count: int) -> tuple[list[Setup], int]:
    """Setups and games of each; fewer of those that think for long."""
    return (drawn_setups(game, 2), 1) if roster_of(game).all[name].slow else (drawn_setups(game, count), 20)


@every_player
def test_it_plays_by_the_rules_in_any_setup_and_every_game_has_an_outcome(game: Game, name: str) -> None:
    """An illegal answer would stop the games."""
    setups, games = some_setups(game, name, 12)
    for setup in setups:
        batch = matchup(game, name, setup).play(SEED, 3, games)
        assert (batch.first, batch.outcomes.dtype, len(batch.outcomes)) == (3, game.outcome, games)
        for measure in game.measures.values():
            values = batch.outcomes[measure.name]
            assert measure.kind != "count" or measure.by_turn or values.min() >= 0
            assert measure.kind != "code" or values.max() < len(measure.values)
        assert is_possible(tally_of(tally_form(game, game.main.name), batch))


@every_player
def test_neither_jobs_nor_slices_show_in_a_tally(
    game: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup, each = drawn_setups(game, 2)[1], 2 if roster_of(game).all[name].slow else 25
    played, form = matchup(game, name, setup), tally_form(game, game.main.name)
    tasks = [Task("cell", first, each) for first in range(0, 4 * each, each)]
    found = []
    for jobs, largest in ((1, 10_000), (2, 10_000), (2, 7)):
        monkeypatch.setattr("experiments.play.LARGEST_SLICE", largest)
        tallies = play_here(tasks, {"cell": played}.__getitem__, form, SEED, jobs)
        found.append(sorted((each.task.first, tally_bytes(each.tally)) for each in tallies if each.tally))
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == len(tasks)
    outcomes = [
        np.concatenate([batch.outcomes for batch in play_many(played, SEED, 4 * each, jobs)])
        for jobs in (1, 2)
    ]
    for found_by in outcomes:
        assert np.array_equal(
            found_by, played.play(SEED, 0, 4 * each).outcomes
        )  # whatever lies between fields


def told_of(measure: Measure, numbers: Any) -> Any:
    """What a trace tells of a measure: numbers, or the word for a code."""
    return list(measure.values)[int(numbers)] if measure.kind == "code" else numbers.tolist()


@every_player
def test_a_trace_ends_as_the_batch_did(game: Game, name: str) -> None:
    setups, _ = some_setups(game, name, 4)
    for setup in setups:
        played = matchup(game, name, setup)
        number = 5
        outcome = played.play(SEED, number, 1).outcomes[0]
        header, *_, end = events = list(played.trace(SEED, number))
        assert (header["event"], header["policy"], header["seed"], header["game"]) == (
            "header",
            name,
            SEED,
            number,
        )
        told = end | end.get("outcome", {})
        assert game.main.name in told
        for measure in game.measures.values():
            if measure.name in told:
                known = told_of(measure, outcome[measure.name])
                assert told[measure.name] in (known, outcome[measure.name].tolist())
        assert json.dumps(events) == json.dumps(list(played.trace(SEED, number)))


@every_game
def test_notable_games_are_games_of_the_cell(game: Game) -> None:
    batch = matchup(game, roster_of(game).main, game.setup({})).play(SEED, 0, 60)
    found = list(game.notable(tally_of(tally_form(game, game.main.name), batch).columns))
    assert len({word for word, _ in found}) == len(found)
    assert found or not any(measure.classes for measure in game.measures.values())
    for word, number in found:
        assert 0 <= number < 60
        assert TRACE_FILE.fullmatch(trace_path(Path(), "0" * 12, word, number).name)


@every_game
def test_a_policy_of_another_game_is_refused_with_a_word_on_whose_it_is(game: Game) -> None:
    own = roster_of(game).all
    for other in GAMES:
        for name in roster_of(other).all:
            if name not in own:
                with pytest.raises(InputError, match=rf"^--policy: {name} plays .*--game {other.name}\)"):
                    load_policy(game, name)


def test_every_game_has_a_hash_of_its_own() -> None:
    assert len({code_hash(game) for game in GAMES}) == len(GAMES)


@pytest.mark.slow
def test_the_checked_build_plays_the_same_games_and_no_index_is_outside_its_array() -> None:
    ordinary, checked = (
        subprocess.run(
            [sys.executable, "-m", "tests.contract.cases", "games"],
            cwd=ROOT,
            env={**os.environ, "SIGNALBOX_CHECKED": each},
            capture_output=True,
            text=True,
        )
        for each in ("0", "1")
    )
    assert (ordinary.returncode, checked.returncode) == (0, 0), checked.stderr
    assert ordinary.stdout == checked.stdout
    played = {tuple(line.split()[:2]) for line in checked.stdout.splitlines()}
    assert played == {(game.name, name) for game in GAMES for name in roster_of(game).all}
