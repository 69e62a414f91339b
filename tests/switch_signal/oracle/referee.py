"""A referee of trace files: replays a trace by the rules alone and says where it goes wrong."""

import json
from collections.abc import Iterable
from typing import Any

from .chance import TraceChance, Unexplained
from .game import Game
from .question import Choice, Question
from .turn import play_game


def referee(lines: Iterable[str | dict[str, Any]], board: dict[str, Any], deck: dict[str, Any]) -> list[str]:
    """What is wrong with a trace: its first difference from the rules in one sentence, or nothing."""
    trace = [json.loads(line) if isinstance(line, str) else line for line in lines]
    if not trace or "scenario" not in trace[0]:
        return ["the trace does not begin with a header that names its scenario"]
    told: list[dict[str, Any]] = trace[1:]
    try:
        chance = TraceChance(told)
    except (KeyError, TypeError, ValueError) as error:
        return [f"an event lacks or misspells a field: {error!r}"]
    game = Game(board, deck, trace[0]["scenario"], chance)
    flow = play_game(game, board["layout"])
    answer: Choice | None = None
    checked = 0
    while True:
        question, trouble = None, None
        try:
            question = next(flow) if answer is None else flow.send(answer)
        except StopIteration:
            pass
        except Unexplained as unexplained:
            trouble = str(unexplained)
        difference = _first_difference(told, game.events, checked)
        if difference:
            return [difference]
        checked = len(game.events)
        if trouble is None and question is not None:
            trouble = _wrong_answer(told[checked : checked + 1], question)
        if trouble is not None:
            return [f"event {checked + 1}: {trouble}"]
        if question is None:
            return (
                [f"event {checked + 1}: the game was over"] if len(told) > checked else _wrong_end(told, game)
            )
        answer = told[checked]["choice"]


def _first_difference(told: list[dict[str, Any]], expected: list[dict[str, Any]], start: int) -> str | None:
    """Compare events one by one; a trace may give the options of a choice in full."""
    for index in range(start, len(expected)):
        number = index + 1
        if index >= len(told):
            return f"event {number}: the trace ends, but the rules go on with {json.dumps(expected[index])}"
        event = dict(told[index])
        if event.get("event") == "choice":
            event.pop("why", None)  # reasons are no rules
            if isinstance(event.get("options"), list):
                event["options"] = len(event["options"])
        if event.get("event") == "end":
            event.pop("state", None)  # looked at when the game is over
        if event != expected[index]:
            by_the_rules = json.dumps(expected[index])
            return f"event {number}: the trace says {json.dumps(event)}, the rules {by_the_rules}"
    return None


def _wrong_end(told: list[dict[str, Any]], game: Game) -> list[str]:
    """What of the last state, if the trace tells it, is not as the rules have it."""
    by_the_rules = game.state()
    last = told[-1].get("state", by_the_rules)
    wrong = [key for key in by_the_rules if last.get(key) != by_the_rules[key]]
    return [f"event {len(told)}: the last state has another {' and another '.join(wrong)}"] if wrong else []


def _wrong_answer(following: list[dict[str, Any]], question: Question) -> str | None:
    """Whether the next event is a legal answer to the question that the rules ask now."""
    if not following:
        return f"the trace ends where the rules ask {question.ask}"
    event = following[0]
    if event.get("event") != "choice" or event.get("ask") != question.ask:
        return f"the rules ask {question.ask}, the trace says {json.dumps(event)}"
    if event.get("choice") not in question.options:
        return f"{json.dumps(event.get('choice'))} is no answer to {question.ask}"
    if isinstance(event.get("options"), list) and event["options"] != question.options:
        return f"the trace offers other answers to {question.ask} than the rules"
    return None
