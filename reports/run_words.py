"""Figures of a run in words, the same in the terminal and on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from experiments.findings import Findings
from experiments.results import Results
from experiments.statistics.design import TOGETHER
from experiments.statistics.exchange import ExchangeRate
from experiments.statistics.luck import LuckAndSkill
from experiments.summary import Row
from reports.factor_words import change_words, label_of, listed_player, many, noun_of, one_fewer, shown_level
from reports.words import listed, origins_in_words
from simulator.core.messages import printable

MOST_NAMES = 6
MOST_PLACES = 4
MOST_PLAYS = 100_000  # of one group: more than anybody will ever play

# Differences are compared by all settings or figures of a table at once (`experiments/statistics/multiplicity.py`).
STAR_MEANS = "* is clear of chance, also after a correction for how many were compared"


def run_title(results: Results) -> str:
    """Return the title of the study, or what is varied."""
    if results.title:
        return printable(results.title)
    varied = [label_of(factor.name) for factor in results.varied if factor.name != "policy"]
    return f"How hard is it? Win rates by {listed(varied)}" if varied else "How hard is it, and for whom?"


def in_points(share: float, sign: bool = False) -> str:
    """0.041 as 4.1, or with its sign."""
    return f"{100 * share:{'+' if sign else ''}.1f}".replace("-", "−")


def points_interval(low: float, high: float) -> str:
    """`[+1.2, +3.4]`."""
    return f"[{in_points(low, sign=True)}, {in_points(high, sign=True)}]"


def origin_sentences(results: Results) -> list[str]:
    """Whether boards and decks are printed ones; the same words as everywhere."""
    found: dict[str, None] = {}
    for cell in results.cells:
        words = {"board": cell.entry["board"]["origin"], "timetable": cell.entry["deck"]["origin"]}
        found |= dict.fromkeys(origins_in_words(**words))
    return list(found)


def difference_words(row: Row) -> str:
    """The difference to the setup that others are compared with, with a star if it is clear of chance."""
    found = row.difference
    if found is None:
        return ""
    return f"{in_points(found.difference, sign=True)} {points_interval(found.low, found.high)}{'*' if row.clear else ' '}"


def base_word(results: Results, rows: Sequence[Row]) -> str:
    """What the setup is called that others are compared with."""
    standard = all(results.is_standard(row.cell) for row in rows if row.is_base)
    return "standard" if standard else "reference"


def compared_with(results: Results, rows: Sequence[Row]) -> str:
    """The same at the head of a column: where boards are compared, the name of one; nothing, if nothing is compared."""
    if not any(row.difference for row in rows):
        return ""
    names = [shown_level(results, factor.name, factor.standard) for factor in results.between]
    return ", ".join(names) or base_word(results, rows)


def plays_words(row: Row) -> str:
    """Nothing where the difference may be chance: there is nothing to notice."""
    return plays_in_words(row.plays) if row.clear else ""


def plays_in_words(plays: int | None) -> str:
    return f"{plays:,} plays" if plays is not None and plays <= MOST_PLAYS else "never"


def effect_lines(found: Findings) -> Iterator[str]:
    """For the terminal: what each step does, and what it is worth in steps of others; of two directions that which is more than one step."""
    who = ", ".join(found.kept.values())
    for effect in found.effects:
        change = change_words(effect.name, found.reference)
        yield f"{who}: {change} {in_points(effect.points, sign=True)} points {points_interval(effect.low, effect.high)}"
    for rate in found.rates:
        if rate.telling:
            yield f"{who}: on average {_exchange(found, rate)}"


def _exchange(found: Findings, rate: ExchangeRate) -> str:
    """Of two steps that pull in opposite directions one is turned round, if it is a number: that which makes the game harder, if that is the first."""
    change, unit = change_words(rate.of, found.reference), rate.in_steps_of
    size, low, high = rate.size
    amount = f"{size:.1f} [{low:.1f}, {high:.1f}]"
    if rate.rate > 0:
        return f"{change} does as much as {many(unit, amount)}"
    harder = any(effect.name == rate.of and effect.points < 0 for effect in found.effects)
    if harder and noun_of(rate.of):
        return f"{one_fewer(rate.of)} does as much as {many(unit, f'{amount} more' if noun_of(unit) else amount)}"
    if noun_of(unit):
        return f"{change} does as much as {many(unit, f'{amount} fewer')}"
    return f"{change} does as much as {many(unit, amount)}, the other way"


def model_sentences(found: Findings) -> Iterator[str]:
    """How far effects add up and fit, and what the grid says nothing about; none where every setting has an effect of its own."""
    if len({effect.name.partition("=")[0] for effect in found.effects}) < 2:
        return
    model = found.model
    clear = [name for name in model.interactions if model.holm[name] < 0.05]
    pairs = [
        " and ".join(label_of(step.partition("=")[0]) for step in name.split(TOGETHER)) for name in clear
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


def luck_sentence(luck: LuckAndSkill) -> str:
    """How often the same deal was won, or lost, by all; and how often that would be if deals had nothing to do with it."""
    won, lost, depends = (
        share(each.share, each.low, each.high)
        for each in (luck.won_by_all, luck.lost_by_all, luck.decided_by_play)
    )
    names = [listed_player(name) for name in luck.rungs]
    if len(names) > MOST_NAMES:
        names = [*names[: MOST_NAMES - 2], "…", names[-1]]
    who = "both" if len(luck.rungs) == 2 else f"all {len(luck.rungs)}"
    together = luck.won_by_all.share + luck.lost_by_all.share
    by_chance = luck.won_by_all_if_independent + luck.lost_by_all_if_independent
    more = f"; by chance alone, with these win rates, it would be {_percent(by_chance, 0)} %"
    if abs(together - by_chance) < 0.005:
        more = f", no more than {'two players' if who == 'both' else 'players'} with these win rates would by chance"
    return (
        f"Over all settings, {won} of deals were won by {who} ({listed(names)}) and {lost} lost by {who}; in {depends} it depended on "
        f"who played. So they agree on {_percent(together, 0)} % of deals{more}."
    )


def share(rate: float, low: float, high: float) -> str:
    """`63 % (62–64)`; near 0 and 100 % with decimals, since the whole matter may happen behind the point."""
    if rate in (0.0, 1.0):
        far = high if rate == 0 else low
        unit = 10.0 if 0.0005 <= far <= 0.9995 else 100.0
        end = (
            ceil(100 * far * unit) if rate == 0 else floor(100 * far * unit)
        ) / unit  # outwards: less would be a claim
        return (
            f"{_percent(rate, 0)} % (at {'most' if rate == 0 else 'least'} {end:.{1 if unit == 10 else 2}f})"
        )
    if min(rate, 1 - rate) < 0.00005:  # seen, but nothing that two digits could tell
        return f"{'less than 0.01' if rate < 0.5 else 'more than 99.99'} %"
    places = 0 if 0.095 < rate < 0.905 else 1 if 0.001 <= rate <= 0.999 else 2
    while places < MOST_PLACES and _percent(low, places) == _percent(high, places):
        places += 1  # an interval without extent would be a claim
    return f"{_percent(rate, places)} % ({_percent(low, places)}–{_percent(high, places)})"


def of_the_time(rate: float, low: float, high: float) -> str:
    return share(rate, low, high).replace(" %", " % of the time", 1)


def part_of(share: float) -> str:
    """A share of something in whole percents: what rounds to nothing or to all says that it is not."""
    if 0 < share < 0.005 or 0.995 < share < 1:
        return "less than 1 %" if share < 0.5 else "more than 99 %"
    return f"{_percent(share, 0)} %"


def _percent(rate: float, places: int) -> str:
    return f"{100 * rate:.{places}f}"


def gain_or_loss(points: float, low: float, high: float) -> str:
    """`adds 2.7 percentage points (2.5–2.9)`, or that nothing can be said."""
    if low <= 0 <= high:
        return f"makes no clear difference ({in_points(low, sign=True)} to {in_points(high, sign=True)} percentage points)"
    ends = sorted((abs(low), abs(high)))
    return f"{'adds' if points > 0 else 'costs'} {in_points(abs(points))} percentage points ({in_points(ends[0])}–{in_points(ends[1])})"


def about(plays: int) -> str:
    """Two digits: who plans so many plays does not count them one by one."""
    unit = 10 ** max(0, len(str(plays)) - 2)
    return f"{round(plays / unit) * unit:,}"


def noticed(plays: int | None) -> str:
    if plays is None or plays > MOST_PLAYS:
        return "no group will play often enough to notice it"
    return f"a group would need about {about(plays)} plays to notice it"
