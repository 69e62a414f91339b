"""`signalbox.compare` and `sim compare`: two sides on the same deals, until the difference is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from experiments.compare import Comparison, begin, check_sides, go_on, on_other_maps, read_pairs
from experiments.duel import Aim
from experiments.maps import SetsCompared, check_left_out
from experiments.prepare import Load, find_measure, load_all
from reports.terminal.compare_table import comparison_verdict, sets_sentence
from reports.units import Unit
from signalbox.answers import Answered, by_table
from signalbox.levels import (
    asked_in_python,
    check_batch,
    check_reach,
    levels_of,
    policies_of,
    table_names,
)
from signalbox.progress import LEFT_OUT, Watcher
from simulator.game import Game, Level, Measure
from simulator.games import DEFAULT, load_game


@dataclass(frozen=True, repr=False)
class ComparisonResults(Answered):
    """Two sides on the same deals, as one table played them or several.

    `frame()` has a line for what is compared, with the interval of the difference that the verdict rests on, and one for every other figure of how games
    go, with the standard error of its difference and a p-value that allows for all figures.
    """

    found: Sequence[Comparison]
    several: bool  # whether several tables were asked, though Ctrl-C may have come before the second one
    over_sets: SetsCompared | None  # the sides on other maps, if each is on a reconstruction of another kind
    stopped: str = ""
    left_off: bool = False  # whether Ctrl-C came among other maps, when the rest was known

    def sentences(self) -> list[str]:
        """Return the verdict of each table, and what other maps say."""
        verdicts = by_table([(each.policies[0], comparison_verdict(each)) for each in self.found])
        if self.over_sets is None:
            return verdicts
        last = self.found[-1]
        return [*verdicts, sets_sentence(last.game, Unit(last.duel.measure), self.over_sets)]

    def lines(self) -> Iterator[dict[str, Any]]:
        for each in self.found:
            duel = each.duel
            first, second = (side.mean for side in duel.sums.sides)
            yield {
                "policy": each.policies[0],
                "figure": duel.measure.name,
                "a": first,
                "b": second,
                "difference": duel.difference,
                "ci_low": duel.low,
                "ci_high": duel.high,
            }
            for change in each.others:
                yield {
                    "policy": each.policies[0],
                    "figure": change.name,
                    "a": change.first,
                    "b": change.second,
                    "difference": change.difference,
                    "standard_error": change.error,
                    "p_holm": change.holm,
                }


def compare_sides(
    game: Game,
    measure: Measure,
    sides: tuple[str, str],
    levels: Mapping[str, Level],
    named: Sequence[str] | None,
    aim: Aim,
    seed: int,
    jobs: int,
    maps: bool,
    load: Load,
    watcher: Watcher,
) -> ComparisonResults:
    """Play two sides, who have levels in common, until the difference is known, once by each table that is named.

    Sides on reconstructions of two kinds are compared over other maps too, unless `maps` is off.
    """
    workers = check_batch(aim.games, seed, jobs)
    pairs = read_pairs(game, levels, *sides, table_names(game, named), bool(named))
    who = list(dict.fromkeys(side.policy for pair in pairs for side in pair))
    players = dict(zip(who, load(game, who), strict=True))
    check_sides(pairs, players)
    asked = on_other_maps(game, measure, pairs, players, aim.games)
    check_left_out(maps, asked is not None)

    def play(each: Comparison) -> Iterator[int]:
        blocks = go_on(each, players, seed, workers)
        return watcher.games(blocks, aim.games, int, f"{each.policies[0]}: games of each side, at most")

    begun = (begin(game, measure, pair, players, aim) for pair in pairs)
    found, stopped = watcher.in_turn(begun, play, lambda each: each.duel.games, "games of each side")
    over_sets, left_off = None, False
    if asked and maps and not stopped:
        rates = watcher.other_maps(asked.play(seed, workers), asked.games, asked.maps)
        left_off = rates is None
        over_sets = None if rates is None else asked.compared(rates)
    state = stopped or (LEFT_OUT if left_off else "")
    return ComparisonResults(found, len(pairs) > 1, over_sets, state, left_off)


@asked_in_python
def compare(
    first: str,
    second: str,
    *,
    policy: str | Iterable[str] | None = None,
    games: int = 100_000,
    measure: str = "",
    precision: float | None = None,
    negligible: float | None = None,
    seed: int = 1,
    maps: bool = True,
    jobs: int = 0,
    game: str = DEFAULT,
    progress: bool = True,
    **levels: Any,
) -> ComparisonResults:
    """Play two sides on the same deals until the difference is known, and return which is easier, by how much, and why.

    >>> signalbox.compare("standard", "tokens=8", policy="family")

    first, second  a preset, a board or a policy by its name, or factor=level joined by commas: "tokens=8,removed=1"
    policy         who plays both sides: one table or several
    games          most games of each side; fewer are played if they say enough
    measure        what is compared, if not what the game is played for
    precision      how far the interval may reach to either side; of a share 0.01 is one percentage point
    negligible     a difference that is too small to matter
    maps           whether other maps that fit what is known are compared too, where both sides are played on reconstructions
    levels         what both sides have in common
    """
    chosen = load_game(game)
    about = find_measure(chosen, measure)
    check_reach("precision", precision, about)
    check_reach("negligible", negligible, about)
    common, named = levels_of(chosen, levels), policies_of(policy)
    aim = Aim(games, precision, negligible)
    sides, watcher = (first, second), Watcher(progress)
    return compare_sides(chosen, about, sides, common, named, aim, seed, jobs, maps, load_all, watcher)
