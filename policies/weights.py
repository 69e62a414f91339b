"""The weights of the planner: what each means, where a search for better ones may go. Unit: one step of way."""

from __future__ import annotations

from typing import NamedTuple


class Weight(NamedTuple):
    """One number of the evaluation."""

    default: float
    low: float
    high: float
    meaning: str


WEIGHTS = {
    "token": Weight(2.0, 0.3, 6.0, "a time token"),
    "switch": Weight(1.4, 0.2, 5.0, "a switch that must be set on the way"),
    "red": Weight(1.2, 0.2, 5.0, "a red field on the way"),
    "oncoming": Weight(8.0, 0.0, 30.0, "a line on the way that a train is coming along"),
    "stopover": Weight(1.0, 0.0, 4.0, "a city on the way where trains have to stop"),
    "bend": Weight(0.5, 0.0, 3.0, "how much more the far steps of a long way count"),
    "loading": Weight(1.0, 0.0, 6.0, "a good that is still to be loaded"),
    "fetching": Weight(4.0, 0.0, 20.0, "a good that no train is assigned to, beyond its way"),
    "delivery": Weight(3.8, 0.0, 15.0, "a good delivered, beyond its way"),
    "idle": Weight(0.07, 0.0, 0.5, "steps of a train with nothing to fetch, in steps"),
    "next_card": Weight(1.0, 0.2, 2.0, "what the next timetable card is expected to do"),
    "later_card": Weight(0.4, 0.0, 1.0, "the same, with a player's turn still between"),
    "fear": Weight(8.0, 1.0, 30.0, "most that a train's next move is feared"),
    "facing": Weight(7.0, 0.0, 25.0, "two trains that face each other on one line"),
    "against": Weight(0.5, 0.0, 15.0, "a train on a line that another one wants to use the other way"),
    "near": Weight(6.0, 1.0, 25.0, "steps at which a need counts half"),
    "signal_card": Weight(0.9, 0.0, 3.0, "a signal card kept"),
    "switch_card": Weight(0.9, 0.0, 3.0, "a switch card kept"),
    "move_card": Weight(1.2, 0.0, 4.0, "a move card kept"),
    "second_card": Weight(0.8, 0.3, 1.0, "a further card of the same kind, to the one before"),
    "full_hand": Weight(0.5, 0.0, 1.0, "cards that hinder drawing, to others"),
    "helper": Weight(4.0, 0.0, 20.0, "a helper kept"),
    "trunk": Weight(0.4, 0.0, 2.0, "needs of goods still in their cities, to those of trains"),
    "rare": Weight(0.5, -1.0, 1.5, "how much a city that other trains will find far is preferred"),
    "remote": Weight(0.3, -1.0, 1.5, "how much a city far from the port is preferred"),
}
NAMES = tuple(WEIGHTS)

(
    TOKEN,
    CLOSED,
    RED_FIELD,
    ONCOMING,
    STOPOVER,
    BEND,
    LOADING_STEPS,
    FETCHING,
    DELIVERY,
    IDLE,
    NEXT_CARD,
    LATER_CARD,
    FEAR,
    FACING,
    AGAINST,
    NEAR,
    KEEP_SIGNAL,
    KEEP_SWITCH,
    KEEP_MOVE,
    SECOND_CARD,
    FULL_HAND,
    HELPER,
    TRUNK,
    RARE,
    REMOTE,
) = range(len(WEIGHTS))

BREADTH, FUTURES, HORIZON, MARGIN = range(len(WEIGHTS), len(WEIGHTS) + 4)
