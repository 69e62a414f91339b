"""Positions worked out by hand for the rules that are easy to get wrong."""

from collections import deque
from typing import Any

import pytest

from .actions import play_cards, possible_actions
from .cards import end_of_turn_draw
from .chance import KeyChance
from .clock import lose_tokens
from .deployment import deploy_for_card, deploy_start_card
from .game import Game
from .movement import move_train
from .question import Flow, GameOver, Question
from .samples import DECK, KNOT, PRAIRIE, VALLEY, standard
from .setup import standard_layout
from .timetable import carry_out_timetable, move_for_card, reveal


class Script(KeyChance):
    """Outcomes told in advance, in the order in which they are needed."""

    def __init__(self) -> None:
        super().__init__(self._no_other)
        self.rolls: deque[int] = deque()
        self.cards: deque[str] = deque()
        self.dice: deque[tuple[int, int]] = deque()
        self.numbers: deque[int] = deque()

    def _no_other(self, stream: str, n: int) -> int:
        if stream == "action":
            return 0
        raise AssertionError(f"nothing was told about {stream} of {n}")

    def timetable(self, unseen: list[str]) -> str:
        card = self.cards.popleft()
        assert card in unseen
        return card

    def deployment_dice(self) -> tuple[int, int]:
        return self.dice.popleft()

    def number(self, left: list[int]) -> int:
        number = self.numbers.popleft()
        assert number in left
        return number

    def movement(self, train: str, faces: list[int]) -> int:
        return self.rolls.popleft()


def position(board: dict[str, Any], **changes: Any) -> Game:
    """A game in mid-play with the standard layout and empty hands."""
    game = Game(board, DECK, standard(board, **changes), Script())
    standard_layout(game, board["layout"])
    game.turn = 5
    return game


def script(game: Game) -> Script:
    """The outcomes told to a position."""
    assert isinstance(game.chance, Script)
    return game.chance


def put(game: Game, train_id: str, at: str, heading: str | None, good: str | None = None) -> None:
    """Set a train, and take its good from the city."""
    train = game.trains[train_id]
    train.at, train.heading, train.good = at, heading, good
    if good is not None:
        game.goods[game.network.city_of_colour(good)] -= 1


def drive(flow: Flow[None], *answers: dict[str, Any]) -> list[Question]:
    """Answer the questions of a flow to its end, and return them."""
    questions: list[Question] = []
    given = deque(answers)
    try:
        question = next(flow)
        while True:
            questions.append(question)
            answer = given.popleft()
            assert answer in question.options
            question = flow.send(answer)
    except StopIteration:
        assert not given
        return questions


def move(game: Game, train_id: str, points: int, *answers: dict[str, Any]) -> list[Question]:
    """Move a train by a card with a roll told in advance."""
    script(game).rolls.append(points)
    return drive(move_train(game, game.trains[train_id], "card"), *answers)


def story(game: Game, *names: str) -> list[tuple[Any, ...]]:
    """The events so far as tuples of their values, perhaps only those of some names."""
    return [tuple(event.values()) for event in game.events if not names or event["event"] in names]


def test_B6_M9_a_step_runs_through_two_junctions_and_the_port_unloads() -> None:
    game = position(VALLEY)
    put(game, "grey-1", "paris-dijon#2", "paris-dijon:2", "yellow")
    move(game, "grey-1", 3)
    assert story(game) == [
        ("move", "grey-1", "card"),
        ("roll", "grey-1", 3),
        ("step", "grey-1", "ulm-marseille#1", "ulm-marseille:1"),
        ("step", "grey-1", "marseille", None),
        ("stop", "grey-1", "marseille", "port", 1, None),
        ("deliver", "grey-1", "yellow", "marseille", True),
        ("depot", "grey-1", None),
    ]


def test_M10_head_on_costs_double_and_K1_comes_in_mid_loss() -> None:
    game = position(VALLEY)
    game.clock, game.left = 3, 9
    put(game, "black-1", "paris-dijon#1", "paris-dijon:1", "yellow")
    put(game, "brown-1", "paris-dijon#2", "paris-dijon:1")
    move(game, "black-1", 4)
    assert story(game)[2:] == [
        ("stop", "black-1", "paris-dijon#1", "head-on", 4, "brown-1"),
        ("tokens", "head-on", 3, 0),
        ("clock-out", True, 8, 7),
        ("tokens", "head-on", 5, 2),
        ("depot", "black-1", "yellow"),
    ]
    assert game.goods["paris"] == 2
    assert game.trains["brown-1"].at == "paris-dijon#2"


def test_X3_a_red_field_before_a_facing_train_is_an_ordinary_stop() -> None:
    game = position(VALLEY)
    game.green.remove("paris-dijon:1")
    put(game, "black-1", "paris-dijon#1", "paris-dijon:1")
    put(game, "brown-1", "paris-dijon#2", "paris-dijon:1")
    move(game, "black-1", 2)
    assert story(game)[2:] == [
        ("stop", "black-1", "paris-dijon#1", "red", 2, "paris-dijon:1"),
        ("tokens", "red", 2, 5),
    ]


@pytest.mark.parametrize(
    ("ruling", "reason", "lost"), [("head-on", "head-on", 6), ("start-place", "start", 2)]
)
def test_X4_running_onto_an_occupied_start_place(ruling: str, reason: str, lost: int) -> None:
    game = position(VALLEY, rulings={"X4": ruling})
    put(game, "black-1", "calais-paris#1", "calais-paris:0", "blue")
    put(game, "brown-1", "calais", "calais-paris:0")
    move(game, "black-1", 3)
    assert story(game)[2:] == [
        ("stop", "black-1", "calais-paris#1", reason, 3, "brown-1"),
        ("tokens", reason, lost, 7 - lost),
        ("depot", "black-1", "blue"),
    ]


def test_M11_a_free_start_place_costs_two_flat() -> None:
    game = position(VALLEY)
    put(game, "black-1", "calais-paris#1", "calais-paris:0")
    move(game, "black-1", 5)
    assert story(game)[2:] == [
        ("step", "black-1", "calais", "calais-paris:0"),
        ("stop", "black-1", "calais", "start", 4, None),
        ("tokens", "start", 2, 5),
        ("depot", "black-1", None),
    ]


def test_X13_E3_the_second_clock_out_without_a_card_ends_the_polish_game_only() -> None:
    german, polish = position(VALLEY, edition="de"), position(VALLEY, edition="pl")
    until_no_card = [("tokens", "red", 1, 0), ("clock-out", True, 0, 7), ("tokens", "red", 7, 0)]
    for game in (german, polish):
        game.clock, game.left = 1, 1
    lose_tokens(german, "red", 9)
    assert story(german) == [*until_no_card, ("clock-out", False, 0, 7), ("tokens", "red", 1, 6)]
    with pytest.raises(GameOver, match="E3"):
        lose_tokens(polish, "red", 9)
    assert story(polish) == [*until_no_card, ("clock-out", False, 0, 0)]


def test_X8_without_a_possible_step_the_first_exit_of_each_consequence_is_offered() -> None:
    game = position(VALLEY)
    game.green |= {"wien-berlin:1", "berlin-ulm:0"}
    put(game, "black-1", "berlin", None)
    put(game, "black-2", "wien-berlin#1", "wien-berlin:0")
    put(game, "brown-1", "dijon-berlin#1", "dijon-berlin:1")
    put(game, "brown-2", "berlin-ulm#1", "berlin-ulm:1")
    [question] = move(game, "black-1", 2, {"by": "dijon-berlin:1"})
    assert question == Question("exit", [{"by": "wien-berlin:1"}, {"by": "dijon-berlin:1"}])
    assert story(game, "stop", "tokens", "depot") == [
        ("stop", "black-1", "berlin", "head-on", 2, "brown-1"),
        ("tokens", "head-on", 4, 3),
        ("depot", "black-1", None),
    ]


def test_X8_an_exit_that_allows_a_step_must_be_taken_and_is_not_asked_for() -> None:
    game = position(VALLEY)
    game.green |= {"wien-berlin:1"}
    put(game, "black-1", "berlin", None)
    put(game, "black-2", "wien-berlin#1", "wien-berlin:0")
    assert move(game, "black-1", 2) == []
    assert story(game, "step", "stop") == [
        ("step", "black-1", "dijon-berlin#1", "dijon-berlin:0"),
        ("stop", "black-1", "dijon-berlin#1", "arm", 1, "dijon"),
    ]


def test_X8_longest_leaves_only_the_longest_run() -> None:
    game = position(VALLEY, rulings={"X8": "longest"})
    game.green |= {"wien-berlin:1", "berlin-ulm:0"}
    put(game, "black-1", "berlin", None)
    [question] = move(game, "black-1", 3, {"by": "berlin-ulm:0"})
    # wien-berlin#1 and Wien; dijon-berlin#1, then a disc; berlin-ulm#1 and #2, then red.
    assert question == Question("exit", [{"by": "wien-berlin:1"}, {"by": "berlin-ulm:0"}])


def test_X15_a_train_is_never_in_its_own_way() -> None:
    """By its city's two entrances at one junction, and round a ring of one cell."""
    game = position(KNOT)
    put(game, "black-1", "hub", None)
    game.green, game.switches["west"] = {"hub-knot:0", "knot-hub:0"}, ["ring", "chord"]
    asked = move(game, "black-1", 3, {"by": "knot-hub:0"})
    assert [question.options for question in asked] == [[{"by": "hub-knot:0"}, {"by": "knot-hub:0"}]]
    put(game, "grey-1", "ring#1", "ring:0")
    move(game, "grey-1", 2)
    assert story(game, "step", "stop", "tokens") == [
        ("step", "black-1", "hub", None),
        ("stop", "black-1", "hub", "city", 2, None),
        *[("step", "grey-1", "ring#1", "ring:0")] * 2,
        ("stop", "grey-1", "ring#1", "points", 0, None),
    ]


def test_H2_running_through_declares_the_dispatcher_for_the_whole_turn() -> None:
    game = position(VALLEY, helpers=["H2"])
    game.green |= {"calais-paris:1", "paris-dijon:0"}
    put(game, "black-1", "calais", "calais-paris:0")
    put(game, "black-2", "calais-paris#2", "calais-paris:2")
    assert move(game, "black-1", 2) == []
    assert story(game, "stop") == [("stop", "black-1", "calais-paris#1", "train", 1, "black-2")]
    [question] = move(game, "black-2", 3, {"by": "paris-dijon:0"})
    assert question == Question("through", [{"stop": True}, {"by": "paris-dijon:0"}])
    assert story(game, "helper") == [("helper", "H2", "black-2")]
    assert game.trains["black-2"].at == "paris-dijon#2"
    [question] = move(game, "black-1", 5, {"stop": True})
    assert story(game, "stop")[-1] == ("stop", "black-1", "paris", "city", 3, None)


def test_H4_under_the_pile_comes_last_and_K1_may_take_it() -> None:
    game = position(PRAIRIE, helpers=["H4"])
    script(game).cards.extend(["c14", "c13", "c12"])
    game.left = 3
    [question] = drive(carry_out_timetable(game), {"use": True})
    assert question.ask == "track-keeper"
    assert story(game, "reveal", "helper") == [
        ("reveal", "c14", 2),
        ("helper", "H4", "c14"),
        ("reveal", "c13", 2),
    ]
    assert (game.state()["bottom"], game.state()["executed"]) == ("c14", ["c13"])
    assert [reveal(game), reveal(game)] == ["c12", "c14"]
    assert (game.state()["bottom"], game.left) == (None, 0)

    game.bottom, game.left = "c14", 1
    lose_tokens(game, "red", 7)
    assert (game.state()["bottom"], game.left) == (None, 0)


def test_X11_H4_needs_another_card() -> None:
    game = position(PRAIRIE, helpers=["H4"])
    script(game).cards.append("c13")
    game.left = 1
    assert drive(carry_out_timetable(game)) == []


def test_D4_the_second_colour_differs_even_if_the_first_place_was_occupied() -> None:
    game = position(VALLEY)
    script(game).dice.extend([(3, 3), (4, 4)])
    put(game, "grey-1", "calais", "calais-paris:0")
    questions = drive(deploy_for_card(game, 2), {"colour": "black"}, {"colour": "grey"})
    assert questions[1] == Question("deploy", [{"colour": "brown"}, {"colour": "grey"}])
    assert story(game, "deploy", "tokens") == [
        ("deploy", "black", None, "dice", [3, 3], 6, "calais", "occupied"),
        ("tokens", "occupied", 2, 5),
        ("deploy", "grey", "grey-2", "dice", [4, 4], 8, "bern", "placed"),
    ]


def test_D4_no_train_of_another_colour_costs_two() -> None:
    game = position(VALLEY, house={"trains": [2, 1, 1]})
    script(game).dice.append((1, 1))
    put(game, "brown-1", "paris", None)
    put(game, "grey-1", "berlin", None)
    assert drive(deploy_for_card(game, 2)) == []
    assert story(game) == [
        ("deploy", "black", "black-1", "dice", [1, 1], 2, "calais", "placed"),
        ("deploy", None, None, "none", None, None, None, "no-train"),
        ("tokens", "no-train", 2, 5),
    ]


@pytest.mark.parametrize("edition", ["de", "pl"])
def test_X16_H5_may_lead_to_an_occupied_place_on_the_start_card(edition: str) -> None:
    game = position(PRAIRIE, helpers=["H5"], locations="stack", edition=edition)
    script(game).numbers.extend([2, 7, 9] if edition == "pl" else [2, 7])
    drive(deploy_start_card(game), {"place": "salem"})
    beginning = [
        ("helper", "H5", "black"),
        ("deploy", "black", "black-1", "choice", None, None, "salem", "placed"),
    ]
    assert story(game, "helper", "deploy", "tokens")[:2] == beginning
    if edition == "pl":
        assert story(game, "helper", "deploy", "tokens")[2:] == [
            ("deploy", "brown", None, "token", None, 2, "salem", "again"),
            ("deploy", "brown", "brown-1", "token", None, 7, "miami", "placed"),
            ("deploy", "grey", "grey-1", "token", None, 9, "boston", "placed"),
        ]
    else:
        assert story(game, "helper", "deploy", "tokens")[2:] == [
            ("deploy", "brown", None, "token", None, 2, "salem", "occupied"),
            ("tokens", "occupied", 2, 5),
            ("deploy", "grey", "grey-1", "token", None, 7, "miami", "placed"),
        ]
    assert game.state()["tokens"] == list(range(2, 13))


def test_X6_a_port_that_does_not_need_a_good_is_a_city_or_stores_it_without_effect() -> None:
    as_city, literal = position(PRAIRIE), position(PRAIRIE, rulings={"X6": "literal"})
    for game in (as_city, literal):
        game.delivered["york"]["red"] = 1
        put(game, "black-1", "chicago-york#2", "chicago-york:2", "red")
        move(game, "black-1", 1)
    assert story(as_city, "stop", "deliver") == [("stop", "black-1", "york", "city", 0, None)]
    assert story(literal, "stop", "deliver") == [
        ("stop", "black-1", "york", "port", 0, None),
        ("deliver", "black-1", "red", "york", False),
    ]


def test_E1_V4_north_america_needs_both_colours_and_one_more_in_each_port() -> None:
    game = position(PRAIRIE, goods=10)
    game.delivered = {"frisco": {"red": 2, "white": 1}, "york": {"red": 1, "white": 1}}
    put(game, "black-1", "chicago-york#2", "chicago-york:2", "white")
    with pytest.raises(GameOver, match="E1"):
        move(game, "black-1", 2)
    assert story(game, "deliver", "depot") == [
        ("deliver", "black-1", "white", "york", True),
        ("depot", "black-1", None),
    ]


def test_M13_idle_colours_are_offered_once() -> None:
    game = position(VALLEY)
    put(game, "grey-1", "berlin", None)
    questions = drive(move_for_card(game, {"moves": ["wild"]}), {"colour": "black"})
    assert questions == [Question("wild", [{"colour": "black"}, {"colour": "grey"}])]


def test_H6_holds_a_train_for_the_turn_in_the_polish_edition_only() -> None:
    for edition, offered in (("de", True), ("pl", False)):
        game = position(PRAIRIE, helpers=["H6"], edition=edition)
        game.hands[0]["move"] = 1
        put(game, "grey-1", "salem", "salem-frisco:0")
        [question] = drive(move_for_card(game, {"moves": ["grey"]}), {"hold": "grey-1"})
        assert question == Question("order", [{"move": "grey-1"}, {"hold": "grey-1"}])
        assert ({"move": "grey-1", "cards": [0, 0, 1]} in possible_actions(game)) == offered


def test_C1_a_citys_only_disc_stays_at_the_city() -> None:
    game = position(VALLEY)
    game.hands[0]["signal"] = 1
    targets = [option["signal"] for option in possible_actions(game) if "signal" in option]
    from_paris = [target for source, target in targets if source == "calais-paris:2"]
    assert from_paris == ["paris-dijon:0", "paris-marseille:0"]


def test_C4_C5_payments_and_loading() -> None:
    game = position(VALLEY)
    game.hands[0].update(signal=1, switch=2)
    put(game, "brown-1", "berlin", None)
    moves = [option["cards"] for option in possible_actions(game) if "move" in option]
    assert moves == [[0, 2, 0], [1, 1, 0]]
    questions = drive(play_cards(game), {"load": "brown-1", "cards": [0, 1, 0]}, {"stop": True})
    assert story(game, "play") == [("play", "load", [0, 1, 0], "brown-1", "blue")]
    assert not any("load" in option for option in questions[1].options)


def test_T3_what_fits_is_chosen_and_the_draw_is_split_at_a_shuffle() -> None:
    game = position(VALLEY)
    game.hands[0]["move"] = 7
    game.pile.update(signal=2, switch=0, move=0)
    game.discards.update(signal=0, switch=4, move=0)
    [question] = drive(end_of_turn_draw(game), {"cards": 3})
    assert question == Question("draw", [{"cards": 0}, {"cards": 1}, {"cards": 2}, {"cards": 3}])
    assert story(game)[1:] == [
        ("draw", 0, ["signal", "signal"]),
        ("shuffle", [0, 4, 0]),
        ("draw", 0, ["switch"]),
    ]
