"""What a run is about: how often its reference setup is won, or what it comes to, by every player, over boards where there are several, on other maps that fit what is known, and from the easiest to the hardest setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from experiments.findings import OtherMaps, StepOnMaps
from experiments.statistics.over_boards import over_boards
from experiments.statistics.paired import difference_of
from experiments.summary import Row
from policies.registry import roster_of
from reports.factor_words import first_place, level_words, noun_of, one_fewer, setting_words, table_words
from reports.facts import RunFacts
from reports.units import Unit
from reports.words import capital, counted, listed
from simulator.game import Game, Level

MOST_TABLES = 6
CANNOT_HAVE = "Other maps that fit what is known cannot have this setup, so how much of these figures is the map's is not known."
FEWEST_BOARDS = 3  # of a kind, before their mean says something about others


def rate_sentences(facts: RunFacts) -> Iterator[str]:
    tables = facts.tables
    if not tables:
        yield "The setting that others would be compared with has not been played yet; the table shows what has."
        return
    if all(len(rows) == 1 for rows in tables.values()):
        yield from _on_one_board(facts, tables)
    else:
        for policy, rows in tables.items():
            yield from _on_many_boards(facts, policy, rows)
        for maps in facts.on_maps:
            yield map_sentence(facts.game, facts.unit, maps, list(tables), facts.setup, region=True)
    standard = all(facts.results.is_standard(row.cell) for row in facts.bases)
    if not standard and len(facts.rows) > len(facts.bases):
        yield "The standard setup was not played, so settings are compared with this one."


def _on_one_board(facts: RunFacts, tables: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    rates = [(policy, row.rate, row.low, row.high) for policy, (row,) in tables.items()]
    maps = facts.on_maps[0] if len(facts.on_maps) == 1 else None
    place = place_words(facts, facts.bases[0].cell.levels)
    yield from setup_sentences(facts.game, facts.unit, rates, maps, facts.setup, place)


def setup_sentences(
    game: Game,
    unit: Unit,
    rates: Sequence[tuple[str, float, float, float]],
    maps: OtherMaps | None,
    setup: str = "this setup",
    place: str = "",
) -> Iterator[str]:
    """Tell what a setup comes to for every player, who does best first; with other maps the first sentence is about them, since they say most about how sure it is.

    `rates` are policies with what the setup comes to and its interval.
    """
    ranked = sorted(rates, key=lambda rate: -unit.goodness(rate[1]))
    (strongest, *rate), *others = ranked if len(ranked) <= MOST_TABLES else [ranked[0], ranked[-1]]
    more = f"; {len(ranked) - 2} others lie between" if len(ranked) > MOST_TABLES else ""
    where = f"{setup} on {place}" if place else setup
    opening = unit.achieved(table_words(game, strongest), where, unit.told(*rate))
    words = [(table_words(game, policy), unit.with_interval(*rate)) for policy, *rate in others]
    parts = [f"{who} {found}" for who, found in words]
    if maps is None:
        yield f"{capital(', '.join([opening, *parts]))}{more}."
    elif maps.policy == strongest:
        steps = f"; {step_words(game, unit, maps)}" if maps.steps else ""
        yield f"{capital(opening)} on this map, {range_words(unit, maps)}{steps}."
        often = " of the time" if unit.is_winning else ""
        for who, found in words[:1]:
            yield f"On the same map {listed([f'{who} {unit.verb} {found}', *parts[1:]])}{often}{more}."
    else:
        yield f"On this map {', '.join([opening, *parts])}{more}."
        yield map_sentence(game, unit, maps, [policy for policy, *_ in ranked], setup)


def place_words(facts: RunFacts, levels: Mapping[str, Level]) -> str:
    """Name board and timetable, as far as the run names them."""
    told, known = [], facts.results.known
    for name, level in levels.items():
        if name == first_place(facts.game):
            told.append(facts.results.place_titles(name)[str(level)])
        elif name in known.places and (name in facts.places_varied or level != known.of(name).default):
            told.append(level_words(facts.game, name, level))
    return ", ".join(told)


def _on_many_boards(facts: RunFacts, policy: str, rows: Sequence[Row]) -> Iterator[str]:
    """Tell the range over boards, and their mean where boards are a sample of a kind."""
    unit, who = facts.unit, facts.who(policy)
    low, high = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
    if low.rate == high.rate:
        where = f"On {'both' if len(rows) == 2 else f'all {len(rows)}'} {facts.unit_of_places}"
        yield f"{where} {unit.achieved(who, facts.setup, unit.told(low.rate, low.low, low.high))}."
        return
    ends = [f"{facts.amount(row)} on {place_words(facts, row.cell.levels)}" for row in (low, high)]
    yield (
        f"Over {len(rows)} {facts.unit_of_places} {unit.doing(who, facts.setup)} from {ends[0]} to {ends[1]}"
        f"{mean_words(facts, rows)}."
    )


def mean_words(facts: RunFacts, rows: Sequence[Row]) -> str:
    """Tell the mean over boards of one kind, where there are enough of them. Several timetables on one board are no several boards."""
    first = first_place(facts.game)
    if facts.places_varied != [first]:
        return ""
    kinds = [row.cell.entry.places[first].kind for row in rows]
    games = min(row.cell.games for row in rows)
    if games < 2 or any(not kind or kinds.count(kind) < FEWEST_BOARDS for kind in kinds):
        return ""
    found = over_boards([row.cell.tally.values for row in rows], kinds, facts.unit.is_share)
    return f", on average {facts.unit.with_interval(found.mean, found.ci_low, found.ci_high)}"


def range_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell the easiest and the hardest setting, where there is one board and more than two settings."""
    rows = [row for row in facts.rows if row.cell.policy == facts.main_policy]
    if len(rows) < 3 or facts.places_varied:
        return
    unit, who = facts.unit, facts.who(facts.main_policy)
    what = "won" if unit.is_winning else unit.heading
    low, high = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
    if low.rate == high.rate:
        yield f"All {len(rows)} settings come out the same for {who}: {facts.amount(high)} {what}."
        return
    if not _apart(facts, rows, high, low):
        yield (
            f"The {len(rows)} settings cannot be told apart for {who}: from {facts.amount(low)} to {facts.amount(high)} {what}, "
            "and that may be chance."
        )
        return
    most, least = (
        f"{setting_words(facts.results, row.cell.levels)}{_alike(unit, rows, row)}: {facts.amount(row)}"
        for row in (high, low)
    )
    if unit.is_winning:
        yield f"Of {len(rows)} settings the easiest for {who} is the one with {most}; the hardest that with {least}."
    else:
        yield f"Of {len(rows)} settings {who} {unit.verb} most {what} in the one with {most}; least in that with {least}."


def _alike(unit: Unit, rows: Sequence[Row], row: Row) -> str:
    """Count how many others share a place at the end of the ladder."""
    others = sum(each.rate == row.rate for each in rows) - 1
    return (
        f" (and {counted(others, 'other')} with the same {'rate' if unit.is_share else 'mean'})"
        if others
        else ""
    )


def _apart(facts: RunFacts, rows: Sequence[Row], high: Row, low: Row) -> bool:
    """Tell whether any setting differs clearly from the reference, or the ends from each other, allowing for all pairs that they were picked from."""
    found = difference_of(facts.results.measure, high.cell.tally.values, low.cell.tally.values)
    pairs = len(rows) * (len(rows) - 1) / 2
    return any(row.clear for row in rows) or found.p_value * pairs < 0.05


# How much of an answer is the map's: the reference setup, and steps from it, on other maps that fit what is known.


def range_words(unit: Unit, found: OtherMaps) -> str:
    """`from 28 to 92 % on 12 others that fit what is known`, as observed."""
    return f"{_span(unit, found)} on {len(found.rates)} others that fit what is known"


def _span(unit: Unit, found: OtherMaps) -> str:
    ends = min(found.rates), max(found.rates)
    percent = " %" if unit.is_share else ""
    low, high = (f"{100 * end:.0f}" if percent else unit.bare(end) for end in ends)
    return f"{low}{percent}" if low == high else f"from {low} to {high}{percent}"


def step_words(game: Game, unit: Unit, found: OtherMaps) -> str:
    """Tell what each step does there: `one more time token helps on all 12 (clear of chance on 11)`."""
    return listed([f"{_change(game, step)} {_does(unit, step, len(found.rates))}" for step in found.steps])


def map_sentence(
    game: Game,
    unit: Unit,
    found: OtherMaps,
    spoken_of: Sequence[str],
    setup: str = "this setup",
    *,
    region: bool = False,
) -> str:
    """Tell of other maps in a sentence of its own, where the first one is about somebody else or about several boards; then name the region."""
    who = table_words(game, found.policy)
    like = f" like {found.family.replace('-', ' ').title()}" if region else ""
    steps = f"; there {step_words(game, unit, found)}" if found.steps else ""
    on = f"n {len(found.rates)} other maps{like} that fit what is known"
    often = " of the time" if unit.is_winning else ""

    def wins(who: str) -> str:
        return f"{unit.doing(who, setup)} {_span(unit, found)}{often}{steps}."

    if found.policy in spoken_of:
        return f"O{on} {wins(who)}"
    return f"{capital(who)} stood in for {_too_slow(game, spoken_of)} for this: o{on} {wins('it')}"


def _too_slow(game: Game, players: Sequence[str]) -> str:
    """`a table of veterans, which plays too slowly`; of a user's own program nobody knows."""
    known = all(player.partition(":")[0] in roster_of(game).all for player in players)
    plays = "may play" if not known else "plays" if len(players) == 1 else "play"
    return f"{listed([table_words(game, player) for player in players])}, which {plays} too slowly"


def _change(game: Game, step: StepOnMaps) -> str:
    if noun_of(game, step.factor) and isinstance(step.before, int) and isinstance(step.after, int):
        if step.after == step.before + 1:
            return f"one more {noun_of(game, step.factor)}"
        if step.after == step.before - 1:
            return one_fewer(game, step.factor)
    return f"playing with {level_words(game, step.factor, step.after)}"


def _does(unit: Unit, step: StepOnMaps, maps: int) -> str:
    """Say which way the step points, then on how many maps that is clear of chance: more games would make it clear on more."""
    helps, hurts = unit.helps_or_hurts
    if step.helps and step.hurts:
        clear = "none"
        if step.clear_helps or step.clear_hurts:
            clear = f"{step.clear_helps or 'none'} of the {step.helps} and {step.clear_hurts or 'none'} of the {step.hurts}"
        return (
            f"{helps} on {step.helps} of the {maps} and {hurts} on {step.hurts} (clear of chance on {clear})"
        )
    if not step.helps and not step.hurts:
        return "changes nothing on any of them"
    verb, number, sure = (
        (helps, step.helps, step.clear_helps) if step.helps else (hurts, step.hurts, step.clear_hurts)
    )
    if sure == maps:
        return f"{verb} clearly on all {maps}"
    on = f"all {maps}" if number == maps else f"{number} of the {maps}"
    return f"{verb} on {on} (clear of chance on {'all' if sure == number else sure or 'none'})"
