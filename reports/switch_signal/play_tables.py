"""What `sim run` tells of Switch & Signal: how games are lost, goods and turns, what time went to and what cards went to."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.run_store.tally import Tally
from reports.switch_signal.transcript.words import LOSS_WORDS
from reports.terminal.play_tables import Figures, Line, PlayTables
from simulator.game import Setup
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.measures import MEASURES
from simulator.switch_signal.scenario import Scenario


class SwitchSignalTables(PlayTables):
    """Figures of Switch & Signal under the names that its JSON has had from the first, and their lines."""

    def figures(self, setup: Setup, tally: Tally) -> Figures:
        assert isinstance(setup, Scenario)
        games = tally.games
        sums = {name: tally.columns[name].sum(axis=0).tolist() for name in MEASURES if name in tally.columns}
        means = {
            name: {
                part: number / games for part, number in zip(MEASURES[name].parts, sums[name], strict=True)
            }
            for name in ("tokens", "blunders", "plays", "helper_turn")
        }
        return {
            "goods_required": setup.goods_required,
            "goods_mean": sums["goods"][0] / games,
            "turns_mean": sums["turns"][0] / games,
            "lost_by": {rule: sums["why"][int(rule[1])] for rule in LOSS_WORDS},
            "tokens_mean": means["tokens"],
            "tokens_total_mean": sum(sums["tokens"]) / games,
            "head_ons_mean": sums["head_ons"][0] / games,
            "blunders_mean": means["blunders"],
            "timetable_cards_lost_mean": sums["cards_lost"][0] / games,
            "plays_mean": means["plays"],
            "pairs_mean": sums["pairs"][0] / games,
            "helpers_used": {helper: means["helper_turn"][helper.lower()] for helper in setup.helpers},
        }

    def lines(self, found: Figures) -> Iterator[Line]:
        for rule, words in LOSS_WORDS.items():
            yield Line(
                f"lost: {words}", found["lost_by"][rule] / found["games"], "{:.2%}".format, is_part=True
            )
        yield Line(f"goods delivered, of {found['goods_required']}", found["goods_mean"])
        yield Line("turns", found["turns_mean"])
        yield Line("timetable cards lost to the clock", found["timetable_cards_lost_mean"])
        for name in ("blunders", "tokens", "plays"):
            measure, means = MEASURES[name], found[f"{name}_mean"]
            yield Line(measure.words, sum(means.values()))
            yield from (
                Line(f"  {words}", means[part], is_part=True) for part, words in measure.parts.items()
            )
        yield Line("actions paid with other cards", found["pairs_mean"])
        for helper, used in found["helpers_used"].items():
            name = HELPER_NAMES[int(helper[1]) - 1]
            yield Line(f"games in which the {name} was used", used, "{:.0%}".format, is_part=True)
