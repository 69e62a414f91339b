"""One vocabulary: what the commands that play games understand, and that it is the same for all."""

from __future__ import annotations

import json

import pytest

from policies.registry import roster_of
from signalbox.cli.main import program
from signalbox.replaying import answers_of
from simulator.core.errors import IllegalChoice
from simulator.switch_signal.game import GAME
from tests.conftest import Sim

# What is asked of other maps, and of several tables, is asked by `run` alone.
RUN_ALONE = {"--no-maps"}
OWN = {
    "run": RUN_ALONE,
    "replay": {"--game", "--options", "--explain", "--html", "--force"},
    "perft": {"--game", "--depth", "--after", "--published"},
}


def options(command: str) -> dict[str, str | None]:
    """The options of a command with their help texts."""
    found = program(GAME).commands[command].params
    return {parameter.opts[0]: parameter.help for parameter in found}


@pytest.mark.parametrize("command", OWN)
def test_commands_that_play_share_their_options(command: str) -> None:
    shared = {name: text for name, text in options("run").items() if name not in RUN_ALONE}
    assert {"--policy", "--games", "--seed", "--jobs", "--json", "--board", "--house"} <= set(shared)
    ours = options(command)
    assert set(ours) == set(shared) | OWN[command]
    assert all(ours[name] == text for name, text in shared.items() if name != "--policy")
    assert all(f"{name}, " in str(ours["--policy"]) for name in roster_of(GAME).tables)


def test_a_run_plays_many_games_and_the_others_look_at_one() -> None:
    commands = program(GAME).commands
    games = {
        command: next(each.default for each in commands[command].params if each.name == "games")
        for command in OWN
    }
    assert games == {"run": 10_000, "replay": 1, "perft": 1}


def test_several_games_are_looked_at_from_any_on(sim: Sim) -> None:
    lines = sim("replay", "--board", "tiny", "--policy", "idle", "--game", 7, "--games", 3, "--json").out
    headers = [json.loads(line) for line in lines.splitlines() if '"header"' in line]
    assert [header["game"] for header in headers] == [7, 8, 9]


@pytest.mark.parametrize("command", ["run", "replay", "perft"])
def test_every_shared_option_is_taken(sim: Sim, command: str) -> None:
    shared = "--board tiny --policy idle --games 2 --seed 3 --jobs 1 --json"
    result = sim(command, *shared.split())
    assert result.code == 0
    assert result.out.startswith("{")


def test_an_illegal_choice_bears_the_name_of_its_policy() -> None:
    with (
        pytest.raises(IllegalChoice, match="policy cheat made an illegal choice on tiny in game 4"),
        answers_of("cheat"),
    ):
        raise IllegalChoice("(step by step)", "tiny", 4, 1, "act", 99)
