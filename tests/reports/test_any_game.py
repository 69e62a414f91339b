"""Reports of a game that they know nothing about but what it declares, and of runs about something else than winning."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import reports
from experiments.results import Results
from experiments.statistics.means import difference_of
from experiments.summary import summarize
from experiments.two_runs import compare_runs
from reports.charts import charts
from reports.charts.run import Run
from reports.charts.two_runs import two_runs_charts
from reports.facts import RunFacts
from reports.page_data import page_data
from reports.report import RunReport
from reports.run_markdown import run_markdown
from reports.scenes import Scene, scene_of
from reports.sentences.answer import Answer
from reports.two_runs.markdown import two_runs_markdown
from reports.two_runs.page import two_runs_page
from reports.two_runs.words import verdict
from reports.words import origins_in_words
from simulator.core.errors import InputError
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import play_all
from tests.hoard import HOARD, hoard_sweep
from tests.runs import cell_of, made_run, only, said

GENERAL = {
    "by-nights", "by-dragon", "heatmap-nights-dragon", "skill-band", "difficulty-ladder", "differences", "effects",
    "exchange-rates", "gold-spread",
}  # fmt: skip
OF_THE_GAME = re.compile(r"simulator\.switch_signal|policies\.switch_signal|reports\.switch_signal")
# What would be said of Switch & Signal only.
FOREIGN = re.compile(r"\b(board|timetable|token|train|deliver|lost games)", re.IGNORECASE)


def hoard(folder: Path, measure: str = "", seed: int = 3) -> Results:
    return Results.read(play_all(hoard_sweep(games=400, measure=measure, seed=seed), folder / "run"))


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return hoard(tmp_path_factory.mktemp("won"))


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return hoard(tmp_path_factory.mktemp("gold"), "gold")


def test_no_module_of_reports_knows_a_game() -> None:
    top = Path(reports.__file__).parent
    for path in top.rglob("*.py"):
        if "switch_signal" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(map(OF_THE_GAME.match, names)), path


def test_a_game_without_a_scene_has_no_drawings_and_no_words_of_its_own() -> None:
    scene, setup = scene_of(HOARD), HOARD.setup({})
    assert type(scene) is Scene
    assert scene.page(setup, []) is None
    assert scene.transcript(setup, []) is None
    assert list(origins_in_words(HOARD, {})) == []
    assert type(scene_of(GAME)) is not Scene


def test_a_report_of_such_a_game_is_whole(won: Results) -> None:
    assert won.folder is not None
    report = RunReport.of(won, summarize(won), won.folder)
    assert report.write().startswith("report: ")
    page = (won.folder / "report.html").read_text(encoding="utf-8")
    assert {chart.name for chart in report.charts} == GENERAL | {"luck"}
    sections = re.findall(r'<section id="([a-z]+)"', page)
    assert sections == ["answer", "players", "setting", "effects", "luck", "explorer", "table", "again"]
    assert "There are no games to watch" not in page
    sentences = report.answer.sentences()
    assert sentences[0].startswith("The policy daring wins the standard setup 54 % of the time (")
    assert any("one more night adds" in each for each in sentences)
    for chart in report.charts:
        words = f"{chart.title} {chart.alt} {chart.caption}"
        assert not FOREIGN.search(words), chart.name


def test_sums_without_results_are_told_of_all_games(gold: Results) -> None:
    facts = RunFacts(gold, summarize(gold))
    found = {chart.name: chart for chart in charts(Run(facts))}
    assert set(found) == GENERAL  # luck is of winning
    assert "in poor games" in found["gold-spread"].alt
    assert facts.luck is None


def test_a_score_is_told_as_a_mean_everywhere(gold: Results) -> None:
    answer = Answer(gold, summarize(gold))
    daring = cell_of(gold, nights=6, dragon="drowsy", policy="daring")
    sentences = answer.sentences()
    assert sentences[0].startswith(f"The policy daring averages {daring.rate:.2f} gold at home (")
    assert any("one more night adds " in each and " gold at home (" in each for each in sentences)
    assert any("plays to notice it" in each for each in sentences)
    markdown = run_markdown(answer)
    assert markdown.startswith("# Gold at home by nights and dragon")
    assert f"| {daring.rate:.2f} |" in markdown
    for text in (*sentences, markdown, *(f"{c.title} {c.alt} {c.caption}" for c in charts(Run(answer)))):
        assert not FOREIGN.search(text)
        assert "percentage points" not in text
        assert "win rate" not in text
    ladder = next(chart for chart in charts(Run(answer)) if chart.name == "difficulty-ladder")
    assert f">{daring.rate:.2f} ±" in ladder.svg


def test_the_explorer_is_given_what_a_paired_difference_of_means_needs(gold: Results) -> None:
    data = json.loads(json.dumps(page_data(RunFacts(gold, summarize(gold)), (0, 1))))
    assert data["pairs"] is None
    assert data["unit"]["verb"] == "averages"
    kept, values = data["products"], [cell.tally.values for cell in gold.cells]
    games, sums, products = kept["games"], kept["sums"], kept["products"]
    found = difference_of(gold.measure, values[1], values[0])
    mean = (sums[1] - sums[0]) / games
    squares = products[0][0] + products[1][1] - 2 * products[0][1]
    half = kept["reach"] * ((squares - games * mean**2) / (games - 1) / games) ** 0.5
    assert mean == pytest.approx(found.difference)
    assert (mean - half, mean + half) == pytest.approx((found.low, found.high), abs=1e-3)
    assert data["means"] == ["grabs"]  # what the run is about has a row of its own
    assert (data["unit"]["low"], data["unit"]["high"]) == (
        min(cell.rate for cell in gold.cells),
        max(cell.rate for cell in gold.cells),
    )


def test_two_runs_about_a_score_are_told_in_it(gold: Results, tmp_path: Path) -> None:
    found = compare_runs(only(gold, [0, 1]), only(hoard(tmp_path, "gold", seed=4), [0, 1]))
    sentence = verdict(found)[1]
    assert re.match(
        r"The policy daring.* averaged [\d.]+ gold at home \(.*\) in 400 games before and .* in 400", sentence
    )
    for text in (two_runs_page(found), two_runs_markdown(found)):
        assert "points of" not in text
        assert "win rate" not in text
    (chart,) = two_runs_charts(found)
    assert chart.title == "What is the mean gold at home, before and after?"


def test_runs_about_different_things_are_not_compared(won: Results, gold: Results) -> None:
    with pytest.raises(InputError, match="one run is about games won and the other about gold at home"):
        compare_runs(won, gold)
    with pytest.raises(InputError, match="one run is of Switch & Signal and the other of The Dragon's Hoard"):
        compare_runs(made_run({}, ["random"], games=2), won)


def test_a_measure_of_which_less_is_better_makes_the_lowest_the_best() -> None:
    results = made_run({"tokens": (7, 8)}, ["random", "novice"], games=100, measure="head_ons")
    best = min(("random", "novice"), key=lambda name: cell_of(results, tokens=7, policy=name).rate)
    assert next(iter(RunFacts(results, summarize(results)).tables)) == best
    sentence = said(results)[0]
    assert " trains that met head-on (" in sentence
    assert " in the standard setup on Tiny Valley" in sentence
