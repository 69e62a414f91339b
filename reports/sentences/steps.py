"""What changes do: each step with the plays after which a group would notice it, lists of settings, and one step in steps of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from experiments.factors import LISTS
from experiments.statistics.effects import Effect
from experiments.statistics.power import plays_to_notice
from experiments.summary import Row
from reports.factor_words import capital, change_words, many, setting_words, table_words
from reports.run_words import gain_or_loss, in_points, noticed
from reports.sentences.told import Told
from reports.words import counted

MOST_RATES = 3  # exchange rates
# What one step does in steps of another, by whether it helps and whether they do.
VERBS = {
    (True, True): ("is worth", ""),
    (True, False): ("makes up for", " more"),
    (False, True): ("takes away what is given by", ""),
    (False, False): ("costs as much as", " more"),
}


def effect_sentences(answer: Told) -> Iterator[str]:
    """What a step of each factor does, and after how many plays a group would notice."""
    voiced = answer.voiced
    if not voiced:
        return
    settings = len(voiced[0].model.fitted)
    averaged = len(voiced[0].reference) > 1 or not any("=" in effect.name for effect in voiced[0].effects)
    over = f"on average over {settings} settings" if settings > 2 and averaged else ""
    who = f"for {table_words(answer.voice)}" if len(answer.tables) > 1 else ""
    opening = ", ".join(part for part in (who, over) if part)
    for name in dict.fromkeys(e.name for f in voiced for e in f.effects):
        effects = [effect for found in voiced for effect in found.effects if effect.name == name]
        change = f"{change_words(name, voiced[0].reference)} {_in_points(answer, effects)}"
        yield f"{capital(f'{opening}, {change}' if opening else change)}{_plays(answer, effects)}."
        opening = ""


def _in_points(answer: Told, effects: Sequence[Effect]) -> str:
    if len(effects) == 1:
        return gain_or_loss(effects[0].points, effects[0].low, effects[0].high)
    clear = sum(effect.clear for effect in effects)
    if not clear:
        return f"makes no clear difference on any of {len(effects)} {answer.unit}"
    return _range_of(answer, [effect.points for effect in effects], clear)


def _range_of(answer: Told, points: Sequence[float], clear: int) -> str:
    """Of one change on several boards."""
    low, high = in_points(min(points), sign=True), in_points(max(points), sign=True)
    span = low if low == high else f"{low} to {high}"
    return f"changes the win rate by {span} percentage points over {len(points)} {answer.unit} (clear of chance on {clear} of them)"


def _plays(answer: Told, effects: Sequence[Effect]) -> str:
    """To notice so many points on top of the reference setup's win rate, if they are clear of chance and there is one board."""
    if len(effects) != 1 or not effects[0].clear:
        return ""
    points, base = effects[0].points, next(row for row in answer.bases if row.cell.policy == answer.voice)
    other = min(1.0, max(0.0, base.rate + points))
    return f"; {noticed(plays_to_notice(base.rate, other))}"


def list_sentences(answer: Told) -> Iterator[str]:
    """Lists of settings: how many differ, and which most; over boards, where there are several."""
    if not any(factor.name in LISTS for factor in answer.results.varied):
        return
    settings: dict[str, list[Row]] = {}
    for row in answer.rows:
        if row.cell.policy == answer.voice and row.difference is not None:
            settings.setdefault(setting_words(answer.results, row.cell.levels), []).append(row)
    if not settings:
        return
    clear = {name: rows for name, rows in settings.items() if any(row.clear for row in rows)}
    where = "" if answer.on_one_board else f" on any of {max(map(len, settings.values()))} {answer.unit}"
    yield f"{len(clear) or 'None'} of {len(settings)} other settings differ clearly from the reference{where} for {table_words(answer.voice)}."
    means = {name: float(np.mean([_change(row) for row in rows])) for name, rows in clear.items()}
    if not clear:
        return
    for name, verb in (
        (max(means, key=means.__getitem__), "helps"),
        (min(means, key=means.__getitem__), "hurts"),
    ):
        if (means[name] > 0) == (verb == "helps"):
            alike = sum(mean == means[name] for mean in means.values()) - 1
            also = f" (with {counted(alike, 'other')})" if alike else ""
            yield f"{capital(name)} {verb} most{also}: it {_list_change(answer, clear[name])}."


def _change(row: Row) -> float:
    assert row.difference is not None
    return row.difference.difference


def _list_change(answer: Told, rows: Sequence[Row]) -> str:
    """On one board with its interval and the plays to notice it, on several as a range."""
    if len(rows) == 1:
        found = rows[0].difference
        assert found is not None
        return f"{gain_or_loss(found.difference, found.low, found.high)}; {noticed(rows[0].plays)}"
    return _range_of(answer, [_change(row) for row in rows], sum(row.clear for row in rows))


def exchange_sentences(answer: Told) -> Iterator[str]:
    """One step in steps of another, where both effects are clear and it is more than one."""
    voiced = answer.voiced
    if len(voiced) != 1:
        return
    clear = {effect.name: effect.points for effect in voiced[0].effects if effect.clear}
    told = 0
    for rate in voiced[0].rates:
        countable = "=" not in rate.in_steps_of and {rate.of, rate.in_steps_of} <= clear.keys()
        if not (rate.telling and countable) or told == MOST_RATES:
            continue
        told += 1
        size, low, high = rate.size
        verb, more = VERBS[clear[rate.of] > 0, clear[rate.in_steps_of] > 0]
        change = change_words(rate.of, voiced[0].reference)
        average = "" if told > 1 else "On average over the settings played, "
        steps = many(rate.in_steps_of, f"{size:.1f}{more}")
        yield f"{capital(f'{average}{change}')} {verb} {steps} ({low:.1f}–{high:.1f})."
