"""Grids: the product of factors, cells known by what they play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from experiments.factors import catalogue
from experiments.grid import Axis, Grid, make_axes, policy_axis
from experiments.study import load_study, parse_study, study_names
from simulator.core.errors import InputError
from simulator.game import Factor
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.runs import axis

KNOWN = catalogue(GAME)


def grid(options: dict[str, str]) -> Grid:
    return Grid(GAME, [*make_axes(GAME, options), policy_axis(GAME, ["random", "novice"])])


def test_the_grid_is_the_product_of_its_factors() -> None:
    found = grid({"tokens": "7..8", "board": "tiny,loop"})
    assert [tuple(cell.levels.values()) for cell in found.cells] == [
        ("tiny", 7, "random"),
        ("tiny", 7, "novice"),
        ("tiny", 8, "random"),
        ("tiny", 8, "novice"),
        ("loop", 7, "random"),
        ("loop", 7, "novice"),
        ("loop", 8, "random"),
        ("loop", 8, "novice"),
    ]
    assert [cell.setup.levels["tokens"] for cell in found.cells[:4]] == [7, 7, 8, 8]


def test_order_changes_no_cell() -> None:
    one, other = grid({"tokens": "7..9", "removed": "1,2"}), grid({"removed": "2,1", "tokens": "9,8,7"})
    assert {cell.id for cell in one.cells} == {cell.id for cell in other.cells}
    assert len({cell.id for cell in one.cells}) == 12


def test_house_numbers_and_rulings_are_factors_too() -> None:
    found = grid({"house draw": "4..5", "ruling X6": "city,literal"})
    assert [factor.name for factor in found.factors] == ["house draw", "ruling X6", "policy"]
    assert found.cells[-1].setup.levels["house draw"] == 5
    assert found.cells[-1].setup.levels["ruling X6"] == "literal"


def test_a_preset_gives_way_to_an_option() -> None:
    cells = grid({"preset": "tokens-10", "tokens": "8"}).cells
    assert cells[0].setup.levels["tokens"] == 8


def test_sets_of_helpers_are_joined_by_plus() -> None:
    cells = grid({"helpers": "all,none,H1+H3"}).cells
    assert [cell.setup.levels["helpers"] for cell in cells[::2]] == ["all", "none", "H1+H3"]


def test_an_ensemble_is_all_its_boards() -> None:
    assert len(grid({"board": "ensemble:test/ce"}).factors[0].levels) == 12


@pytest.mark.parametrize(
    ("factor", "standard"),
    [
        (axis("tokens", 10, 7), 7),
        (axis("tokens", 9, 10), 9),
        (axis("house draw", 4, 5), 5),
        (axis("ruling X6", "literal", "city"), "city"),
        (axis("board", "loop", "tiny"), "loop"),
        (axis("house trains", 4, 3), 3),  # short for 3-3-3
        (replace(axis("house signals", 7, 8), own=8), 8),
        (replace(axis("house action-deck", "9-9-9", "8-8-8"), own="8-8-8"), "8-8-8"),
    ],
)
def test_the_standard_level_is_that_of_the_rulebook_if_it_is_there(factor: Axis, standard: object) -> None:
    assert factor.standard == standard


def test_the_standard_levels_are_those_of_the_scenario() -> None:
    for name in set(KNOWN.options) - {"preset", "helpers"}:
        assert KNOWN.factors[name].default == Scenario().to_dict()[name.replace("-", "_")]
    assert (
        Scenario.of(
            {
                name: factor.default
                for name, factor in KNOWN.factors.items()
                if not factor.group
                and name in KNOWN.options
                and name != "preset"
                and factor.default is not None
            }
        )
        == Scenario()
    )


@pytest.mark.parametrize("factor", KNOWN.factors.values(), ids=KNOWN.factors)
def test_a_default_is_a_level_that_its_own_parser_takes(factor: Factor) -> None:
    assert factor.default is None or factor.same(factor.default) == factor.default


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"tokns": "7"}, 'there is no factor "tokns" (did you mean "tokens"?)'),
        ({"tokens": "7..11"}, "--tokens: 11 must be"),
        ({"tokens": "seven"}, "--tokens"),
        ({"house drw": "4"}, 'there is no house number "drw" (did you mean "draw"?)'),
        ({"house draw": "many"}, "--house: draw=many must be a whole number"),
        ({"ruling X5": "any"}, 'there is no ruling "X5"'),
        ({"preset": "easier"}, "there is no preset"),
    ],
)
def test_wrong_factors_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        grid(options)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", study_names(GAME))
def test_shipped_studies_are_sound(name: str) -> None:
    study = load_study(GAME, name)
    found = Grid(GAME, [*study.axes(), policy_axis(GAME, study.policies)], study.variants)
    assert study.title
    assert study.about
    assert found.varied
    assert any(
        all(cell.levels[factor.name] == factor.standard for factor in found.factors) for cell in found.cells
    )


def test_a_variant_changes_one_thing_at_a_time() -> None:
    text = """
    [factors]
    policy = "random"
    [variants]
    "more cards" = { "house draw" = 6, tokens = 8 }
    """
    study = parse_study(GAME, text, "mine")
    cells = Grid(GAME, [*study.axes(), policy_axis(GAME, study.policies)], study.variants).cells
    assert [cell.levels["variant"] for cell in cells] == ["standard", "more cards"]
    assert [cell.setup.levels["tokens"] for cell in cells] == [7, 8]
    assert [cell.setup.levels["house draw"] for cell in cells] == [5, 6]


@pytest.mark.parametrize(
    ("factors", "option"),
    [
        ("tokens = 7", "tokens = 8"),
        ('"ruling x6" = "city"', '"ruling X6" = "literal"'),
        ("preset = 'tokens-10'", "tokens = 8"),
        ("tokens = 7", "preset = 'tokens-10'"),
    ],
)
def test_what_a_variant_changes_is_set_nowhere_else(factors: str, option: str) -> None:
    """One of the two would be undone without a word."""
    study = parse_study(GAME, f"[factors]\n{factors}\n[variants]\nmine = {{ {option} }}", "mine")
    with pytest.raises(InputError, match=r"^variants.mine: .* is also set for all variants"):
        Grid(GAME, [*study.axes(), policy_axis(GAME, ["random"])], study.variants)


def test_a_variant_has_one_level_of_an_option() -> None:
    study = parse_study(GAME, "[variants]\nmine = { tokens = [8, 9] }", "mine")
    with pytest.raises(InputError, match=r'^variants.mine: tokens: "8,9" must be one level in a variant'):
        Grid(GAME, [*study.axes(), policy_axis(GAME, ["random"])], study.variants)


def test_a_house_number_of_a_variant_goes_with_others() -> None:
    study = parse_study(
        GAME, '[factors]\n"house draw" = 4\n[variants]\nmine = { "house loading-cards" = 2 }', "mine"
    )
    cells = Grid(GAME, [*study.axes(), policy_axis(GAME, ["random"])], study.variants).cells
    assert [(c.setup.levels["house draw"], c.setup.levels["house loading-cards"]) for c in cells] == [
        (4, 1),
        (4, 2),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[factors]\ntokns = 7", 'mine: factors: there is no factor "tokns" (did you mean "tokens"?)'),
        ("[factors]\ntokens = 7.5", "mine: factors.tokens must be a level, a range, or a list of them."),
        ("[factors]\ntokens = true", "mine: factors.tokens must be"),
        ("factors = 7", "mine: factors must be a table."),
        ("games = 0", "mine: games"),
        ("rounds = 7", "rounds"),
        ("[variants]\na = 7", "variants.a must be a table"),
        (
            "[variants]\na = { tokns = 7 }",
            'mine: variants.a: there is no factor "tokns" (did you mean "tokens"?)',
        ),
        ("[variants]\na = { policy = 'novice' }", 'mine: variants.a: there is no factor "policy"'),
        ("[variants]\nstandard = { tokens = 8 }", "mine: variants.standard is there by itself"),
        ("[factors", "mine"),
    ],
)
def test_wrong_studies_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_study(GAME, text, "mine")
    assert sentence in str(refused.value)


def test_an_unknown_study_offers_the_near_ones() -> None:
    with pytest.raises(InputError, match='there is no study "map"'):
        load_study(GAME, "map")
