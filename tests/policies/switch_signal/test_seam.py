"""The seam between game and player: what a policy gets, what it cannot get, and what happens to a wrong answer."""

from typing import Any

import numpy as np
import pytest

from experiments.runner import play
from policies.registry import POLICIES, Policy, load_policy
from policies.switch_signal.seam import DECIDE
from simulator.core.errors import IllegalChoice, InputError
from simulator.core.jit import kernel
from simulator.switch_signal.records import game_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.chance import fits
from tests.policies.switch_signal import lookahead

LOOP = Scenario(board="loop")


@kernel(DECIDE, entry=True)
def loads_where_nothing_stands(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    return 10 | 14 << 8


def test_a_search_policy_plays_better_than_random_through_the_same_seam() -> None:
    search = Policy("lookahead", lookahead.decide, (12.0,))
    searched = play(LOOP, search, 5, 0, 400).outcomes
    at_random = play(LOOP, load_policy("random"), 5, 0, 400).outcomes
    # two-sided error rate of the comparison below 1e-6: the difference is more than five standard errors
    lost, lost_at_random = searched["tokens"].sum(axis=1), at_random["tokens"].sum(axis=1)
    error = np.sqrt(lost.var() / 400 + lost_at_random.var() / 400)
    assert lost.mean() < lost_at_random.mean() - 5 * error


def test_parameters_reach_the_policy() -> None:
    outcomes = [
        play(LOOP, Policy("lookahead", lookahead.decide, (n,)), 5, 0, 50).outcomes for n in (1.0, 12.0)
    ]
    # with the single candidate 'stop' nothing is ever played
    assert outcomes[0]["plays"].sum() == 0
    assert outcomes[1]["plays"].sum() > 0


def test_thinking_changes_neither_the_game_nor_its_dice() -> None:
    session = Session(LOOP, 3, 1, (12.0,))
    session.run_on()
    before, key = session.games.tobytes(), int(session.dealers["key"][0])
    session.consult(lookahead.decide)
    assert session.games.tobytes() == before
    assert int(session.dealers["key"][0]) == key


def test_a_policy_cannot_see_the_key() -> None:
    """T4: neither the game record nor the mind holds the number from which dice and cards come."""
    session = Session(LOOP, 3, 1)
    session.run_on()
    session.consult(load_policy("random").decide)
    key = session.dealers["key"].tobytes()
    assert any(key)
    assert key not in session.games.tobytes()
    assert key not in session.minds.tobytes()
    assert "key" not in (game_dtype.names or ())


def test_an_imagined_future_is_another_one() -> None:
    """A copy is played on with a key of its own, another one in every game."""
    search = Policy("lookahead", lookahead.decide, (2.0,))
    keys = set()
    for game in range(50):
        session = Session(LOOP, 9, game, search.params)
        session.run_on()
        session.consult(search.decide)
        assert int(session.minds["dealer"]["key"][0]) != int(session.dealers["key"][0])
        keys.add(int(session.minds["dealer"]["key"][0]))
    assert len(keys) == 50


def test_an_illegal_answer_stops_the_run_and_names_policy_board_game_turn_and_choice() -> None:
    wrong = Policy("hasty", loads_where_nothing_stands)
    with pytest.raises(
        IllegalChoice, match=r"policy hasty .* on loop in game 40, turn 1, asked for act: choice 3594"
    ):
        play(LOOP, wrong, 1, 40, 10)


def test_idle_never_plays_a_card_nor_uses_a_helper() -> None:
    for board in ("central-europe", "north-america"):
        outcomes = play(Scenario(board=board), load_policy("idle"), 1, 0, 500).outcomes
        assert outcomes["plays"].sum() == 0
        assert outcomes["helper_turn"].sum() == 0
        assert outcomes["goods"].sum() == 0


def test_random_is_uniform_over_the_distinct_choices() -> None:
    """The first decision of 40,000 games, fixed seed; a true player fails 1 in 1,000."""
    tiny = Scenario(board="tiny", house={"action-deck": (81, 0, 0)})
    decide = load_policy("random").decide
    session = Session(tiny, 1, 0)
    session.run_on()
    options = session.options()
    counts = dict.fromkeys(options, 0)
    for draw in range(40_000):
        session.minds["drawn"] = draw
        counts[session.consult(decide)] += 1
    assert len(options) > 10
    assert fits(counts, dict.fromkeys(options, 1))


def test_every_registered_policy_loads_and_says_in_a_line_or_two_how_it_plays() -> None:
    for name, kind in POLICIES.items():
        assert load_policy(name).name == name
        assert 10 < len(kind.meaning) < (150 if kind.plays else 100)


def test_an_unknown_policy_is_refused_with_the_near_name() -> None:
    with pytest.raises(InputError, match='did you mean "random"'):
        load_policy("randum")


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("board", ["loop", "tiny-na"])
def test_every_registered_policy_keeps_the_contract(name: str, board: str) -> None:
    """It leaves board, rules and game as they are, and plays a game alone as it does in the middle of a block."""
    scenario, policy = Scenario(board=board), load_policy(name)
    session = Session(scenario, 6, 7, policy.params, policy.foresees)
    session.run_on()
    while session.ask is not None:
        before = session.board.tobytes(), session.rules.tobytes(), session.games.tobytes()
        code = session.consult(policy.decide)
        assert (session.board.tobytes(), session.rules.tobytes(), session.games.tobytes()) == before
        session.choose(code)
        session.run_on()
    block = play(scenario, policy, 6, 0, 12)
    assert block.outcomes[7].tobytes() == play(scenario, policy, 6, 7, 1).outcomes[0].tobytes()
    assert block.outcomes[7].tobytes() == session.outcome.tobytes()
