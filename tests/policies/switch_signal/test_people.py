"""Players who err as people do: the dial ends in the planner, errors last, nobody plays at random, and it is more than noise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from experiments.statistics.intervals import wilson
from policies.switch_signal.people import LACK
from policies.switch_signal.planning.memory import PRICE, memory_of
from simulator.core.errors import InputError
from simulator.switch_signal.choices import Choice
from simulator.switch_signal.codes import LOAD, MOVE, NO, SIGNAL, SWITCH
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.play import play
from simulator.switch_signal.records import MAX_TRAINS
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.conftest import Sim
from tests.players import heat_of, load_player

Array = np.ndarray[Any, Any]
EUROPE = Scenario()  # the standard game on Central Europe
H1, H3 = 0, 2  # rerolls and conductors: what nearly every table has a use for in some turn


def decisions(policy: str, game: int) -> Iterator[tuple[Session, int]]:
    """A game, decision by decision: right after the policy was asked, with its answer, before that is carried out."""
    player = load_player(policy)
    session = Session(EUROPE, 3, game, player.params)
    session.run_on()
    while session.ask is not None:
        code = session.consult(player.decide)
        yield session, code
        session.choose(code)
        session.run_on()


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
@pytest.mark.parametrize("changes", [{}, {"players": 4, "goods": 10}], ids=["standard", "long"])
def test_with_all_skill_they_play_exactly_as_the_planner_does(board: str, changes: dict[str, Any]) -> None:
    scenario = Scenario(board=board, **changes)
    people, planner = (play(scenario, load_player(name), 5, 0, 100) for name in ("people:skill=1", "planner"))
    assert people.outcomes.tobytes() == planner.outcomes.tobytes()
    assert heat_of(people).tobytes() == heat_of(planner).tobytes()


def test_people_have_no_second_dial(sim: Sim) -> None:
    """Errors by coin would be mixed in with theirs."""
    with pytest.raises(InputError, match=r'^--policy: people has no parameter "attention"'):
        load_player("people:attention=0.5")
    assert "attention" not in sim("policies", "people").out
    assert "attention" in sim("policies", "planner").out


def test_a_game_is_the_same_in_any_block() -> None:
    """What is drawn for a game comes from its key: no table hands its parameters, or what it overlooks, on to the next."""
    policy = load_player("people:skill=0.3")
    whole = play(EUROPE, policy, 5, 0, 100).outcomes
    assert whole[50:].tobytes() == play(EUROPE, policy, 5, 50, 50).outcomes.tobytes()
    assert whole[77].tobytes() == play(EUROPE, policy, 5, 77, 1).outcomes[0].tobytes()


def lacks(policy: str, games: int) -> list[float]:
    """What each of these tables lacks in skill, which is the same at all its decisions."""
    found = []
    for game in range(games):
        during = {float(session.minds["notes"][0, LACK]) for session, _ in decisions(policy, game)}
        assert len(during) == 1
        found.append(during.pop())
    return found


def test_tables_of_one_name_differ_and_each_stays_as_it_is() -> None:
    differing = lacks("people:skill=0.5", 12)
    assert len(set(differing)) == 12
    assert min(differing) < 0.2 < 0.25 < max(differing)
    assert set(lacks("people:skill=0.5,spread=0", 3)) == {0.25}


def test_tables_that_differ_spread_their_results() -> None:
    """Goods of 1,200 games each. The standard error of either deviation is 2 %, and they lie 10 % apart: wrong less than once in 1,000."""
    deviations = [
        float(play(EUROPE, load_player(f"people:skill=0.35{more}"), 5, 0, 1_200).outcomes["goods"].std())
        for more in (",spread=0", ",spread=1.5")
    ]
    assert deviations[0] * 1.1 < deviations[1]


def overlooked(policy: str, game: int) -> list[int]:
    """The trains that are overlooked in each turn of a game, as bits, as seen at its last decision."""
    found: dict[int, int] = {}
    for session, _ in decisions(policy, game):
        found[int(session.record["turn"])] = int(memory_of(session.minds[0])["plan"]["overlooked"])
    return [found[turn] for turn in sorted(found)]


def test_what_is_overlooked_stays_so_for_some_turns() -> None:
    """Thrown anew each turn it would be overlooked again in a third of cases. So many train-turns as here miss that by five errors."""
    again = overlooking = there = 0
    for game in range(30):
        for now, then in pairwise(overlooked("people:skill=0.2", game)):
            overlooking += now.bit_count()
            again += (now & then).bit_count()
            there += MAX_TRAINS
    assert overlooking > 300
    assert 0.1 < overlooking / there < 0.5
    assert again / overlooking > 0.6  # two of three turns of a lapse are followed by another of it
    assert not any(overlooked("people:skill=1", 0))


def use_of_helpers(outcomes: Array) -> Array:
    """The share of games in which reroll and conductor were used."""
    return (outcomes["helper_turn"][:, [H1, H3]] > 0).mean(axis=0)  # type: ignore[no-any-return]


def test_helpers_are_forgotten_by_people_and_not_by_the_coin_of_attention() -> None:
    """At equal goods, about four. 600 games each: a share has a standard error below 0.021, and 0.15 is five errors of a difference."""
    first_game, attention, practised = (
        play(EUROPE, load_player(name), 9, 0, 600).outcomes
        for name in ("first-game", "planner:attention=0.49", "practised")
    )
    goods = [float(each["goods"].mean()) for each in (first_game, attention)]
    assert abs(goods[0] - goods[1]) < 0.3
    assert (use_of_helpers(first_game) + 0.15 < use_of_helpers(practised)).all()
    assert (use_of_helpers(practised) + 0.15 < use_of_helpers(attention)).all()


def test_nobody_plays_a_card_in_which_they_see_no_use() -> None:
    """What an answer gains without its price, as the table itself weighed it."""
    cards = 0
    for game in range(20):
        for session, answer in decisions("people:skill=0", game):
            if session.ask == "act" and Choice.unpack(answer).verb not in (NO, LOAD):
                plan = memory_of(session.minds[0])["plan"]
                (index,) = np.flatnonzero(plan["offer"][: plan["offers"]] == answer)
                assert plan["offer_gain"][index] - plan["offer_parts"][index, PRICE] > 0
                cards += 1
    assert cards > 200


def test_nobody_undoes_what_they_have_just_done() -> None:
    """In a turn, as long as no train moves, no switch is set twice and no disc taken from where it was put; 20 games that are full of errors."""
    cards = 0
    for game in range(20):
        turn = -1
        done: set[tuple[int, int]] = set()
        for session, answer in decisions("people:skill=0", game):
            choice = Choice.unpack(answer)
            if session.ask != "act" or choice.verb == MOVE or session.record["turn"] != turn:
                turn, done = session.record["turn"], set()
            if session.ask == "act" and choice.verb in (SIGNAL, SWITCH):
                assert (choice.verb, choice.a) not in done
                done.add((choice.verb, choice.b if choice.verb == SIGNAL else choice.a))
                cards += 1
    assert cards > 200


def test_a_train_that_is_alone_is_not_overlooked() -> None:
    alone = 0
    for game in range(20):
        for session, _ in decisions("people:skill=0", game):
            if session.ask == "act" and int(session.record["network"]).bit_count() == 1:
                assert not memory_of(session.minds[0])["plan"]["overlooked"]
                alone += 1
    assert alone > 20


@pytest.mark.slow
def test_the_dial_is_monotone_in_win_rate() -> None:
    """On boards that nothing was tuned on; 95 % intervals of neighbours lie apart."""
    rates = []
    for skill in (0, 0.25, 0.5, 0.75, 1):
        policy = load_player(f"people:skill={skill}")
        won = [
            int(play(Scenario(board=board), policy, 23, 0, 200).outcomes["won"].sum())
            for board in members("ensemble:test/ce", "board")
        ]
        rates.append(wilson(sum(won), 200 * len(won)))
    print(rates)
    assert all(weaker[1] < stronger[0] for weaker, stronger in pairwise(rates))


def payments(policy: str, games: int) -> Iterator[tuple[Session, Choice]]:
    """Every action of some games that cards were paid for."""
    for game in range(games):
        for session, answer in decisions(policy, game):
            if session.ask == "act" and answer != NO:
                yield session, Choice.unpack(answer)


def test_first_games_load_with_a_card_that_they_can_spare() -> None:
    """Whoever never thinks of the next turn would give any card, a move card in a third of cases, and often miss it in the same turn."""
    loads = [choice for _, choice in payments("first-game", 60) if choice.verb == LOAD]
    assert len(loads) > 200
    assert sum(choice.cards[2] for choice in loads) < 0.2 * len(loads)


def test_few_first_games_pay_with_two_cards_before_their_last_turn() -> None:
    """Plays a game that are paid with more than one card: about 1.6 in first games, 4 in families, 6 in practised tables."""
    paid = [
        sum(sum(choice.cards) > 1 for session, choice in payments(policy, 40) if session.record["pile"] > 0)
        for policy in ("first-game", "family", "practised")
    ]
    assert paid[0] * 2 < paid[1]
    assert paid[1] < paid[2]
