"""What holds in every position of every game: pieces are conserved, and the choices offered are exactly the legal ones.

Scenario, dice and choices all come from one number drawn by hypothesis; a failure names board and number.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.core.errors import IllegalChoice
from simulator.switch_signal.limits import CARDS
from simulator.switch_signal.records import MAX_TRAINS_OF_A_COLOUR, SEGMENT, START_PLACE
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session, lights
from tests.switch_signal.differential.side_by_side import some_scenario

BOARDS = ["tiny", "tiny-na", "loop", "central-europe", "north-america"]
numbers = st.integers(min_value=0, max_value=2**32 - 1)


def start(board: str, number: int) -> tuple[Session, random.Random]:
    dice = random.Random(number)
    return Session(some_scenario(board, dice), seed=number, game=0), dice


def restless(codes: list[int], dice: random.Random) -> int:
    """Any sort of choice as likely as any other, so that games do not consist of switches alone."""
    sorts: dict[int, list[int]] = {}
    for code in codes:
        sorts.setdefault(code & 0xFF, []).append(code)
    return dice.choice(sorts[dice.choice(sorted(sorts))])


def to_next_question(session: Session) -> list[int]:
    """Run on; the options there, none at the end of the game."""
    session.run_on()
    session.take_log()
    return session.options() if session.ask else []


def check_trains(scenario: Scenario, board: Any, g: Any) -> None:
    out = [train for train, cell in enumerate(g["pos"]) if cell >= 0]
    assert len({int(g["pos"][train]) for train in out}) == len(out), "one train a cell (B1)"
    assert int(g["network"]) == sum(1 << train for train in out), "the set of trains on the network"
    for train, cell in enumerate(g["pos"]):
        colour, index = divmod(train, MAX_TRAINS_OF_A_COLOUR)
        assert cell < 0 or index < scenario.numbers("trains")[colour], "a train that is not in the box (S2)"
        has_heading = cell >= 0 and board["kind"][cell] in (SEGMENT, START_PLACE)
        assert (g["way"][train] >= 0) == has_heading, "a heading on tracks and start places only (B4)"
        assert not has_heading or board["head"][g["way"][train] ^ 1] == cell, (
            "the heading is an end of the cell (B4)"
        )
        assert cell >= 0 or g["cargo"][train] < 0, "no goods in the depot"


def check_goods(session: Session, board: Any, g: Any) -> None:
    for good in range(board["goods"]):
        carried = int((g["cargo"] == good).sum())
        there = int(g["stock"][good]) + carried + int(g["delivered"][:, good].sum())
        assert there == session.rules[0]["goods_each"], "goods are conserved (S1, C5)"
        assert g["stock"][good] >= 0


def check_cards(session: Session, g: Any) -> None:
    scenario = session.scenario
    kinds = g["pack"] + g["discard"] + g["hand"].sum(axis=0)
    assert tuple(kinds) == scenario.numbers("action-deck"), "action cards are conserved by kind (S4)"
    assert min(g["pack"].min(), g["discard"].min(), g["hand"].min()) >= 0
    assert g["hand"].sum(axis=1).max() <= scenario.number("hand-limit"), "the hand limit (T3)"
    executed = [int(card) for card in g["executed"][: int(g["executed_cards"])]]
    lost = int(session.outcome["cards_lost"])
    assert len(executed) + int(g["pile"]) + lost + scenario.removed == CARDS, (
        "timetable cards are conserved (S3, K1)"
    )
    assert len(set(executed)) == len(executed)
    revealed = executed + ([int(g["bottom"])] if g["bottom"] >= 0 else [])
    assert not any(int(g["unseen"]) >> card & 1 for card in revealed), "a card is in one place"
    assert g["pile"] >= 0


def check_discs(session: Session, board: Any, g: Any) -> None:
    rules = session.rules[0]
    green = lights(g)
    at_cities = Counter(int(board["field_city"][field]) for field in range(board["fields"]) if green[field])
    assert not green[int(board["fields"]) :].any(), "a disc beside the board"
    if session.ask != "layout":
        assert sum(at_cities.values()) == rules["base_discs"] + rules["extra_discs"], (
            "discs are conserved (B5)"
        )
        assert all(at_cities[city] >= 1 for city in range(board["cities"])), "a disc at every city (B5)"
    for junction in range(board["junctions"]):
        assert 0 <= g["setting"][junction] < (3 if board["arms"][junction] == 3 else 6)  # B2


def check_rest(session: Session, board: Any, g: Any) -> None:
    scenario = session.scenario
    if session.over:
        assert (g["why"] == 1) == (g["won"] == 1)
        assert 0 <= g["clock"] <= scenario.tokens
    else:
        assert 1 <= g["clock"] <= scenario.tokens, "the clock is refilled when it reaches 0 (K1)"
    places = Counter(g["place"][2:].tolist())
    assert places == Counter(board["slot_cell"].tolist()), "each start place keeps as many numbers (V5)"
    assert 0 < g["tokens_left"] < 2**11, "the stack is never empty (X12)"
    assert int(g["helpers"]) & ~int(session.rules[0]["helpers"]) == 0
    assert 0 <= g["seat"] < scenario.players
    assert g["turn"] <= CARDS + 1 - scenario.removed


def check_position(session: Session) -> None:
    board, g = session.board[0], session.record
    check_trains(session.scenario, board, g)
    check_goods(session, board, g)
    check_cards(session, g)
    check_discs(session, board, g)
    check_rest(session, board, g)


@pytest.mark.parametrize("board", BOARDS)
@given(number=numbers)
@settings(max_examples=12)
def test_pieces_are_conserved_in_every_position(board: str, number: int) -> None:
    session, dice = start(board, number)
    check_position(session)
    helpers = int(session.record["helpers"])
    while codes := to_next_question(session):
        check_position(session)
        assert int(session.record["helpers"]) & ~helpers == 0, "each helper once"
        helpers = int(session.record["helpers"])
        session.choose(restless(codes, dice))
    check_position(session)


@pytest.mark.parametrize("board", BOARDS)
@given(number=numbers)
@settings(max_examples=5)
def test_options_are_distinct_legal_and_lead_to_distinct_games(board: str, number: int) -> None:
    session, dice = start(board, number)
    while codes := to_next_question(session):
        assert len(codes) >= 2, "a point with one answer is not asked"
        assert len(set(codes)) == len(codes)
        tried = codes if len(codes) <= 40 else dice.sample(codes, 40)
        before = session.games.copy()
        after: dict[bytes, int] = {}
        for code in tried:
            assert session.allows(code)
            session.choose(code)
            twin = after.setdefault(session.games.tobytes(), code)
            assert twin == code, f"{session.ask}: {twin} and {code} lead to the same game"
            session.games[:] = before
        session.take_log()
        session.choose(restless(codes, dice))


def nearly(codes: list[int], dice: random.Random) -> int:
    """A number that looks like a choice: a legal one with a bit turned over, or parts of two, or anything at all."""
    match dice.randrange(3):
        case 0:
            return dice.choice(codes) ^ (1 << dice.randrange(52))
        case 1:
            low = (1 << dice.choice([8, 24, 40])) - 1
            return (dice.choice(codes) & low) | (dice.choice(codes) & ~low)
    parts = (
        dice.randrange(12),
        dice.randrange(64),
        dice.choice([0, dice.randrange(64)]),
        dice.choice([0, 1, 16, 256, 272]),
    )
    return sum(part << shift for part, shift in zip(parts, (0, 8, 24, 40), strict=True))


def check_refused(session: Session, code: int) -> None:
    before = session.games.tobytes()
    assert not session.allows(code), f"{session.ask}: {code} is accepted and not among the options"
    with pytest.raises(IllegalChoice):
        session.choose(code)
    assert session.games.tobytes() == before


@pytest.mark.parametrize("board", BOARDS)
@given(number=numbers)
@settings(max_examples=5)
def test_whatever_is_not_offered_is_refused_and_changes_nothing(board: str, number: int) -> None:
    session, dice = start(board, number)
    while codes := to_next_question(session):
        offered = set(codes)
        for _ in range(20):
            code = nearly(codes, dice)
            if code not in offered:
                check_refused(session, code)
        session.choose(restless(codes, dice))


@pytest.mark.parametrize("board", ["tiny", "tiny-na"])
@given(number=numbers)
@settings(max_examples=5)
def test_a_choice_has_no_second_name(board: str, number: int) -> None:
    """Bits that no part of a choice uses, the sign among them, must be 0."""
    session, dice = start(board, number)
    while codes := to_next_question(session):
        for bit in (52, 60, 62):
            check_refused(session, dice.choice(codes) | 1 << bit)
        check_refused(session, dice.choice(codes) - 2**63)
        session.choose(restless(codes, dice))


@pytest.mark.parametrize("board", ["tiny", "tiny-na"])
@given(number=numbers)
@settings(max_examples=10)
def test_options_are_the_legal_choices_also_where_there_is_only_one(board: str, number: int) -> None:
    """Points with a single answer are passed over by `run_on`, but a caller who looks at them sees no contradiction."""
    session, dice = start(board, number)
    while codes := to_next_question(session):
        session.choose(restless(codes, dice))
        while session.ask and len(only := session.options()) == 1:
            assert session.allows(only[0]), f"{session.ask}: {only[0]} is offered and not accepted"
            session.choose(only[0])
