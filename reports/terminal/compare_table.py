"""What `sim compare` says: a verdict in a sentence, both sides in a table, and what changed in how games go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from experiments.compare import Comparison, Side
from experiments.duel import ALIKE, BLOCK, DIFFERENT, Duel
from experiments.maps import SetsCompared
from experiments.statistics.means import Moments, interval_of, noticed_after
from experiments.summary import names_of
from reports.factor_words import (
    measure_figures,
    not_printed,
    origin_sentences,
    program,
    said_of,
    setup_figures,
    table_words,
    title,
)
from reports.sentences.changes import reasons
from reports.tables import both_values, seen, signed
from reports.terminal.screen import plain_table, show, show_json, show_lines
from reports.units import Unit
from reports.words import STAR_MEANS, about, counted
from simulator.game import Game


def show_comparisons(
    found: Sequence[Comparison],
    over_sets: SetsCompared | None,
    several: bool,
    seed: int,
    stopped: bool,
    as_json: bool,
) -> None:
    """Show the result. `several` tables were asked, whether all of them have played or not."""
    last = found[-1]
    game, unit = last.game, Unit(last.duel.measure)
    if as_json:
        show_json([comparison_json(each, over_sets, seed, stopped) for each in found], several)
        return
    for letter, side, policy in zip("AB", last.sides, last.policies, strict=True):
        show(Text(f"{letter}  {title(game, side.setup)}{'' if several else f'; policy {policy}'}"))
    show_lines(origin_sentences(game, (side.setup.places for side in last.sides)), "yellow")
    show(Text())
    for each in found:
        verdict = comparison_verdict(each)
        show(Text(said_of(game, each.policies[0], verdict) if several else verdict, style="bold"))
    if over_sets is not None:
        show(Text(sets_sentence(game, unit, over_sets), style="bold"))
    show(Text())
    if several:
        changing = f"How games change for {table_words(game, last.policies[0])}:"
        show(_rates(found), Text(), Text(changing), Text())
    show(_table(last))
    show_lines((_basis(each, seed, several) for each in found), "dim")
    shares = any(not each.figure.measure.is_mean for each in seen(last.changes))
    points = " in percentage points" if unit.is_share else " shares in percentage points," if shares else ""
    show(
        Text(
            f"Differences on the same deals,{points} with 95 % intervals that hold at every look "
            f"(after every {BLOCK} games); {STAR_MEANS}.",
            style="dim",
        )
    )


def sets_sentence(game: Game, unit: Unit, found: SetsCompared) -> str:
    """Tell what the comparison of two boards is, over all boards that fit what is known of each."""
    first, second = (f"{100 * mean:.0f} %" if unit.is_share else unit.bare(mean) for mean in found.means)
    often = "of the time on average" if unit.is_winning else unit.heading
    return (
        f"On {found.boards[0]} other maps like A and {found.boards[1]} like B that fit what is known, {table_words(game, found.policy)} "
        f"{unit.verb} {first} and {second} {often}: {unit.difference(found.difference, True)} {unit.steps} "
        f"{unit.difference_interval(found.low, found.high)}"
        f"{', so the printed maps may differ either way' if found.low <= 0 <= found.high else ', so this holds for more than these two maps'}."
    )


def _basis(found: Comparison, seed: int, several: bool) -> str:
    """Tell how many games were played, and how many of them differ."""
    duel, who = found.duel, f"{found.policies[0]}: " if several else ""
    only = (
        f"{counted(duel.sums.more_first, 'deal')} only A won, {duel.sums.more_second:,} only B"
        if Unit(duel.measure).is_winning
        else f"{counted(duel.sums.more_first, 'deal')} came to more in A, {duel.sums.more_second:,} in B"
    )
    return f"{who}{duel.games:,} games of each side, seed {seed}; {only}."


def _rates(found: Sequence[Comparison]) -> Table:
    """Show what both sides come to, for each table."""
    heading = Unit(found[0].duel.measure).heading
    rows = ((each.policies[0], *_means(each.duel)) for each in found)
    return plain_table(heading, "A", "B", "B − A", right=(1, 2, 3), rows=rows)


def _means(duel: Duel) -> Iterator[str]:
    """Give both means, then the difference `+2.0 [−4.5, +8.7]`, with a star if it is clear of chance."""
    unit, star = Unit(duel.measure), "*" if duel.differs else " "
    yield from (unit.exact(side.mean) for side in duel.sums.sides)
    yield f"{unit.difference(duel.difference, True)} {unit.difference_interval(duel.low, duel.high)} {star}"


def comparison_verdict(found: Comparison) -> str:
    """Return the answer as one sentence."""
    duel = found.duel
    unit = Unit(duel.measure)
    change = f"{unit.difference(duel.difference, True)} {unit.steps} {unit.difference_interval(duel.low, duel.high)}"
    if duel.verdict == ALIKE:
        most = unit.difference(duel.negligible)
        return f"A and B are alike: the difference of {change} is smaller than {most}."
    if duel.verdict != DIFFERENT:
        what = "wins" if unit.is_winning else "differs by"
        return (
            f"Open after {duel.games:,} games: B ({found.sides[1].text}) {what} {change}, "
            "so it may be either way; more --games may tell."
        )
    near, far = (unit.difference(end) for end in sorted((abs(duel.low), abs(duel.high))))
    parts = [
        f"B ({found.sides[1].text}) {_difference(found, unit)} [{near}, {far}]",
        # What explains a difference that is good or bad for who plays.
        *(reasons(found.others, unit.goodness(duel.difference) > 0) if duel.measure.better else ()),
    ]
    plays = noticed_after(duel.measure, *duel.sums.sides)
    if plays is not None:
        parts.append(f"a group would notice after about {about(plays)} plays")
    return "; ".join(parts) + "."


def _difference(found: Comparison, unit: Unit) -> str:
    """`is easier by 6.4 percentage points`; `averages 0.31 goods delivered more than A`."""
    rises, number = found.duel.difference > 0, unit.difference(abs(found.duel.difference))
    if not unit.is_winning:
        return f"{unit.verb} {number} {unit.more_or_less(rises)} than A"
    size = f"{number} {unit.steps}"
    if found.policies[0] == found.policies[1]:
        return f"{'is easier' if rises else 'is harder'} by {size}"
    return f"wins {'more' if rises else 'less'} often by {size}"


def _table(found: Comparison) -> Table:
    duel = found.duel
    unit = Unit(duel.measure)
    table = plain_table("", "A", "B", "B − A", right=(1, 2, 3))
    table.add_row(unit.heading, *_means(duel), style="bold")
    intervals = [interval_of(duel.measure, side) for side in duel.sums.sides]
    told = (unit.exact_interval(*ends) for ends in intervals)
    table.add_row("  95 % interval", *told, "")
    for change in seen(found.others):
        difference = f"{signed(change, change.difference)} {'*' if change.clear else ' '}"
        table.add_row(change.figure.words, *both_values(change), difference)
    return table


def comparison_json(
    found: Comparison, over_sets: SetsCompared | None, seed: int, stopped: bool
) -> dict[str, Any]:
    """Return everything that is shown, for other programs; nothing in it depends on time, cores or machine."""
    game, duel = found.game, found.duel
    return {
        "verdict": duel.verdict,
        "sentence": comparison_verdict(found),
        **measure_figures(game, duel.measure),
        "difference": duel.difference,
        "low": duel.low,
        "high": duel.high,
        "games": duel.games,
        "most_games": duel.aim.games,
        "negligible": duel.negligible,
        "seed": seed,
        "stopped": stopped,
        "only_a": duel.sums.more_first,
        "only_b": duel.sums.more_second,
        "plays_to_notice": noticed_after(duel.measure, *duel.sums.sides),
        **{
            letter: _side(found, side, policy, sums)
            for letter, side, policy, sums in zip(
                "ab", found.sides, found.policies, duel.sums.sides, strict=True
            )
        },
        "changes": [
            {
                "name": change.name,
                "a": change.first,
                "b": change.second,
                "difference": change.difference,
                "standard_error": change.error,
                "p_holm": change.holm,
                "clear": change.clear,
            }
            for change in found.changes
        ],
        "over_sets": None if over_sets is None else asdict(over_sets),
        **program(game),
    }


def _side(found: Comparison, side: Side, policy: str, sums: Moments) -> dict[str, Any]:
    low, high = interval_of(found.duel.measure, sums)
    total, mean = names_of(found.duel.measure)
    return {
        "text": side.text,
        "policy": policy,
        total: sums.total,
        mean: sums.mean,
        "ci_low": low,
        "ci_high": high,
        **not_printed(found.game, [side.setup.places]),
        **setup_figures(found.game, side.setup),
    }
