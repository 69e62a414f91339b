"""How often the game is won: the reference setup by every player, over boards where there are several, and from the easiest to the hardest setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from experiments.levels import Level
from experiments.statistics.over_boards import over_boards
from experiments.statistics.paired import paired_difference
from experiments.summary import Row
from reports.factor_words import capital, level_words, setting_words, table_words
from reports.run_words import of_the_time, share
from reports.sentences.maps import map_sentence, range_words, step_words
from reports.sentences.told import Told
from reports.words import counted, listed

MOST_TABLES = 6
FEWEST_BOARDS = 3  # of a kind, before their mean says something about others


def rate_sentences(answer: Told) -> Iterator[str]:
    tables = answer.tables
    if not tables:
        yield "The setting that others would be compared with has not been played yet; the table shows what has."
        return
    if all(len(rows) == 1 for rows in tables.values()):
        yield from _on_one_board(answer, tables)
    else:
        for policy, rows in tables.items():
            yield from _on_many_boards(answer, policy, rows)
        for maps in answer.on_maps:
            yield map_sentence(maps, list(tables), answer.setup, region=True)
    standard = all(answer.results.is_standard(row.cell) for row in answer.bases)
    if not standard and len(answer.rows) > len(answer.bases):
        yield "The standard setup was not played, so settings are compared with this one."


def _on_one_board(answer: Told, tables: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """One sentence on all players; with other maps the first is about them, since they say most about how sure it is."""
    what = answer.setup
    if place := place_words(answer, answer.bases[0].cell.levels):
        what += f" on {place}"
    told = list(tables.items())
    if len(told) > MOST_TABLES:
        told = [told[0], told[-1]]
    (strongest, (row,)), *others = told
    opening = f"{table_words(strongest)} wins {what} {of_the_time(row.rate, row.low, row.high)}"
    shares = [(table_words(policy), share(row.rate, row.low, row.high)) for policy, (row,) in others]
    parts = [f"{words} {rate}" for words, rate in shares]
    more = f"; {len(tables) - 2} others lie between" if len(tables) > MOST_TABLES else ""
    maps = answer.on_maps[0] if len(answer.on_maps) == 1 else None
    if maps is None:
        yield f"{capital(', '.join([opening, *parts]))}{more}."
    elif maps.policy == strongest:
        steps = f"; {step_words(maps)}" if maps.steps else ""
        yield f"{capital(opening)} on this map, {range_words(maps)}{steps}."
        for words, rate in shares[:1]:
            yield f"On the same map {listed([f'{words} wins {rate}', *parts[1:]])} of the time{more}."
    else:
        yield f"On this map {', '.join([opening, *parts])}{more}."
        yield map_sentence(maps, list(tables), answer.setup)


def place_words(answer: Told, levels: Mapping[str, Level]) -> str:
    """Board and timetable, as far as the run names them."""
    told = [
        answer.results.board_titles[str(level)] if name == "board" else level_words(name, level)
        for name, level in levels.items()
        if name == "board" or (name == "deck" and (answer.several(name) or level != "standard"))
    ]
    return ", ".join(told)


def _on_many_boards(answer: Told, policy: str, rows: Sequence[Row]) -> Iterator[str]:
    """The range over boards, and their mean where boards are a sample of a kind."""
    low, high = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
    words = table_words(policy)
    if low.rate == high.rate:
        yield f"On {'both' if len(rows) == 2 else f'all {len(rows)}'} {answer.unit} {words} wins {answer.setup} {of_the_time(low.rate, low.low, low.high)}."
        return
    ends = [
        f"{share(row.rate, row.low, row.high)} on {place_words(answer, row.cell.levels)}"
        for row in (low, high)
    ]
    mean = mean_words(answer, rows)
    yield f"Over {len(rows)} {answer.unit} {words} wins {answer.setup} from {ends[0]} to {ends[1]}{mean}."


def mean_words(answer: Told, rows: Sequence[Row]) -> str:
    """Only boards of one kind have a mean, and only where there are enough of them. Several timetables on one board are no several boards."""
    if answer.several("deck"):
        return ""
    boards = [answer.boards.get(row.cell.entry["board"]["hash"]) for row in rows]
    kinds = [board.family for board in boards if board]
    games = min(row.cell.games for row in rows)
    if games < 2 or None in boards or any(kinds.count(kind) < FEWEST_BOARDS for kind in kinds):
        return ""
    found = over_boards([row.cell.tally.wins for row in rows], kinds)
    return f", on average {share(found.mean, found.ci_low, found.ci_high)}"


def range_sentences(answer: Told) -> Iterator[str]:
    """The easiest and the hardest setting, where there is one board and more than a handful of settings."""
    rows = [row for row in answer.rows if row.cell.policy == answer.voice]
    if len(rows) < 3 or not answer.on_one_board:
        return
    hard, easy = min(rows, key=lambda row: row.rate), max(rows, key=lambda row: row.rate)
    if hard.rate == easy.rate:
        yield f"All {len(rows)} settings come out the same for {table_words(answer.voice)}: {share(easy.rate, easy.low, easy.high)} won."
        return
    if not _apart(rows, easy, hard):
        ends = [share(row.rate, row.low, row.high) for row in (hard, easy)]
        yield f"The {len(rows)} settings cannot be told apart for {table_words(answer.voice)}: from {ends[0]} to {ends[1]} won, and that may be chance."
        return
    told = [
        f"{setting_words(answer.results, row.cell.levels)}{_alike(rows, row)}: {share(row.rate, row.low, row.high)}"
        for row in (easy, hard)
    ]
    yield f"Of {len(rows)} settings the easiest for {table_words(answer.voice)} is the one with {told[0]}; the hardest that with {told[1]}."


def _alike(rows: Sequence[Row], row: Row) -> str:
    """How many others share a place at the end of the ladder."""
    others = sum(each.rate == row.rate for each in rows) - 1
    return f" (and {counted(others, 'other')} with the same rate)" if others else ""


def _apart(rows: Sequence[Row], easy: Row, hard: Row) -> bool:
    """Whether any setting differs clearly from the reference, or the ends from each other, allowing for all pairs that they were picked from."""
    found = paired_difference(easy.cell.tally.wins, hard.cell.tally.wins)
    pairs = len(rows) * (len(rows) - 1) / 2
    return any(row.clear for row in rows) or found.p_value * pairs < 0.05
