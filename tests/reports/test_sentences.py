"""The answer in sentences: every number in it is one that the tallies have, and it reads well for runs of any shape."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from experiments.findings import find_effects
from experiments.results import CellResult, Results
from experiments.run_store.tally import Tally
from experiments.statistics.effects import Effect, ExchangeRate
from experiments.statistics.intervals import plays_to_notice
from experiments.statistics.luck import luck_and_skill
from experiments.summary import summarize
from reports.charts.run import Run
from reports.factor_words import change_words, label_of, level_words, many, one_fewer, table_words, unit_words
from reports.facts import RunFacts
from reports.sentences.answer import Answer, luck_sentence
from reports.sentences.changes import exchange_sentences, model_sentences
from reports.tables import plays_words
from reports.units import Unit, part_of, share
from reports.words import about, noticed
from simulator.game import Level
from simulator.switch_signal.game import GAME
from tests.runs import cell_of, made_run, said, with_wins


def whole_percents(cell: CellResult) -> str:
    low, high = proportion_confint(cell.total, cell.games, method="wilson")
    return f"({100 * low:.0f}–{100 * high:.0f})"


@pytest.fixture(scope="module")
def tokens() -> Results:
    return made_run({"tokens": (7, 8)}, games=400)


def test_the_first_sentence_tells_the_win_rates_of_the_standard_setup(tokens: Results) -> None:
    sentence = said(tokens)[0]
    novice = cell_of(tokens, tokens=7, policy="novice")
    rate = f"{100 * novice.total / novice.games:.0f} %"
    assert "wins the standard setup on Tiny Valley" in sentence
    assert (
        f"careless beginner (novice) wins the standard setup on Tiny Valley {rate} of the time {whole_percents(novice)}"
        in sentence
    )
    assert "a table that plays at random (random)" in sentence


def test_an_effect_is_the_difference_of_the_rates_and_says_when_it_would_be_noticed() -> None:
    results = made_run({"tokens": (1, 7)}, ["novice"], games=2000)
    few, many = (cell_of(results, tokens=number) for number in (1, 7))
    sentence = next(each for each in said(results) if "One more time token" in each)
    told = re.search(r"adds ([\d.]+) percentage points \(([\d.]+)–([\d.]+)\)", sentence)
    assert told
    points, low, high = map(float, told.groups())
    assert points == pytest.approx(100 * (many.rate - few.rate) / 6, abs=0.1)
    assert low < points < high
    plays = plays_to_notice(many.rate, many.rate + (many.rate - few.rate) / 6)
    assert plays is not None
    assert f"a group would need about {about(plays)} plays to notice it" in sentence


def test_plays_to_notice_belong_to_the_points_that_are_told() -> None:
    """And not to the one cell that is a step away, which may differ by more or by less."""
    played = made_run({"tokens": (7, 8, 9, 10)}, ["novice"], games=2000)
    results = with_wins(played, lambda levels: {7: 0.5, 8: 0.6, 9: 0.61, 10: 0.62}[int(levels["tokens"])])
    answer = Answer(results, summarize(results))
    points = answer.findings[0].effects[0].points
    standard, near = (cell_of(results, tokens=number).rate for number in (7, 8))
    told, of_the_cell = (plays_to_notice(standard, other) for other in (standard + points, near))
    assert told is not None
    assert of_the_cell is not None
    assert about(told) != about(of_the_cell)
    sentence = next(each for each in answer.sentences() if "one more time token" in each)
    assert sentence.startswith("On average over 4 settings, one more time token adds ")
    assert f"a group would need about {about(told)} plays to notice it" in sentence


def test_points_that_lead_beyond_certainty_end_there() -> None:
    """A step of 70 points on average, from a setting that is won half of the time."""
    played = made_run({"tokens": (7, 8), "removed": (1, 2)}, ["novice"], games=400)
    rates = {(7, 2): 0.5, (8, 2): 1.0, (7, 1): 0.0, (8, 1): 0.9}
    results = with_wins(played, lambda levels: rates[int(levels["tokens"]), int(levels["removed"])])
    sentence = next(each for each in said(results) if "one more time token" in each)
    plays = plays_to_notice(cell_of(results, tokens=7, removed=2).rate, 1.0)
    assert plays is not None
    assert f"about {about(plays)} plays to notice it" in sentence


def test_what_is_fixed_off_the_rulebook_is_named() -> None:
    results = made_run(
        {"tokens": (7, 8), "house draw": (2,), "deck": ("ensemble:test/deck-01",)}, ["novice"], games=20
    )
    sentences = said(results)
    assert (
        "wins the setting with 7 time tokens, 2 cards drawn a turn on Tiny Valley, timetable ensemble:test/deck-01"
        in sentences[0]
    )
    assert "standard setup was not played" in sentences[1]
    by_the_book = made_run({"tokens": (7, 8), "house draw": (5,)}, ["novice"], games=20)
    assert "wins the standard setup on Tiny Valley" in said(by_the_book)[0]


def test_noise_has_no_easiest_setting() -> None:
    played = made_run({"tokens": (7, 8, 9, 10)}, ["novice"], games=300)
    noise = with_wins(played, lambda levels: 0.5)
    rows = summarize(noise)
    assert len({row.rate for row in rows}) > 1
    text = " ".join(said(noise))
    assert "The 4 settings cannot be told apart for a careless beginner (novice): from " in text
    assert "easiest" not in text
    assert [plays_words(row) for row in rows] == [""] * 4
    clear = with_wins(played, lambda levels: 0.1 * (int(levels["tokens"]) - 6))
    assert (
        "Of 4 settings the easiest for a careless beginner (novice) is the one with 10 time tokens"
        in " ".join(said(clear))
    )
    assert plays_words(summarize(clear)[3]).endswith(" plays")


def test_how_games_are_lost_comes_from_the_lost_games(tokens: Results) -> None:
    novice = cell_of(tokens, tokens=7, policy="novice")
    columns, lost = novice.tally.columns, novice.games - novice.total
    required = int(np.flatnonzero(columns["goods_histogram"][1])[-1])
    goods = (columns["goods_histogram"][0] * np.arange(len(columns["goods_histogram"][0]))).sum() / lost
    text = " ".join(said(tokens))
    assert (
        f"When a careless beginner (novice) loses the standard setup ({lost} games), {goods:.1f} of {required} goods are delivered on average"
        in text
    )
    near = int(columns["goods_histogram"][0][required - 1])
    low, high = proportion_confint(near, lost, method="wilson")
    assert (
        f"; {100 * near / lost:.0f} % ({100 * low:.0f}–{100 * high:.0f}) of these games were just one good short"
        in text
    )
    tokens_lost = columns["tokens"].sum(axis=0) / novice.games
    assert "In the standard setup a careless beginner (novice) loses most time to " in text
    assert f"{tokens_lost.max():.1f} of {tokens_lost.sum():.1f} tokens lost in a game" in text


def test_luck_is_told_of_deals() -> None:
    results = made_run({"tokens": (7,)}, ["novice", "planner:attention=0.5"])
    won = np.array([cell.tally.values for cell in results.cells], bool)
    sentence = said(results)[-1]
    assert "won by both (novice and planner:attention=0.5)" in sentence
    rates = won.mean(axis=1)
    by_chance = rates.prod() + (1 - rates).prod()
    together = won.all(axis=0).mean() + (~won.any(axis=0)).mean()
    assert f"agree on {100 * together:.0f} % of deals" in sentence
    assert together > by_chance + 0.005
    assert f"; by chance alone, with these win rates, it would be {100 * by_chance:.0f} %." in sentence
    for deals in (won.all(axis=0), ~won.any(axis=0), won.any(axis=0) & ~won.all(axis=0)):
        low, high = proportion_confint(deals.sum(), deals.size, method="wilson")
        assert share(float(deals.mean()), low, high) in sentence
    assert said(results)[0].startswith("The planner (planner:attention=0.5) wins ")


@pytest.mark.parametrize(("number", "players"), [(2, "two players"), (3, "players")])
def test_players_who_agree_by_chance_are_told_so(number: int, players: str) -> None:
    """Every combination of who wins a deal comes once."""
    won = np.array(list(product((0, 1), repeat=number))).T
    luck = luck_and_skill(won, ["novice", "planner", "expert"][:number])
    assert luck_sentence(GAME, luck).endswith(f"no more than {players} with these win rates would by chance.")


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_luck_is_not_told_of_who_always_wins_or_never_does(rate: float) -> None:
    played = made_run({}, ["novice", "planner:attention=0.5"])
    results = with_wins(played, lambda levels: rate if levels["policy"] == "novice" else 0.5)
    assert not any("depended on who played" in sentence for sentence in said(results))
    assert not any(
        "depended on who played" in sentence
        for sentence in Answer(results, summarize(results)).findings_of_all()
    )


@pytest.mark.parametrize(
    ("tokens", "removed", "words"),
    [
        (
            0.05,
            -0.2,
            r"it takes \d\.\d more time tokens \(.*\) to make up for one more removed timetable card",
        ),
        (0.2, -0.05, r"one more time token makes up for \d\.\d more removed timetable cards \("),
        (-0.05, -0.2, r"one more removed timetable card costs as much as \d\.\d more time tokens \("),
    ],
)
def test_the_terminal_tells_steps_against_each_other_of_every_player(
    tokens: float, removed: float, words: str
) -> None:
    def rate(levels: Mapping[str, Level]) -> float:
        return 0.5 + tokens * (int(levels["tokens"]) - 7) + removed * (int(levels["removed"]) - 2)

    played = made_run({"tokens": (7, 8), "removed": (1, 2)}, ["novice", "planner:attention=0.5"], games=2_000)
    made_up = with_wins(played, rate)
    told = list(Answer(made_up, summarize(made_up)).findings_of_all())
    for who in ("a careless beginner (novice)", "the planner (planner:attention=0.5)"):
        begin = f"For {who}, on average over the settings played, "
        (found,) = [sentence for sentence in told if sentence.startswith(begin)]
        assert re.match(words, found.removeprefix(begin))


def test_one_cell_needs_no_comparison() -> None:
    results = made_run({}, ["novice"])
    sentences = said(results)
    assert sentences[0].startswith("A careless beginner (novice) wins the standard setup on Tiny Valley ")
    assert not any("compared" in each or "settings" in each for each in sentences)
    assert Answer(results, summarize(results)).basis()[0] == "These figures rest on 300 games, seed 3."


def test_a_grid_without_the_standard_setup_says_what_it_compares_with() -> None:
    sentences = said(made_run({"tokens": (9, 10)}, ["novice"]))
    assert "wins the setting with 9 time tokens on Tiny Valley" in sentences[0]
    assert sentences[1] == "The standard setup was not played, so settings are compared with this one."


def test_nothing_but_wins_and_nothing_but_losses() -> None:
    won = made_run({"tokens": (7, 8, 9)}, ["novice"], kept="won")
    sentences = said(won)
    assert "100 % of the time (at least " in sentences[0]
    assert sentences[1].startswith("All 3 settings come out the same")
    assert not any(" loses the standard setup" in each for each in sentences)
    lost = said(made_run({"tokens": (7, 8, 9)}, ["novice"], kept="lost"))
    assert "0 % of the time (at most " in lost[0]
    assert any(
        each.startswith("When a careless beginner (novice) loses the standard setup (") for each in lost
    )
    assert not any("lacked" in each or "adds" in each for each in lost)


def test_half_a_run_says_what_is_missing(tokens: Results) -> None:
    whole = tokens.cells
    part = [
        CellResult(cell.entry, Tally(cell.tally.form, 0, cell.tally.values[:150], cell.tally.columns))
        for cell in whole[1:]
    ]
    half = Results(tokens.manifest, tokens.factors, part, missing=[whole[0].id])
    answer = Answer(half, summarize(half))
    assert "400 games of each setting were planned, and 150 are there" in answer.gaps()[0]
    absent = whole[0]
    named = f"{absent.policy} with {level_words(GAME, 'tokens', absent.levels['tokens'])}"
    assert f"Without games that count: 1 of 4 settings, {named}." in answer.gaps()[0]
    assert answer.sentences()
    without = Results(tokens.manifest, tokens.factors, [cell for cell in whole if cell.levels["tokens"] == 8])
    assert "has not been played yet" in said(without)[0]


def test_settings_that_share_a_place_are_told() -> None:
    results = made_run({"preset": ("standard", "tokens-8", "remove-3", "remove-4")}, ["novice"], games=200)
    results = with_wins(results, lambda levels: 0.0 if levels["preset"] in ("remove-3", "remove-4") else 0.5)
    told = " ".join(said(results))
    assert "“remove-3” (and 1 other with the same rate): 0 %" in told
    assert "hurts most (with 1 other)" in told


def test_presets_are_told_one_by_one() -> None:
    played = made_run({"preset": ("standard", "tokens-10", "remove-6")}, ["novice"], games=1000)
    rates = {"standard": 0.5, "tokens-10": 0.5, "remove-6": 0.3}
    results = with_wins(played, lambda levels: rates[str(levels["preset"])])
    worst = summarize(results)[2]
    assert worst.difference is not None
    text = " ".join(said(results))
    assert "1 of 2 other settings differ clearly" in text
    assert (
        f"“remove-6” hurts most: it costs {-100 * worst.difference.difference:.1f} percentage points" in text
    )
    assert "helps most" not in text


def test_goods_are_told_by_their_two_levels() -> None:
    """V4 has 8 goods or 10; one more good is no setting, and is not told."""
    played = made_run({"board": ("loop",), "goods": (8, 10), "tokens": (7, 8)}, ["novice"], games=400)
    results = with_wins(played, lambda levels: 0.3 if levels["goods"] == 10 else 0.7)
    (found,) = find_effects(results)
    assert {effect.name for effect in found.effects} == {"goods=10", "tokens"}
    told = " ".join([*said(results), *Answer(results, summarize(results)).findings_of_all()])
    assert "10 goods to deliver instead of 8" in told
    assert "one more good" not in told
    assert "one step up in goods" not in told


def test_every_run_says_that_bots_are_not_people_and_boards_not_printed(tokens: Results) -> None:
    basis = " ".join(Answer(tokens, summarize(tokens)).basis())
    assert "1,600 games: 4 combinations of setting and player, 400 games of each, seed 3" in basis
    assert "programs, not people" in basis
    assert "invented" in basis


def test_one_game_is_enough_for_a_report() -> None:
    assert said(made_run({"tokens": (7, 8)}, games=1))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (share(0.634, 0.62, 0.645), "63 % (62–64)"),
        (share(0.0, 0.0, 0.002), "0 % (at most 0.2)"),
        (share(1.0, 0.998, 1.0), "100 % (at least 99.8)"),
        (share(0.004, 0.002, 0.007), "0.4 % (0.2–0.7)"),
        (Unit(GAME.main).change(-0.133, -0.141, -0.124), "costs 13.3 percentage points (12.4–14.1)"),
        (
            Unit(GAME.main).change(0.001, -0.002, 0.004),
            "makes no clear difference (−0.2 to +0.4 percentage points)",
        ),
        (about(4228), "4,200"),
        (about(8), "8"),
        (noticed(None), "no group will play often enough to notice it"),
        (label_of(GAME, "tokens"), "time tokens"),
        (label_of(GAME, "house die-grey"), "grey die"),
        (level_words(GAME, "removed", 1), "1 removed timetable card"),
        (level_words(GAME, "removed", 0), "no removed timetable cards"),
        (level_words(GAME, "helpers", "none"), "no helpers"),
        (level_words(GAME, "house draw", 4), "4 cards drawn a turn"),
        (label_of(GAME, "locations"), "start places"),
        (level_words(GAME, "locations", "shuffled"), "start places by shuffled numbers"),
        (
            change_words(GAME, "locations=stack", {"locations": "dice"}),
            "start places by stack instead of dice",
        ),
        (change_words(GAME, "tokens", {"tokens": 7}), "one more time token"),
        (change_words(GAME, "goods=10", {"goods": "8"}), "10 goods to deliver instead of 8"),
        (unit_words(GAME, "goods=10"), "10 goods to deliver"),
        (one_fewer(GAME, "house draw"), "one card fewer drawn a turn"),
        (many(GAME, "tokens", "2.5"), "2.5 time tokens"),
        (many(GAME, "locations=stack", "2.5"), "2.5 × start places by stack"),
        (unit_words(GAME, "removed", one=True), "1 removed timetable card"),
        (table_words(GAME, "practised"), "a practised table"),
        (table_words(GAME, "expert"), "the expert"),
        (table_words(GAME, "mine.py:hurry"), "the policy mine.py:hurry"),
        (table_words(GAME, "planner:attention=1.00"), "the planner (planner:attention=1.00)"),
        (
            table_words(GAME, "planner:token=2,attention=0.6"),
            "the planner (planner:token=2,attention=0.6)",
        ),
        (table_words(GAME, "expert:attention=?"), "the expert (expert:attention=?)"),
    ],
)
def test_words(words: str, expected: str) -> None:
    assert words == expected


@pytest.mark.parametrize(
    ("of", "unit", "words"),
    [
        (0.05, 0.02, "one more time token is worth 2.5 players"),
        (0.05, -0.02, "one more time token makes up for 2.5 more players"),
        (-0.05, 0.02, "it takes 2.5 more players to make up for one more time token"),
        (-0.05, -0.02, "one more time token costs as much as 2.5 more players"),
    ],
)
def test_what_a_step_is_worth_depends_on_what_either_does(of: float, unit: float, words: str) -> None:
    answer = Answer(
        two := made_run({"tokens": (7, 8), "players": (2, 3)}, ["novice"], games=50), summarize(two)
    )
    effects = tuple(
        Effect(name, points, points - 0.001, points + 0.001)
        for name, points in (("tokens", of), ("players", unit))
    )
    rate = ExchangeRate("tokens", "players", of / unit, "between", of / unit - 0.1, of / unit + 0.1)
    told = replace(find_effects(two)[0], effects=effects, rates=(rate,))
    sentence = next(exchange_sentences(answer, [told])).lower()
    assert sentence.replace(" (2.4–2.6)", "") == f"on average over the settings played, {words}."


def test_how_far_effects_add_up_is_told_where_there_are_several() -> None:
    two = made_run({"tokens": (7, 8, 9), "removed": (2, 4)}, ["novice"], games=100)
    told = [each for each in Answer(two, summarize(two)).basis() if "straight lines" in each]
    model = find_effects(two)[0].model
    assert model is not None
    misfit = model.largest_misfit
    assert len(told) == 1
    assert f"no setting lies further than {100 * misfit:.1f} percentage points" in told[0]
    assert (
        "he changes work independently: two of them together do what you would expect, to within 0.5 percentage points"
        in told[0]
    )
    one = made_run({"tokens": (7, 8, 9)}, ["novice"], games=100)
    assert not any("work independently" in each for each in Answer(one, summarize(one)).basis())


def test_a_model_with_a_term_for_every_setting_is_not_praised_for_its_fit() -> None:
    four = made_run({"tokens": (7, 9), "removed": (2, 4)}, ["novice"], games=100)
    answer = Answer(four, summarize(four))
    (found,) = answer.findings
    assert found.model is not None
    assert found.model.saturated
    assert [each for each in model_sentences(answer, found) if "further" in each] == []
    untested = replace(found, model=replace(found.model, coefficients=found.model.coefficients[:3]))
    assert "was not asked" in next(model_sentences(answer, untested))


def test_an_interval_has_an_extent() -> None:
    assert share(0.63, 0.6299, 0.6301) == "63.00 % (62.99–63.01)"
    assert Unit(GAME.main).told(0.00001, 0.0, 0.0001) == "less than 0.01 % of the time"
    assert [part_of(x) for x in (0.0, 0.002, 0.5, 0.998, 1.0)] == [
        "0 %", "less than 1 %", "50 %", "more than 99 %", "100 %",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("policies", "spoken_of"),
    [
        (["novice", "clairvoyant:breadth=1"], "novice"),  # who is told the future is no table
        (["random", "novice"], "novice"),
        (["novice", "planner:attention=0.5", "planner"], "planner"),
    ],
)
def test_sentences_and_figures_speak_of_the_same_player(policies: list[str], spoken_of: str) -> None:
    results = made_run({"tokens": (6, 7)}, policies, games=20)
    rows = summarize(results)
    assert Answer(results, rows).main_policy == Run(RunFacts(results, rows)).player == spoken_of
