"""What changes do: each step with the plays after which a group would notice it, lists of settings, and one step in steps of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.effects import Effect
from experiments.findings import ONE_BY_ONE
from experiments.power import plays_to_notice
from reports.factor_words import capital, change_words, many, setting_words, table_words
from reports.run_words import gain_or_loss, in_points, noticed
from reports.told import Told

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
    over = f"on average over {settings} settings" if settings > 2 else ""
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
    low, high = (
        in_points(end, sign=True) for end in (min(e.points for e in effects), max(e.points for e in effects))
    )
    return f"changes the win rate by {low} to {high} points over {len(effects)} {answer.unit} (clear of chance on {clear} of them)"


def _plays(answer: Told, effects: Sequence[Effect]) -> str:
    """To notice so many points on top of the reference setup's win rate, if they are clear of chance and there is one board."""
    if len(effects) != 1 or not effects[0].clear:
        return ""
    points, base = effects[0].points, next(row for row in answer.bases if row.cell.policy == answer.voice)
    other = base.rate + points if 0 <= base.rate + points <= 1 else base.rate - points
    return f"; {noticed(plays_to_notice(base.rate, other))}"


def list_sentences(answer: Told) -> Iterator[str]:
    """Lists of settings: how many differ, and which most."""
    if not any(factor.name in ONE_BY_ONE for factor in answer.results.varied):
        return
    told = [row for row in answer.rows if row.cell.policy == answer.voice and row.difference is not None]
    if not told or not answer.on_one_board:
        return
    clear = [row for row in told if row.clear]
    yield f"{len(clear) or 'None'} of {len(told)} other settings differ clearly from the reference for {table_words(answer.voice)}."
    found = sorted(clear, key=lambda row: row.rate)
    for row, verb in ((found[-1:], "helps"), (found[:1], "hurts")):
        for each in row:
            difference = each.difference
            assert difference is not None
            if (difference.difference > 0) == (verb == "helps"):
                change = gain_or_loss(difference.difference, difference.low, difference.high)
                setting = setting_words(answer.results, each.cell.levels)
                yield f"{capital(setting)} {verb} most: it {change}; {noticed(each.plays)}."


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
