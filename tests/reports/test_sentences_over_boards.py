"""What a run over several boards or timetables says."""

from __future__ import annotations

import numpy as np

from experiments.results import Results
from experiments.summary import summarize
from reports.sentences.answer import Answer
from reports.switch_signal.transcript.words import LOSS_WORDS
from reports.units import in_points, part_of
from simulator.switch_signal.board import load_board
from simulator.switch_signal.measures import CAUSES
from tests.runs import made_run, said, small_run, with_place, with_wins


def test_several_boards_are_told_as_a_range() -> None:
    results = made_run({"board": ("tiny", "tiny-na", "loop"), "tokens": (5, 7)}, ["novice"])
    rows = summarize(results)
    rates = {cell.entry.places["board"].name: cell for cell in results.cells if cell.levels["tokens"] == 7}
    low, high = min(rates.values(), key=lambda c: c.rate), max(rates.values(), key=lambda c: c.rate)
    alike, unlike = (with_place(results, "board", [2], kind=kind) for kind in ("central-europe", "other"))
    alike = with_place(alike, "board", kind="one kind")
    sentence = said(alike)[0]
    assert sentence.startswith("Over 3 boards a careless beginner (novice) wins the standard setup from ")
    assert sentence.index(low.entry.places["board"].name) < sentence.index(high.entry.places["board"].name)
    mean = np.mean([cell.rate for cell in rates.values()])
    assert f"on average {100 * mean:.0f} %" in sentence
    effects = [effect for found in Answer(results, rows).findings for effect in found.effects]
    clear = sum(not effect.low <= 0 <= effect.high for effect in effects)
    told = f"clear of chance on {clear} of them" if clear else "makes no clear difference on any of 3 boards"
    assert told in " ".join(said(results))
    assert "on average" not in said(unlike)[0]  # a mean needs boards of one kind
    assert "other boards of the kind" in " ".join(Answer(alike, summarize(alike)).basis())
    assert "other boards of the kind" not in " ".join(Answer(unlike, summarize(unlike)).basis())


def test_how_games_are_lost_is_told_over_boards() -> None:
    results = made_run({"board": ("tiny", "tiny-na", "central-europe")}, ["novice"], games=200)
    lost = [cell.games - cell.total for cell in results.cells]
    goods = [int(cell.tally.columns["goods"][0].sum()) for cell in results.cells]
    means = [each / games for each, games in zip(goods, lost, strict=True)]
    most = [list(CAUSES.values())[int(cell.mean("tokens").argmax())] for cell in results.cells]
    assert len(set(most)) > 1  # or nothing would be told apart
    told = " ".join(said(results))
    mean = f"{sum(goods) / sum(lost):.1f}"
    assert (
        f"When a careless beginner (novice) loses the standard setup ({sum(lost)} games), {mean} goods are delivered on average, "
        f"from {min(means):.1f} to {max(means):.1f} over 3 boards (" in told
    )
    for rule, words in LOSS_WORDS.items():
        number = sum(int(cell.tally.columns["why"][0, int(rule[1])]) for cell in results.cells)
        assert (f"{words} in {part_of(number / sum(lost))}" in told) == (number > 0)
    for cause in set(most):
        assert f"{cause} on {most.count(cause)}" in told
    assert " of 3 boards; " in told


def test_boards_that_are_never_lost_are_told() -> None:
    results = made_run({"board": ("tiny", "tiny-na", "loop")}, ["novice"])
    won = made_run({"board": ("tiny", "tiny-na", "loop")}, ["novice"], kept="won")
    results = Results(results.manifest, results.factors, [results.cells[0], *won.cells[1:]])
    assert "over 1 boards (never on 2 more)" in " ".join(said(results))


def test_variants_on_several_boards_are_told_as_ranges() -> None:
    variants: dict[str, dict[str, str]] = {
        "standard": {},
        "three tokens": {"tokens": "3"},
        "no change": {"tokens": "7"},
    }
    factors = {"variant": tuple(variants), "board": ("tiny", "loop")}
    results = made_run(factors, ["novice"], variants=variants)
    rows = {(row.cell.levels["variant"], row.cell.levels["board"]): row for row in summarize(results)}
    changes = [rows["three tokens", board].difference for board in ("tiny", "loop")]
    points = sorted(change.difference for change in changes if change)
    clear = sum(rows["three tokens", board].clear for board in ("tiny", "loop"))
    assert clear > 0
    told = " ".join(said(results))
    assert "1 of 1 other settings differ clearly from the reference on any of 2 boards" in told
    assert told.startswith("Over 2 boards")  # the setup that has two names is counted once
    span = " to ".join(in_points(end, sign=True) for end in points)
    assert (
        f"“three tokens” hurts most: it changes the win rate by {span} percentage points over 2 boards (clear of chance on {clear} of them)."
        in told
    )


def test_boards_and_timetables_are_counted_as_pairs() -> None:
    decks = ("standard", "ensemble:test/deck-01")
    results = made_run({"board": ("tiny", "loop"), "deck": decks}, ["novice"], games=60)
    told = " ".join(said(results))
    assert "4 pairs of board and timetable" in told
    assert "4 boards" not in told


def test_timetables_on_one_board_are_no_sample_of_boards() -> None:
    decks = ("standard", "ensemble:test/deck-01", "ensemble:test/deck-02")
    results = made_run({"deck": decks, "tokens": (6, 7)}, ["novice"], games=60)
    tiny = load_board("tiny")
    answer = Answer(results, summarize(results), {"board": {tiny.hash: tiny}})
    assert answer.sentences()[0].startswith("Over 3 timetables")
    assert "on average" not in answer.sentences()[0]
    assert "other boards" not in " ".join(answer.basis())


def test_a_run_that_names_timetables_and_no_board_tells_where_effects_add_up() -> None:
    played = small_run("random", 20, deck="standard,ensemble:test/deck-01", tokens="6,7", removed="1,2")
    results = with_wins(played, lambda _: 0.5)
    assert any(
        each.startswith("On timetable standard, ") for each in Answer(results, summarize(results)).basis()
    )


def test_a_setup_that_is_standard_on_one_board_only_is_not_called_so() -> None:
    results = made_run({"board": ("tiny", "loop"), "house signals": (3,)}, ["novice"], games=60)
    assert [results.is_standard(cell) for cell in results.cells] == [True, False]
    assert "standard" not in said(results)[0]
