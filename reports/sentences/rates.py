"""What the run is about: how often the reference setup is won, or what it comes to, by every player, over boards where there are several, and from the easiest to the hardest setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from experiments.statistics.over_boards import over_boards
from experiments.statistics.paired import difference_of
from experiments.summary import Row
from reports.factor_words import first_place, level_words, setting_words
from reports.facts import RunFacts
from reports.sentences.maps import map_sentence, range_words, step_words
from reports.words import capital, counted, listed
from simulator.game import Level

MOST_TABLES = 6
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
            yield map_sentence(facts, maps, list(tables), facts.setup, region=True)
    standard = all(facts.results.is_standard(row.cell) for row in facts.bases)
    if not standard and len(facts.rows) > len(facts.bases):
        yield "The standard setup was not played, so settings are compared with this one."


def _on_one_board(facts: RunFacts, tables: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """One sentence on all players; with other maps the first is about them, since they say most about how sure it is."""
    unit, what = facts.unit, facts.setup
    if place := place_words(facts, facts.bases[0].cell.levels):
        what += f" on {place}"
    told = list(tables.items())
    if len(told) > MOST_TABLES:
        told = [told[0], told[-1]]
    (strongest, (row,)), *others = told
    opening = unit.achieved(facts.who(strongest), what, unit.told(row.rate, row.low, row.high))
    rates = [(facts.who(policy), facts.amount(row)) for policy, (row,) in others]
    parts = [f"{words} {rate}" for words, rate in rates]
    more = f"; {len(tables) - 2} others lie between" if len(tables) > MOST_TABLES else ""
    maps = facts.on_maps[0] if len(facts.on_maps) == 1 else None
    if maps is None:
        yield f"{capital(', '.join([opening, *parts]))}{more}."
    elif maps.policy == strongest:
        steps = f"; {step_words(facts, maps)}" if maps.steps else ""
        yield f"{capital(opening)} on this map, {range_words(facts, maps)}{steps}."
        often = " of the time" if unit.is_winning else ""
        for words, rate in rates[:1]:
            yield f"On the same map {listed([f'{words} {unit.verb} {rate}', *parts[1:]])}{often}{more}."
    else:
        yield f"On this map {', '.join([opening, *parts])}{more}."
        yield map_sentence(facts, maps, list(tables), facts.setup)


def place_words(facts: RunFacts, levels: Mapping[str, Level]) -> str:
    """Board and timetable, as far as the run names them."""
    told, known = [], facts.results.known
    for name, level in levels.items():
        if name == first_place(facts.game):
            told.append(facts.results.place_titles(name)[str(level)])
        elif name in known.places and (facts.several(name) or level != known.of(name).default):
            told.append(level_words(facts.game, name, level))
    return ", ".join(told)


def _on_many_boards(facts: RunFacts, policy: str, rows: Sequence[Row]) -> Iterator[str]:
    """The range over boards, and their mean where boards are a sample of a kind."""
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
    """The easiest and the hardest setting, where there is one board and more than a handful of settings."""
    rows = [row for row in facts.rows if row.cell.policy == facts.main_policy]
    if len(rows) < 3 or not facts.on_one_place:
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
        f"{setting_words(facts.results, row.cell.levels)}{_alike(rows, row)}: {facts.amount(row)}"
        for row in (high, low)
    )
    if unit.is_winning:
        yield f"Of {len(rows)} settings the easiest for {who} is the one with {most}; the hardest that with {least}."
    else:
        yield f"Of {len(rows)} settings {who} averages most {what} in the one with {most}; least in that with {least}."


def _alike(rows: Sequence[Row], row: Row) -> str:
    """How many others share a place at the end of the ladder."""
    others = sum(each.rate == row.rate for each in rows) - 1
    return f" (and {counted(others, 'other')} with the same rate)" if others else ""


def _apart(facts: RunFacts, rows: Sequence[Row], high: Row, low: Row) -> bool:
    """Tell whether any setting differs clearly from the reference, or the ends from each other, allowing for all pairs that they were picked from."""
    found = difference_of(facts.results.measure, high.cell.tally.values, low.cell.tally.values)
    pairs = len(rows) * (len(rows) - 1) / 2
    return any(row.clear for row in rows) or found.p_value * pairs < 0.05
