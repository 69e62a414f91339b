"""Named tables: they keep their names, play what they say, take no settings, and stand in their order wherever the game is played."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest

from experiments.statistics.intervals import wilson
from policies.switch_signal.roster import ROSTER, TABLES
from reports.words import capital
from simulator.core.errors import InputError
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Sim, complaint
from tests.pages import ROOT
from tests.players import load_player

Array = np.ndarray[Any, Any]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_keeps_its_name_and_plays_what_it_says(name: str) -> None:
    table, player = load_player(name), load_player(TABLES[name].plays)
    assert (table.name, player.name) == (name, TABLES[name].plays)
    games = 2 if TABLES[name].slow else 30
    outcomes = [
        play(Scenario(board="loop"), each, 4, 0, games).outcomes.tobytes() for each in (table, player)
    ]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_in_one_sentence_who_these_people_are(sim: Sim, name: str) -> None:
    """No full stop in it, since it stands in lists; at most one semicolon."""
    kind = TABLES[name]
    assert re.fullmatch(r"[a-z][^.]+", kind.meaning)
    assert kind.meaning.count(";") <= 1
    assert kind.called.startswith("a ")
    assert kind.meaning[:30] in sim("policies").out
    told = " ".join(sim("policies", name).out.split())
    assert told.startswith(
        f"{name}: {kind.meaning}. It plays as {kind.plays} and has no settings of its own;"
    )
    assert "is our assumption" in told
    assert "is our assumption" in " ".join(sim("policies").out.split())


@pytest.mark.parametrize("name", TABLES)
def test_a_table_takes_no_settings(sim: Sim, name: str) -> None:
    sentence = f"--policy: {name} takes no settings; to change them, play {TABLES[name].plays} instead."
    with pytest.raises(InputError, match=f"^{re.escape(sentence)}$"):
        load_player(f"{name}:skill=0.5")
    assert complaint(sim, "run", "--policy", f"{name}:skill=0.5") == sentence


def test_the_page_on_players_says_the_same_of_tables() -> None:
    page = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")
    rows = [f"| `{name}` | {capital(kind.meaning)} | `{kind.plays}` |" for name, kind in TABLES.items()]
    assert "\n".join(rows) in page
    assert "**our assumptions**" in page
    assert "get in each other's way" in TABLES["first-game"].meaning


def test_a_name_of_no_table_here_is_refused_with_the_near_one(sim: Sim) -> None:
    assert '(did you mean "practised"?)' in complaint(sim, "run", "--policy", "practiced")
    assert 'there is no policy "grandmaster"; policies are first-game, family' in complaint(
        sim, "run", "--policy", "grandmaster"
    )


def on_test_boards(asked: list[tuple[str, dict[str, Any]]], games: int) -> list[Array]:
    """Outcomes of tables in setups, on boards and with a seed that nothing was tuned on."""
    boards = members("ensemble:test/ce", "board")
    policies = {name: load_player(name) for name in ROSTER.usual}

    def outcomes(work: tuple[tuple[str, dict[str, Any]], str]) -> Array:
        (table, setup), board = work
        return play(Scenario(board=board, **setup), policies[table], 20_031, 0, games).outcomes

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = list(threads.map(outcomes, product(asked, boards)))
    return [np.concatenate(found[first : first + len(boards)]) for first in range(0, len(found), len(boards))]


@pytest.mark.slow
def test_first_games_and_families_fare_as_was_laid_down_before_tuning() -> None:
    """Four goods are reported of people; the other figures are assumptions. Standard errors: 0.03 goods, 0.3 and 0.7 points of win rate."""
    first_game, family = on_test_boards([("first-game", {}), ("family", {})], 400)
    assert 3.5 <= first_game["goods"].mean() <= 4.5
    assert 0.01 <= first_game["won"].mean() <= 0.10
    assert 0.25 <= family["won"].mean() <= 0.40


SETUPS: dict[str, dict[str, Any]] = {
    **{f"{players} players": {"players": players} for players in (2, 3, 4)},
    **{
        name: {key.replace("-", "_"): level for key, level in preset.changes.items()}
        for name, preset in PRESETS.items()
        if name != "standard"
    },
}


@pytest.mark.slow
def test_tables_stand_in_their_order_in_every_setup() -> None:
    """95 % intervals of 1,200 games lie apart, wherever the upper table wins more than 2 %."""
    asked = [(table, setup) for setup in SETUPS.values() for table in ROSTER.usual]
    won = [int(outcomes["won"].sum()) for outcomes in on_test_boards(asked, 100)]
    wrong = []
    print(f"\n{'':20}" + "".join(f"{name:>22}" for name in ROSTER.usual))
    for number, setup in enumerate(SETUPS):
        wins = won[3 * number : 3 * number + 3]
        ends = [wilson(each, 1_200) for each in wins]
        cells = [
            f"{n / 1_200:.1%} [{low:.1%}, {high:.1%}]" for n, (low, high) in zip(wins, ends, strict=True)
        ]
        print(f"{setup:20}" + "".join(f"{cell:>22}" for cell in cells))
        for lower, upper in pairwise(range(3)):
            if wins[upper] > 0.02 * 1_200 and ends[lower][1] >= ends[upper][0]:
                wrong.append((setup, ROSTER.usual[lower], ROSTER.usual[upper]))
    assert wrong == []
