"""Two runs side by side in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.factors import POLICY
from experiments.run_store.manifest import edit_told
from experiments.two_runs import ChangedFactor, Match, TwoRuns
from reports.factor_words import (
    label_of,
    level_words,
    listed_player,
    many,
    noun_of,
    origin_sentences,
    played_on,
    table_words,
)
from reports.facts import main_policy
from reports.scenes import scene_of
from reports.sentences.changes import reasons
from reports.units import Unit
from reports.words import STAR_MEANS, capital, counted, listed, noticed, reach
from simulator.game import Game, Level

MOST_LEVELS = 5  # of a factor that are named


def two_runs_verdict(found: TwoRuns) -> list[str]:
    """Tell what was changed, what came of it for the setup that matters most, and for how many settings."""
    if found.same_games:
        return [_same_games(found), *only_in_one(found), _same_rate(main_match(found))]
    return [*_changed(found), _spoken(found, main_match(found)), *_all(found), *only_in_one(found)]


def main_match(found: TwoRuns) -> Match:
    """Choose the setting that is told in words: of who is spoken of, the standard setup if both have it, or where the first run did best."""
    spoken, unit = main_policy(match.first for match in found.matches), Unit(found.first.measure)
    return max(
        found.matches,
        key=lambda each: (
            each.first.policy == spoken,
            found.first.is_standard(each.first),
            unit.goodness(each.first.rate),
        ),
    )


def _same_games(found: TwoRuns) -> str:
    if any(found.left_out):
        common, there = counted(len(found.matches), "setting"), "it" if len(found.matches) == 1 else "these"
        return f"The runs have only {common} in common, and in {there} they played the same games, so there is nothing to compare."
    whole = all(match.first.games == match.second.games for match in found.matches)
    where = "" if whole else "on the deals that both have "
    return (
        f"Nothing differs between the runs: seed, settings and version of engine and policies are the same, and {where}they played the same games, "
        "so there is no difference that chance could have made."
    )


def only_in_one(found: TwoRuns) -> Iterator[str]:
    """Say what one run has played and the other has not."""
    game = found.first.game
    sides = {
        "first": [word for each in found.only_in_one for word in _levels(game, each.factor, each.first)],
        "second": [word for each in found.only_in_one for word in _levels(game, each.factor, each.second)],
    }
    parts = [f"only the {run} run has {listed(words)}" for run, words in sides.items() if words]
    if parts:
        yield f"{capital('; '.join(parts))}."


def _levels(game: Game, factor: str, levels: Sequence[Level | None]) -> list[str]:
    """`8, 9 or 10 time tokens`; else level by level, and how many more there are."""
    if noun_of(game, factor) and len(levels) > 1 and None not in levels:
        return [many(game, factor, f"{', '.join(map(str, levels[:-1]))} or {levels[-1]}")]
    words = [
        listed_player(game, level)
        if factor == POLICY and isinstance(level, str)
        else _level(game, factor, level)
        for level in levels
    ]
    if len(words) <= MOST_LEVELS + 1:
        return words
    return [*words[:MOST_LEVELS], f"{len(words) - MOST_LEVELS} more levels of {label_of(game, factor)}"]


def _same_rate(match: Match) -> str:
    unit = Unit(match.before.measure)
    return f"{_who(match)} {unit.past} {unit.told(match.before.rate, *match.before.interval)} in both{_deals(match)}."


def _changed(found: TwoRuns) -> Iterator[str]:
    if found.changes:
        yield f"Changed from the first run to the second: {'; '.join(_change(found.first.game, each) for each in found.changes)}."
    elif found.same_code:
        yield "In the settings that both runs have nothing differs, nor in the version of engine and policies."
    if not found.same_code:
        yield "The runs were made by different versions of engine or policies."


def _change(game: Game, change: ChangedFactor) -> str:
    if change.first == change.second:
        return f"{_level(game, change.factor, change.first)} has other contents than before"
    before, after = (_level(game, change.factor, level) for level in (change.first, change.second))
    return f"{before} before, {after} after"


def _level(game: Game, factor: str, level: Level | None) -> str:
    if level is None:
        return f"{label_of(game, factor)} as in the rulebook"
    return table_words(game, str(level)) if factor == POLICY else level_words(game, factor, level)


def _spoken(found: TwoRuns, match: Match) -> str:
    unit, other = Unit(match.before.measure), match.second.policy
    before, after = ((side.rate, *side.interval) for side in (match.before, match.after))
    whom = "" if other == match.first.policy else f" {table_words(found.first.game, other)}"
    won = (
        f"{unit.past} {unit.told(*before)} before and{whom} {unit.with_interval(*after)} after{_deals(match)}"
    )
    if not found.paired:
        of = "of" if unit.is_share else "in"
        games = [f"{of} {side.games:,} games" for side in (match.before, match.after)]
        first = unit.with_interval(*before) if unit.is_winning else unit.told(*before)
        won = f"{unit.past} {first} {games[0]} before and{whom} {unit.with_interval(*after)} {games[1]} after"
    what = "the change" if found.changes or not found.same_code else "what is left to chance"
    said = [f"{what} {unit.change(match.difference.difference, match.difference.low, match.difference.high)}"]
    if match.clear:
        said += [
            *reasons(match.went.changes, unit.goodness(match.difference.difference) > 0),
            noticed(match.plays),
        ]
    return f"{_who(match)} {won}: {'; '.join(said)}."


def _who(match: Match) -> str:
    name = f", with {setting}," if (setting := setting_of(match)) else ""
    return f"{capital(table_words(_game(match), match.first.policy))}{name}"


def _game(match: Match) -> Game:
    return match.first.tally.form.game


def _deals(match: Match) -> str:
    """Say on how many deals both are compared, and what the run that has more of them tells by all; nothing if they met different ones."""
    if match.difference.apart is None:
        return ""
    unit, deals = Unit(match.before.measure), match.before.games
    said = f", on {f'the {deals:,} deals' if deals != 1 else 'the one deal'} that both played"
    for cell, side, word in ((match.first, match.before, "before"), (match.second, match.after, "after")):
        if cell.games > side.games:
            rate = unit.with_interval(cell.rate, *cell.interval)
            said += f" ({word} {rate} {'of' if unit.is_share else 'in'} all {cell.games:,} games)"
    return said


def whose_games(match: Match) -> str:
    """`a practised table, with 7 time tokens`, and of two players both."""
    names = [table_words(_game(match), cell.policy) for cell in (match.first, match.second)]
    who = names[0] if names[0] == names[1] else f"{names[0]} before and {names[1]} after"
    return f"{who}, with {setting}" if (setting := setting_of(match)) else who


def setting_of(match: Match) -> str:
    told = ((name, level) for name, level in match.levels.items() if name != POLICY)
    return ", ".join(level_words(_game(match), name, level) for name, level in told)


def _all(found: TwoRuns) -> Iterator[str]:
    if len(found.matches) > 1:
        clear = [match for match in found.matches if match.clear]
        up = sum(match.difference.difference > 0 for match in clear)
        winning = Unit(found.first.measure).is_winning
        moved = ("won more often", "won less often") if winning else ("up", "down")
        numbers = zip((up, len(clear) - up), moved, strict=True)
        parts = [f"{number} {how}" for number, how in numbers if number]
        ways = f"{len(clear)} changed clearly: {listed(parts)}"
        yield f"Of {len(found.matches)} settings that both runs played, {ways if clear else 'none changed clearly'}."


def basis(found: TwoRuns) -> list[str]:
    """Say what the differences rest on."""
    runs = (found.first, found.second)
    said = [] if found.same_games else [f"{_compared(found)} Ranges are 95 % intervals; {STAR_MEANS}."]
    left = found.left_out
    if any(left):
        said.append(
            f"Settings that only one run has are left out: {left[0]} of the first, {left[1]} of the second."
        )
    for name, run in zip(("first", "second"), runs, strict=True):
        said += filter(None, [edit_told(run.manifest, f"The {name} run")])
        if not run.complete:
            said.append(
                f"The {name} run is not finished: {counted(run.games, 'game')} of every setting shown."
            )
    return [
        *said,
        scene_of(found.first.game).bots,
        *origin_sentences(found.first.game, [*played_on(found.first), *played_on(found.second)]),
    ]


def _compared(found: TwoRuns) -> str:
    before, after = (
        reach(f"{min(games):,}", f"{max(games):,}")
        for games in (
            [match.before.games for match in found.matches],
            [match.after.games for match in found.matches],
        )
    )
    if found.paired:
        return (
            "Both runs have the same seed, so differences are paired deal by deal, and rates are those on the deals that both have "
            f"played: {before} of each setting."
        )
    return f"The runs have different seeds, so differences are those of independent games: {before} before and {after} after, of each setting."
