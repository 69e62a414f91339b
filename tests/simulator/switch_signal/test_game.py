"""Switch & Signal as the laboratory knows it: setups from levels and back, places, sets of them, and games worth looking at."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from experiments.play import Matchup, play_many
from experiments.run_store.tally import Count, tally_form
from simulator.core.errors import InputError
from simulator.game import Level
from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.deck import DECK_FOLDER
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import BAD_LOSS, GAME, NARROW_LOSS, TYPICAL_WIN, SwitchSignal
from simulator.switch_signal.house import HOUSE_NUMBERS, HouseNumber
from simulator.switch_signal.scenario import Scenario
from tests.one_more import ONE_MORE
from tests.players import load_player
from tests.switch_signal.differential.side_by_side import some_scenario

BOARDS = ("central-europe", "north-america", "tiny", "tiny-na", "loop", "ensemble:test/ce-03")
Array = np.ndarray[Any, Any]
EUROPE, AMERICA = (members(f"ensemble:test/{half}", "board") for half in ("ce", "na"))


# Setups


def test_without_levels_the_setup_is_that_of_the_rulebook() -> None:
    assert GAME.setup({}) == Scenario()
    for name, level in GAME.setup({}).levels.items():
        default = GAME.factors[name].default
        assert level == (GAME.setup({}).own[name] if default is None else default), name


@pytest.mark.parametrize("board", BOARDS)
def test_the_levels_of_a_setup_make_the_same_setup(board: str) -> None:
    """Under any rules: every level has the one spelling that its factor knows."""
    dice = random.Random(board)
    for _ in range(40):
        setup = some_scenario(board, dice)
        assert list(setup.levels) == list(GAME.factors)
        again = GAME.setup(setup.levels)
        assert (again, again.hash, again.levels) == (setup, setup.hash, setup.levels)
        for name, level in setup.levels.items():
            assert GAME.factors[name].same(level) == level


@pytest.mark.parametrize(
    ("name", "given", "level"),
    [
        ("helpers", "H3+dispatcher", "H2+H3"),
        ("helpers", "H1+H2+H3", "all"),
        ("helpers", "none", "none"),
        ("house die-grey", "1-2-3-4-5-6", "1-2-3-4-5-6"),
        ("house action-deck", "27-27-27", "27-27-27"),
        ("extra-signals", 1, 1),
        ("ruling X6", "literal", "literal"),
    ],
)
def test_a_level_has_one_spelling(name: str, given: Level, level: Level) -> None:
    assert GAME.setup({name: given}).levels[name] == level


@pytest.mark.parametrize(
    ("levels", "sentence"),
    [
        ({"tokens": 11}, r"^--tokens: 11 "),
        ({"locations": "dise"}, r'^--locations: .*did you mean "dice"'),
        ({"house draw": 99}, r"^--house: draw=99 "),
        ({"ruling X6": "odd"}, r"^--ruling X6: "),
        ({"board": "centraleurope"}, r'^--board: .*did you mean "central-europe"'),
        ({"helpers": "H4"}, r"^--helpers: "),
    ],
)
def test_what_is_no_level_is_refused_in_a_sentence_that_names_the_option(
    levels: dict[str, Level], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        GAME.setup(levels)


def test_a_setup_travels_to_other_processes() -> None:
    setup = GAME.setup({"tokens": 9, "house draw": 4, "ruling X6": "literal", "helpers": "H2"})
    assert pickle.loads(pickle.dumps(setup)) == setup


def test_what_the_rulebook_leaves_open_is_the_own_of_board_and_deck_whatever_is_played() -> None:
    left_open = {name for name, factor in GAME.factors.items() if factor.default is None}
    own = GAME.setup({}).own
    assert own == {"house signals": 8, "house action-deck": "27-27-27"}
    assert own.keys() == left_open
    changed = GAME.setup({"house signals": 9, "house action-deck": "20-20-20"})
    assert changed.own == own
    assert (changed.levels["house signals"], changed.levels["house action-deck"]) == (9, "20-20-20")
    assert GAME.setup({"board": "tiny"}).own["house signals"] != own["house signals"]


# Places


def test_places_are_the_factors_with_that_role() -> None:
    assert list(GAME.setup({}).places) == [
        name for name, each in GAME.factors.items() if each.role == "place"
    ]


@pytest.mark.parametrize(
    ("board", "origin", "kind", "sampled"),
    [
        ("central-europe", "reconstructed", "central-europe", False),
        ("north-america", "reconstructed", "north-america", False),
        ("tiny", "invented", "central-europe", False),
        ("ensemble:test/na-05", "reconstructed", "north-america", True),
    ],
)
def test_a_place_says_where_it_comes_from(board: str, origin: str, kind: str, sampled: bool) -> None:
    setup = Scenario(board=board)
    place = setup.places["board"]
    assert (place.name, place.hash) == (setup.board_data.name, setup.board_data.hash)
    assert (place.origin, place.kind, place.sampled, place.is_file) == (origin, kind, sampled, False)


@pytest.mark.parametrize("levels", [{}, {"board": "loop"}, {"board": "ensemble:test/ce-01", "deck": "ensemble:test/deck-02"}])  # fmt: skip
def test_the_text_of_a_place_says_all_of_it(levels: dict[str, Level]) -> None:
    for factor, place in GAME.setup(levels).places.items():
        assert GAME.read_place(factor, place.text, "kept.toml").hash == place.hash


def test_files_of_the_users_are_told_from_shipped_ones_but_play_the_same(tmp_path: Path) -> None:
    files = {"board": BOARD_FOLDER / "tiny.toml", "deck": DECK_FOLDER / "standard.toml"}
    copies = {name: tmp_path / path.name for name, path in files.items()}
    for name, path in files.items():
        copies[name].write_bytes(path.read_bytes())
    own, shipped = (
        GAME.setup({name: str(path) for name, path in copies.items()}),
        GAME.setup({"board": "tiny"}),
    )
    assert own.hash == shipped.hash
    for name, place in own.places.items():
        assert place.is_file
        assert place.hash == shipped.places[name].hash


@pytest.mark.parametrize("factor", ["board", "deck"])
@pytest.mark.parametrize("text", ["", "name = ", "[family]", "name = 3"])
def test_a_damaged_place_is_refused_under_the_name_of_its_file(factor: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"^kept\.toml"):
        GAME.read_place(factor, text, "kept.toml")


# Sets of places


def test_a_set_names_its_members_and_a_single_place_has_none() -> None:
    assert GAME.members("board", "ensemble:test") == [*EUROPE, *AMERICA]
    assert GAME.members("board", "ensemble:train/na") == members("ensemble:train/na", "board")
    assert GAME.members("deck", "ensemble:test") == members("ensemble:test", "deck")
    for board in ("central-europe", "ensemble:test/ce-03", "mine.toml", ""):
        assert GAME.members("board", board) is None
    assert GAME.members("deck", "ensemble:test/deck-03") is None


@pytest.mark.parametrize(
    ("factor", "level", "sentence"),
    [
        ("board", "ensemble:tset", r'^--board: .*did you mean "test"'),
        ("deck", "ensemble:tset", r'^--deck: .*did you mean "test"'),
        ("deck", "ensemble:test/ce", r"^--deck: .*decks have no halves"),
    ],
)
def test_a_set_that_there_is_not_is_refused_with_its_option(factor: str, level: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        GAME.members(factor, level)


def test_levels_without_a_set_are_one_setup() -> None:
    assert GAME.expand_sets({"board": "tiny", "tokens": 8}) == [{"board": "tiny", "tokens": 8}]
    assert GAME.expand_sets({}) == [{}]


def test_a_set_stands_for_a_setup_on_each_of_its_places() -> None:
    assert GAME.expand_sets({"board": "ensemble:test/ce", "tokens": 8}) == [
        {"board": board, "tokens": 8} for board in EUROPE
    ]
    decks = members("ensemble:test", "deck")
    assert GAME.expand_sets({"deck": "ensemble:test"}) == [{"deck": deck} for deck in decks]


def test_with_two_sets_a_board_goes_with_the_deck_of_its_number() -> None:
    decks = members("ensemble:test", "deck")
    both = GAME.expand_sets({"board": "ensemble:test/na", "deck": "ensemble:test"})
    assert [(each["board"], each["deck"]) for each in both] == list(zip(AMERICA, decks[12:], strict=True))


def test_a_number_that_neither_book_nor_board_nor_deck_says_cannot_be_declared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers = cast(dict[str, HouseNumber], HOUSE_NUMBERS)
    monkeypatch.setitem(numbers, "night-trains", HouseNumber("trains that run by night", None, 0, 9))
    with pytest.raises(KeyError, match="night-trains"):
        Scenario()


# The same setup elsewhere


@pytest.mark.parametrize(("board", "others"), [("central-europe", EUROPE), ("north-america", AMERICA)])
def test_a_reconstruction_could_as_well_be_any_board_of_its_kind_in_the_test_set(
    board: str, others: list[str]
) -> None:
    setup = GAME.setup({"board": board, "tokens": 9, "house draw": 4, "deck": "ensemble:test/deck-02"})
    found = GAME.elsewhere(setup)
    assert [each.levels["board"] for each in found] == others
    for each in found:
        changed = {name for name, level in each.levels.items() if level != setup.levels[name]}
        assert changed <= {"board", "house signals"}


def test_every_board_keeps_the_number_of_discs_that_is_its_own() -> None:
    own, nine = (GAME.elsewhere(GAME.setup(levels)) for levels in ({}, {"house signals": 9}))
    assert len(own) == len(nine) == len(EUROPE)
    assert all(each.levels["house signals"] == each.own["house signals"] for each in own)
    assert {each.levels["house signals"] for each in nine} == {9}


@pytest.mark.parametrize("board", ["tiny", "loop", "ensemble:test/ce-03", str(BOARD_FOLDER / "tiny.toml")])
def test_an_invented_board_and_one_of_a_set_stand_for_no_others(board: str) -> None:
    assert GAME.elsewhere(GAME.setup({"board": board})) == []


def test_there_is_no_elsewhere_if_one_of_the_boards_cannot_have_the_setup() -> None:
    """Central Europe has fields for 14 discs; some of the others have fewer."""
    assert GAME.elsewhere(GAME.setup({"house signals": 14})) == []


# Games


@pytest.mark.parametrize("game", [GAME, ONE_MORE])
def test_a_game_leaves_a_record_of_all_that_is_counted_and_of_nothing_else(game: SwitchSignal) -> None:
    """Of any size, also an odd one: bytes of a hole would be whatever was there before."""
    record = game.outcome
    assert set(record.names or ()) == set(game.measures)
    assert record.itemsize == sum(record[name].itemsize for name in game.measures)


def test_runs_are_about_winning() -> None:
    assert GAME.main.name == "won"
    assert GAME.results == ("lost", "won")


def test_sums_for_every_place_come_with_a_batch() -> None:
    batch = GAME.play(Scenario(board="tiny"), [load_player("random")], 3, 40, 5)
    assert (batch.first, len(batch.outcomes), batch.outcomes.dtype) == (40, 5, GAME.outcome)
    assert batch.heat is not None
    assert batch.heat.dtype == GAME.heat


def test_one_table_plays_together() -> None:
    pair = [load_player("random"), load_player("idle")]
    with pytest.raises(ValueError, match="too many values"):
        GAME.play(Scenario(board="tiny"), pair, 3, 0, 1)


def columns_of(setup: Scenario, policy: str, games: int) -> tuple[dict[str, Array], Array]:
    """Sums of a cell, and its games one by one."""
    count, outcomes = Count(tally_form(GAME), 0), []
    for batch in play_many(Matchup(GAME, setup, (load_player(policy),)), 5, games):
        count.add(batch)
        outcomes.append(batch.outcomes)
    return count.tally().columns, np.concatenate(outcomes)


def test_a_typical_win_and_the_nearest_and_farthest_loss_are_worth_looking_at() -> None:
    columns, played = columns_of(Scenario(), "planner", 200)
    won, lost = (np.flatnonzero(played["won"] == result) for result in (1, 0))
    assert len(won) > 20
    assert len(lost) > 20
    turns, goods = played["turns"], played["goods"]
    middle = np.sort(turns[won])[(len(won) - 1) // 2]
    assert dict(GAME.notable(columns)) == {
        TYPICAL_WIN: int(won[turns[won] == middle][0]),
        NARROW_LOSS: int(lost[goods[lost] == goods[lost].max()][0]),
        BAD_LOSS: int(lost[goods[lost] == goods[lost].min()][0]),
    }


def test_games_that_were_all_lost_alike_have_one_to_look_at() -> None:
    columns, played = columns_of(Scenario(), "idle", 20)
    assert not played["goods"].any()
    assert list(GAME.notable(columns)) == [(NARROW_LOSS, 0)]


def test_a_cell_without_games_has_none_to_look_at() -> None:
    empty = Count(tally_form(GAME), 0).columns
    assert list(GAME.notable(empty)) == []
