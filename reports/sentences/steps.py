"""What changes do: each step with the plays after which a group would notice it, lists of settings, and one step in steps of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from experiments.statistics.effects import Effect
from experiments.statistics.intervals import plays_to_notice
from experiments.statistics.means import noticed_after
from experiments.summary import Row
from reports.factor_words import change_words, many, setting_words
from reports.facts import RunFacts
from reports.run_words import noticed
from reports.words import capital, counted

MOST_RATES = 3  # exchange rates
# What one step does in steps of another, by whether it helps and whether they do.
VERBS = {
    (True, True): ("is worth", ""),
    (True, False): ("makes up for", " more"),
    (False, True): ("takes away what is given by", ""),
    (False, False): ("costs as much as", " more"),
}


def effect_sentences(facts: RunFacts) -> Iterator[str]:
    """What a step of each factor does, and after how many plays a group would notice."""
    main = facts.main_findings
    if not main:
        return
    settings = main[0].settings
    averaged = len(main[0].reference) > 1 or not any("=" in effect.name for effect in main[0].effects)
    over = f"on average over {settings} settings" if settings > 2 and averaged else ""
    who = f"for {facts.who(facts.main_policy)}" if len(facts.tables) > 1 else ""
    opening = ", ".join(part for part in (who, over) if part)
    for name in dict.fromkeys(e.name for f in main for e in f.effects):
        effects = [effect for found in main for effect in found.effects if effect.name == name]
        change = f"{change_words(facts.game, name, main[0].reference)} {_in_points(facts, effects)}"
        yield f"{capital(f'{opening}, {change}' if opening else change)}{_plays(facts, effects)}."
        opening = ""


def _in_points(facts: RunFacts, effects: Sequence[Effect]) -> str:
    if len(effects) == 1:
        return facts.unit.change(effects[0].points, effects[0].low, effects[0].high)
    clear = sum(effect.clear for effect in effects)
    if not clear:
        return f"makes no clear difference on any of {len(effects)} {facts.unit_of_places}"
    return _range_of(facts, [effect.points for effect in effects], clear)


def _range_of(facts: RunFacts, points: Sequence[float], clear: int) -> str:
    """Tell what one change does on several boards."""
    low, high = (facts.unit.difference(end, sign=True) for end in (min(points), max(points)))
    span = low if low == high else f"{low} to {high}"
    by = f"{span} {facts.unit.steps}" if facts.unit.is_share else span
    return f"changes {facts.unit.the_name} by {by} over {len(points)} {facts.unit_of_places} (clear of chance on {clear} of them)"


def _plays(facts: RunFacts, effects: Sequence[Effect]) -> str:
    """Say how many plays it takes to notice an effect on top of what the reference setup comes to, if it is clear of chance and there is one board."""
    if len(effects) != 1 or not effects[0].clear:
        return ""
    points, base = effects[0].points, next(row for row in facts.bases if row.cell.policy == facts.main_policy)
    if facts.unit.is_share:
        return f"; {noticed(plays_to_notice(base.rate, min(1.0, max(0.0, base.rate + points))))}"
    played = base.cell.moments
    return f"; {noticed(noticed_after(facts.results.measure, played, played.moved(points)))}"


def list_sentences(facts: RunFacts) -> Iterator[str]:
    """Lists of settings: how many differ, and which most; over boards, where there are several."""
    if not any(factor.name in facts.results.known.lists for factor in facts.results.varied):
        return
    settings: dict[str, list[Row]] = {}
    for row in facts.rows:
        if row.cell.policy == facts.main_policy and row.difference is not None:
            settings.setdefault(setting_words(facts.results, row.cell.levels), []).append(row)
    if not settings:
        return
    clear = {name: rows for name, rows in settings.items() if any(row.clear for row in rows)}
    where = (
        "" if facts.on_one_place else f" on any of {max(map(len, settings.values()))} {facts.unit_of_places}"
    )
    yield f"{len(clear) or 'None'} of {len(settings)} other settings differ clearly from the reference{where} for {facts.who(facts.main_policy)}."
    means = {name: float(np.mean([_change(row) for row in rows])) for name, rows in clear.items()}
    if not clear:
        return
    helps, hurts = facts.unit.helps_or_hurts
    for name, verb in (
        (max(means, key=means.__getitem__), helps),
        (min(means, key=means.__getitem__), hurts),
    ):
        if (means[name] > 0) == (verb == helps):
            alike = sum(mean == means[name] for mean in means.values()) - 1
            also = f" (with {counted(alike, 'other')})" if alike else ""
            yield f"{capital(name)} {verb} most{also}: it {_list_change(facts, clear[name])}."


def _change(row: Row) -> float:
    assert row.difference is not None
    return row.difference.difference


def _list_change(facts: RunFacts, rows: Sequence[Row]) -> str:
    """Tell a difference on one board with its interval and the plays to notice it, on several as a range."""
    if len(rows) == 1:
        found = rows[0].difference
        assert found is not None
        return f"{facts.unit.change(found.difference, found.low, found.high)}; {noticed(rows[0].plays)}"
    return _range_of(facts, [_change(row) for row in rows], sum(row.clear for row in rows))


def exchange_sentences(facts: RunFacts) -> Iterator[str]:
    """One step in steps of another, where both effects are clear and it is more than one."""
    main = facts.main_findings
    if len(main) != 1:
        return
    clear = {effect.name: effect.points for effect in main[0].effects if effect.clear}
    told = 0
    for rate in main[0].rates:
        countable = "=" not in rate.in_steps_of and {rate.of, rate.in_steps_of} <= clear.keys()
        if not (rate.telling and countable) or told == MOST_RATES:
            continue
        told += 1
        size, low, high = rate.size
        verb, more = VERBS[clear[rate.of] > 0, clear[rate.in_steps_of] > 0]
        change = change_words(facts.game, rate.of, main[0].reference)
        average = "" if told > 1 else "On average over the settings played, "
        steps = many(facts.game, rate.in_steps_of, f"{size:.1f}{more}")
        yield f"{capital(f'{average}{change}')} {verb} {steps} ({low:.1f}–{high:.1f})."
