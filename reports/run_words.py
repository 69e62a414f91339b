"""Figures of runs and comparisons in words, the same in the terminal and on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from experiments.findings import Findings
from experiments.results import Results
from experiments.statistics.anatomy import Change
from experiments.statistics.design import TOGETHER
from experiments.statistics.exchange import ExchangeRate
from experiments.statistics.luck import LuckAndSkill
from experiments.summary import Row
from experiments.two_runs import Match
from reports.factor_words import (
    change_words,
    label_of,
    listed_player,
    many,
    noun_of,
    one_fewer,
    settings_varied,
    shown_level,
)
from reports.units import Unit, in_points, share
from reports.words import capital, listed
from simulator.core.messages import printable
from simulator.game import Game

C = TypeVar("C", bound=Change)
MOST_NAMES = 6
MOST_REASONS = 2
MOST_PLAYS = 100_000  # of one group: more than anybody will ever play

# Differences are compared by all settings or figures of a table at once (`experiments/statistics/multiplicity.py`).
STAR_MEANS = "* is clear of chance, also after a correction for how many were compared"


def run_title(results: Results) -> str:
    """Return the title of the study, or what is varied."""
    if results.title:
        return printable(results.title)
    unit, varied = Unit(results.measure), [label_of(results.game, name) for name in settings_varied(results)]
    if not unit.is_winning:
        return f"{capital(unit.name)} by {listed(varied)}" if varied else f"{capital(unit.name)}, by whom?"
    return f"How hard is it? Win rates by {listed(varied)}" if varied else "How hard is it, and for whom?"


def difference_words(unit: Unit, row: Row) -> str:
    """The difference to the setup that others are compared with, with a star if it is clear of chance."""
    found = row.difference
    if found is None:
        return ""
    interval = unit.difference_interval(found.low, found.high)
    return f"{unit.difference(found.difference, sign=True)} {interval}{'*' if row.clear else ' '}"


def base_word(results: Results, rows: Sequence[Row]) -> str:
    """Name the setup that others are compared with."""
    standard = all(results.is_standard(row.cell) for row in rows if row.is_base)
    return "standard" if standard else "reference"


def compared_with(results: Results, rows: Sequence[Row]) -> str:
    """Name that setup at the head of a column: where places are compared, one of them; nothing, if nothing is compared."""
    if not any(row.difference for row in rows):
        return ""
    names = [shown_level(results, factor.name, factor.standard) for factor in results.compared_places]
    return ", ".join(names) or base_word(results, rows)


def plays_words(found: Row | Match) -> str:
    """Tell after how many plays a difference is noticed; nothing where it may be chance, since there is nothing to notice."""
    if not found.clear:
        return ""
    return f"{found.plays:,} plays" if found.plays is not None and found.plays <= MOST_PLAYS else "never"


def effect_lines(results: Results, found: Findings) -> Iterator[str]:
    """For the terminal: what each step does, and what it is worth in steps of others; of two directions that which is more than one step."""
    game, unit, who = results.game, Unit(results.measure), ", ".join(found.kept.values())
    units = "points" if unit.is_share else unit.steps
    for effect in found.effects:
        change = change_words(game, effect.name, found.reference)
        interval = unit.difference_interval(effect.low, effect.high)
        yield f"{who}: {change} {unit.difference(effect.points, sign=True)} {units} {interval}"
    for rate in found.rates:
        if rate.telling:
            yield f"{who}: on average {_exchange(game, found, rate)}"


def _exchange(game: Game, found: Findings, rate: ExchangeRate) -> str:
    """Say what a step is worth in another. Where two pull in opposite directions, one is turned round, if it is a number: that which makes the game harder, if that is the first."""
    change, unit = change_words(game, rate.of, found.reference), rate.in_steps_of
    size, low, high = rate.size
    amount = f"{size:.1f} [{low:.1f}, {high:.1f}]"
    if rate.rate > 0:
        return f"{change} does as much as {many(game, unit, amount)}"
    harder = any(effect.name == rate.of and effect.points < 0 for effect in found.effects)
    if harder and noun_of(game, rate.of):
        more = f"{amount} more" if noun_of(game, unit) else amount
        return f"{one_fewer(game, rate.of)} does as much as {many(game, unit, more)}"
    if noun_of(game, unit):
        return f"{change} does as much as {many(game, unit, f'{amount} fewer')}"
    return f"{change} does as much as {many(game, unit, amount)}, the other way"


def model_sentences(game: Game, found: Findings) -> Iterator[str]:
    """Say how far effects add up and fit, and what the grid says nothing about; none where every setting has an effect of its own."""
    model = found.model
    if model is None or len({effect.name.partition("=")[0] for effect in found.effects}) < 2:
        return
    clear = [name for name in model.interactions if model.holm[name] < 0.05]
    pairs = [
        " and ".join(label_of(game, step.partition("=")[0]) for step in name.split(TOGETHER))
        for name in clear
    ]
    if pairs:
        together = f"{listed(list(dict.fromkeys(pairs)))} clearly do more or less together than one by one"
    elif model.interactions:
        together = "the changes work independently: together they do what you would expect"
    else:
        together = "whether the changes work independently was not asked"
    unknown = [printable(each.name) for each in model.dropped]
    left_out = f"; the grid says nothing about {listed(unknown)}" if unknown else ""
    misfit = f"; no setting lies further than {in_points(model.largest_misfit)} percentage points from a model with straight lines in log odds"
    yield f"{together}{'' if model.saturated else misfit}{left_out}"


def luck_sentence(game: Game, luck: LuckAndSkill) -> str:
    """Say how often the same deal was won, or lost, by all; and how often that would be if deals had nothing to do with it."""
    won, lost, depends = (
        share(each.share, each.low, each.high)
        for each in (luck.won_by_all, luck.lost_by_all, luck.decided_by_play)
    )
    names = [listed_player(game, name) for name in luck.rungs]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 2], "…", names[-1]]
    who = "both" if len(luck.rungs) == 2 else f"all {len(luck.rungs)}"
    together = luck.won_by_all.share + luck.lost_by_all.share
    by_chance = luck.won_by_all_if_independent + luck.lost_by_all_if_independent
    more = f"; by chance alone, with these win rates, it would be {100 * by_chance:.0f} %"
    if abs(together - by_chance) < 0.005:
        more = f", no more than {'two players' if who == 'both' else 'players'} with these win rates would by chance"
    return (
        f"Over all settings, {won} of deals were won by {who} ({listed(names)}) and {lost} lost by {who}; in {depends} it depended on "
        f"who played. So they agree on {100 * together:.0f} % of deals{more}."
    )


def about(plays: int) -> str:
    """Two digits: who plans so many plays does not count them one by one."""
    unit = 10 ** max(0, len(str(plays)) - 2)
    return f"{round(plays / unit) * unit:,}"


def noticed(plays: int | None) -> str:
    if plays is None or plays > MOST_PLAYS:
        return "no group will play often enough to notice it"
    return f"a group would need about {about(plays)} plays to notice it"


# How games went on two sides, for `sim compare` and for two runs.


def reasons(found: Sequence[Change], better: bool) -> list[str]:
    """The clearest changes that go with the verdict: if B wins more, less of what costs time, or more time."""
    said = []
    for each in sorted(found, key=lambda each: -abs(each.difference or 0) / max(each.error, 1e-12)):
        figure = each.figure
        if any(figure.reason) and each.clear and each.difference:
            rises = each.difference > 0
            if (rises == better) == (figure.measure.better > 0):
                said.append(figure.reason[rises])
    return said[:MOST_REASONS]


def seen(found: Sequence[C]) -> list[C]:
    """Return the changes without those of figures that are nothing on both sides."""
    return [each for each in found if each.first or each.second]


def both_values(change: Change) -> list[str]:
    """Return the figure of both sides; a dash where there is none. The values of a code are shares of games."""
    unit = Unit(change.figure.measure)
    return ["–" if value is None else unit.exact(value) for value in (change.first, change.second)]


def signed(change: Change, difference: float | None) -> str:
    """A difference of a figure with its sign, or an end of its interval: shares in points."""
    return "–" if difference is None else Unit(change.figure.measure).difference(difference, True)
