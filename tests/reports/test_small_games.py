"""Words for games whose measures are points, shares and counts, and in which things may never vary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from experiments.statistics.effects import Effect, ExchangeRate
from reports.charts import charts
from reports.charts.run import Run
from reports.sentences.changes import exchange_sentences
from tests.small_games import PATIENCE, STONES, answer_of, game_in, run_of


@pytest.mark.parametrize("measure", ["", "ruined"])
def test_effects_are_told_of_who_does_best_and_not_of_the_last_in_the_file(
    tmp_path: Path, measure: str
) -> None:
    game = game_in(tmp_path, PATIENCE)
    answer = answer_of(run_of(game, tmp_path, ("careful", "brave"), 60, measure, rounds="5,6", penalty="9"))
    assert answer.main_policy == "careful"


def test_settings_that_come_to_the_same_share_a_mean_and_not_a_rate(tmp_path: Path) -> None:
    game = game_in(tmp_path, STONES)
    told = answer_of(run_of(game, tmp_path, ("many",), 20, pile="9..12")).sentences()
    assert any(
        "most stones taken in the one with 11 stones (and 1 other with the same mean)" in each
        for each in told
    )
    told = answer_of(run_of(game, tmp_path / "won", ("one",), 20, "odd", pile="3..6")).sentences()
    assert any(" (and 1 other with the same rate)" in each for each in told)


def test_without_evidence_nothing_is_said_to_work_independently(tmp_path: Path) -> None:
    game = game_in(tmp_path, PATIENCE)
    options = {"rounds": "5,6", "penalty": "3,4"}
    few = answer_of(run_of(game, tmp_path, ("brave",), 30, "ruined", **options))
    assert any("his run cannot tell whether the changes work independently" in each for each in few.basis())


def test_a_share_that_is_not_of_games_won_is_had(tmp_path: Path) -> None:
    game = game_in(tmp_path, PATIENCE)
    told = answer_of(run_of(game, tmp_path, ("brave",), 100, "ruined", rounds="4..6")).sentences()
    assert told[0].startswith("The policy brave has ")
    assert " % ruined games (" in told[0]
    assert any(" has most ruined games in the one with " in each for each in told)
    assert any("percentage points of ruined games" in each for each in told)


def test_what_never_varies_is_told_as_that_and_not_as_too_few_games(tmp_path: Path) -> None:
    game = game_in(tmp_path, PATIENCE)
    run = run_of(game, tmp_path, ("careful", "brave"), 40, rounds="5,6")
    found = {chart.name: chart.caption for chart in charts(Run(answer_of(run)))}
    assert "every part is the same in every game." in found["moves-parts"]
    one = {
        chart.name: chart.caption
        for chart in charts(Run(answer_of(run_of(game, tmp_path / "one", ("brave",), 1))))
    }
    assert "there are too few games for intervals." in one["moves-parts"]


def test_what_steps_are_worth_is_told_once_and_by_whether_they_help(tmp_path: Path) -> None:
    game = game_in(tmp_path, PATIENCE)
    played = run_of(game, tmp_path, ("brave",), 300, "moves", rounds="5,6", penalty="4,9")
    (found,) = answer_of(played).findings
    assert [(rate.of, rate.in_steps_of) for rate in found.rates] == [("rounds", "penalty")]
    answer = answer_of(
        run_of(game, tmp_path / "ruin", ("brave",), 300, "ruined", penalty="4,9", rounds="3,4")
    )
    told = [each for each in answer.findings_of_all() if "costs as much as" in each]
    assert len(told) == 1
    alike = replace(
        answer.findings[0],
        effects=ALIKE,
        rates=(ExchangeRate("penalty", "rounds", 1.0, "between", 1.0, 1.0),),
    )
    assert next(exchange_sentences(answer, [alike])).endswith(
        "one more penalty costs as much as 1.0 more rounds."
    )


ALIKE = tuple(Effect(name, 0.1, 0.1, 0.1) for name in ("penalty", "rounds"))
