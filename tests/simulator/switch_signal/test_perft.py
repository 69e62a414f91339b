"""The published counts of legal continuations, from both engines."""

from pathlib import Path

import pytest

from simulator.switch_signal.perft import PUBLISHED, Counts, perft, published_table
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.players import load_player
from tests.switch_signal.differential.side_by_side import oracle_for

PAGE = Path(__file__).parents[3] / "docs" / "perft.md"


def oracle_counts(scenario: Scenario, plies: int) -> Counts:
    """The oracle cannot be copied, so every sequence is played from the start."""
    frontier: list[list[dict[str, object]]] = [[]]
    ended = 0
    for _ in range(plies):
        longer = []
        ended = 0
        for sequence in frontier:
            oracle = oracle_for(scenario, 1, 0)
            for choice in sequence:
                oracle.choose(choice)
            if oracle.question is None:
                continue
            longer += [[*sequence, choice] for choice in oracle.question.options]
        frontier = longer
    for sequence in frontier:
        oracle = oracle_for(scenario, 1, 0)
        for choice in sequence:
            oracle.choose(choice)
        ended += oracle.over
    return Counts(plies, len(frontier), ended)


def test_the_page_shows_the_counts_of_today() -> None:
    assert PAGE.read_text(encoding="utf-8").splitlines()[-len(PUBLISHED) - 2 :] == published_table()


@pytest.mark.parametrize(("name", "options", "depth"), PUBLISHED)
def test_the_oracle_counts_the_same(name: str, options: dict[str, object], depth: int) -> None:
    """To the depth at which no more than a thousand sequences have to be played one by one."""
    scenario = Scenario(**options)  # type: ignore[arg-type]
    counts = [perft(scenario, 1, 0, plies) for plies in range(1, depth + 1)]
    plies = max((count.plies for count in counts if count.continuations <= 1000), default=1)
    assert oracle_counts(scenario, plies) == counts[plies - 1]


@pytest.mark.parametrize("name", ["random", "clairvoyant"])
def test_an_opening_leads_to_the_position_that_is_counted_from(name: str) -> None:
    """After n decisions there are as many continuations of one decision as the session has options there."""
    policy = load_player(name)
    session = Session(Scenario(board="loop"), 3, 5, policy.params, policy.foresees)
    session.run_on()
    for decisions in range(40):
        assert perft(session.scenario, 3, 5, 1, policy, decisions).continuations == len(session.options())
        session.choose(session.consult(policy.decide))
        session.run_on()
