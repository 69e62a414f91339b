"""What `sim run` tells of Switch & Signal besides what it tells in words of its own."""

from __future__ import annotations

from typing import Any

from reports.switch_signal.play_tables import SwitchSignalTables
from reports.terminal.play_tables import Line, Summary, play_json
from simulator.switch_signal.game import GAME, SwitchSignal
from simulator.switch_signal.scenario import Scenario
from tests.one_more import ONE_MORE
from tests.players import load_player


def told(game: SwitchSignal) -> tuple[dict[str, Any], list[Line]]:
    """The figures and the lines of some games."""
    setup, player = Scenario(board="tiny"), load_player("novice")
    summary = Summary(game, setup, player.name, 1)
    summary.add(game.play(setup, [player], 1, 0, 40))
    found = play_json(summary)
    return found, list(SwitchSignalTables(game).lines(found))


def test_a_measure_more_is_told_below_all_others() -> None:
    (before, lines), (after, more) = told(GAME), told(ONE_MORE)
    assert after.keys() - before.keys() == {"extra_turns_mean"}
    assert before == {key: value for key, value in after.items() if key != "extra_turns_mean"}
    assert more[:-1] == lines
    assert (more[-1].words, more[-1].value) == ("turns beyond the tenth", after["extra_turns_mean"])
    assert more[-1].value > 0


def test_what_has_words_of_its_own_is_told_once() -> None:
    _, lines = told(GAME)
    words = [line.words for line in lines if not line.words.startswith("  ")]
    assert len(set(words)) == len(words)
    assert set(SwitchSignalTables.elsewhere) <= set(GAME.measures)
