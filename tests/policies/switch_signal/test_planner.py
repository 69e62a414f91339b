"""The practised table: strength, skill dial, and single positions in which the right play is plain to see."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from policies.switch_signal.planning.memory import memory_of
from simulator.core.errors import InputError
from simulator.switch_signal.codes import CITY, FREE
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.boards import KNOT
from tests.players import load_player
from tests.position import Position


def answer(position: Position, policy: str = "planner") -> dict[str, object]:
    """What the policy would do, as it stands in a trace."""
    player = load_player(policy)
    session = position.session
    session.minds["params"][0, : len(player.params)] = player.params
    code = session.consult(player.decide)
    return position.names.choice(str(session.ask), code, session.record)


def test_a_train_in_its_city_is_loaded_before_anything_else() -> None:
    position = Position("loop").train("black-1", at="alm")
    assert "load" in answer(position)


def test_in_the_last_turn_a_load_is_not_paid_with_the_card_that_moves_it_home() -> None:
    position = Position("loop").train("black-1", at="alm").timetable(1).hand(0, signal=1, move=3)
    assert answer(position)["cards"] == [1, 0, 0]  # signal, switch, move


def test_a_good_that_cannot_come_home_any_more_is_not_loaded() -> None:
    position = Position("loop").train("black-1", at="alm").timetable(0).hand(0, signal=1, switch=1)
    assert "load" not in answer(position)


def test_V12_where_loading_costs_no_card_the_last_one_is_left_to_bring_the_good_home() -> None:
    position = Position("tiny", house={"loading-cards": 0}).train("black-1", at="mill")
    assert "load" in answer(position.timetable(0).hand(0, move=1))


def test_V12_where_loading_costs_three_cards_none_is_left_to_bring_the_good_home() -> None:
    position = Position("tiny", house={"loading-cards": 3}).train("black-1", at="mill")
    assert "load" not in answer(position.timetable(0).hand(0, move=3))
    assert "load" in answer(position.hand(0, move=4))


@pytest.mark.parametrize(
    ("at", "heading", "stop"), [("hub", None, CITY), ("ring#1", "ring:0", FREE), ("ring#1", "ring:1", FREE)]
)
def test_X15_it_does_not_fear_that_a_train_meets_itself(at: str, heading: str | None, stop: int) -> None:
    position = Position(KNOT).train("black-1", at=at, heading=heading).green("knot-hub:0")
    answer(position.red("near-hub:2", "edge-hub:2").switch("west", "ring", "chord"))
    assert memory_of(position.session.minds[0])["plan"]["trails"][0]["stop"] == stop


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_with_ten_goods_none_is_fetched_that_does_not_count(board: str) -> None:
    """V4: two more of any colour, not two more of each."""
    outcomes = play(Scenario(board=board, goods=10), load_player("planner"), 5, 0, 100).outcomes
    assert (outcomes["delivered"].sum(axis=(1, 2)) == outcomes["goods"]).all()


def test_X6_by_the_letter_hardly_a_good_is_brought_to_a_port_that_has_its_colour() -> None:
    """A player who takes any port for the right one wastes goods in nine of ten games; cards drive some trains there all the same."""
    scenario = Scenario(board="north-america", rulings={"X6": "literal"})
    delivered = play(scenario, load_player("planner"), 5, 0, 200).outcomes["delivered"].astype(int)
    assert ((delivered - 1).clip(0).sum(axis=(1, 2)) > 0).mean() < 0.2


@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_it_wins_far_more_than_a_first_timer(board: str) -> None:
    """200 games; on both boards more than 20 points over novice, by more than four standard errors: wrong once in 30,000."""
    won = [
        play(Scenario(board=board), load_player(name), 17, 0, 200).outcomes["won"]
        for name in ("novice", "planner")
    ]
    error = np.sqrt(sum(each.var() / len(each) for each in won))
    assert won[1].mean() - won[0].mean() > 0.20
    assert won[1].mean() - won[0].mean() > 4 * error


def test_the_dial_of_attention_is_a_dial_of_skill() -> None:
    """Goods delivered rise from notch to notch by more than four standard errors (300 games each)."""
    goods = [
        play(Scenario(), load_player(f"planner:attention={notch}"), 5, 0, 300).outcomes["goods"]
        for notch in (0, 0.3, 0.6, 1)
    ]
    for less, more in pairwise(goods):
        error = np.sqrt(less.var() / 300 + more.var() / 300)
        assert more.mean() - less.mean() > 4 * error


def test_attention_of_a_game_does_not_depend_on_the_games_before_it() -> None:
    policy = load_player("planner:attention=0.5")
    block = play(Scenario(), policy, 5, 0, 8).outcomes
    assert block[7].tobytes() == play(Scenario(), policy, 5, 7, 1).outcomes[0].tobytes()


@pytest.mark.parametrize("name", ["planner", "planner:attention=0.6"])
@pytest.mark.parametrize("board", ["central-europe", "north-america"])
def test_a_mind_that_has_thought_before_weighs_as_one_that_has_not(board: str, name: str) -> None:
    """A survey is kept until the position changes, trains walk on along trails of theirs, and ways are mended: none of it may show in any offer, at any decision of five games."""
    player, other = load_player(name), load_player("random")
    for game in range(5):
        session = Session(Scenario(board=board), 41, game, player.params)
        fresh = Session(Scenario(board=board), 41, game, player.params)
        blank = fresh.minds.copy()
        session.run_on()
        while not session.over:
            fresh.games[:], fresh.minds[:] = session.games, blank
            answers = session.consult(player.decide), fresh.consult(player.decide)
            weighed, anew = (memory_of(each.minds[0])["plan"] for each in (session, fresh))
            count = int(weighed["offers"])
            assert answers[0] == answers[1]
            assert count == anew["offers"] > 0
            assert (weighed["offer"][:count] == anew["offer"][:count]).all()
            assert (weighed["offer_gain"][:count] == anew["offer_gain"][:count]).all()
            # Every third answer is another's, so that positions come up to which its own play would not lead.
            session.choose(session.consult(other.decide) if session.whim(3) == 0 else answers[0])
            session.run_on()


def test_settings_are_part_of_the_name_in_one_spelling() -> None:
    assert load_player("planner:attention=1").name == "planner"
    assert load_player("planner:token=3,attention=0.50").name == "planner:token=3,attention=0.5"


@pytest.mark.parametrize("value", ["0.123456789012345", "0.30000000000000004", "1e-7"])
def test_a_name_has_all_digits_that_matter(value: str) -> None:
    """A run is gone on with by its name."""
    policy = load_player(f"planner:attention={value}")
    assert load_player(policy.name) == policy


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("planner:attenton=1", 'planner has no parameter "attenton" (did you mean "attention"?)'),
        ("planner:attention=2", "attention=2 must be a number from 0 to 1"),
        ("planner:attention=nan", "attention=nan must be a number from 0 to 1"),
        ("planner:attention", '"attention" must have the form key=value'),
        ("planner:token=1,token=2", "token is given twice"),
        ("planner:@nowhere.toml", "--policy: nowhere.toml: there is no such file."),
        ("planner:@a\0b", "--policy: a�b: "),
        ("planner:@/dev/zero", "--policy: /dev/zero: is not an ordinary file."),
        ("random:token=1", 'random has no parameter "token"; it has none'),
        ("expert:futures=2.5", "futures=2.5 must be a whole number from 1 to 1000"),
    ],
)
def test_wrong_settings_are_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refusal:
        load_player(text)
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("token = 1", r"weights.toml: has no table \[weights\]; `sim train` writes such files."),
        ("weights = 7", r"weights.toml: has no table \[weights\]"),
        ("[weights", "is not TOML"),
        ("[weights]\ntoken = '1,@weights.toml'", "must be a number from"),
        ("[weights]\n'token=1,@weights.toml' = 1", "planner has no parameter"),
    ],
)
def test_files_of_weights_are_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("weights.toml").write_text(text)
    with pytest.raises(InputError, match=sentence):
        load_player("planner:@weights.toml")


@pytest.mark.parametrize("settings", ["token=3,@weights.toml", "@weights.toml,token=3"])
def test_what_is_said_beside_a_file_of_weights_is_not_overridden_silently(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("weights.toml").write_text("[weights]\ntoken = 2")
    assert load_player("planner:red=1,@weights.toml").name == "planner:token=2,red=1"
    with pytest.raises(InputError, match="--policy: token is given twice"):
        load_player(f"planner:{settings}")
