"""What `sim run` tells of Switch & Signal: goods and turns, what time went to and what cards went to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.run_store.tally import Tally
from reports.switch_signal.transcript.words import CAUSE_WORDS, LOSS_WORDS
from reports.terminal.play_tables import Figures, Line, PlayTables
from reports.terminal.screen import plain_table
from simulator.game import Setup
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.measures import MEASURES
from simulator.switch_signal.scenario import Scenario


class SwitchSignalTables(PlayTables):
    """Figures and tables under the names that they always had."""

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

    def lines(self, setup: Setup, found: Sequence[Figures]) -> Iterator[Line]:
        yield Line(f"goods delivered, of {found[0]['goods_required']}", [f["goods_mean"] for f in found])
        yield Line("turns", [f["turns_mean"] for f in found])
        yield Line("timetable cards lost to the clock", [f["timetable_cards_lost_mean"] for f in found])
        yield Line("blunders", [sum(f["blunders_mean"].values()) for f in found])
        yield Line("tokens lost", [f["tokens_total_mean"] for f in found])
        for cause, words in CAUSE_WORDS.items():
            yield Line(f"  {words}", [f["tokens_mean"][cause] for f in found])
        yield Line("actions played", [sum(f["plays_mean"].values()) for f in found])
        for kind in found[0]["plays_mean"]:
            yield Line(f"  {kind}", [f["plays_mean"][kind] for f in found])
        for helper in found[0]["helpers_used"]:
            words = f"games in which the {_name(helper)} was used"
            yield Line(words, [f["helpers_used"][helper] for f in found], "{:.0%}".format)

    def alone(self, setup: Setup, found: Figures) -> Iterator[RenderableType]:
        yield _result(found)
        yield Text()
        yield _per_game(found)


def _name(helper: str) -> str:
    return HELPER_NAMES[int(helper[1]) - 1]


def _result(f: Figures) -> Table:
    table = plain_table("result", "", "", right=(1,))
    interval = f"95 % interval {f['ci_low']:.2%} to {f['ci_high']:.2%}"
    table.add_row("games won", Text(f"{f['win_rate']:.2%}", style="bold"), interval)
    for rule, words in LOSS_WORDS.items():
        if f["lost_by"][rule]:
            table.add_row("games lost", f"{f['lost_by'][rule] / f['games']:.2%}", f"{words} ({rule})")
    table.add_row("goods delivered", f"{f['goods_mean']:.2f}", f"of {f['goods_required']}")
    table.add_row("turns", f"{f['turns_mean']:.2f}", "")
    table.add_row("timetable cards lost", f"{f['timetable_cards_lost_mean']:.2f}", "to the clock")
    blunders = f["blunders_mean"]
    kinds = ", ".join(
        f"{number:.2f} {MEASURES['blunders'].parts[kind]}" for kind, number in blunders.items() if number
    )
    table.add_row("blunders", f"{sum(blunders.values()):.2f}", kinds)
    return table


def _per_game(f: Figures) -> Table:
    """Two lists side by side: what time went to, what cards went to."""
    left = [(CAUSE_WORDS[cause], f"{lost:.2f}") for cause, lost in f["tokens_mean"].items()]
    left.append(("together", f"{f['tokens_total_mean']:.2f}"))
    right = [(kind, f"{number:.2f}") for kind, number in f["plays_mean"].items()]
    right.append(("paid with other cards", f"{f['pairs_mean']:.2f}"))
    right += [(f"helper {_name(helper)}", f"{used:.2f}") for helper, used in f["helpers_used"].items()]
    table = plain_table("tokens lost a game", "", "  ", "played a game", "", right=(1, 4))
    for a, b in zip_longest(left, right, fillvalue=("", "")):
        table.add_row(*a, "", *b)
    return table
