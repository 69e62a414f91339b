"""Reasons are those of the very decision, and stand in aligned lines."""

from __future__ import annotations

from typing import Any

from policies.switch_signal.explanation import TERMS, ask_why
from policies.switch_signal.planning import memory
from policies.switch_signal.planning.memory import memory_of
from reports.switch_signal.transcript.reasons import reasons_in_words, signed
from reports.switch_signal.transcript.telling import Narrator
from simulator.switch_signal.codes import NO
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.players import load_player


def asked(phase: str) -> Session:
    """A game of a planner that has come to such a decision."""
    planner = load_player("planner")
    session = Session(Scenario(board="tiny"), 1, 0, planner.params)
    session.run_on()
    while session.ask != phase:
        session.choose(session.consult(planner.decide))
        session.run_on()
    return session


def planner(session: Session) -> int:
    return session.consult(load_player("planner").decide)


def test_terms_are_named_as_the_planner_counts_them() -> None:
    numbered = {name: getattr(memory, name.upper()) for name in TERMS}
    assert numbered == {name: index for index, name in enumerate(TERMS)}


def test_what_an_earlier_decision_weighed_is_never_shown() -> None:
    session = asked("act")
    _, weighed = ask_why(session, planner)
    assert weighed
    assert ask_why(session, lambda _: NO) == (NO, None)


def test_reasons_without_the_answer_are_none() -> None:
    session = asked("act")
    _, weighed = ask_why(session, planner)
    assert weighed
    other = next(code for code in session.options() if code not in dict(weighed))

    def contrary(table: Session) -> int:
        planner(table)
        return other

    assert ask_why(session, contrary) == (other, None)


def test_offers_of_an_imagined_position_are_no_reasons() -> None:
    """Here the planner thinks of another hand; to stop is among its offers and legal in both."""
    session = asked("act")

    def dream(table: Session) -> int:
        true = table.record["hand"].copy()
        table.record["hand"] += 1
        planner(table)
        table.record["hand"] = true
        memory_of(table.minds[0])["plan"]["offer"][1] = -1
        return NO

    assert ask_why(session, dream) == (NO, None)


def test_a_room_without_a_plan_is_left_alone() -> None:
    """A policy of one's own may keep anything in there."""
    session = asked("act")
    session.minds["room"][0] = range(1, session.minds["room"].shape[1] + 1)
    before = session.minds.tobytes()
    assert ask_why(session, lambda _: NO) == (NO, None)
    assert session.minds.tobytes() == before


def candidate(choice: dict[str, Any], **terms: float) -> dict[str, Any]:
    named = {term: terms.get(term, 0.0) for term in TERMS}
    return {"choice": choice, "gain": sum(named.values())} | named


STOP = candidate({"stop": True})
SWITCH = candidate(
    {"switch": "lyon", "open": ["a-lyon", "b-lyon"], "cards": [0, 1, 0]}, way=3.4, prospects=0.8, price=-1.9
)
MOVE = candidate({"move": "grey-1", "cards": [1, 1, 0]}, way=2, tokens=-11.25, meetings=0.004)


def choice(ask: str, *candidates: dict[str, Any], chosen: int = 0) -> dict[str, Any]:
    why = {"candidates": list(candidates)}
    return {
        "event": "choice",
        "ask": ask,
        "choice": candidates[chosen]["choice"],
        "options": 53,
        "why": why,
    }


def test_candidates_are_aligned() -> None:
    assert list(reasons_in_words(choice("act", SWITCH, STOP, MOVE))) == [
        "act: considers 3 of 53 answers",
        "  > switch lyon to a-lyon and b-lyon for 1 switch  +2.30  (way +3.40, next card +0.80, cards −1.90)",
        "  - stop                                            0.00",
        "  - move grey-1 for 1 signal + 1 switch            −9.25  (way +2.00, tokens −11.25)",
    ]


def test_chances_to_win_have_a_column() -> None:
    assert list(reasons_in_words(choice("act", STOP | {"chance": 0.613}, MOVE | {"chance": 0.07}, SWITCH)))[
        1:
    ] == [
        "  > stop                                           chance 61.3%   0.00",
        "  - move grey-1 for 1 signal + 1 switch             chance 7.0%  −9.25  (way +2.00, tokens −11.25)",
        "  - switch lyon to a-lyon and b-lyon for 1 switch                +2.30  (way +3.40, next card +0.80, cards −1.90)",
    ]


def test_helpers_have_words_of_their_own() -> None:
    again = candidate({"use": True}, prospects=1, price=-5.37)
    assert list(reasons_in_words(choice("logistician", candidate({"use": False}), again)))[2] == (
        "  - yes  −4.37  (moves to come +1.00, helper −5.37)"
    )


def test_six_are_shown_and_the_chosen_one_always() -> None:
    trains = [candidate({"move": f"grey-{n}"}, way=9.0 - n) for n in range(1, 10)]
    told = list(reasons_in_words(choice("order", *trains, chosen=7)))
    assert [line.split()[2] for line in told[1:7]] == ["grey-1", "grey-2", "grey-3", "grey-4", "grey-5", "grey-8"]  # fmt: skip
    assert told[6].startswith("  > ")
    assert told[7:] == ["  … and 3 more"]


def test_one_candidate_is_one_line() -> None:
    assert list(reasons_in_words(choice("draw", candidate({"cards": 3})))) == [
        "draw: considers nothing but draw 3"
    ]


def test_the_unit_is_told_once() -> None:
    narrator = Narrator({})
    headings = [next(iter(narrator.tell(choice("through", STOP, MOVE)))) for _ in range(2)]
    assert headings == [
        "    through: considers 2 of 53 answers, gains in steps of way",
        "    through: considers 2 of 53 answers",
    ]


def test_silence_is_told_once() -> None:
    narrator = Narrator({})
    narrator.policy = "novice"
    silent = choice("through", STOP) | {"why": None}
    told = [list(narrator.tell(silent)) for _ in range(2)]
    assert told == [["    policy novice gives no reasons for what it chooses"], []]


def test_signs() -> None:
    assert [signed(number) for number in (2.3, -0.4, 0, -0.001)] == ["+2.30", "−0.40", "0.00", "0.00"]
