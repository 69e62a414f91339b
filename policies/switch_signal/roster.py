"""Who can play Switch & Signal: the players underneath, and tables of people from weak to strong. A new policy is one file and one entry here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policies.parameters import Parameter
from policies.roster import Kind, Roster
from policies.switch_signal.planning.weights import (
    ALL_WATCHED,
    PEOPLE,
    SEARCH,
    WATCHING,
    planner_weights,
    standing_weights,
)
from simulator.game import Policy

# Players that are the planner at the upper end of these settings; from 0.7 on both win about as often at the same place.
PLANNER_LIKE = {"people": "skill", "planner": "attention"}


def _planner() -> Mapping[str, Parameter]:
    return planner_weights() | WATCHING


def _people() -> Mapping[str, Parameter]:
    return planner_weights() | ALL_WATCHED | PEOPLE


def _expert() -> Mapping[str, Parameter]:
    return planner_weights() | WATCHING | SEARCH | standing_weights()


# The module of its name, or the one that is named here, holds the `decide` of a player, and is compiled when first used.
PLAYERS = {
    "random": Kind("any legal choice, all equally likely: a floor", "a table that plays at random"),
    "idle": Kind(
        "never plays a card, never uses a helper: what the timetable does by itself",
        "a table that never plays a card",
    ),
    "novice": Kind(
        "opens what is directly in the way, and nothing more: a floor, weaker than people's first games",
        "a careless beginner",
    ),
    "people": Kind(
        "thinks as the planner does and errs as people do; `skill` says how much",
        "a table of people",
        _people,
    ),
    "planner": Kind("a way for every train, the next card foreseen", "the planner", _planner),
    "expert": Kind(
        "a planner who plays the best answers on in imagined futures", "the expert", _expert, slow=True
    ),
    "clairvoyant": Kind(
        "an expert who is told dice and cards: deals that could have been won",
        "a table that foresees dice and cards",
        _expert,
        foresees=True,
        slow=True,
        module="expert",
    ),
}


def _table(plays: str, called: str, meaning: str) -> Kind:
    """A name for settings of a player, as slow as that player is."""
    return Kind(meaning, called, slow=PLAYERS[plays.partition(":")[0]].slow, plays=plays)


# Tables of people, from weak to strong; the settings of the first two were found on `ensemble:train` (docs/policies.md).
TABLES = {
    "first-game": _table(
        "people:skill=0.05",
        "a table in its first game",
        "people in their first game: they see what is directly before a train, forget helpers and the next card; their trains get in each other's way",
    ),
    "family": _table(
        "people:skill=0.77",
        "a family",
        "a family that has played some games: it plans a train's way, and still overlooks trains and thinks of helpers late",
    ),
    "practised": _table(
        "planner",
        "a practised table",
        "a practised table: it plans a way for every train and weighs what the next card may do; it looks no further ahead than that",
    ),
    "veteran": _table(
        "expert",
        "a table of veterans",
        "veterans: they play their best ideas through in their heads, some turns ahead, before they decide",
    ),
}
# Told wherever these tables are explained.
ASSUMED = "About four of eight goods are reported of people's first games; how often first-game and family win is our assumption (docs/policies.md)."

# Games that are signed: some tenths of a second, always the same number for the same policy.
SIGNED_GAMES = {"random": 1000, "idle": 1000, "novice": 500, "planner": 100, "expert": 1, "clairvoyant": 1}
# What is signed of them stays the same, so that a measure more is no other behaviour.
SIGNED_MEASURES = (
    "won", "why", "turns", "decisions", "goods", "delivered", "goods_by_turn", "tokens", "tokens_by_turn", "clock", "pile",
    "cards_lost", "head_ons", "plays", "pairs", "blunders", "unspent", "helper_turn", "deployed", "arrived",
)  # fmt: skip


def strength(policy: Policy) -> tuple[int, float]:
    """Return the rank of a player among all, who are listed from weak to strong, and how near it is to the planner at its best.

    The win rates of a run would tell it more exactly, but only afterwards, and with few games chance would choose.
    """
    kind = policy.name.partition(":")[0]
    player = (TABLES[kind].plays if kind in TABLES else policy.name).partition(":")[0]
    if player not in PLANNER_LIKE:
        return list(PLAYERS).index(player), 0.0
    settings = dict(zip(PLAYERS[player].parameters(), policy.params, strict=True))
    return list(PLAYERS).index("planner"), settings[PLANNER_LIKE[player]]


def _explain(*asked: Any) -> Any:
    """Ask a player why; the kernels that answer are compiled when the first is asked."""
    from policies.switch_signal.explanation import ask_why

    return ask_why(*asked)


ROSTER = Roster(
    PLAYERS,
    TABLES,
    ASSUMED,
    dial="people:skill",
    unskilled=("random", "idle"),
    signed_games=SIGNED_GAMES,
    signed_measures=SIGNED_MEASURES,
    strength=strength,
    explain=_explain,
)
