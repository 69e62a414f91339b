"""What changes do, in sentences: each step with the plays after which a group would notice it, lists of settings, one step in steps of another, and how far steps add up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from experiments.factors import POLICY
from experiments.findings import Findings
from experiments.statistics.changes import Change
from experiments.statistics.design import TOGETHER
from experiments.statistics.effects import Effect
from experiments.statistics.intervals import plays_to_notice
from experiments.statistics.means import noticed_after
from experiments.summary import Row
from reports.factor_words import change_words, label_of, many, setting_words
from reports.facts import RunFacts
from reports.sentences.rates import place_words
from reports.units import in_points
from reports.words import capital, counted, listed, noticed, reach
from simulator.core.messages import printable

MOST_REASONS = 2
# What one step is worth in steps of another, by whether it helps and whether they do.
EXCHANGES = {
    (True, True): "{step} is worth {others}",
    (True, False): "{step} makes up for {others}",
    (False, True): "it takes {others} to make up for {step}",
    (False, False): "{step} costs as much as {others}",
}


def effect_sentences(facts: RunFacts, findings: Sequence[Findings]) -> Iterator[str]:
    """Tell what a step of each factor does for one player, on one board or over several, and after how many plays a group would notice."""
    if not findings:
        return
    settings, reference = findings[0].settings, findings[0].reference
    averaged = len(reference) > 1 or not any("=" in effect.name for effect in findings[0].effects)
    over = f"on average over {settings} settings" if settings > 2 and averaged else ""
    opening = [_whose(facts, findings), over]
    for name in dict.fromkeys(effect.name for found in findings for effect in found.effects):
        effects = [effect for found in findings for effect in found.effects if effect.name == name]
        change = f"{change_words(facts.game, name, reference)} {_in_points(facts, effects)}"
        yield _sentence(opening, f"{change}{_plays(facts, findings[0].kept, effects)}")
        opening = []


def _whose(facts: RunFacts, findings: Sequence[Findings]) -> str:
    """`for a family on Central Europe`, as far as the run leaves open for whom and where."""
    kept = findings[0].kept
    parts = [f"for {facts.who(kept[POLICY])}"] if len(facts.tables) > 1 else []
    if facts.places_varied and len(findings) == 1:
        parts.append(f"on {place_words(facts, kept)}")
    return " ".join(parts)


def _sentence(opening: Sequence[str], said: str) -> str:
    return f"{capital(', '.join([*filter(None, opening), said]))}."


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
    steps = f" {facts.unit.steps}" if facts.unit.is_share else ""
    return f"changes {facts.unit.the_name} by {reach(low, high)}{steps} over {len(points)} {facts.unit_of_places} (clear of chance on {clear} of them)"


def _plays(facts: RunFacts, kept: Mapping[str, str], effects: Sequence[Effect]) -> str:
    """Say how many plays it takes to notice an effect on top of what the reference setup comes to, if it is clear of chance and there is one board."""
    if len(effects) != 1 or not effects[0].clear:
        return ""
    points = effects[0].points
    base = next(
        row for row in facts.bases if all(str(row.cell.levels[name]) == level for name, level in kept.items())
    )
    if facts.unit.is_share:
        return f"; {noticed(plays_to_notice(base.rate, min(1.0, max(0.0, base.rate + points))))}"
    played = base.cell.moments
    return f"; {noticed(noticed_after(facts.results.measure, played, played.moved(points)))}"


def list_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell of lists of settings how many differ, and which most; over boards, where there are several."""
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
        ""
        if not facts.places_varied
        else f" on any of {max(map(len, settings.values()))} {facts.unit_of_places}"
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


def exchange_sentences(facts: RunFacts, findings: Sequence[Findings]) -> Iterator[str]:
    """Tell one step in steps of another, where both effects are clear and it is more than one; nothing over several boards."""
    if len(findings) != 1:
        return
    (found,) = findings
    clear = {effect.name: effect.points for effect in found.effects if effect.clear}
    opening = [_whose(facts, findings), "on average over the settings played"]
    for rate in found.rates:
        if "=" in rate.in_steps_of or not (rate.telling and {rate.of, rate.in_steps_of} <= clear.keys()):
            continue
        size, low, high = rate.size
        helps = clear[rate.of] > 0, clear[rate.in_steps_of] > 0
        amount = f"{size:.1f}" if all(helps) else f"{size:.1f} more"
        others = f"{many(facts.game, rate.in_steps_of, amount)} ({low:.1f}–{high:.1f})"
        step = change_words(facts.game, rate.of, found.reference)
        yield _sentence(opening, EXCHANGES[helps].format(step=step, others=others))
        opening = []


def model_sentences(facts: RunFacts, found: Findings) -> Iterator[str]:
    """Say how far effects add up and fit, and what the grid says nothing about; none where every setting has an effect of its own."""
    model = found.model
    if model is None or len({effect.name.partition("=")[0] for effect in found.effects}) < 2:
        return
    clear = [name for name in model.interactions if model.holm[name] < 0.05]
    pairs = [
        " and ".join(label_of(facts.game, step.partition("=")[0]) for step in name.split(TOGETHER))
        for name in clear
    ]
    together = "whether the changes work independently was not asked"
    if pairs:
        together = f"{listed(list(dict.fromkeys(pairs)))} clearly do more or less together than one by one"
    elif model.interactions:
        together = "the changes work independently: together they do what you would expect"
    parts = [together]
    if not model.saturated:
        parts.append(
            f"no setting lies further than {in_points(model.largest_misfit)} percentage points from a model with straight lines in log odds"
        )
    if model.dropped:
        parts.append(f"the grid says nothing about {listed([printable(each) for each in model.dropped])}")
    yield _sentence([_whose(facts, [found])], "; ".join(parts))


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
