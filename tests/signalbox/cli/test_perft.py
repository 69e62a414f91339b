"""`sim perft`: counts as they come, and its mistakes."""

import json

import pytest

from simulator.switch_signal.perft import perft
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Sim


def test_perft_shows_a_row_for_each_depth(sim: Sim) -> None:
    result = sim("perft", "--board", "tiny", "--depth", 3)
    assert [line.split() for line in result.out.splitlines()[4:]] == [
        ["1", "46", "0"],
        ["2", "780", "0"],
        ["3", "4,904", "0"],
    ]


def test_perft_says_what_is_counted_and_how_well_it_is_known(sim: Sim) -> None:
    asked = "`sim board check` and `sim decks` tell what is known."
    alone = sim("perft", "--depth", 1, "--tokens", 9).out.splitlines()
    known = f"Board and timetable are reconstructions, not the printed ones: {asked}"
    assert alone[:3] == ["Central Europe, tokens 9", known, ""]
    many = sim("perft", "--board", "ensemble:test/ce", "--depth", 1).out.splitlines()
    assert many[:3] == [known, "", "ensemble:test/ce-01, standard"]
    assert many.count(known) == 1


def test_perft_as_json(sim: Sim) -> None:
    counted = json.loads(sim("perft", "--board", "tiny", "--depth", 2, "--json").out)
    assert counted["counts"][1] == {"plies": 2, "continuations": 780, "ended": 0}
    assert counted["scenario"]["board"] == "tiny"
    assert (counted["seed"], counted["game"], counted["games"]) == (1, 0, 1)
    assert (counted["policy"], counted["after"]) == ("practised", 0)
    assert (counted["reconstructed"], counted["invented"]) == (["timetable"], ["board"])


def counts(sim: Sim, *options: object) -> list[tuple[int, int]]:
    found = json.loads(sim("perft", "--board", "tiny", "--depth", 2, "--json", *options).out)["counts"]
    return [(row["continuations"], row["ended"]) for row in found]


def test_games_are_counted_together_on_any_number_of_threads(sim: Sim) -> None:
    tiny = Scenario(board="tiny")
    rows = [[perft(tiny, 7, game, plies) for game in (3, 4, 5, 6)] for plies in (1, 2)]
    together = [(sum(row.continuations for row in games), 0) for games in rows]
    for jobs in (1, 3):
        assert counts(sim, "--seed", 7, "--game", 3, "--games", 4, "--jobs", jobs) == together


def test_counting_begins_where_the_policy_comes_to(sim: Sim) -> None:
    start = counts(sim)
    assert counts(sim, "--policy", "idle", "--after", 0) == start
    assert counts(sim, "--policy", "idle", "--after", 9) != start
    assert counts(sim, "--policy", "idle", "--after", 9) != counts(sim, "--policy", "random", "--after", 9)


def test_who_is_told_the_future_is_told_it_here_too(sim: Sim) -> None:
    expert, clairvoyant = (
        counts(sim, "--policy", policy, "--after", 30, "--games", 4) for policy in ("expert", "clairvoyant")
    )
    assert expert != clairvoyant


def test_a_game_that_is_over_has_no_continuation(sim: Sim) -> None:
    assert counts(sim, "--after", 100_000) == [(0, 0), (0, 0)]


@pytest.mark.parametrize(
    "option", ["--board tiny", "--seed 1", "--games 2", "--json", "--depth 3", "--house draw=4"]
)
def test_the_published_table_has_no_options(sim: Sim, option: str) -> None:
    """Even what would change nothing is refused: who gives it expects something."""
    result = sim("perft", "--published", *option.split())
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "error: --published: prints the table of docs/perft.md, which has its own games, "
        f"so {option.split()[0]} cannot be given with it.\n"
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [("--depth", 0), ("--depth", 13), ("--depth", "x"), ("--game", -1), ("--seed", "1.5"), ("--after", -1)],
)
def test_perft_refuses_what_it_cannot_count(sim: Sim, option: str, value: object) -> None:
    result = sim("perft", "--board", "tiny", option, value)
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith(f"error: {option}")
    assert result.err.count("\n") == 1
