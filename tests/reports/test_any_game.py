"""Reports of a game that they know nothing about but what it declares, and of runs about something else than winning."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

import reports
from experiments.grid import Grid, make_axes, policy_axis
from experiments.results import Results
from experiments.statistics.paired import difference_of
from experiments.summary import summarize
from experiments.sweep import Sweep
from experiments.two_runs import compare_runs
from policies.registry import load_policy
from reports.charts import charts
from reports.charts.run import Run
from reports.charts.two_runs import two_runs_charts
from reports.factor_words import origins_in_words
from reports.facts import RunFacts
from reports.page import two_runs_page
from reports.page_data import page_data
from reports.report import RunReport
from reports.run_markdown import run_markdown, two_runs_markdown
from reports.scenes import Scene, scene_of
from reports.sentences.answer import Answer
from reports.sentences.two_runs import two_runs_verdict
from simulator.core.errors import InputError
from simulator.games import load_game
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


def test_a_game_without_a_scene_has_no_drawings_and_no_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOLO, encoding="utf-8")
    game = load_game(str(tmp_path / "mine.py"))
    scene, setup = scene_of(game), game.setup({})
    assert type(scene) is Scene
    assert scene.page(setup, []) is None
    assert scene.transcript(setup, []) is None
    assert list(origins_in_words(game, {})) == []
    assert type(scene_of(GAME)) is not Scene
    assert type(scene_of(HOARD)) is not Scene


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


@pytest.mark.usefixtures("no_slides")
def test_luck_is_of_winning_and_games_are_split_by_it_whatever_a_run_is_about(gold: Results) -> None:
    facts = RunFacts(gold, summarize(gold))
    found = {chart.name: chart for chart in charts(Run(facts))}
    assert set(found) == GENERAL
    assert "in poor games" in found["gold-spread"].alt
    assert facts.luck is None


SOLO = """
from typing import NamedTuple

from simulator.declaration import by_name, number
from simulator.game import Measure
from simulator.plain import PlainGame


class Mine(NamedTuple):
    shifts: int
    ore: int = 0
    lost: tuple = (0, 0)


class Solo(PlainGame):
    name, title = "solo", "Solo"
    factors = by_name(number("shifts", 6, low=1, high=9, noun="shift", help="Shifts"))
    measures = by_name(
        Measure("ore", "ore", kind="score", low=-30, top=60, told="compared", better=1),
        Measure("lost", "ore lost", parts={"flood": "floods", "gas": "gas"}, told="compared", better=-1),
        Measure("end", kind="code", values={"full": "the cart is full", "night": "night falls"}),
    )

    def begin(self, levels, chance):
        return Mine(levels["shifts"])

    def offers(self, mine):
        return ("dig", "rest") if mine.shifts else ()

    def choose(self, mine, choice, chance):
        found, where = chance.randint(-2, 6) if choice == "dig" else 0, chance.randint(0, 1)
        lost = tuple(sum + (found < 0 and k == where) for k, sum in enumerate(mine.lost))
        return Mine(mine.shifts - 1, mine.ore + found, lost)

    def outcome_of(self, mine):
        return {"ore": mine.ore, "lost": mine.lost, "end": int(mine.ore < 9)}


GAME = Solo()


def lazy(mine, offers, chance):
    return "rest" if mine.ore > 9 else "dig"
"""


@pytest.mark.usefixtures("no_slides")
def test_a_game_that_is_never_won_has_no_sides_in_its_figures(tmp_path: Path) -> None:
    """Its main measure is a score, so nothing splits its games by result."""
    (tmp_path / "mine.py").write_text(SOLO, encoding="utf-8")
    game = load_game(str(tmp_path / "mine.py"))
    policies = {name: load_policy(game, name) for name in ("random", "lazy")}
    grid = Grid(game, [*make_axes(game, {"shifts": "5..6"}), policy_axis(game, tuple(policies))])
    results = Results.read(play_all(Sweep(grid, policies, 3, 200, "sim sweep"), tmp_path / "run"))
    report = RunReport.of(results, summarize(results), tmp_path / "run")
    found = {chart.name: chart for chart in report.charts}
    assert set(found) == {
        "by-shifts", "skill-band", "difficulty-ladder", "effects", "differences", "endings", "lost-parts",
        "lost-parts-by-setting", "ore-spread",
    }  # fmt: skip
    assert "Mean of all games in the standard setup" in found["lost-parts"].caption
    assert "lazy: the cart is full " in found["endings"].alt
    assert found["ore-spread"].alt.startswith("Mean ore: random ")
    assert " in all games" in found["ore-spread"].alt
    assert "Share of all games, with 95 % intervals" in found["ore-spread"].caption
    page = report.page()
    assert re.search('"heading":"Ore lost a game","labels":."floods","gas"', page)
    assert '"heading":"How games end","labels":["the cart is full","night falls"]' in page


@pytest.mark.usefixtures("no_slides")
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
    found = {chart.name: chart for chart in charts(Run(answer))}
    for text in (*sentences, markdown, *(f"{c.title} {c.alt} {c.caption}" for c in found.values())):
        assert not FOREIGN.search(text)
        assert "percentage points" not in text
        assert "win rate" not in text
    assert f">{daring.rate:.2f} ±" in found["difficulty-ladder"].svg


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
    sentence = two_runs_verdict(found)[1]
    assert re.match(
        r"The policy daring.* averaged [\d.]+ gold at home \(.*\) in 400 games before and .* in 400", sentence
    )
    for text in (two_runs_page(found), two_runs_markdown(found)):
        assert "points of" not in text
        assert "win rate" not in text
    (chart,) = two_runs_charts(found)
    assert chart.title == "What is the average of gold at home, before and after?"


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
