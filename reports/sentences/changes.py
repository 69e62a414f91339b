"""What changes do, in sentences: each step with the plays after which a group would notice it, lists of settings, one step in steps of another, and how far steps add up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from statistics import fmean

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
from reports.units import NOTHING, in_points
from reports.words import capital, counted, listed, noticed, reach
from simulator.core.messages import printable

Points = tuple[float, float, float]  # what a change does, and its interval
MOST_REASONS = 2
MATTERS = (
    0.05  # of a share: what two steps may do together beyond their sum before anybody calls them dependent
)
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
        plays = _plays(facts, findings[0].kept, effects[0])
        points = [(effect.points, effect.low, effect.high) for effect in effects]
        done = _does(facts, points, sum(effect.clear for effect in effects), plays)
        yield _sentence(opening, f"{change_words(facts.game, name, reference)} {done}")
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


def _does(facts: RunFacts, found: Sequence[Points], clear: int, plays: int | None) -> str:
    """Tell what a change does on one board, and the plays after which a group would notice it; on several as a range. `clear` counts boards where it is clear of chance."""
    if len(found) == 1:
        return f"{facts.unit.change(*found[0])}{f'; {noticed(plays)}' if clear else ''}"
    if not clear:
        return f"makes no clear difference on any of {len(found)} {facts.unit_of_places}"
    points = [each for each, _, _ in found]
    low, high = (facts.unit.difference(end, sign=True) for end in (min(points), max(points)))
    steps = f" {facts.unit.steps}" if facts.unit.is_share else ""
    return f"changes {facts.unit.the_name} by {reach(low, high)}{steps} over {len(found)} {facts.unit_of_places} (clear of chance on {clear} of them)"


def _plays(facts: RunFacts, kept: Mapping[str, str], effect: Effect) -> int | None:
    """Count the plays after which an effect is noticed on top of what the reference setup comes to."""
    base = next(
        row for row in facts.bases if all(str(row.cell.levels[name]) == level for name, level in kept.items())
    )
    if facts.unit.is_share:
        return plays_to_notice(base.rate, min(1.0, max(0.0, base.rate + effect.points)))
    played = base.cell.moments
    return noticed_after(facts.results.measure, played, played.moved(effect.points))


def list_sentences(facts: RunFacts) -> Iterator[str]:
    """Tell of lists of settings how many differ, and which most; over boards, where there are several."""
    if not any(factor.name in facts.results.known.lists for factor in facts.results.varied):
        return
    settings: dict[str, list[tuple[Row, Points]]] = defaultdict(list)
    for row in facts.rows:
        found = row.difference
        if row.cell.policy == facts.main_policy and found is not None:
            name = setting_words(facts.results, row.cell.levels)
            settings[name].append((row, (found.difference, found.low, found.high)))
    if not settings:
        return
    clear = {name: each for name, each in settings.items() if any(row.clear for row, _ in each)}
    boards = max(map(len, settings.values()))
    where = f" on any of {boards} {facts.unit_of_places}" if facts.places_varied else ""
    yield f"{len(clear) or 'None'} of {len(settings)} other settings differ clearly from the reference{where} for {facts.who(facts.main_policy)}."
    means = {name: fmean(points[0] for _, points in each) for name, each in clear.items()}
    for choose, verb, sign in zip((max, min), facts.unit.helps_or_hurts, (1, -1), strict=True):
        name = choose(means, key=means.__getitem__, default="")
        if means.get(name, 0.0) * sign > 0:
            rows, points = zip(*clear[name], strict=True)
            others = list(means.values()).count(means[name]) - 1
            also = f" (with {counted(others, 'other')})" if others else ""
            does = _does(facts, points, sum(row.clear for row in rows), rows[0].plays)
            yield f"{capital(name)} {verb} most{also}: it {does}."


def exchange_sentences(facts: RunFacts, findings: Sequence[Findings]) -> Iterator[str]:
    """Tell one step in steps of another, where both effects are clear and it is more than one; nothing over several boards."""
    if len(findings) != 1:
        return
    (found,) = findings
    clear = {effect.name: effect.points for effect in found.effects if effect.clear}
    opening = [_whose(facts, findings), "on average over the settings played"]
    for rate in found.rates:
        if "=" in rate.in_steps_of or not (rate.clear and {rate.of, rate.in_steps_of} <= clear.keys()):
            continue
        size, low, high = rate.size
        good = facts.unit.goodness
        helps = good(clear[rate.of]) > 0, good(clear[rate.in_steps_of]) > 0
        amount = f"{size:.1f}" if all(helps) else f"{size:.1f} more"
        between = f" ({low:.1f}–{high:.1f})" if high - low > NOTHING else ""
        others = f"{many(facts.game, rate.in_steps_of, amount)}{between}"
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
        together = "this run cannot tell whether the changes work independently"
        if model.most_together < MATTERS:
            most = f"{ceil(1000 * model.most_together) / 10:.1f} percentage points"
            together = f"the changes work independently: two of them together do what you would expect, to within {most}"
    parts = [together]
    if not model.saturated:
        parts.append(
            f"no setting lies further than {in_points(model.largest_misfit)} percentage points from a model with straight lines in log odds"
        )
    if model.dropped:
        parts.append(f"the grid says nothing about {listed([printable(each) for each in model.dropped])}")
    yield _sentence([_whose(facts, [found])], "; ".join(parts))


def reasons(found: Sequence[Change], better: bool) -> list[str]:
    """Return the clearest changes that go with the verdict: if B wins more, less of what costs time, or more time."""
    said = []
    for each in sorted(found, key=lambda each: -abs(each.difference or 0) / max(each.error, 1e-12)):
        figure = each.figure
        if any(figure.reason) and each.clear and each.difference:
            rises = each.difference > 0
            if (rises == better) == (figure.measure.better > 0):
                said.append(figure.reason[rises])
    return said[:MOST_REASONS]
