"""Other maps that fit what is known: what is asked of them, of whom, and what their answers come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from scipy.stats import t

from experiments.findings import OtherMaps, StepOnMaps, find_on_maps
from experiments.grid import Grid, make_axes, policy_axis
from experiments.maps import GAMES, OnOtherMaps, kind_of_map, other_maps, rates_on, strongest
from experiments.results import Results
from experiments.sweep import Sweep
from simulator.game import Level, Policy
from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.game import GAME
from simulator.switch_signal.scenario import Scenario
from tests.experiments.sweeps import play_all
from tests.players import load_player
from tests.runs import made_run, small_run, with_wins

EUROPE, AMERICA = (members(f"ensemble:test/{half}", "board") for half in ("ce", "na"))


def sweep_of(
    options: Mapping[str, str],
    policies: tuple[str, ...] = ("idle",),
    games: int = 100,
    house: tuple[str, ...] = (),
) -> Sweep:
    loaded = {name: load_player(name) for name in policies}
    named = {f"house {text.partition('=')[0]}": text.partition("=")[2] for text in house}
    grid = Grid(GAME, [*make_axes(GAME, {**options, **named}), policy_axis(GAME, policies)])
    return Sweep(grid, loaded, 3, games, "sim sweep", keep_games=True)


def maps_of(options: Mapping[str, str], *policies: str, house: tuple[str, ...] = ()) -> Sweep:
    found = other_maps(sweep_of(options, policies or ("idle",), house=house))
    assert found is not None
    return found


def asked(maps: Sweep, *names: str) -> list[tuple[Level, ...]]:
    """The levels of these factors that are played, each on the same maps."""
    settings: dict[tuple[Level, ...], list[Level]] = {}
    for cell in maps.grid.cells:
        settings.setdefault(tuple(cell.levels[name] for name in names), []).append(cell.levels["board"])
        assert cell.setup.levels["board"] == cell.levels["board"]
    assert len({tuple(boards) for boards in settings.values()}) == 1
    return list(settings)


def test_the_reference_and_one_step_of_each_factor_are_asked() -> None:
    maps = maps_of({"players": "2..4", "tokens": "6..10", "removed": "0..2"})
    # removed 2 is the last level, and the rulebook's: the step from there goes down
    assert asked(maps, "players", "tokens", "removed") == [(2, 7, 2), (3, 7, 2), (2, 8, 2), (2, 7, 1)]
    assert [cell.levels["board"] for cell in maps.grid.cells[:12]] == EUROPE
    assert [cell.setup.levels["tokens"] for cell in maps.grid.cells[::12]] == [7, 7, 8, 7]


def test_without_the_rulebooks_level_the_first_one_is_the_reference() -> None:
    assert asked(maps_of({"tokens": "10,8,9"}), "tokens") == [(10,), (8,)]


def test_no_step_is_made_to_another_board_deck_or_player() -> None:
    maps = maps_of(
        {"board": "central-europe,north-america", "deck": "standard,ensemble:test/deck-01"}, "idle", "novice"
    )
    assert [cell.levels["board"] for cell in maps.grid.cells] == [*EUROPE, *AMERICA]
    assert {(cell.setup.levels["deck"], cell.policy) for cell in maps.grid.cells} == {("standard", "novice")}


def test_no_step_is_made_in_what_every_board_has_its_own_number_of() -> None:
    own = Scenario().rulebook_number("signals")
    assert isinstance(own, int)
    maps = maps_of({}, house=(f"signals={own - 1}..{own + 1}", "draw=5..6"))
    assert asked(maps, "house signals", "house draw") == [(own, 5), (own, 6)]


def test_what_one_of_the_maps_cannot_have_is_not_asked() -> None:
    assert GAME.elsewhere(Scenario(house={"signals": 12})) == []
    assert other_maps(sweep_of({"tokens": "7..8"}, house=("signals=12",))) is None
    assert [each.levels["board"] for each in GAME.elsewhere(Scenario(tokens=9))] == EUROPE
    assert {each.levels["tokens"] for each in GAME.elsewhere(Scenario(tokens=9))} == {9}


def test_other_maps_are_played_as_they_are_alone(tmp_path: Path) -> None:
    """With their own number of discs, whatever that of the board is, and the same house rules."""
    text = (BOARD_FOLDER / "loop.toml").read_text(encoding="utf-8").replace("invented: ", "reconstructed: ")
    own = tmp_path / "small.toml"
    own.write_text(text, encoding="utf-8")
    assert GAME.elsewhere(Scenario()) == [Scenario(board=board) for board in EUROPE]
    assert GAME.elsewhere(Scenario(board=str(own), house={"draw": 4})) == [
        Scenario(board=board, house={"draw": 4}) for board in EUROPE
    ]


def test_of_boards_of_one_region_the_first_asks_for_all(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text((BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8"), encoding="utf-8")
    maps = maps_of({"board": f"{own},central-europe,tiny", "tokens": "7,8"})
    assert asked(maps, "tokens") == [(7,), (8,)]
    assert len(maps.grid.cells) == 24


@pytest.mark.parametrize(
    ("policies", "player"),
    [
        (("first-game", "family", "practised"), "practised"),
        (("family", "first-game"), "family"),
        (("family", "novice"), "family"),
        (("people:skill=0.9", "people:skill=0.2"), "people:skill=0.9"),
        (("people", "family"), "family"),
        (("family", "planner:attention=0.05"), "family"),
        (("planner:attention=0.02", "first-game"), "first-game"),
        (("people:skill=0.9", "planner:attention=0.8"), "people:skill=0.9"),
        (("family", "planner"), "planner"),
        (("novice", "planner:attention=0.05"), "planner:attention=0.05"),
        (("practised", "veteran", "family"), "practised"),
        (("planner:attention=0.3", "planner:attention=0.8"), "planner:attention=0.8"),
        (("novice", "veteran"), "novice"),
        (("veteran",), "practised"),
        (("expert", "clairvoyant"), "practised"),
        (("random",), "random"),
    ],
)
def test_the_strongest_quick_player_is_asked(policies: tuple[str, ...], player: str) -> None:
    assert strongest(GAME, map(load_player, policies)).name == player
    maps = other_maps(sweep_of({}, policies))
    assert maps is not None
    assert list(maps.policies) == [player]
    assert {cell.policy for cell in maps.grid.cells} == {player}


def test_a_players_own_program_is_not_asked_for_thousands_of_games() -> None:
    own = Policy("mine.py:decide", lambda table: 0, plain=True)
    assert strongest(GAME, [own]).name == "practised"
    assert strongest(GAME, [own, load_player("novice")]).name == "novice"


@pytest.mark.parametrize(("games", "played"), [(100, 100), (GAMES, GAMES), (50_000, GAMES)])
def test_so_many_games_are_played_on_each_map(games: int, played: int) -> None:
    maps = other_maps(sweep_of({}, games=games))
    assert maps is not None
    assert (maps.games, maps.seed, maps.keep_games) == (played, 3, False)


@pytest.mark.parametrize("board", ["tiny", "loop", "ensemble:test/ce", "ensemble:train/na-01"])
def test_invented_boards_and_sets_have_no_other_maps(board: str) -> None:
    assert GAME.elsewhere(sweep_of({"board": board}).grid.cells[0].setup) == []
    assert other_maps(sweep_of({"board": board})) is None


def test_a_board_that_is_known_has_no_other_maps_and_a_reconstruction_of_ones_own_has(tmp_path: Path) -> None:
    text = (BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8")
    own, known = tmp_path / "own.toml", tmp_path / "known.toml"
    own.write_text(text, encoding="utf-8")
    known.write_text(text.replace("reconstructed: ", "known: "), encoding="utf-8")
    assert [kind_of_map(Scenario(board=str(each))) for each in (own, known)] == ["central-europe", ""]
    assert other_maps(sweep_of({"board": str(own)})) is not None
    assert other_maps(sweep_of({"board": str(known)})) is None


def test_rates_are_those_of_games_on_these_maps() -> None:
    places, planner = GAME.elsewhere(Scenario())[:2], load_player("planner")
    found = list(rates_on(GAME, places, planner, 5, 40, 1))
    assert found == [GAME.play(each, [planner], 5, 0, 40).outcomes["won"].mean() for each in places]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Seven and eight tokens, and one card fewer put away, on all maps of both regions."""
    maps = maps_of({"board": "north-america,central-europe", "tokens": "7..8", "removed": "1..2"})
    return Results.read(play_all(maps, tmp_path_factory.mktemp("run") / "maps"))


def found_with(played: Results, share: Callable[[int, int, int], float]) -> dict[str, OtherMaps]:
    """What is found if games are won with these chances, by number of the map in its half, tokens, and cards put away."""

    def of_levels(levels: Mapping[str, Level]) -> float:
        tokens, removed = levels["tokens"], levels["removed"]
        assert isinstance(tokens, int)
        assert isinstance(removed, int)
        return share(int(str(levels["board"])[-2:]), tokens, removed)

    return {found.family: found for found in find_on_maps(with_wins(played, of_levels))}


def test_rates_and_steps_are_told_of_each_region(played: Results) -> None:
    """100 games a cell: a step from 20 to 80 % is clear on every map, allowing for all 48."""
    found = found_with(played, lambda board, tokens, removed: 0.8 if tokens == 8 else 0.2)
    assert set(found) == {"central-europe", "north-america"}
    for each in found.values():
        assert each.policy == "idle"
        assert len(each.rates) == 12
        assert 0.05 < min(each.rates) <= max(each.rates) < 0.4
        tokens, removed = each.steps
        assert tokens == StepOnMaps("tokens", 7, 8, 12, 0, 12, 0)
        assert (removed.factor, removed.clear_helps, removed.clear_hurts) == ("removed", 0, 0)


def test_steps_are_counted_map_by_map(played: Results) -> None:
    def share(board: int, tokens: int, removed: int) -> float:
        if tokens == 8:
            return 0.9 if board <= 4 else 0.1 if board <= 7 else 0.5
        return 0.5 if removed == 2 or board == 3 else 0.95

    found = found_with(played, share)["central-europe"]
    tokens, removed = found.steps
    assert (tokens.clear_helps, tokens.clear_hurts) == (4, 3)
    assert tokens.helps >= 4
    assert tokens.hurts >= 3
    assert removed == StepOnMaps("removed", 2, 1, 11, removed.hurts, 11, 0)


def test_which_way_a_step_points_does_not_wait_until_it_is_clear(played: Results) -> None:
    """100 games a cell: 12 percentage points are clear on no map, allowing for all 48, but point one way on most."""
    found = found_with(played, lambda board, tokens, removed: 0.62 if tokens == 8 else 0.5)["central-europe"]
    tokens = found.steps[0]
    assert tokens.helps >= 9
    assert tokens.clear_helps == 0


def test_another_run_in_the_place_of_the_maps_tells_nothing() -> None:
    """The folder may come from a stranger: a run on other boards, or one that names none."""
    assert find_on_maps(made_run({"tokens": (7, 8)}, ["idle"], games=5)) == []
    assert find_on_maps(small_run("idle", games=5, tokens="7..8")) == []


def test_two_sets_are_compared_over_their_boards() -> None:
    player, setup = load_player("practised"), GAME.setup({})
    asked = OnOtherMaps(GAME, GAME.main, [setup] * 3, [setup] * 4, player, 1)
    found = asked.compared([0.2, 0.4, 0.6, 0.5, 0.7, 0.9, 0.7])
    assert found.boards == (3, 4)
    assert list(found.means) == pytest.approx([0.4, 0.7])
    assert found.difference == pytest.approx(0.3)
    # Welch: the variances of the means are 0.04 / 3 and 0.08 / 3 / 4, which gives 3.857 degrees of freedom.
    half = t.ppf(0.975, 3.857) * 0.02**0.5
    assert [found.low, found.high] == pytest.approx([0.3 - half, 0.3 + half], abs=1e-4)
