"""How often nominal 95 % intervals hold the truth, over simulated experiments whose cells share their deals.

`python -m tests.experiments.statistics.interval_coverage` prints the tables that docs/statistics.md shows, in about half a minute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import norm

from experiments.statistics.design import make_design
from experiments.statistics.effects import Effects, ExchangeRate, average_effects, exchange_rate
from experiments.statistics.intervals import wilson
from experiments.statistics.jackknife import group_deals
from experiments.statistics.luck import luck_and_skill
from experiments.statistics.model import fit_model
from experiments.statistics.paired import difference_of, tango
from experiments.statistics.sequential import DIFFERENCES, SHARES, log_capital, sequence
from simulator.switch_signal.game import GAME
from tests.experiments.deals import (
    BASELINE,
    GRID,
    TRUTH,
    effects_of_rates,
    play_deals,
    true_effects,
    true_rates,
)
from tests.experiments.statistics.paired_methods import METHODS, SETTINGS, exact_coverage

EXPERIMENTS = 2_000  # a coverage of 95 % is then measured with a standard error of 0.5 points
LOOK_EVERY, LOOKS = 100, 200


class Coverage(NamedTuple):
    what: str
    setting: str
    covered: float


def wilson_coverages() -> Iterator[Coverage]:
    dice = np.random.default_rng(1)
    for games, rate in ((1_000, 0.5), (1_000, 0.05), (1_000, 0.02)):
        wins = dice.binomial(games, rate, EXPERIMENTS)
        inside = [low <= rate <= high for low, high in (wilson(int(each), games) for each in wins)]
        yield Coverage("win rate (Wilson)", f"{games:,} games, rate {rate:.0%}", float(np.mean(inside)))


def paired_coverages() -> Iterator[Coverage]:
    dice = np.random.default_rng(2)
    for together, rates in ((0.8, (0.5, 0.55)), (0.8, (0.9, 0.9)), (0.8, (0.03, 0.06)), (0.0, (0.5, 0.4))):
        only_first, only_second = np.empty((2, EXPERIMENTS))
        for each in range(EXPERIMENTS):
            first, second = play_deals(rates, together, 500, dice).astype(bool)
            only_first[each], only_second[each] = (first & ~second).sum(), (second & ~first).sum()
        low, high = tango(only_first, only_second, 500)
        truth = rates[0] - rates[1]
        yield Coverage(
            "paired difference (Tango)",
            f"500 deals, {rates[0]:.0%} against {rates[1]:.0%}, luck shared {together:.0%}",
            float(np.mean((low <= truth) & (truth <= high))),
        )


def model_coverages() -> Iterator[Coverage]:
    """A grid of twelve cells, with luck in common and without, and one whose cells seldom win."""
    yield from _coverages_of_grid(TRUTH, 0.8)
    yield from _coverages_of_grid(TRUTH, 0.0)
    seldom = dict.fromkeys(TRUTH, 0.0) | {"baseline": -3.0, "tokens": 1.5, "board=america": -0.5}
    yield from _coverages_of_grid(seldom, 0.8)


def _coverages_of_grid(truth: dict[str, float], together: float) -> Iterator[Coverage]:
    dice = np.random.default_rng(3)
    rates, effects = true_rates(GRID, truth), true_effects(truth)
    inside: Counter[str] = Counter()
    for _ in range(EXPERIMENTS):
        grouped = group_deals(play_deals(rates, together, 400, dice))
        for term in fit_model(GRID, grouped, BASELINE).coefficients:
            inside[f"coefficient {term.name}"] += term.low <= truth[term.name] <= term.high
        inside.update(_effects_inside(average_effects(GRID, grouped, BASELINE), effects))
    setting = f"12 × 400 games, {rates.min():.1%} to {rates.max():.1%}, luck shared {together:.0%}"
    for what, count in inside.items():
        yield Coverage(what, setting, count / EXPERIMENTS)


def _effects_inside(found: Effects, truth: dict[str, float]) -> Counter[str]:
    """Effects and exchange rates whose interval holds the truth."""
    inside = Counter(
        {
            f"effect in points, {effect.name}": effect.low <= truth[effect.name] <= effect.high
            for effect in found.each
        }
    )
    for of, unit in (("tokens", "board=america"), ("board=america", "removed")):
        if truth[unit]:
            rate = exchange_rate(found, of, unit)
            inside[f"exchange rate {of} in {unit}"] += _allows(rate, truth[of] / truth[unit])
    return inside


def _allows(found: ExchangeRate, rate: float) -> bool:
    """Whether the data leave this rate possible."""
    if found.shape == "between":
        return found.low <= rate <= found.high
    return found.shape == "anything" or rate <= found.low or rate >= found.high


def curved_coverages() -> Iterator[Coverage]:
    """A truth that no straight line in log odds comes near: a token helps at first and then no more, cards hurt more and more."""
    dice = np.random.default_rng(8)
    rates = np.array(
        [
            {6: 0.3, 7: 0.6, 8: 0.62}[int(cell["tokens"])]
            - {0: 0.0, 2: 0.2}[int(cell["removed"])] * (1 + (cell["tokens"] == 8))
            + 0.15 * (cell["board"] == "america")
            for cell in GRID
        ]
    )
    effects, inside = effects_of_rates(rates), Counter[str]()
    for _ in range(EXPERIMENTS):
        grouped = group_deals(play_deals(rates, 0.8, 400, dice))
        inside.update(_effects_inside(average_effects(GRID, grouped, BASELINE), effects))
    setting = f"12 × 400 games, {rates.min():.1%} to {rates.max():.1%}, curved, luck shared 80%"
    for what, count in inside.items():
        yield Coverage(what, setting, count / EXPERIMENTS)


def hard_coverages() -> Iterator[Coverage]:
    """Not held to 95 %: errors that take cells for independent, and a cell that often has no win at all."""
    dice, rates = np.random.default_rng(7), true_rates(GRID, TRUTH)
    matrix = make_design(GRID, BASELINE).rows(GRID)
    inside: Counter[str] = Counter()
    for _ in range(EXPERIMENTS):
        model = fit_model(GRID, group_deals(play_deals(rates, 0.8, 400, dice)), BASELINE)
        fitted = np.array(model.fitted)
        plain = np.sqrt(np.diag(np.linalg.inv((matrix.T * (400 * fitted * (1 - fitted))) @ matrix)))
        for term, error in zip(model.coefficients, plain, strict=True):
            inside[term.name] += abs(term.estimate - TRUTH[term.name]) <= norm.ppf(0.975) * error
    for name in ("baseline", "tokens", "board=america"):
        yield Coverage(
            f"coefficient {name}", "plain error of the GLM, luck shared 80%", inside[name] / EXPERIMENTS
        )
    truth, covered, winless = float(np.log(0.003 / 0.997) - np.log(0.3 / 0.7)), 0, 0
    for _ in range(EXPERIMENTS):
        won = play_deals((0.3, 0.003), 0.8, 400, dice)
        term = fit_model([{"board": "a"}, {"board": "b"}], group_deals(won), {"board": "a"}).coefficients[1]
        covered += term.low <= truth <= term.high
        winless += not won[1].any()
    setting = f"2 × 400 games, 30% and 0.3%; no win at all in {winless / EXPERIMENTS:.0%} of the experiments"
    yield Coverage("coefficient board=b", setting, covered / EXPERIMENTS)


def luck_coverages() -> Iterator[Coverage]:
    """Three rungs of a ladder in four cells; the truth is the mean over two million deals."""
    rates = np.array([[0.1, 0.2, 0.3, 0.4], [0.3, 0.4, 0.5, 0.6], [0.5, 0.6, 0.7, 0.8]])
    names, dice = ["weak", "middle", "strong"], np.random.default_rng(4)

    def played(games: int) -> np.ndarray[Any, Any]:
        return play_deals(rates.ravel(), 0.7, games, dice).reshape(3, 4, games)

    many = [luck_and_skill(played(200_000), names) for _ in range(10)]
    shares = ("won_by_all", "lost_by_all", "decided_by_play")
    truth = {name: float(np.mean([getattr(each, name).share for each in many])) for name in shares}
    inside: Counter[str] = Counter()
    for _ in range(EXPERIMENTS):
        found = luck_and_skill(played(300), names)
        for name in shares:
            inside[name] += getattr(found, name).low <= truth[name] <= getattr(found, name).high
    for name, count in inside.items():
        yield Coverage(name.replace("_", " "), "4 cells × 300 deals, luck shared 70%", count / EXPERIMENTS)


class EverWrong(NamedTuple):
    setting: str
    sequence: float  # share of sequences that ever excluded the truth
    repeated: float  # the same for an interval of fixed size that is looked at again and again


def ever_wrong() -> Iterator[EverWrong]:
    """Sequences of 20,000 games that are looked at after every 100."""
    dice = np.random.default_rng(5)
    settings: list[tuple[str, tuple[int, ...], list[float]]] = [
        ("differences, 10 % of the deals differ", DIFFERENCES, [0.05, 0.9, 0.05]),
        ("differences, 40 % of the deals differ", DIFFERENCES, [0.2, 0.6, 0.2]),
        ("differences of 10 points", DIFFERENCES, [0.1, 0.7, 0.2]),
        ("win rate of 30 %", SHARES, [0.7, 0.3]),
        ("win rate of 2 %", SHARES, [0.98, 0.02]),
    ]
    for setting, values, chances in settings:
        counts = dice.multinomial(LOOK_EVERY, chances, (EXPERIMENTS, LOOKS)).cumsum(axis=1)
        value, mean = np.array(values, float), float(np.dot(values, chances))
        above = log_capital(value, counts, mean)
        below = log_capital(-value[::-1], counts[..., ::-1], -mean)
        excluded = np.maximum(above, below) >= np.log(2 / 0.05)
        games = counts.sum(axis=-1)
        seen = counts @ value / games
        error = np.sqrt(np.maximum(counts @ value**2 / games - seen**2, 1e-12) / games)
        fixed = np.abs(seen - mean) > norm.ppf(0.975) * error
        yield EverWrong(setting, float(excluded.any(axis=1).mean()), float(fixed.any(axis=1).mean()))


class Width(NamedTuple):
    games: int
    ratios: list[float]  # width of the sequence in widths of the interval for a fixed number of games


DIFFERING = (0.1, 0.25, 0.5)


def widths() -> Iterator[Width]:
    for games in (1_000, 5_000, 20_000, 100_000, 1_000_000):
        ratios = []
        for share in DIFFERING:
            each = round(games * share / 2)
            low, high = sequence(DIFFERENCES, [each, games - 2 * each, each])
            fixed_low, fixed_high = tango(np.array(each), np.array(each), games)
            ratios.append((high - low) / float(fixed_high - fixed_low))
        yield Width(games, ratios)


def gains() -> Iterator[tuple[float, float]]:
    """Gain of pairing at 50 % against 55 %, by the share of luck that cells have in common."""
    dice = np.random.default_rng(6)
    for together in (0.0, 0.5, 0.8, 0.95):
        first, second = play_deals((0.5, 0.55), together, 200_000, dice)
        yield together, difference_of(GAME.main, first, second).gain


@cache
def coverages() -> tuple[Coverage, ...]:
    studies = (wilson_coverages, paired_coverages, model_coverages, curved_coverages, luck_coverages)
    return tuple(line for study in studies for line in study())


@cache
def hard_cases() -> tuple[Coverage, ...]:
    return tuple(hard_coverages())


@cache
def sequences() -> tuple[EverWrong, ...]:
    return tuple(ever_wrong())


def tables() -> Iterator[str]:
    yield f"coverage of nominal 95 % intervals, {EXPERIMENTS:,} experiments each"
    yield from map(_coverage_line, coverages())
    yield ""
    yield "the same where it cannot be expected"
    yield from map(_coverage_line, hard_cases())
    yield ""
    yield f"intervals for a paired difference, exact coverage in {len(SETTINGS)} settings: lowest, highest, mean distance from 95 %"
    for name in METHODS:
        found = exact_coverage(name)
        yield f"  {name:<14}{found.min():8.1%}{found.max():8.1%}{np.abs(found - 0.95).mean():8.1%}"
    yield ""
    yield f"ever excluded the truth in {LOOKS} looks, {EXPERIMENTS:,} sequences: confidence sequence, fixed interval repeated"
    for wrong in sequences():
        yield f"  {wrong.sequence:6.1%}{wrong.repeated:8.1%}  {wrong.setting}"
    yield ""
    yield "width of the confidence sequence in widths of the fixed interval, if so many deals differ"
    yield "  " + "games".rjust(9) + "".join(f"{share:8.0%}" for share in DIFFERING)
    for width in widths():
        yield f"  {width.games:9,}" + "".join(f"{ratio:8.2f}" for ratio in width.ratios)
    yield ""
    yield "gain of pairing, 50 % against 55 %, by share of luck in common"
    for together, gain in gains():
        yield f"  {together:6.0%}{gain:8.2f}"


def _coverage_line(line: Coverage) -> str:
    return f"  {line.covered:6.1%}  {line.what:<42}{line.setting}"


def main() -> None:
    for line in tables():
        print(line, flush=True)


if __name__ == "__main__":
    main()
