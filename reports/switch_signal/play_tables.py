"""What `sim run` tells of Switch & Signal: how games are lost, goods and turns, what time went to and what cards went to."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.run_store.tally import Tally
from reports.switch_signal.transcript.words import LOSS_WORDS
from reports.terminal.play_tables import Figures, Line, PlayTables, figure_of
from simulator.game import Setup
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.measures import MEASURES
from simulator.switch_signal.scenario import Scenario


class SwitchSignalTables(PlayTables):
    """Figures of Switch & Signal under the names that its JSON has had from the first, and their lines; below them all else that is told."""

    elsewhere = ("goods", "turns", "head_ons", "cards_lost", "unspent", "decisions", "tokens", "why")

    def figures(self, setup: Setup, tally: Tally) -> Figures:
        assert isinstance(setup, Scenario)
        sums = tally.columns
        found: Figures = {name: figure_of(each, tally) for name, each in MEASURES.items() if name in sums}
        endings = dict(zip(MEASURES["why"].values, sums["why"].sum(axis=0).tolist(), strict=True))
        return {
            "goods_required": setup.goods_required,
            "goods_mean": found["goods"],
            "turns_mean": found["turns"],
            "lost_by": {rule: endings[rule] for rule in LOSS_WORDS},
            "tokens_mean": found["tokens"],
            "tokens_total_mean": int(sums["tokens"].sum()) / tally.games,
            "head_ons_mean": found["head_ons"],
            "blunders_mean": found["blunders"],
            "timetable_cards_lost_mean": found["cards_lost"],
            "plays_mean": found["plays"],
            "pairs_mean": found["pairs"],
            "helpers_used": {helper: found["helper_turn"][helper.lower()] for helper in setup.helpers},
            **super().figures(setup, tally),
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
        yield from super().lines(found)
