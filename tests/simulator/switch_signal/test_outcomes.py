"""The outcome columns say what happened: each is counted anew from the trace of the game."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from experiments.play import Matchup, play_many
from experiments.run_store.tally import Count, tally_form
from simulator.switch_signal.board_model import TRAIN_COLOURS
from simulator.switch_signal.game import GAME
from simulator.switch_signal.measures import CAUSES
from simulator.switch_signal.play import play
from simulator.switch_signal.records import heat_dtype, outcome_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from simulator.switch_signal.trace import Translator, trace
from tests.players import heat_of, load_player
from tests.position import Position

SCENARIOS = {
    "tiny": Scenario(board="tiny", removed=0, extra_signals=1, house={"unused-point": 0, "draw": 8}),
    "loop": Scenario(board="loop", edition="pl", players=3),
    "tiny-na": Scenario(board="tiny-na", goods=10, locations="stack", layout="random"),
    "central-europe": Scenario(),
    "north-america": Scenario(board="north-america", edition="pl"),
}
ACTIONS = ("signal", "switch", "move", "load")
KINDS = ("signal", "switch", "move")


class Regrets:
    """Blunders, from the events alone; those of loaded trains left idle need the board, and are tested by positions."""

    def __init__(self, scenario: Scenario) -> None:
        self.counts = np.zeros(4, int)
        self.one_card_pays_all = scenario.number("any-action-cards") == 1
        self.dice = {colour: scenario.numbers(f"die-{colour}") for colour in TRAIN_COLOURS}
        self.token = scenario.number("unused-point")
        self.hands: Counter[tuple[int, str]] = Counter()
        self.kept: set[str] = set()  # by the player before, of the kinds that one card pays
        self.new: set[str] = set()  # trains of this turn
        self.seat, self.roll, self.by, self.drawn = 0, 0, "", False

    def at_hand(self) -> set[str]:
        held = {kind for kind in KINDS if self.hands[self.seat, kind] > 0}
        return set(KINDS) if held and self.one_card_pays_all else held

    def see(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "deal":
                self.hands.update((event["seat"], card) for card in event["cards"])
            case "draw":
                if not self.drawn:  # a shuffle can come between two draws
                    self.kept, self.drawn = self.at_hand(), True
                self.hands.update((event["seat"], card) for card in event["cards"])
            case "play":
                for kind, number in zip(KINDS, event["cards"], strict=True):
                    self.hands[self.seat, kind] -= number
            case "turn":
                if event["turn"] > 1 and not self.drawn:
                    self.kept = self.at_hand()
                self.seat, self.new, self.drawn = event["seat"], set(), False
            case "deploy" if event["result"] == "placed":
                self.new.add(event["train"])
            case "move":
                self.by = event["by"]
            case "roll":
                self.roll = event["points"]
            case "stop":
                self.see_stop(event)

    def see_stop(self, event: dict[str, Any]) -> None:
        kept = self.at_hand() if self.by == "card" else self.kept if event["train"] not in self.new else set()
        die = self.dice[event["train"].split("-")[0]]
        reason, unused = event["reason"], event["unused"]
        if reason == "head-on":
            self.counts[0] += self.by == "card" or bool(kept & {"switch", "move"})
        elif reason == "start":
            self.counts[1] += 1
        elif (reason, True) in (("red", "signal" in kept), ("arm", "switch" in kept)):
            self.counts[3] += unused * self.token if self.roll - unused < min(die) else 0


def told(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The columns, from the events alone."""
    turn = 0
    columns: dict[str, Any] = {
        name: np.zeros(outcome_dtype[name].shape, int) for name in outcome_dtype.names or ()
    }
    for event in events:
        match event["event"]:
            case "turn":
                turn = event["turn"]
            case "tokens":
                columns["tokens"][list(CAUSES).index(event["cause"])] += event["lost"]
                columns["tokens_by_turn"][turn - 1] += event["lost"]
            case "clock-out":
                columns["cards_lost"] += event["removed"]
            case "deliver":
                columns["goods"] += event["counts"]
                columns["goods_by_turn"][turn - 1] += event["counts"]
            case "play":
                kind = ACTIONS.index(event["action"])
                columns["plays"][kind] += 1
                columns["pairs"] += kind < 3 and event["cards"] != [int(k == kind) for k in range(3)]
            case "helper":
                columns["helper_turn"][int(event["helper"][1]) - 1] = turn
            case "deploy" if event["result"] == "placed":
                columns["deployed"][TRAIN_COLOURS.index(event["colour"])] += 1
            case "stop":
                columns["head_ons"] += event["reason"] == "head-on"
                if event["reason"] == "port":
                    columns["arrived"][TRAIN_COLOURS.index(event["train"].split("-")[0])] += 1
            case "choice":
                columns["decisions"] += 1
            case "end":
                columns["won"] += event["won"]
                columns["why"] += int(event["why"][1])
    columns["turns"] += turn
    return columns


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("player", ["random", "planner"])
def test_every_column_agrees_with_the_events(name: str, player: str) -> None:
    scenario, policy = SCENARIOS[name], load_player(player)
    block = play(scenario, policy, 11, 0, 30)
    for game in range(30):
        session = Session(scenario, 11, game, policy.params)
        events = list(trace(session, lambda table: table.consult(policy.decide)))
        expected, regrets = told(events), Regrets(scenario)
        for event in events:
            regrets.see(event)
        regrets.counts[2] = block.outcomes["blunders"][game][2]
        expected["blunders"] = regrets.counts
        state = Translator(scenario).state(session.record)
        expected["clock"] += state["clock"]
        expected["pile"] += state["left"]
        expected["unspent"] += sum(map(sum, state["hands"]))
        for port, stored in enumerate(state["delivered"].values()):
            expected["delivered"][port, : len(stored)] = list(stored.values())
        for column in outcome_dtype.names or ():
            assert np.array_equal(block.outcomes[column][game], expected[column]), (game, column)


@pytest.mark.parametrize(
    ("hand", "good", "green", "cards", "idle"),
    [
        ({"signal": 1}, "yellow", False, 10, 1),
        ({"switch": 1}, "yellow", False, 10, 0),
        ({"signal": 1}, None, False, 10, 0),
        ({"signal": 1}, "yellow", True, 10, 0),
        ({"signal": 1}, "yellow", False, 0, 0),
    ],
)
def test_a_loaded_train_is_left_idle_where_a_card_would_have_opened_its_way(
    hand: dict[str, int], good: str | None, green: bool, cards: int, idle: int
) -> None:
    """A train before a red signal; not so with another card, without a good, at a green one, or in the last turn."""
    p = Position("loop").hand(0, **hand).hand(1, switch=1).timetable(cards)
    (p.green if green else p.red)("weiche-zoll:1")
    p.train("black-1", at="weiche-zoll#1", heading="weiche-zoll:1", good=good)
    p.next_card("t12").choose({"stop": True})
    assert p.session.outcome["blunders"].tolist() == [0, 0, idle, 0]


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_heat_of_a_block_agrees_with_the_events(name: str) -> None:
    scenario, policy = SCENARIOS[name], load_player("random")
    block = play(scenario, policy, 12, 0, 20)
    names = Translator(scenario).names
    seen: Counter[tuple[str, str]] = Counter()
    for game in range(20):
        for event in trace(Session(scenario, 12, game), lambda table: table.consult(policy.decide)):
            match event["event"]:
                case "step":
                    seen["visits", event["to"]] += 1
                case "deploy" if event["result"] == "placed":
                    seen["visits", event["place"]] += 1
                case "stop":
                    seen["stops", event["at"]] += 1
                    if event["reason"] in ("red", "arm", "train", "head-on"):
                        seen["lost_points", event["at"]] += event["unused"]
                    seen["head_ons", event["at"]] += event["reason"] == "head-on"
                case "play" if event["action"] == "signal":
                    seen["field_set", event["to"]] += 1
                case "play" if event["action"] == "switch":
                    seen["switch_set", event["junction"]] += 1
    heat = heat_of(block)
    for column in ("visits", "stops", "lost_points", "head_ons", "field_set", "switch_set"):
        places = {"field_set": names.fields, "switch_set": names.junctions}.get(column, names.cells)
        counted = [seen[column, place] for place in places]
        assert heat[column][0][: len(places)].tolist() == counted, column
        assert heat[column][0][len(places) :].sum() == 0
    assert heat["switch_passed"].sum() > 0
    assert heat["field_passed"].sum() > 0


def test_trains_pass_fields_and_switches_that_lie_on_their_way() -> None:
    """One cell lies on each line of the tiny valley, so a train that comes to `haven` passed its entrance and the bend."""
    scenario = SCENARIOS["tiny"]
    block = play(scenario, load_player("random"), 12, 0, 200)
    names = Translator(scenario).names
    heat = heat_of(block)
    visits, fields = heat["visits"][0], heat["field_passed"][0]
    assert visits[names.cell_index["haven"]] == fields[names.field_index["bend-haven:1"]] > 0
    entered = fields[names.field_index["fork-mill:1"]] + fields[names.field_index["mill-bend:0"]]
    assert entered >= visits[names.cell_index["mill"]] > 0


@pytest.mark.parametrize("policy", ["random", "idle"])
def test_results_do_not_depend_on_jobs_or_blocks(policy: str) -> None:
    scenario, player = SCENARIOS["loop"], load_player(policy)
    matchup = Matchup(GAME, scenario, (player,))
    runs = []
    for jobs in (1, 2, 3):
        blocks = list(play_many(matchup, 4, 25_300, jobs))
        heat = [
            sum(heat_of(block)[name].astype(np.int64) for block in blocks) for name in heat_dtype.names or ()
        ]
        outcomes = np.concatenate([block.outcomes for block in blocks])
        runs.append((outcomes.tobytes(), [np.asarray(each).tolist() for each in heat]))
    assert runs[0] == runs[1] == runs[2]
    alone = play(scenario, player, 4, 12_345, 1).outcomes.tobytes()
    assert runs[0][0][12_345 * outcome_dtype.itemsize :][: outcome_dtype.itemsize] == alone


def test_counts_do_not_overflow_with_the_largest_house_numbers() -> None:
    house = {"draw": 15, "hand-limit": 15, "starting-hand": 15, "any-action-cards": 1, "unused-point": 0}
    house |= {"trains": 5, "head-on-point": 0, "start-place": 0, "failed-deployment": 0, "die-grey": 9}
    outcomes = play(Scenario(board="loop", removed=0, house=house), load_player("random"), 1, 0, 300).outcomes
    assert outcomes["plays"].sum(axis=1).max() > 127
    for column in outcome_dtype.names or ():
        assert outcomes[column].min() >= 0, column


def test_totals_count_every_game_once() -> None:
    count = Count(tally_form(GAME, GAME.main.name), 0)
    matchup = Matchup(GAME, SCENARIOS["loop"], (load_player("random"),))
    for block in play_many(matchup, 4, 2_500, 2):
        count.add(block)
    assert count.tally().games == 2_500
    assert count.columns["why"].sum() == 2_500
