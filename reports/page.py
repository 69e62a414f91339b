"""The report as one page that needs nothing else: sentences, figures, explorer, replays, table, and how to play it again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from experiments.results import Results
from reports.chart import Chart
from reports.page_data import page_data
from reports.page_parts import asset, embedded_json, render_page
from reports.players import assumptions, players_in_words
from reports.run_table import run_table
from reports.run_words import run_title
from reports.sentences.answer import Answer
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


@dataclass(frozen=True)
class Report:
    """Hold all that a page shows."""

    answer: Answer
    charts: Sequence[Chart] = ()
    replays: Replays = Replays()
    gaps: Sequence[str] = ()  # sentences on what the page lacks, besides those of the run


def report_page(report: Report) -> str:
    """The whole page; the same run gives the same text."""
    answer = report.answer
    results, unit = answer.results, answer.unit
    sections = [
        {"name": name, "heading": heading, "about": about, "charts": charts}
        for name, heading, about in _sections(answer)
        if (charts := [chart for chart in report.charts if chart.section == name])
    ]
    any_two = len(results.varied) > 1
    policies = [*(row.cell.policy for row in answer.rows), *(found.policy for found in answer.on_maps)]
    scripts = [
        asset("elements.js") + asset("units.js"),
        asset("explorer.js"),
        asset("heatmap.js") if any_two else Markup(),
        asset("table.js"),
        report.replays.script,
    ]
    return render_page(
        "report.html.j2",
        list(filter(None, scripts)),
        title=run_title(results),
        subtitle=printable(results.manifest.about),
        said=answer.sentences(),
        basis=answer.basis(),
        gaps=[*answer.gaps(), *report.gaps],
        players=players_in_words(answer.game, policies),
        assumed=assumptions(answer.game, policies),
        sections=sections,
        any_two=any_two,
        measure=capital(unit.name),
        all_but=f"All but {unit.the_name} are" if unit.is_share else "All are",
        replays=report.replays,
        data=embedded_json(page_data(answer, _start(answer))),
        table=run_table(answer),
        command=printable(results.command),
        facts=facts(results),
        origins=_origins(results),
        style=asset("report.css") + answer.scene.style() + report.replays.style,
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


def facts(results: Results) -> list[tuple[str, str]]:
    """What made the run, as the manifest has it."""
    names = {
        "seed": "seed",
        "games": "games planned of each setting",
        "signalbox": "Signalbox",
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
