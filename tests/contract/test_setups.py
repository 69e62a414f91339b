"""Setups of every game: values that are checked, hashed and made again from their levels."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest

from experiments.factors import POLICY, PRESET, VARIANT, catalogue
from experiments.grid import make_axes
from simulator.core.errors import InputError
from simulator.declaration import check_declaration
from simulator.game import Game
from tests.contract.cases import drawn_setups, every_game, hashes

ROOT = Path(__file__).parents[2]


@every_game
def test_its_declaration_can_be_used(game: Game) -> None:
    check_declaration(game)
    assert set(catalogue(game).factors) == {
        *game.factors,
        POLICY,
        VARIANT,
        *([PRESET] if game.presets else []),
    }


@every_game
def test_examples_and_what_tune_is_free_to_vary_are_levels(game: Game) -> None:
    for name, factor in game.factors.items():
        for text in filter(None, (factor.example, factor.free)):
            (axis,) = make_axes(game, {name: text})
            assert axis.levels
            for level in axis.levels if factor.role == "setting" else ():
                assert factor.same(level) == level


@every_game
def test_presets_are_setups(game: Game) -> None:
    found = {name: game.setup(preset.changes) for name, preset in game.presets.items()}
    assert all(found[name].levels.items() >= preset.changes.items() for name, preset in game.presets.items())
    assert next(iter(found.values())).hash == game.setup({}).hash


@every_game
def test_a_setup_has_a_level_of_every_factor_which_make_it_again(game: Game) -> None:
    for setup in drawn_setups(game, 20):
        assert setup.levels.keys() == game.factors.keys()
        again = game.setup(setup.levels)
        assert (again.hash, dict(again.levels), again.players) == (
            setup.hash,
            dict(setup.levels),
            setup.players,
        )
        assert again == setup
        assert hash(again) == hash(setup)


@every_game
def test_setups_have_one_hash_if_they_have_the_same_levels_and_others_another(game: Game) -> None:
    """But for places, which count as what they are, whatever their names."""
    by_hash: dict[str, set[tuple[object, ...]]] = {}
    for setup in drawn_setups(game, 40):
        rest = tuple(level for name, level in setup.levels.items() if name not in setup.places)
        by_hash.setdefault(setup.hash, set()).add((*rest, *(place.hash for place in setup.places.values())))
    assert all(len(levels) == 1 for levels in by_hash.values())
    assert len(set.union(*by_hash.values())) == len(by_hash) > 5


@every_game
def test_a_setup_cannot_be_changed(game: Game) -> None:
    setup = game.setup({})
    assert dataclasses.is_dataclass(setup)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(setup, dataclasses.fields(setup)[0].name, 1)


def test_hashes_are_the_same_in_every_process() -> None:
    for seed in ("0", "7"):
        done = subprocess.run(
            [sys.executable, "-m", "tests.contract.cases", "hashes"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines() == list(hashes())


@every_game
def test_what_there_is_not_is_refused(game: Game) -> None:
    first = next(iter(game.factors))
    for levels in ({first: "no such level"}, {first: ""}):
        with pytest.raises(InputError):
            game.setup(levels)
