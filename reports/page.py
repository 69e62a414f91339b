"""The report of a run, or of two side by side, as one page that needs nothing else: sentences, figures, explorer, replays, table, and how to play it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from experiments.results import Results
from experiments.two_runs import Match, TwoRuns
from reports.chart import Chart
from reports.factor_words import assumptions, players_in_words
from reports.page_data import page_data
from reports.page_parts import asset, embedded_json, render_page
from reports.sentences.answer import Answer
from reports.sentences.two_runs import basis, two_runs_verdict
from reports.tables import game_tables, run_table, settings_table
from reports.units import Unit
from reports.words import capital
from simulator.core.messages import printable

# Sections of figures in the order of the page, with heading and what they ask, in general words; a game's scene may have others, and more sections.
SETTING, EFFECTS, LOSSES, LUCK = "setting", "effects", "losses", "luck"
SPREAD = "spread"  # words of the section on luck where one player alone, or none with skill, has played


@dataclass(frozen=True)
class Replays:
    """Games to look at, each viewer a fragment of a page; what they need of style and script stands in the page once."""

    viewers: Sequence[Markup] = ()
    about: str = ""  # whose games they are
    style: Markup = field(default_factory=Markup)
    script: Markup = field(default_factory=Markup)


def report_page(
    answer: Answer, charts: Sequence[Chart] = (), replays: Replays | None = None, gaps: Sequence[str] = ()
) -> str:
    """The whole page; the same run gives the same text. `gaps` are sentences on what the page lacks, besides those of the run."""
    replays = replays or Replays()
    results, unit = answer.results, answer.unit
    sections = [
        {"name": name, "heading": heading, "about": about, "charts": shown}
        for name, heading, about in _sections(answer)
        if (shown := [chart for chart in charts if chart.section == name])
    ]
    any_two = len(results.varied) > 1
    policies = [*(row.cell.policy for row in answer.rows), *(found.policy for found in answer.on_maps)]
    scripts = [
        asset("elements.js") + asset("units.js"),
        asset("explorer.js"),
        asset("heatmap.js") if any_two else Markup(),
        asset("table.js"),
        replays.script,
    ]
    return render_page(
        "report.html.j2",
        list(filter(None, scripts)),
        title=answer.title,
        subtitle=printable(results.manifest.about),
        said=answer.sentences(),
        basis=answer.basis(),
        gaps=[*answer.gaps(), *gaps],
        players=players_in_words(answer.game, policies),
        assumed=assumptions(answer.game, policies),
        sections=sections,
        any_two=any_two,
        measure=capital(unit.name),
        all_but=f"All but {unit.the_name} are" if unit.is_share else "All are",
        replays=replays,
        data=embedded_json(page_data(answer, _start(answer))),
        table=run_table(answer),
        command=printable(results.command),
        facts=made_with(results),
        origins=_origins(results),
        style=asset("report.css") + answer.scene.style() + replays.style,
    )


def _sections(answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Name the sections in their order, those of the game itself before the last one."""
    unit, own = answer.unit, answer.scene.sections
    rates = "Win rates" if unit.is_winning else capital(unit.name)
    luck = ("Luck and skill", "Deals that everybody wins or loses, and deals where it depends on who plays.")
    general = {
        SETTING: (
            "How hard is each setting" if unit.is_winning else "Each setting",
            f"{rates} with 95 % intervals.",
        ),
        EFFECTS: ("What each change does", f"Differences in {unit.differences}, on the same deals."),
        LOSSES: ("How games go", "What is counted in them, and how they end."),
    }
    yield from ((name, *own.get(name, words)) for name, words in general.items())
    yield from ((name, *words) for name, words in own.items() if name not in (*general, LUCK, SPREAD))
    spread = own.get(SPREAD, ("How games spread", "What is counted in them, over all games."))
    yield LUCK, *(own.get(LUCK, luck) if answer.luck else spread)


def _start(answer: Answer) -> tuple[int, int]:
    """The explorer begins with the reference setup of who is spoken of, and beside it what differs most from it."""
    rows = answer.rows
    spoken = [number for number, row in enumerate(rows) if row.cell.policy == answer.main_policy]
    first = next((number for number in spoken if rows[number].is_base), spoken[0])
    among = spoken if len(spoken) > 1 else range(len(rows))
    return first, max(among, key=lambda number: abs(rows[number].rate - rows[first].rate))


def made_with(results: Results) -> list[tuple[str, str]]:
    """Return the seed and the programs that made the run, as the manifest has them."""
    names = {
        "seed": "seed",
        "games": "games planned of each setting",
        "signalbox": "Signalbox",
        "engine": results.game.title,
        "rules": "version of the rules",
        "code": "hash of engine and policies",
        "python": "Python",
        "numba": "numba",
        "numpy": "numpy",
        "machine": "machine",
    }
    return [(words, printable(str(getattr(results.manifest, key)))) for key, words in names.items()]


def _origins(results: Results) -> list[tuple[str, str, str, str]]:
    """Boards, decks and policies of one's own with their hashes: kind, name, origin, hash."""
    found: dict[tuple[str, str, str, str], None] = {}
    for cell in results.cells:
        for kind, place in cell.entry.places.items():
            found[kind, printable(place.name), place.origin, place.hash] = None
        for name, source in zip(cell.entry.lineup, cell.entry.sources, strict=True):
            if source:
                found["policy", printable(name), "a file", source] = None
    return sorted(found)


def two_runs_page(found: TwoRuns, charts: Sequence[Chart] = ()) -> str:
    """The whole page; the same runs give the same text."""
    runs, game, unit = (found.first, found.second), found.first.game, Unit(found.first.measure)
    sides = [side.interval for match in found.matches for side in (match.before, match.after)]
    low, high = min(0.0, *(low for low, _ in sides)), max(high for _, high in sides)
    if unit.is_share:
        low, high = 0.0, 1.0
    policies = [cell.policy for match in found.matches for cell in (match.first, match.second)]
    return render_page(
        "two_runs.html.j2",
        style=asset("report.css"),
        title="Before and after: two runs side by side",
        said=two_runs_verdict(found),
        basis=basis(found),
        players=players_in_words(game, policies),
        assumed=assumptions(game, policies),
        charts={
            section: [each for each in charts if each.section == section] for section in ("setting", "losses")
        },
        table=settings_table(found),
        bars=[_bars(match, low, high) for match in found.matches],
        ends="0 to 100 %" if unit.is_share else f"{unit.bare(low)} to {unit.bare(high)}",
        heading="How often it is won" if unit.is_winning else capital(unit.name),
        measure=capital(unit.heading),
        differences=unit.short_differences,
        games=game_tables(found),
        runs=[
            (word, printable(run.command), made_with(run))
            for word, run in zip(("Before", "After"), runs, strict=True)
        ],
    )


def _bars(match: Match, least: float, most: float) -> list[dict[str, Any]]:
    """Place both values in percent of the width, with where their intervals begin and how long they are."""
    width = (most - least) or 1.0
    bars = []
    for side, name in ((match.before, "a"), (match.after, "b")):
        rate, low, high = ((end - least) / width for end in (side.rate, *side.interval))
        shares = {"rate": rate, "low": low, "length": max(0.005, high - low)}
        bars.append({"side": name, **{key: f"{100 * share:.2f}" for key, share in shares.items()}})
    return bars
