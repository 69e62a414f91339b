"""A game in plain Python, from a few methods: setups, games, traces, and what goes wrong in them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from experiments.run_store.tally import tally_form, tally_of
from simulator.core.errors import IllegalChoice, InputError, PolicyFailed
from simulator.declaration import by_name, number
from simulator.game import Level, Measure, Policy
from simulator.plain import PlainGame, PlainSetup
from simulator.plain_table import MOST_TURNS, GameFailed, as_json
from tests.hoard import FILE, HOARD, load_thief

ROOT = Path(__file__).parents[2]
STANDARD = HOARD.setup({})


def thief(answer: Callable[..., Any], *params: float) -> Policy:
    return Policy("thief", answer, params, plain=True)


def test_a_setup_has_a_level_of_every_factor() -> None:
    assert STANDARD.levels == {"nights": 6, "dragon": "drowsy"}
    assert HOARD.setup({"dragon": "angry"}).levels == {"nights": 6, "dragon": "angry"}
    assert (STANDARD.own, STANDARD.places, STANDARD.players) == ({}, {}, 1)


def test_setups_that_mean_the_same_are_equal_and_others_are_not() -> None:
    same = HOARD.setup({"dragon": "drowsy", "nights": 6})
    assert (same, hash(same), same.hash) == (STANDARD, hash(STANDARD), STANDARD.hash)
    assert len({HOARD.setup({"nights": nights}).hash for nights in range(1, 21)}) == 20


def test_a_setup_has_the_same_hash_in_every_process() -> None:
    program = f"from simulator.games import load_game; print(load_game({str(FILE)!r}).setup({{}}).hash)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == STANDARD.hash


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        (
            {"nigths": 3},
            'The Dragon\'s Hoard has no factor "nigths" (did you mean "nights"?); they are nights, dragon.',
        ),
        ({"nights": 21}, "--nights: 21 must be a whole number from 1 to 20."),
        ({"nights": "six"}, '--nights: "six" must be a whole number from 0 on.'),
        ({"nights": -1}, "--nights: -1 must be a whole number from 0 on."),
        ({"dragon": 3}, "--dragon: 3 must be one of drowsy, angry."),
    ],
)
def test_levels_that_there_are_not_are_refused(levels: dict[str, Level], said: str) -> None:
    with pytest.raises(InputError) as refusal:
        HOARD.setup(levels)
    assert str(refusal.value) == said


def test_levels_that_do_not_go_together_are_refused_by_the_game() -> None:
    class Careful(type(HOARD)):  # type: ignore[misc]
        def check(self, levels: Mapping[str, Any]) -> None:
            if levels["nights"] > 9 and levels["dragon"] == "angry":
                raise InputError("--nights: nobody stays more than 9 nights with an angry dragon.")

    assert Careful().setup({"nights": 12}).levels["nights"] == 12
    with pytest.raises(InputError, match="more than 9 nights"):
        Careful().setup({"nights": 12, "dragon": "angry"})


def test_outcomes_have_a_field_for_every_measure() -> None:
    assert HOARD.outcome == np.dtype([("won", "u1"), ("gold", "i4"), ("grabs", "i4")])
    found = HOARD.play(HOARD.setup({"dragon": "angry"}), [load_thief("daring")], 3, 0, 200).outcomes
    assert ((found["gold"] >= 50) == found["won"]).all()
    assert found["gold"].min() < 0 < found["won"].sum()


def test_a_game_depends_on_its_seed_and_number_alone() -> None:
    player = load_thief("random")
    whole = HOARD.play(STANDARD, [player], 5, 0, 60).outcomes
    parts = [HOARD.play(STANDARD, [player], 5, first, 20).outcomes for first in (40, 0, 20)]
    assert np.array_equal(np.concatenate([parts[1], parts[2], parts[0]]), whole)
    assert not np.array_equal(HOARD.play(STANDARD, [player], 6, 0, 60).outcomes, whole)
    assert len(np.unique(whole)) > 30


def test_what_a_policy_draws_does_not_change_the_dice() -> None:
    def drawing(state: Any, offers: Any, chance: Random) -> Any:
        chance.random()
        return load_thief("timid").decide(state, offers, chance)

    quiet, noisy = (
        HOARD.play(STANDARD, [who], 1, 0, 30).outcomes for who in (load_thief("timid"), thief(drawing))
    )
    assert np.array_equal(quiet, noisy)


def test_parameters_of_a_policy_are_its_further_arguments() -> None:
    asked = Counter[float]()

    def counting(state: Any, offers: Any, chance: Random, enough: float) -> Any:
        asked[enough] += 1
        return offers[-1]

    HOARD.play(STANDARD, [thief(counting, 7.0)], 1, 0, 2)
    assert asked == {7.0: 12}


def test_a_trace_tells_a_game_from_its_setup_to_its_outcome() -> None:
    header, *choices, end = HOARD.trace(STANDARD, [load_thief("timid")], 4, 2, list_options=True)
    assert header == {
        "event": "header",
        "format": 1,
        "engine": "1",
        "rules": 1,
        "title": "The Dragon's Hoard",
        "setup": {"nights": 6, "dragon": "drowsy"},
        "policy": "timid",
        "seed": 4,
        "game": 2,
    }
    assert [each["turn"] for each in choices] == list(range(1, len(choices) + 1))
    assert all(each["choice"] in each["options"] == ["grab", "run"] for each in choices)
    assert choices[0]["state"] == {"nights": 6, "angry": False, "home": 0, "sack": 0, "grabs": 0}
    assert end["outcome"]["grabs"] == sum(each["choice"] == "grab" for each in choices)
    json.dumps([header, *choices, end])


def test_the_best_and_the_worst_game_are_notable() -> None:
    batch = HOARD.play(STANDARD, [load_thief("daring")], 2, 0, 100)
    columns = tally_of(tally_form(HOARD), batch).columns
    gold = batch.outcomes["gold"]
    assert dict(HOARD.notable(columns)) == {"best": gold.argmax(), "worst": gold.argmin()}
    one = tally_of(tally_form(HOARD), HOARD.play(STANDARD, [load_thief("daring")], 2, 0, 1)).columns
    assert dict(HOARD.notable(one)) == {"worst": 0}


class Walk(PlainGame):
    """So many steps to either side, in the order of what is offered; what its methods do wrong is set by a test."""

    name, title = "walk", "A walk"
    factors = by_name(number("steps", 3, 0, 200_000), number("players", 2, 1, 4))
    measures = by_name(
        Measure("place", "place", kind="score"),
        Measure("steps", "steps", parts={"left": "to the left", "right": "to the right"}),
        Measure("ended", "ended", kind="code", values={"near": "near", "far": "far"}),
    )
    wrong: Mapping[str, Callable[..., Any]] = {}

    def _unless_wrong(self, method: str, usual: Callable[[], Any]) -> Any:
        found: Callable[[], Any] = self.wrong.get(method) or usual
        return found()

    def begin(self, levels: Mapping[str, Any], chance: Random) -> Any:
        return self._unless_wrong("begin", lambda: (levels["steps"], 0, 0))

    def offers(self, state: Any) -> Any:
        return self._unless_wrong("offers", lambda: ["left", "right"] if state[0] else [])

    def choose(self, state: Any, choice: Any, chance: Random) -> Any:
        steps, left, right = state
        after = steps - 1, left + (choice == "left"), right + (choice == "right")
        return self._unless_wrong("choose", lambda: after)

    def outcome_of(self, state: Any) -> Mapping[str, Any]:
        _, left, right = state
        steps = {"left": left, "right": right}
        as_json = {"place": right - left, "steps": steps, "ended": "far" if left == 0 else 0}
        return {**as_json, **self._unless_wrong("outcome", dict)}


def at_random(state: Any, offers: Any, chance: Random) -> Any:
    return chance.choice(offers)


def test_an_outcome_may_tell_parts_by_name_and_codes_by_word() -> None:
    walk = Walk()
    found = walk.play(walk.setup({"steps": 2}), [thief(at_random)], 1, 0, 50).outcomes
    assert (found["place"] == found["steps"][:, 1] - found["steps"][:, 0]).all()
    assert (found["ended"] == (found["steps"][:, 0] == 0)).all()
    assert set(found["place"].tolist()) == {-2, 0, 2}
    assert walk.setup({"players": 3}).players == 3


def test_where_there_is_one_offer_nobody_is_asked() -> None:
    walk = Walk()
    walk.wrong = {"offers": iter([["left"], ["right"], []]).__next__}
    found = walk.play(walk.setup({}), [thief(lambda *table: 1 // 0)], 1, 0, 1).outcomes
    assert found["steps"].tolist() == [[1, 1]]


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("answer", "kind", "said"),
    [
        (
            lambda *_: "up",
            IllegalChoice,
            'made an illegal choice on A walk in game 7, turn 1, asked for left or right: choice "up".',
        ),
        (lambda *_: None, IllegalChoice, "choice None."),
        (lambda *_: ["left"], IllegalChoice, 'choice ["left"].'),
        (
            lambda *_: 1 // 0,
            PolicyFailed,
            "failed on A walk in game 7, turn 1, asked for left or right: ZeroDivisionError in test_plain.py, line ",
        ),
        (raising(SystemExit(3)), PolicyFailed, "SystemExit in test_plain.py, line "),
        (lambda state, offers: "left", PolicyFailed, "TypeError"),
    ],
)
def test_what_a_policy_does_wrong_is_told_and_never_corrected(
    answer: Callable[..., Any], kind: type[IllegalChoice], said: str
) -> None:
    walk = Walk()
    walk.wrong = {"offers": lambda: ["left", "right"]}
    for play in (
        lambda: walk.play(walk.setup({}), [thief(answer)], 1, 7, 1),
        lambda: list(walk.trace(walk.setup({}), [thief(answer)], 1, 7)),
    ):
        with pytest.raises(IllegalChoice) as failure:
            play()
        assert type(failure.value) is kind
        assert str(failure.value).startswith("policy thief ")
        assert said in str(failure.value)
        assert str(failure.value).endswith(".")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            {"begin": lambda: None},
            "turn 1, with policy thief: ValueError: there is no state after that; `begin` and `choose` must return one.",
        ),
        ({"choose": lambda: None}, "turn 1, with policy thief: ValueError: there is no state after that"),
        ({"offers": lambda: 1 // 0}, "turn 1, with policy thief: ZeroDivisionError"),
        (
            {"offers": lambda: {"left"}},
            "TypeError: a set has no order; `offers` must return a list or a tuple.",
        ),
        (
            {"offers": lambda: 3},
            "TypeError: it returns 3; `offers` must return a list or a tuple.",
        ),
        ({"offers": raising(SystemExit())}, "turn 1, with policy thief: SystemExit"),
        (
            {"outcome": lambda: {"steps": [1]}},
            "turn 4, with policy thief: ValueError: steps has 2 parts, and 1 are told.",
        ),
        (
            {"outcome": lambda: {"steps": [1, -1]}},
            "ValueError: steps is -1, and only a score can be negative.",
        ),
        (
            {"outcome": lambda: {"place": 1.5}},
            "TypeError: place is 1.5, and must be a whole number.",
        ),
        (
            {"outcome": lambda: {"ended": "soon"}},
            'TypeError: ended is "soon", and must be one of near, far.',
        ),
        (
            {"outcome": lambda: {"place": 2**31}},
            "ValueError: place is 2147483648, and 2,147,483,647 is the most.",
        ),
        (
            {"outcome": lambda: {"steps": [0, 10**30]}},
            "ValueError: steps is a number of 31 digits, and 2,147,483,647 is the most.",
        ),
        ({"outcome": lambda: {"ended": 2}}, "ValueError: ended is 2, and has 2 values."),
        (
            {"outcome": lambda: {"luck": 2}},
            "ValueError: `outcome_of` tells place, steps, ended, luck; measures are place, steps, ended.",
        ),
    ],
)
def test_what_the_game_does_wrong_is_told(wrong: Mapping[str, Callable[..., Any]], said: str) -> None:
    walk = Walk()
    walk.wrong = wrong
    with pytest.raises(GameFailed) as failure:
        walk.play(walk.setup({}), [thief(at_random)], 1, 2, 1)
    assert str(failure.value).startswith("A walk failed in game 2, ")
    assert said in str(failure.value)


def test_an_outcome_that_is_none_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "outcome_of", lambda self, state: None)
    with pytest.raises(
        GameFailed, match="TypeError: `outcome_of` must return a number for every measure, and returns None"
    ):
        Walk().play(Walk().setup({}), [thief(at_random)], 1, 2, 1)


def test_the_line_is_told_of_a_game_in_a_file(tmp_path: Path) -> None:
    from simulator.games import load_game

    text = FILE.read_text(encoding="utf-8").replace('name, title = "hoard"', 'name, title = "den"')
    (tmp_path / "den.py").write_text(
        text.replace("chance.randint(1, 6)", "chance.randint(6, 1)"), encoding="utf-8"
    )
    game = load_game(str(tmp_path / "den.py"))
    with pytest.raises(
        GameFailed, match=r"turn 1, with policy timid: ValueError in den\.py, line \d+: empty range"
    ):
        game.play(game.setup({}), [load_thief("timid")], 1, 0, 1)


def test_a_game_that_does_not_end_is_stopped() -> None:
    walk = Walk()
    with pytest.raises(
        GameFailed, match=rf"turn {MOST_TURNS + 1}, with policy thief: RuntimeError: it does not end\."
    ):
        walk.play(walk.setup({"steps": 200_000}), [thief(lambda state, offers, chance: "left")], 1, 0, 1)


def test_states_are_told_as_json_can_write_them() -> None:
    assert as_json({"a": (1, True, None), 2: {"z", "b"}, PlainSetup("x", (("n", 1),)): 1.5}) == {
        "a": [1, True, None],
        "2": ["b", "z"],
        "{'game': 'x', 'items': [['n', 1]]}": 1.5,
    }
    assert as_json(Random) == str(Random)
