"""What `sim tune` says: the settings near the target, from the smallest change of the rulebook on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from experiments.factors import POLICY
from experiments.summary import names_of
from experiments.tune import Candidate, Ladder, Race
from reports.factor_words import (
    changes,
    measure_figures,
    not_printed,
    origin_sentences,
    program,
    said_of,
    where,
)
from reports.terminal.screen import plain_table, show, show_json, show_lines
from reports.units import MINUS, Unit
from reports.words import counted
from simulator.game import Setup

MOST_ROWS = 20
# The race drops settings by wider intervals than the table shows.
NOT_RULED_OUT = (
    "Not ruled out: these games leave open whether the setting is near the target (95 %, allowing for all settings and every look). "
    "The intervals of the table are each for one setting alone."
)


def _setup(ladder: Ladder) -> Setup:
    """Return any of the settings, which are all played in the same place."""
    return next(iter(ladder.cells.values())).setup


def show_ladders(
    ladders: Sequence[Ladder], several: bool, free: Sequence[str], seed: int, stopped: bool, as_json: bool
) -> None:
    """Show the result. `several` tables were asked, whether all of them have played or not."""
    last = ladders[-1]
    if as_json:
        show_json([tuning_json(each, seed, stopped) for each in ladders], several)
        return
    game, setup = last.game, _setup(last)
    who = "" if several else f"; policy {last.policy}"
    show(Text(f"{where(game, setup)}{who}; free: {', '.join(free) or 'nothing'}"))
    show_lines(origin_sentences(game, [setup.places]), "yellow")
    for each in ladders:
        verdict = tuning_verdict(each)
        show(Text(), Text(said_of(game, each.policy, verdict) if several else verdict, style="bold"))
        show(Text(), _table(each, each.found or each.nearest))
        if len(each.found) > MOST_ROWS:
            show(f"… and {len(each.found) - MOST_ROWS} more; --json has all of them.")
        if each.race.not_ruled_out():
            show(Text(NOT_RULED_OUT, style="dim"))
        share = each.race.spent / max(1, each.race.full_grid)
        show(
            Text(
                f"{each.race.spent:,} games in {counted(len(each.cells), 'setting')}, seed {seed}; "
                f"all of them as well known would have taken {each.race.full_grid:,} ({share:.0%} of that were played).",
                style="dim",
            )
        )


def tuning_verdict(ladder: Ladder) -> str:
    """Return the answer as one sentence."""
    game, race, found = ladder.game, ladder.race, ladder.found
    unit = Unit(race.goal.measure)
    target = f"{100 * race.goal.target:g} %" if unit.is_share else f"{race.goal.target:g}".replace("-", MINUS)
    within = f"within {unit.difference(race.goal.within)} {unit.distances} of {target}"
    best = (found or ladder.nearest)[0]
    low, high = best.interval
    rate = f"{unit.exact(best.rate)} [{', '.join(unit.exact_ends(low, high))}]"
    steps, setting = ladder.steps[best.key], changes(game, ladder.cells[best.key].setup)
    nearest = setting if steps else f"the {setting}"
    left = len(race.not_ruled_out())
    if not found:
        waiting = any(not each.games for each in race.candidates.values())
        which = "setting that was played so far" if waiting else "setting of these"
        if not left:
            return f"No {which} comes {within}; the nearest is {nearest}: {rate}."
        return f"Open: no {which} comes {within} in these games, but {_not_ruled_out(left)}{_what_may_tell(race)}. The nearest is {nearest}: {rate}."
    far = f"{counted(steps, 'step')} from the rulebook" if steps else "the rulebook itself"
    near = counted(len(found), "setting comes", "settings come")
    more = f", and {_not_ruled_out(left, ' more')}" if left else ""
    beyond = "" if race.goal.low <= low and high <= race.goal.high else "; its interval reaches further"
    return f"{near} {within}{more}; the smallest change is {setting}, {far}: {rate}{beyond}."


def _not_ruled_out(settings: int, more: str = "") -> str:
    return f"{settings}{more} {'is' if settings == 1 else 'are'} not ruled out"


def _what_may_tell(race: Race) -> str:
    """Name the option that would play on; none for a race that was broken off."""
    if race.tasks():
        return ""
    capped = any(race.goal.enough_of(each.found) == race.goal.games for each in race.not_ruled_out())
    return f"; {'more --games' if capped else 'a smaller --precision'} may tell"


def _table(ladder: Ladder, rows: list[Candidate]) -> Table:
    goal = ladder.race.goal
    unit = Unit(goal.measure)
    headings = ("steps", "setting", unit.heading, "95 % interval", "to the target", "games")
    shown = (
        (
            str(ladder.steps[each.key]),
            Text(changes(ladder.game, ladder.cells[each.key].setup)),
            unit.exact(each.rate),
            unit.exact_interval(*each.interval),
            unit.difference(each.rate - goal.target, True),
            f"{each.games:,}",
        )
        for each in rows[:MOST_ROWS]
    )
    return plain_table(*headings, right=(0, 2, 3, 4, 5), rows=shown)


def tuning_json(ladder: Ladder, seed: int, stopped: bool) -> dict[str, Any]:
    """Return everything that is shown, for other programs, and every setting that was tried."""
    game, race, setup = ladder.game, ladder.race, _setup(ladder)
    measure = race.goal.measure
    _, mean = names_of(measure)

    def row(each: Candidate) -> dict[str, Any]:
        low, high = each.interval
        levels = {name: level for name, level in ladder.cells[each.key].levels.items() if name != POLICY}
        rates = {mean: each.rate, "ci_low": low, "ci_high": high}
        return {"levels": levels, "steps": ladder.steps[each.key], "games": each.games, **rates}

    return {
        "sentence": tuning_verdict(ladder),
        **measure_figures(game, measure),
        "target": race.goal.target,
        "within": race.goal.within,
        "reached": bool(ladder.found),
        "ladder": [row(each) for each in ladder.found],
        "not_ruled_out": [row(each) for each in race.not_ruled_out()],
        "nearest": [row(each) for each in ladder.nearest],
        "settings": [row(each) for each in race.candidates.values() if each.games],
        "games": race.spent,
        "full_grid": race.full_grid,
        "policy": ladder.policy,
        "seed": seed,
        "stopped": stopped,
        **{name: setup.levels[name] for name in setup.places},
        **not_printed(game, [setup.places]),
        **program(game),
    }
