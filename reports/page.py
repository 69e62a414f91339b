"""The report as one page that needs nothing else: sentences, figures, explorer, replays, table, and how to play it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from experiments.map_findings import MapRun
from experiments.results import Results
from experiments.summary import Row
from reports.chart import Chart
from reports.page_data import page_data
from reports.page_parts import asset, embedded_json, render_page
from reports.players import assumptions, players_in_words
from reports.run_table import run_table
from reports.run_words import run_title
from reports.sentences.answer import Answer
from reports.switch_signal.board.svg import board_style
from simulator.core.messages import printable
from simulator.switch_signal.board import Board

# Sections of figures in the order of the page: name, heading, what it asks.
SECTIONS = (
    ("setting", "How hard is each setting", "Win rates with 95 % intervals."),
    ("effects", "What each change does", "Differences in percentage points of win rate, on the same deals."),
    ("losses", "Why games are lost", "What time is lost to, and how near losses came."),
    ("where", "Where it happens", "Traffic, stops and lost points on the board."),
    (
        "luck",
        "Luck and skill",
        "Deals that everybody wins or loses, and deals where it depends on who plays.",
    ),
)
# Where one player alone, or none with skill, has played.
WITHOUT_LUCK = ("luck", "How far games go", "Turns, goods and lost tokens of won and of lost games.")


@dataclass(frozen=True)
class Replays:
    """Games to look at, each viewer a fragment of a page; what they need of style and script stands in the page once."""

    viewers: Sequence[Markup] = ()
    about: str = ""  # whose games they are
    style: Markup = field(default_factory=Markup)
    script: Markup = field(default_factory=Markup)


@dataclass(frozen=True)
class Report:
    """All that a page shows. `boards` by their hashes, as far as they are known."""

    results: Results
    rows: list[Row]
    charts: Sequence[Chart] = ()
    replays: Replays = Replays()
    boards: Mapping[str, Board] = field(default_factory=dict)
    gaps: Sequence[str] = ()  # sentences on what the page lacks, besides those of the run
    maps: MapRun = field(default_factory=MapRun)  # what was played on other maps for it


def report_page(report: Report) -> str:
    """The whole page; the same run gives the same text."""
    results, rows = report.results, report.rows
    answer = Answer(results, rows, report.boards, report.maps)
    sections = [
        {"name": name, "heading": heading, "about": about, "charts": charts}
        for name, heading, about in (SECTIONS if answer.luck else (*SECTIONS[:-1], WITHOUT_LUCK))
        if (charts := [chart for chart in report.charts if chart.section == name])
    ]
    any_two = len(results.varied) > 1
    policies = [*(row.cell.policy for row in rows), *(found.policy for found in answer.on_maps)]
    scripts = [
        asset("elements.js"),
        asset("explorer.js"),
        asset("heatmap.js") if any_two else Markup(),
        asset("table.js"),
        report.replays.script,
    ]
    return render_page(
        "report.html.j2",
        list(filter(None, scripts)),
        title=run_title(results),
        subtitle=printable(results.about),
        said=answer.findings_in_words(),
        basis=answer.basis(),
        gaps=[*answer.gaps(), *report.gaps],
        players=players_in_words(policies),
        assumed=assumptions(policies),
        sections=sections,
        any_two=any_two,
        replays=report.replays,
        data=embedded_json(page_data(results, rows, report.boards, _start(answer))),
        table=run_table(results, rows, report.boards),
        command=printable(results.command),
        facts=facts(results),
        origins=_origins(results),
        style=asset("report.css") + Markup(board_style()) + report.replays.style,
    )


def _start(answer: Answer) -> tuple[int, int]:
    """The explorer begins with the reference setup of who is spoken of, and beside it what differs most from it."""
    rows = answer.rows
    spoken = [number for number, row in enumerate(rows) if row.cell.policy == answer.voice]
    first = next((number for number in spoken if rows[number].is_base), spoken[0])
    among = spoken if len(spoken) > 1 else range(len(rows))
    return first, max(among, key=lambda number: abs(rows[number].rate - rows[first].rate))


def facts(results: Results) -> list[tuple[str, str]]:
    """What made the run, as the manifest has it."""
    manifest = results.manifest
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
    return [(words, printable(str(manifest[key]))) for key, words in names.items() if key in manifest]


def _origins(results: Results) -> list[tuple[str, str, str, str]]:
    """Boards, decks and policies of one's own with their hashes: kind, name, origin, hash."""
    found: dict[tuple[str, str, str, str], None] = {}
    for cell in results.cells:
        for kind in ("board", "deck"):
            entry = cell.entry[kind]
            found[kind, printable(str(entry["name"])), str(entry["origin"]), str(entry["hash"])] = None
        if cell.entry.get("policy_hash"):
            found["policy", printable(cell.policy), "a file", str(cell.entry["policy_hash"])] = None
    return sorted(found)
