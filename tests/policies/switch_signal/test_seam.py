"""The seam between game and player: what a policy gets, what it cannot get, and what happens to a wrong answer."""

from typing import Any

import numpy as np
import pytest

from policies.switch_signal.planning.errands import errands_dtype
from policies.switch_signal.planning.memory import memory_dtype, plan_dtype, trail_dtype
from policies.switch_signal.roster import ROSTER
from policies.switch_signal.seam import DECIDE
from simulator.core.errors import IllegalChoice
from simulator.core.jit import kernel
from simulator.core.views import view_as
from simulator.game import Policy
from simulator.switch_signal.batch import play_block
from simulator.switch_signal.decisions import nth_choice
from simulator.switch_signal.mind_records import mind_dtype
from simulator.switch_signal.play import play
from simulator.switch_signal.records import dealer_dtype, game_dtype, outcome_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.chance import fits
from tests.players import load_player
from tests.policies.switch_signal import lookahead

LOOP = Scenario(board="loop")
diary_dtype = np.dtype([("begun", "i8"), ("asked", "i8"), ("turns", "i2", (100,))], align=True)


@kernel(DECIDE, entry=True)
def loads_where_nothing_stands(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    return 10 | 14 << 8


@kernel(DECIDE, entry=True)
def keeps_a_diary(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    """Count the decisions of a game in a record of its own, and the turn of each."""
    diary = view_as(mind.room, diary_dtype)
    if not diary.begun:
        diary.begun = 1
        diary.asked = 0
    if diary.asked < diary.turns.shape[0]:
        diary.turns[diary.asked] = game.turn
    diary.asked += 1
    return nth_choice(board, rules, game, 0)


def diary_of(session: Session) -> Any:
    return session.minds["room"][0].view(np.uint8)[: diary_dtype.itemsize].view(diary_dtype)[0]


def test_a_search_policy_plays_better_than_random_through_the_same_seam() -> None:
    search = Policy("lookahead", lookahead.decide, (12.0,))
    searched = play(LOOP, search, 5, 0, 400).outcomes
    at_random = play(LOOP, load_player("random"), 5, 0, 400).outcomes
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
    session.consult(load_player("random").decide)
    key = session.dealers["key"].tobytes()
    assert any(key)
    assert key not in session.games.tobytes()
    assert key not in session.minds.tobytes()
    assert "key" not in (game_dtype.names or ())


def test_the_simulator_knows_nothing_of_what_policies_think() -> None:
    """Their memories have no field in common with what they get at the seam, but for what they copy from there."""
    thoughts = {
        name for each in (memory_dtype, plan_dtype, trail_dtype, errands_dtype) for name in each.names or ()
    }
    assert thoughts & set(mind_dtype.names or ()) == {"key", "params"}


def test_a_policy_remembers_in_a_record_of_its_own_for_a_game() -> None:
    session = Session(LOOP, 3, 1)
    session.run_on()
    turns = []
    while not session.over:
        turns.append(int(session.record["turn"]))
        session.choose(session.consult(keeps_a_diary))
        session.run_on()
        assert diary_of(session)["asked"] == len(turns)
    assert diary_of(session)["turns"][: len(turns)].tolist() == turns[:100]


def test_a_room_is_marked_as_blank_at_the_start_of_every_game() -> None:
    """In a block the mind goes from game to game."""
    minds, games = np.zeros(1, mind_dtype), np.zeros(2, game_dtype)
    session, dealers = Session(LOOP, 3, 1), np.zeros(1, dealer_dtype)
    outcomes = np.zeros(3, outcome_dtype)
    policy = (minds, dealers, keeps_a_diary, outcomes)
    play_block(session.board, session.rules, games, *policy, np.uint64(3), np.uint64(0))
    asked = minds["room"][0].view(np.uint8)[: diary_dtype.itemsize].view(diary_dtype)["asked"][0]
    assert asked == outcomes["decisions"][-1]


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
        outcomes = play(Scenario(board=board), load_player("idle"), 1, 0, 500).outcomes
        assert outcomes["plays"].sum() == 0
        assert outcomes["helper_turn"].sum() == 0
        assert outcomes["goods"].sum() == 0


def test_random_is_uniform_over_the_distinct_choices() -> None:
    """The first decision of 40,000 games, fixed seed; a true player fails 1 in 1,000."""
    tiny = Scenario(board="tiny", house={"action-deck": (81, 0, 0)})
    decide = load_player("random").decide
    session = Session(tiny, 1, 0)
    session.run_on()
    options = session.options()
    counts = dict.fromkeys(options, 0)
    for draw in range(40_000):
        session.minds["drawn"] = draw
        counts[session.consult(decide)] += 1
    assert len(options) > 10
    assert fits(counts, dict.fromkeys(options, 1))


@pytest.mark.parametrize("name", ROSTER.all)
@pytest.mark.parametrize("board", ["loop", "tiny-na"])
def test_every_registered_policy_keeps_the_contract(name: str, board: str) -> None:
    """It leaves board, rules and game as they are, and plays a game alone as it does in the middle of a block."""
    scenario, policy = Scenario(board=board), load_player(name)
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
