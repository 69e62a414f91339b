"""All that a grid of a game can vary, and how far a setup is from the rulebook's."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from experiments.factors import POLICY, PRESET, VARIANT, Catalogue, catalogue
from simulator.core.errors import InputError
from simulator.game import Factor, FactorGroup, Level, Preset
from simulator.switch_signal.board import load_board
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.experiments.dice_game import DICE, POINTS, Dice


class Grouped(Dice):
    """Dice with places, a group of house rules, and words for levels."""

    name = "grouped"
    factors: Mapping[str, Factor] = {
        factor.name: factor
        for factor in (
            Factor("table", "round", role="place"),
            Factor("rug", "red", role="place"),
            *Dice.factors.values(),
            Factor("cups", None),  # every table has its own number
            Factor("stake", 10, counted=False),
            Factor("people", 2, is_step=False),
            Factor("light", "day"),
            Factor("house A1", 3),
            Factor("house B2", "old"),
        )
    }
    groups: Mapping[str, FactorGroup] = {
        "house": FactorGroup("house", "house rule", "Other rules", "A1=4", "A1=3..5", "KEY=VALUE", True)
    }
    presets: Mapping[str, Preset] = {}


GROUPED = Catalogue(Grouped())


def test_every_game_has_presets_variants_and_policies_beside_its_own_factors() -> None:
    assert list(catalogue(DICE).factors) == [PRESET, "sides", "bonus", VARIANT, POLICY]
    assert catalogue(DICE).options == (PRESET, "sides", "bonus")
    assert catalogue(DICE).kinds == (PRESET, "sides", "bonus", POLICY)
    assert catalogue(DICE).lists == (PRESET, VARIANT)
    assert catalogue(DICE).factors[PRESET].default == "standard"
    assert (catalogue(DICE).places, catalogue(DICE).compared_within) == ((), (POLICY,))


def test_a_game_without_presets_has_no_such_factor() -> None:
    assert PRESET not in GROUPED.factors
    assert GROUPED.options == ("table", "rug", "sides", "bonus", "cups", "stake", "people", "light")
    assert GROUPED.kinds == (*GROUPED.options, POLICY, "house KEY")
    assert GROUPED.lists == (VARIANT,)


def test_settings_are_compared_for_who_plays_and_where() -> None:
    assert GROUPED.places == ("table", "rug")
    assert GROUPED.compared_within == (POLICY, "table", "rug")
    assert catalogue(GAME).compared_within == (POLICY, "board", "deck")


def test_there_is_one_catalogue_of_a_game() -> None:
    assert catalogue(DICE) is catalogue(DICE)
    assert catalogue(DICE) is not catalogue(POINTS)


def test_names_are_spelled_as_they_are_declared() -> None:
    assert GROUPED.canonical("house a1") == "house A1"
    assert GROUPED.canonical("table") == "table"
    assert catalogue(GAME).canonical("ruling x6") == "ruling X6"
    assert catalogue(GAME).canonical("house draw") == "house draw"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("sides", True),
        (POLICY, True),
        ("house A1", True),
        ("house whatever", True),
        ("house ", False),
        ("house", False),
        (VARIANT, False),
        (PRESET, False),
        ("dice", False),
        ("cellar A1", False),
    ],
)
def test_what_a_grid_could_vary(name: str, is_one: bool) -> None:
    assert GROUPED.is_factor(name) is is_one


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("side", 'there is no factor "side" (did you mean "sides"?); they are table, rug, sides,'),
        ("house A2", '--house: there is no house rule "A2"; they are A1, B2.'),
        ("cellar A1", 'there is no factor "cellar A1"'),
    ],
)
def test_a_factor_that_nobody_has_declared_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        GROUPED.declared(name)
    assert str(refused.value).startswith(sentence)


def test_in_a_run_a_factor_that_nobody_has_declared_is_one_without_a_book() -> None:
    assert GROUPED.of("sides") is Grouped.factors["sides"]
    assert (GROUPED.of("dice").name, GROUPED.of("dice").default) == ("dice", None)


def test_a_preset_gives_way_to_what_is_named_beside_it() -> None:
    expanded = catalogue(DICE).expanded
    assert expanded({PRESET: "long"}) == {"sides": 9}
    assert expanded({PRESET: "long", "bonus": 1}) == {"sides": 9, "bonus": 1}
    assert expanded({"sides": 7, PRESET: "long"}) == {"sides": 7}
    assert expanded({"sides": 7}) == {"sides": 7}
    with pytest.raises(InputError, match=r'^--preset: there is no preset "lang" \(did you mean "long"\?\)'):
        expanded({PRESET: "lang"})


STANDARD: dict[str, Level] = {name: factor.default or 0 for name, factor in Grouped.factors.items()}


@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        ({}, 0),
        ({"sides": 9}, 3),
        ({"sides": 4}, 2),
        ({"bonus": 2, "sides": 7}, 3),
        ({"stake": 20}, 1),  # there is nothing between
        ({"people": 4}, 0),
        ({"light": "night"}, 1),
        ({"table": "square", "rug": "blue"}, 0),
        ({"house A1": 5, "house B2": "new"}, 3),
        ({"cups": 3}, 2),
        ({"cups": "none"}, 1),
    ],
)
def test_a_step_is_what_somebody_would_have_to_explain(changes: dict[str, Level], steps: int) -> None:
    """The table has five cups of its own."""
    own: dict[str, Level] = {"cups": 5}
    assert GROUPED.steps_from_rulebook({**STANDARD, **own, **changes}, own) == steps


@pytest.mark.parametrize(
    ("changes", "steps"),
    [
        ({}, 0),
        ({"tokens": 9}, 2),
        ({"removed": 0}, 2),
        ({"goods": 10}, 1),
        ({"goods": 10, "extra_signals": 1, "removed": 3}, 3),
        ({"players": 4}, 0),
        ({"board": "north-america", "locations": "stack"}, 1),
        ({"board": "north-america", "helpers": ("H4", "H5", "H6")}, 0),
        ({"board": "north-america", "house": {"signals": 10}}, 1),
        ({"house": {"signals": len(load_board("central-europe").layout.signals) + 1}}, 1),
        ({"house": {"draw": 4}}, 1),
        ({"house": {"die-grey": (1, 1, 2, 2, 3, 3)}, "helpers": "none"}, 2),
        ({"rulings": {"X6": "literal"}}, 1),
        ({"edition": "pl", "layout": "random"}, 2),
    ],
)
def test_steps_from_the_rulebook_of_switch_and_signal(changes: dict[str, object], steps: int) -> None:
    scenario = Scenario(**changes)  # type: ignore[arg-type]
    assert catalogue(GAME).steps_from_rulebook(scenario.levels, scenario.own) == steps


@pytest.mark.parametrize("preset", PRESETS)
def test_the_presets_of_the_rulebook_are_as_far_as_their_changes(preset: str) -> None:
    scenario = Scenario.of(PRESETS[preset].changes)
    book = {name: factor.default for name, factor in GAME.factors.items()}
    wanted = 0
    for name, level in PRESETS[preset].changes.items():
        default = book[name]
        numbers = isinstance(level, int) and isinstance(default, int) and name != "goods"
        wanted += abs(int(level) - int(default or 0)) if numbers else 1
    assert catalogue(GAME).steps_from_rulebook(scenario.levels, scenario.own) == wanted
