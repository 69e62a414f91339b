"""`sim board generate`, `sim deck generate`, the surveys, and commands on whole sets of boards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simulator.switch_signal.board import load_board, parse_board
from simulator.switch_signal.deck import parse_deck
from simulator.switch_signal.ensemble import members
from tests.conftest import Sim


def test_a_generated_board_is_a_file_that_can_be_read_and_played(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    result = sim("board", "generate", "--like", "north-america", "--seed", 5, "-o", file)
    assert (result.code, result.out) == (0, f"{file} was written.\n")
    assert "North America, generated 5: work " in result.err
    assert load_board(str(file)).family == "north-america"
    assert sim("run", "--board", file, "--games", 10).code == 0


def test_without_a_file_the_board_goes_to_the_screen(sim: Sim) -> None:
    result = sim("board", "generate", "--seed", 5)
    assert parse_board(result.out, "screen").name == "Central Europe, generated 5"


def test_a_generated_deck_can_be_read(sim: Sim) -> None:
    result = sim("deck", "generate", "--seed", 5)
    assert parse_deck(result.out, "screen").name == "Generated 5"
    assert "cards deploy" in result.err


def test_many_go_into_a_folder_one_file_a_seed(sim: Sim, tmp_path: Path) -> None:
    assert sim("deck", "generate", "--seed", 7, "--count", 3, "-o", tmp_path / "decks").code == 0
    assert sorted(path.name for path in (tmp_path / "decks").iterdir()) == [
        "deck-7.toml",
        "deck-8.toml",
        "deck-9.toml",
    ]


def test_a_file_that_is_there_is_replaced_only_when_asked(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("mine", encoding="utf-8")
    refused = sim("deck", "generate", "-o", file)
    assert (refused.code, file.read_text(encoding="utf-8")) == (2, "mine")
    assert refused.err == f"error: --out: {file} is there already, and only --force writes over it.\n"
    assert sim("deck", "generate", "-o", file, "--force").code == 0
    assert file.read_text(encoding="utf-8") != "mine"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["board", "generate", "--like", "central-asia"],
            '--like: "central-asia" must be one of central-europe',
        ),
        (["board", "generate", "--size", 5], "--size: 5 must be a whole number from 1 to 4"),
        (["board", "generate", "--size", 0], "--size: 0 must be a whole number from 1 to 4"),
        (["board", "generate", "--seed", -1], "--seed: -1 must be a whole number from 0"),
        (["board", "generate", "--seed", "x"], '--seed: "x" must be a whole number'),
        (["deck", "generate", "--count", 0], "--count: 0 must be a whole number from 1"),
        (["deck", "generate", "--count", 2], "--count: 2 of them need a folder; name one with -o."),
        (
            ["deck", "generate", "-o", "foo"],
            '--out: "foo" must be the name of a .toml file, for instance my-deck.toml.',
        ),
        (
            ["board", "generate", "-o", "foo"],
            '--out: "foo" must be the name of a .toml file, for instance my-board.toml.',
        ),
        (["board", "survey", "--like", "moon"], '--like: "moon" must be'),
        (["run", "--board", "ensemble:tset"], '--board: there is no board "ensemble:tset"'),
        (["run", "--board", "ensemble:test", "--games", 1], "--games: 1 must be at least 2 on each board"),
        (["run", "--deck", "ensemble:test/deck-25"], "--deck: there is no"),
        (
            ["run", "--deck", "ensemble:test/ce"],
            "--deck: ensemble:test/ce is half a set of boards, and decks have no halves",
        ),
        (
            ["run", "--board", "ensemble:test", "--house", "signals=12"],
            "--house: signals=12 must be from 5 to 11 on ensemble:test/ce-04: ",
        ),
        (
            ["run", "--board", "ensemble:test/na", "--house", "goods=3"],
            "--house: goods=3 must be even on ensemble:test/na-01, which has two ports",
        ),
        (
            ["perft", "--board", "ensemble:test", "--helpers", "H1"],
            '--helpers: "H1" is not a helper of ensemble:test/na-01; ',
        ),
        (["replay", "--deck", "ensemble:test/na"], "--deck: ensemble:test/na is half a set"),
    ],
)
def test_mistakes_get_one_sentence(sim: Sim, arguments: list[object], sentence: str) -> None:
    result = sim(*arguments)
    assert result.code == 2
    assert result.err.startswith(f"error: {sentence}")
    assert result.out == ""


def test_a_folder_that_cannot_be_written_leaves_nothing_behind(sim: Sim, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = sim("deck", "generate", "--count", 2, "-o", tmp_path / "file" / "decks")
    assert result.code == 2
    assert result.err.startswith("error: --out: the folder ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("command", ["board", "deck"])
def test_nothing_is_generated_for_a_file_that_cannot_be_written(
    sim: Sim, tmp_path: Path, command: str
) -> None:
    file = tmp_path / "no" / "mine.toml"
    result = sim(command, "generate", "-o", file)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"error: {file}: cannot be written (No such file or directory).\n"


def test_surveys_stand_beside_what_is_shipped(sim: Sim) -> None:
    boards = sim("board", "survey", "--count", 3)
    assert boards.code == 0
    row = next(line for line in boards.out.splitlines() if line.startswith("switch discs"))
    assert row.split()[2:] == ["26"] * 6
    decks = sim("deck", "survey", "--count", 50)
    assert next(line for line in decks.out.splitlines() if line.startswith("wilds")).split()[-1] == "12"


def test_a_survey_of_one(sim: Sim) -> None:
    assert sim("board", "survey", "--count", 1).out.startswith("1 board like central-europe  ")
    assert sim("deck", "survey", "--count", 1).out.startswith("1 deck  ")


def test_surveys_as_json(sim: Sim) -> None:
    boards = json.loads(sim("board", "survey", "--count", 2, "--seed", 5, "--json").out)
    assert (boards["like"], boards["seed"], boards["count"]) == ("central-europe", 5, 2)
    assert set(boards["figures"]["switch discs"].values()) == {26}
    decks = json.loads(sim("deck", "survey", "--count", 50, "--json").out)
    wilds = decks["figures"]["wilds"]
    assert list(wilds) == ["lowest", "p10", "median", "p90", "highest", "shipped"]
    assert wilds.pop("shipped") == 12
    assert list(wilds.values()) == sorted(wilds.values())


def test_a_run_over_a_set_gives_every_board_and_all_together(sim: Sim) -> None:
    told = json.loads(
        sim("run", "--board", "ensemble:test", "--games", 20, "--policy", "planner", "--json").out
    )
    assert told["games"] == 24 * 20
    assert [board["scenario"]["board"] for board in told["boards"]] == members("ensemble:test", "board")
    assert set(told["over_boards"]) == {"central-europe", "north-america", "all"}
    assert told["over_boards"]["all"]["boards"] == 24
    assert told["ci_low"] <= told["win_rate"] <= told["ci_high"]


def test_a_board_of_a_set_is_played_as_it_is_alone(sim: Sim) -> None:
    planner = ("--games", 30, "--policy", "planner", "--json")
    together = json.loads(sim("run", "--board", "ensemble:train/na", *planner).out)
    alone = json.loads(sim("run", "--board", "ensemble:train/na-04", *planner).out)
    assert together["boards"][3] == alone


def test_boards_and_decks_of_a_set_go_together_one_by_one(sim: Sim) -> None:
    sets = ("--board", "ensemble:train", "--deck", "ensemble:train")
    told = json.loads(sim("run", *sets, "--games", 2, "--policy", "random", "--json").out)
    pairs = [(board["scenario"]["board"], board["scenario"]["deck"]) for board in told["boards"]]
    expected = zip(members("ensemble:train", "board"), members("ensemble:train", "deck"), strict=True)
    assert pairs == list(expected)


def test_half_a_set_keeps_the_decks_that_its_boards_have_in_the_whole(sim: Sim) -> None:
    sets = ("--board", "ensemble:test/na", "--deck", "ensemble:test")
    told = json.loads(sim("run", *sets, "--games", 2, "--policy", "random", "--json").out)
    assert [board["scenario"]["deck"] for board in told["boards"]] == members("ensemble:test", "deck")[12:]


def test_decks_on_one_board_are_told_as_decks(sim: Sim) -> None:
    out = sim("run", "--board", "tiny", "--deck", "ensemble:test", "--games", 20).out
    assert out.startswith("24 decks, standard game\n")
    assert "invented" in out
    assert "over decks" in out


def test_the_table_over_boards_says_that_they_are_reconstructions(sim: Sim) -> None:
    out = sim("run", "--board", "ensemble:test/ce", "--games", 10, "--policy", "planner").out
    assert "Board and timetable are reconstructions, not the printed ones" in out
    assert out.count("ensemble:test/ce-") == 12
    assert "central-europe       12" in out


def test_replay_and_perft_go_through_a_set(sim: Sim) -> None:
    told = sim("replay", "--board", "ensemble:test/ce", "--policy", "idle", "--json").out
    headers = [json.loads(line) for line in told.splitlines() if line.startswith('{"event":"header"')]
    assert [header["scenario"]["board"] for header in headers] == members("ensemble:test/ce", "board")
    counted = sim("perft", "--board", "ensemble:test/na", "--depth", 1).out
    assert counted.count("decisions") == 12
