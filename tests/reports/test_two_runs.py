"""Two runs side by side: what is told of them, and on what it rests."""

from __future__ import annotations

import warnings
from dataclasses import replace

import msgspec
import pytest

from experiments.results import CellResult, Results
from experiments.statistics.figures import figures_of
from experiments.statistics.paired import difference_of
from experiments.two_runs import compare_runs
from reports.chart import Chart
from reports.charts.two_runs import two_runs_charts
from reports.page import two_runs_page
from reports.run_markdown import plain, two_runs_markdown
from reports.sentences.changes import reasons
from reports.sentences.two_runs import basis, main_match, only_in_one, two_runs_verdict
from reports.tables import main_table, settings_table, went_table
from reports.units import in_points, share
from simulator.switch_signal.game import GAME
from tests.runs import cut_short, made_run, small_run, with_place, with_wins


def test_two_runs_tell_what_was_changed_and_what_came_of_it() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    after = made_run({"tokens": (7, 8, 9), "house draw": (2,)}, ["novice"], games=400)
    found = compare_runs(before, after)
    assert found.paired
    assert [match.levels["tokens"] for match in found.matches] == [7, 8]
    first = difference_of(GAME.main, after.cells[0].tally.values, before.cells[0].tally.values)
    assert (found.matches[0].difference.difference, found.matches[0].difference.low) == (
        first.difference,
        first.low,
    )
    sentences = two_runs_verdict(found)
    assert "cards drawn a turn as in the rulebook before, 2 cards drawn a turn after" in sentences[0]
    assert f"costs {-100 * first.difference:.1f} percentage points" in sentences[1]
    assert "0 of the first, 1 of the second" in two_runs_page(found)
    markdown = two_runs_markdown(found)
    assert f"| {100 * before.cells[0].rate:.1f} % | {100 * after.cells[0].rate:.1f} % |" in markdown


def test_two_runs_with_other_deals_are_not_paired() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    after = made_run({"tokens": (7, 8)}, ["novice"], games=400, seed=4)
    found = compare_runs(before, after)
    assert not found.paired
    assert "independent games" in two_runs_page(found)
    match, difference = found.matches[0], found.matches[0].difference
    assert difference.difference == pytest.approx(match.second.rate - match.first.rate)
    assert difference.low < difference.difference < difference.high


def test_two_runs_without_a_common_setting() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=20)
    after = made_run({"tokens": (9, 10)}, ["novice"], games=20)
    found = compare_runs(before, after)
    assert not found.matches
    assert list(only_in_one(found)) == [
        "Only the first run has 7 or 8 time tokens; only the second run has 9 or 10 time tokens."
    ]


def test_two_runs_with_little_in_common_are_not_said_to_be_the_same() -> None:
    """They share one setting and its games; that is no reason to say that nothing differs between the runs."""
    before = made_run({"tokens": (7, 8)}, ["family", "novice"], games=20)
    after = made_run({"removed": (2, 3)}, ["novice", "people:skill=0.4"], games=20)
    found = compare_runs(before, after)
    assert found.same_games
    assert found.left_out == (3, 3)
    said = two_runs_verdict(found)
    assert said[0] == (
        "The runs have only 1 setting in common, and in it they played the same games, so there is nothing to compare."
    )
    assert said[1] == (
        "Only the first run has 8 time tokens and a family; only the second run has 3 removed timetable cards and people:skill=0.4."
    )
    assert said[2].startswith(
        "A careless beginner (novice), with 7 time tokens, 2 removed timetable cards, won "
    )
    assert not any("othing differs" in each for each in said)


def test_what_only_one_run_has_is_told_beside_a_change() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=100)
    after = made_run({"tokens": (7, 8, 9), "house draw": (2,)}, ["novice"], games=100)
    assert two_runs_verdict(compare_runs(before, after))[-1] == "Only the second run has 9 time tokens."
    assert not list(only_in_one(compare_runs(before, before)))


def test_many_levels_of_one_run_are_counted() -> None:
    sets = ("all", "none", *(f"H{number}" for number in range(1, 4)), "H1+H2", "H1+H3", "H2+H3")
    before = made_run({"helpers": sets}, ["novice"], games=2)
    (said,) = only_in_one(compare_runs(before, made_run({"helpers": ("all",)}, ["novice"], games=2)))
    assert said == (
        "Only the first run has no helpers, helpers H1, helpers H2, helpers H3, helpers H1+H2 and 2 more levels of helpers."
    )


def test_numbers_that_follow_from_the_board_are_not_told_besides_it() -> None:
    before = small_run("random", 5, board="tiny,loop")
    after = small_run("random", 5, board="loop,central-europe")
    assert list(only_in_one(compare_runs(before, after))) == [
        "Only the first run has board tiny; only the second run has board central-europe."
    ]


def test_two_runs_are_matched_by_what_their_settings_mean() -> None:
    """A preset with 10 tokens is no setting with 7, whatever its name."""
    before = small_run("random", 20, board="tiny", preset="standard,tokens-10")
    after = small_run("random", 20, board="tiny", preset="standard,tokens-10", tokens="7,8")
    found = compare_runs(before, after)
    assert [(match.first.levels["preset"], match.second.levels) for match in found.matches] == [
        ("standard", {"preset": "standard", "board": "tiny", "tokens": 7, "policy": "random"})
    ]
    assert not found.changes
    back = compare_runs(after, before)
    scenarios = [(m.first.entry.setup, m.second.entry.setup) for m in back.matches]
    assert all(first == second for first, second in scenarios)


def test_two_runs_with_a_variant_of_other_options() -> None:
    def run(options: dict[str, str]) -> Results:
        variants = {"standard": {}, "x": options}
        return made_run({"variant": ("standard", "x")}, ["random"], games=20, variants=variants)

    found = compare_runs(run({"tokens": "8"}), run({"tokens": "9"}))
    assert [match.levels["variant"] for match in found.matches] == ["standard"]
    assert len(compare_runs(run({"tokens": "8"}), run({"tokens": "8"})).matches) == 2


def test_a_cell_that_is_matched_twice_is_left_out_no_less_than_once() -> None:
    def run(*names: str) -> Results:
        variants = {"standard": {}, **{name: {"tokens": "8"} for name in names}}
        return made_run({"variant": tuple(variants)}, ["random"], games=20, variants=variants)

    found = compare_runs(run("x", "y"), run("x"))
    assert [match.second.levels["variant"] for match in found.matches] == ["standard", "x", "x"]
    assert "left out" not in " ".join(basis(found))


def test_who_foresees_the_dice_is_not_spoken_of() -> None:
    run = with_wins(
        made_run({}, ["novice", "clairvoyant:breadth=1"], games=20),
        lambda levels: 0.2 if levels["policy"] == "novice" else 0.9,
    )
    assert main_match(compare_runs(run, run)).first.policy == "novice"


def test_commands_can_be_copied_from_markdown() -> None:
    run = made_run({}, ["random"], games=20)
    other = replace(
        run, manifest=msgspec.structs.replace(run.manifest, command="sim sweep --policy my_own.py:a_b")
    )
    assert "\nAfter:\n\n    sim sweep --policy my_own.py:a_b\n" in two_runs_markdown(compare_runs(run, other))


def edited(results: Results, kind: str, cells: range) -> Results:
    """The same run with other contents of a file in some of its cells."""
    if kind != "policy":
        return with_place(results, kind, cells, hash="another")
    found = list(results.cells)
    for number in cells:
        entry = msgspec.structs.replace(found[number].entry, sources=("another",))
        found[number] = CellResult(entry, found[number].tally)
    return Results(results.manifest, results.factors, found)


@pytest.mark.parametrize("kind", ["board", "deck", "policy"])
def test_two_runs_whose_files_were_edited_in_between(kind: str) -> None:
    before = made_run({"tokens": (7, 8)}, ["random"], games=20)
    found = compare_runs(before, edited(before, kind, range(2)))
    assert [(change.factor, change.first == change.second) for change in found.changes] == [(kind, True)]
    assert "has other contents than before" in two_runs_verdict(found)[0]
    assert len(found.matches) == 2
    found = compare_runs(before, edited(before, kind, range(1)))  # no common change, so only what is the same
    assert not found.changes
    assert [match.levels["tokens"] for match in found.matches] == [8]


def test_two_runs_tell_rates_on_the_deals_of_their_difference() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    after = cut_short(made_run({"tokens": (7, 8), "house draw": (2,)}, ["novice"], games=400), {0: 50})
    match = compare_runs(before, after).matches[0]
    assert match.before.games == match.after.games == 50
    assert match.difference.difference == pytest.approx(match.after.rate - match.before.rate)
    apart = cut_short(made_run({"tokens": (7, 8)}, ["novice"], games=400, seed=4), {0: 50})
    match = compare_runs(before, apart).matches[0]
    assert (match.before.games, match.after.games) == (400, 50)


def test_every_row_says_on_what_it_rests() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    after = cut_short(made_run({"tokens": (7, 8), "house draw": (2,)}, ["novice"], games=400), {0: 50})
    found = compare_runs(before, after)
    table = settings_table(found)
    assert table.figures[0] == "deals"
    assert [row[0] for _, row in table.rows] == ["50 of 400 before", "400"]
    assert "played: 50 to 400 of each setting." in basis(found)[0]
    cell = before.cells[0]
    all_games = f"{100 * cell.rate:.0f} % ("
    assert f", on the 50 deals that both played (before {all_games}" in two_runs_verdict(found)[1]
    assert "of all 400 games): the change" in two_runs_verdict(found)[1]
    for text in (two_runs_page(found).replace("\N{NO-BREAK SPACE}", " "), two_runs_markdown(found)):
        assert "50 of 400 before" in text
        assert "on the 50 deals that both played (before" in text
    back = compare_runs(after, before)
    assert [row[0] for _, row in settings_table(back).rows] == ["50 of 400 after", "400"]


def test_independent_games_are_counted_on_either_side() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    after = cut_short(made_run({"tokens": (7, 8)}, ["novice"], games=400, seed=4), {0: 50})
    found = compare_runs(before, after)
    table = settings_table(found)
    assert table.figures[0] == "games"
    assert [row[0] for _, row in table.rows] == ["400 / 50", "400"]
    assert "independent games: 400 before and 50 to 400 after, of each setting" in basis(found)[0]
    match = found.matches[0]
    sides = [share(side.rate, *side.interval) for side in (match.before, match.after)]
    assert (
        f"won {sides[0]} of 400 games before and {sides[1]} of 50 games after: " in two_runs_verdict(found)[1]
    )


def test_rows_name_what_differs_before_and_after() -> None:
    random, novice, drawn = (
        made_run(factors, [policy], games=20)
        for factors, policy in (({}, "random"), ({}, "novice"), ({"house draw": (2,)}, "random"))
    )
    for after, head, words in (
        (novice, "policy", "random → novice"),
        (drawn, "cards drawn a turn", "as in the rulebook → 2"),
    ):
        found = compare_runs(random, after)
        table = settings_table(found)
        assert (table.words, table.rows[0][0]) == ([head], [words])
        assert words in two_runs_page(found)
        assert words in two_runs_markdown(found)
    assert (
        "(random) before and a careless beginner (novice) after, in 20 games"
        in main_table(compare_runs(random, novice)).about
    )


def test_the_same_games_are_no_matter_of_chance() -> None:
    run = made_run({"tokens": (7, 8)}, ["novice"], games=60)
    found = compare_runs(run, run)
    assert found.same_games
    said = two_runs_verdict(found)
    assert said[0].startswith("Nothing differs between the runs")
    assert "they played the same games" in said[0]
    assert said[1].endswith("in both, on the 60 deals that both played.")
    assert [row[3] for _, row in settings_table(found).rows] == ["the same games"] * 2
    assert not list(two_runs_charts(found))
    for text in (two_runs_page(found), two_runs_markdown(found)):
        assert "no clear difference" not in text
        assert "left to chance" not in text
        assert "How games went" not in text
    longer = compare_runs(cut_short(run, {0: 20}), run)
    assert "on the deals that both have they played the same games" in two_runs_verdict(longer)[0]
    other = Results(msgspec.structs.replace(run.manifest, code="another"), run.factors, run.cells)
    assert not compare_runs(run, other).same_games
    assert not compare_runs(run, made_run({"tokens": (7, 8)}, ["novice"], games=60, seed=4)).same_games


def test_two_runs_tell_how_games_went() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice"], games=400)
    changed = {"house draw": (2,), "house unused-point": (3,)}
    after = made_run({"tokens": (7, 8), **changed}, ["novice"], games=400)
    found = compare_runs(before, after)
    match = main_match(found)
    rows = {words[0]: figures for words, figures in main_table(found).rows}
    for name, column in (
        ("goods delivered", "goods"),
        ("turns", "turns"),
        ("tokens lost together", "tokens"),
    ):
        means = [float(cell.mean(column).sum()) for cell in (match.first, match.second)]
        assert rows[name][:2] == [f"{mean:.2f}" for mean in means]
        assert rows[name][2].startswith(f"{means[1] - means[0]:+.2f} [".replace("-", "−"))
    assert rows["tokens lost: red signals"][0] == f"{match.first.mean('tokens')[0]:.2f}"
    why = reasons(match.went.changes, better=False)
    assert why
    assert set(why) <= {words for figure in figures_of(GAME).values() for words in figure.reason}
    assert f"; {'; '.join(why)}; " in two_runs_verdict(found)[1]
    table = went_table(found)
    assert [words for words, _ in table.rows] == [["7"], ["8"]]
    assert {"goods", "turns", "tokens lost", "red signals"} <= set(table.figures)
    goods = [float(cell.mean("goods")[0]) for cell in (found.matches[1].first, found.matches[1].second)]
    assert table.rows[1][1][0].startswith(f"{goods[0]:.2f} → {goods[1]:.2f}\n−")
    page, markdown = two_runs_page(found), two_runs_markdown(found)
    for text in (page, markdown):
        assert "How games went" in text
        assert why[0] in text
        assert any(form(rows["turns"][2]) in text for form in (str, plain))


def test_few_games_of_two_runs_say_why_there_is_no_interval() -> None:
    runs = [made_run({}, [policy], games=20) for policy in ("random", "novice")]
    table = main_table(compare_runs(runs[0], runs[1]))
    assert "fewer than 100 games are too few" in table.about
    assert not any("[" in figures[2] for _, figures in table.rows)
    causes = list(two_runs_charts(compare_runs(runs[0], runs[1])))[1]
    assert "no interval where there are fewer than 100 games" in causes.caption


def test_two_runs_have_figures() -> None:
    before = made_run({"tokens": (7, 8)}, ["novice", "random"], games=200)
    after = made_run({"tokens": (7, 8), "removed": (5,)}, ["novice", "random"], games=200)
    found = compare_runs(before, after)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        charts = {chart.name: chart for chart in two_runs_charts(found)}
    assert list(charts) == ["win-rates", "causes"]
    rates = charts["win-rates"]
    for match in found.matches:
        for svg in (rates.svg, rates.narrow):
            assert f">{match.levels['tokens']} time tokens, {match.first.policy}<" in svg
            assert f">{in_points(match.difference.difference, sign=True)}{'*' if match.clear else ''}<" in svg
    assert rates.png.startswith(b"\x89PNG")
    assert "red signals" in charts["causes"].svg
    page = two_runs_page(found, list(charts.values()))
    assert [page.count(f'id="figure-{name}"') for name in charts] == [1, 1]


def test_two_runs_of_one_cell_have_figures_that_name_what_differs() -> None:
    runs = [made_run({}, [policy], games=20) for policy in ("random", "novice")]
    charts: list[Chart] = list(two_runs_charts(compare_runs(runs[0], runs[1])))
    assert "random → novice" in charts[0].svg


def test_one_cell_whose_board_was_edited_has_figures_too() -> None:
    before = made_run({}, ["novice"], games=20)
    rates = next(iter(two_runs_charts(compare_runs(before, edited(before, "board", range(1))))))
    assert "tiny: " in rates.alt


def test_of_many_settings_those_that_changed_are_named() -> None:
    grid = {"tokens": tuple(range(1, 11)), "removed": tuple(range(8))}
    played = made_run(grid, ["novice"], games=60)
    before = with_wins(played, lambda _: 0.1)
    after = with_wins(played, lambda levels: 0.9 if levels["tokens"] == 4 and levels["removed"] != 0 else 0.1)
    found = compare_runs(before, after)
    rates = next(iter(two_runs_charts(found)))
    assert "All 80 are drawn" in rates.caption
    clear = [match for match in found.matches if match.clear]
    assert len(clear) == 7
    for match in clear:
        assert f">{match.levels['tokens']} · {match.levels['removed']}<" in rates.svg
