"""The numbers of the planner and of those who think with it. Unit of all weights: one step of way."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from policies.parameters import Parameter

# Where a search begins, how far it may go, and what the number means. What the planner uses stands in `planner.toml`.
WEIGHTS = {
    "token": Parameter(2.24, 0.3, 6.0, "a time token"),
    "switch": Parameter(3, 0.2, 5.0, "a switch that must be set on the way"),
    "red": Parameter(1.89, 0.2, 5.0, "a red field on the way"),
    "oncoming": Parameter(17.2, 0.0, 30.0, "a line on the way that a train is coming along"),
    "stopover": Parameter(1.9, 0.0, 4.0, "a city on the way where trains have to stop"),
    "bend": Parameter(0.152, 0.0, 3.0, "how much more the far steps of a long way count"),
    "loading": Parameter(1.49, 0.0, 6.0, "a good that is still to be loaded"),
    "fetching": Parameter(10.9, 0.0, 20.0, "a good that no train is assigned to, beyond its way"),
    "delivery": Parameter(0.915, 0.0, 15.0, "a good delivered, beyond its way"),
    "idle": Parameter(0.0204, 0.0, 0.5, "steps of a train with nothing to fetch, in steps"),
    "next_card": Parameter(0.634, 0.2, 2.0, "what the next timetable card is expected to do"),
    "later_card": Parameter(0.163, 0.0, 1.0, "the same, with a player's turn still between"),
    "fear": Parameter(1.74, 1.0, 30.0, "most that a train's next move is feared"),
    "facing": Parameter(2.47, 0.0, 25.0, "two trains that face each other on one line"),
    "against": Parameter(0.371, 0.0, 15.0, "a train on a line that another one wants to use the other way"),
    "near": Parameter(5.14, 1.0, 25.0, "steps at which a need counts half"),
    "signal_card": Parameter(1.78, 0.0, 3.0, "a signal card kept"),
    "switch_card": Parameter(1.65, 0.0, 3.0, "a switch card kept"),
    "move_card": Parameter(1.68, 0.0, 4.0, "a move card kept"),
    "second_card": Parameter(0.915, 0.3, 1.0, "a further card of the same kind, to the one before"),
    "full_hand": Parameter(0.397, 0.0, 1.0, "cards that hinder drawing, to others"),
    "late": Parameter(0.6, 0.0, 4.0, "turns of one's own left with which cards kept are worth half as much"),
    "helper": Parameter(8.28, 0.0, 20.0, "a helper kept"),
    "trunk": Parameter(0.267, 0.0, 2.0, "needs of goods still in their cities, to those of trains"),
    "rare": Parameter(0.82, -1.0, 1.5, "how much a city that other trains will find far is preferred"),
    "remote": Parameter(0.438, -1.0, 1.5, "how much a city far from the port is preferred"),
    "speed": Parameter(2.51, 0.0, 6.0, "a point of speed of a train that is deployed"),
    "risk": Parameter(0.556, 0.3, 6.0, "a token that the next card may cost, to one that is lost"),
}
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
    LATE,
    HELPER,
    TRUNK,
    RARE,
    REMOTE,
    SPEED,
    RISK,
) = range(len(WEIGHTS))

# Errors by the toss of a coin, to compare those of people with; and for players who do not err so, since the same kernels think for them.
WATCHING = {"attention": Parameter(1.0, 0.0, 1.0, "chance that a train is watched in a turn")}
ALL_WATCHED = {"attention": Parameter(1.0, 1.0, 1.0, "every train is watched")}
ATTENTION = len(WEIGHTS)

# How people err (`policies/switch_signal/people.py`): the dial of skill, and how strong each kind of error is. What a table lacks in skill, 1 at the lower end of the
# dial, is multiplied with these strengths, so that one of more than 1 is at its worst before all skill is lacking.
PEOPLE = {
    "skill": Parameter(0.5, 0.0, 1.0, "experience: 0 hardly knows the rules, 1 plays as the planner does"),
    "spread": Parameter(1.2, 0.0, 2.0, "how much tables of one skill differ; 0: all alike"),
    "short_sight": Parameter(
        2.0, 0.0, 5.0, "how strongly what lies ahead is neglected; times the lack of skill"
    ),
    "overlooking": Parameter(
        1.6, 0.0, 5.0, "how readily one of five trains is overlooked; times the lack of skill"
    ),
    "forgetting": Parameter(
        2.6, 0.0, 20.0, "how readily helpers are forgotten; times the root of the lack of skill"
    ),
    "misjudging": Parameter(
        20.0, 0.0, 40.0, "steps by which answers are misjudged, with three trains; times the lack of skill"
    ),
}
# Nobody has these parameters and those of the search, so both begin in the same place.
SKILL, SPREAD, SHORT_SIGHT, OVERLOOKING, FORGETTING, MISJUDGING = range(
    ATTENTION + 1, ATTENTION + 1 + len(PEOPLE)
)

# The search of expert and clairvoyant.
SEARCH = {
    "breadth": Parameter(4, 1, 16, "answers that are played on", True),
    "futures": Parameter(16, 1, 1000, "futures for each of them, at most", True),
    "doubt": Parameter(1.5, 0, 100, "standard errors behind the best with which an answer drops out"),
    "horizon": Parameter(3, 1, 19, "turns of a future", True),
    "margin": Parameter(
        2, 0, 1000, "steps by which an answer may be worse than the best and still be played on"
    ),
    "trust": Parameter(0.2, 0, 10, "a step of the planner's own gain, in log-odds"),
    "good": Parameter(0.05, 0, 1, "a good in a game that is lost, to a game won"),
}
BREADTH, FUTURES, DOUBT, HORIZON, MARGIN, TRUST, GOOD = range(ATTENTION + 1, ATTENTION + 1 + len(SEARCH))

# What the standing depends on; `standing.toml` says how much.
STANDING = (
    "always",
    "time",
    "work",
    "work_in_time",
    "longest",
    "longest_in_time",
    "waiting",
    "waiting_in_time",
    "waiting_squared",
    "loaded",
    "loaded_in_time",
    "empty",
    "empty_in_time",
    "hand",
    "helpers",
    "prospects",
)
FIRST_FACT = GOOD + 1


def _table(file: str, name: str) -> dict[str, float]:
    text = files("policies.switch_signal.planning").joinpath(file).read_text(encoding="utf-8")
    return {key: float(value) for key, value in tomllib.loads(text)[name].items()}


@cache
def planner_weights() -> dict[str, Parameter]:
    """The weights as they were tuned (`sim train`)."""
    tuned = _table("planner.toml", "weights")
    return {name: weight._replace(default=tuned[name]) for name, weight in WEIGHTS.items()}


@cache
def standing_weights() -> dict[str, Parameter]:
    """The regression as it was fitted (`sim train --what standing`)."""
    fitted = _table("standing.toml", "standing")
    return {f"chance_{name}": Parameter(fitted[name], -1e6, 1e6, "in log-odds") for name in STANDING}
