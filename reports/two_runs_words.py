"""Two runs side by side in words, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from experiments.levels import Level
from experiments.two_runs import Change, Match, TwoRuns
from policies.registry import DEFAULT_POLICY
from reports.factor_words import capital, label_of, level_words, table_words
from reports.run_markdown import plain, with_code
from reports.run_words import (
    gain_or_loss,
    in_points,
    noticed,
    of_the_time,
    origin_sentences,
    plays_in_words,
    points_interval,
    share,
)
from reports.sentences import BOTS
from reports.words import counted, listed
from simulator.messages import printable

HEADS = ("before", "after", "difference", "noticed after")


def verdict(found: TwoRuns) -> list[str]:
    """What was changed, what came of it for the setup that matters most, and for how many settings."""
    return [*_changed(found), *_spoken(found), *_all(found)]


def _changed(found: TwoRuns) -> Iterator[str]:
    if found.changes:
        yield f"Changed from the first run to the second: {'; '.join(_change(each) for each in found.changes)}."
    elif found.same_code:
        yield "In the settings that both runs have nothing differs, nor in the version of engine and policies."
    if not found.same_code:
        yield "The runs were made by different versions of engine or policies."


def _change(change: Change) -> str:
    if change.first == change.second:
        return f"{_level(change.factor, change.first)} has other contents than before"
    before, after = (_level(change.factor, level) for level in (change.first, change.second))
    return f"{before} before, {after} after"


def _level(factor: str, level: Level | None) -> str:
    if level is None:
        return f"{label_of(factor)} as in the rulebook"
    return table_words(str(level)) if factor == "policy" else level_words(factor, level)


def _spoken(found: TwoRuns) -> Iterator[str]:
    """Of the practised table, or who won most often, in the standard setup if both have it."""
    match = max(
        found.matches,
        key=lambda each: (
            each.first.policy == DEFAULT_POLICY,
            found.first.is_standard(each.first),
            each.first.rate,
        ),
    )
    before, after = ((side.rate, *side.interval) for side in (match.before, match.after))
    name = f", with {setting}," if (setting := setting_of(match)) else ""
    change = gain_or_loss(match.difference, match.low, match.high)
    late = f"; {noticed(match.plays)}" if match.clear else ""
    other = match.second.policy
    whom = "" if other == match.first.policy else f" {table_words(other)}"
    what = "the change" if found.changes or not found.same_code else "what is left to chance"
    yield (
        f"{capital(table_words(match.first.policy))}{name} won {of_the_time(*before)} before and{whom} {share(*after)} after: "
        f"{what} {change}{late}."
    )


def setting_of(match: Match) -> str:
    return ", ".join(level_words(name, level) for name, level in match.levels.items() if name != "policy")


def _all(found: TwoRuns) -> Iterator[str]:
    if len(found.matches) > 1:
        clear = [match for match in found.matches if match.clear]
        up = sum(match.difference > 0 for match in clear)
        parts = [
            f"{number} won {way} often" for number, way in ((up, "more"), (len(clear) - up, "less")) if number
        ]
        ways = f"{len(clear)} changed clearly: {listed(parts)}"
        yield f"Of {len(found.matches)} settings that both runs played, {ways if clear else 'none changed clearly'}."


def basis(found: TwoRuns) -> list[str]:
    """What the differences rest on."""
    runs = (found.first, found.second)
    how = (
        "Both runs have the same seed, so differences are paired deal by deal, and rates are those on the deals that both have played."
        if found.paired
        else "The runs have different seeds, so differences are those of independent games."
    )
    said = [f"{how} Ranges are 95 % intervals; * is clear of chance (5 %, Holm over all)."]
    left = [len(run.cells) - len(found.matches) for run in runs]
    if any(left):
        said.append(
            f"Settings that only one run has are left out: {left[0]} of the first, {left[1]} of the second."
        )
    for name, run in zip(("first", "second"), runs, strict=True):
        if not run.complete:
            said.append(
                f"The {name} run is not finished: {counted(run.games, 'game')} of every setting shown."
            )
    return [*said, BOTS, *dict.fromkeys(each for run in runs for each in origin_sentences(run))]


def figures(match: Match) -> list[str]:
    """What a table shows of a match, under HEADS."""
    rates = [f"{in_points(side.rate)} %" for side in (match.before, match.after)]
    star = "*" if match.clear else ""
    change = f"{in_points(match.difference, sign=True)} {points_interval(match.low, match.high)}{star}"
    return [*rates, change, plays_in_words(match.plays) if match.clear else ""]


def columns(found: TwoRuns) -> list[str]:
    """Factors that a table shows; the policy if there is nothing else."""
    return list(found.matches[0].levels) or ["policy"]


def levels(match: Match, names: list[str]) -> list[str]:
    return [printable(str(match.levels.get(name, match.first.levels.get(name, "")))) for name in names]


def two_runs_markdown(found: TwoRuns) -> str:
    """For forums and pull requests."""
    names = columns(found)
    lines = ["# Before and after", ""]
    for word, run in zip(("before", "after"), (found.first, found.second), strict=True):
        lines.append(f"- {word}: {plain(run.command or 'a command that is none of this program')}")
    lines += ["", *(f"- {plain(sentence)}" for sentence in verdict(found)), ""]
    lines.append(f"| {' | '.join(plain(label_of(name)) for name in names)} | {' | '.join(HEADS)} |")
    lines.append("|---" * len(names) + "|--:" * len(HEADS) + "|")
    for match in found.matches:
        cells = [plain(each) for each in levels(match, names)]
        cells += [each.replace("*", " ✱") for each in figures(match)]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", *(f"- {with_code(sentence).replace(chr(92) + '*', '✱')}" for sentence in basis(found))]
    return "\n".join(lines) + "\n"
