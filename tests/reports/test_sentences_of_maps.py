"""What is said of other maps, and where: in the first sentence, with what each step does there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import msgspec
import pytest

from experiments.factors import POLICY
from experiments.findings import MapRun, OtherMaps, StepOnMaps
from experiments.grid import Grid, make_axes
from experiments.maps import other_maps
from experiments.results import Results
from experiments.summary import summarize
from experiments.sweep import Sweep
from policies.registry import load_policy
from reports.facts import RunFacts
from reports.sentences.answer import Answer
from reports.sentences.rates import CANNOT_HAVE, map_sentence, range_words, step_words
from simulator.game import Level
from simulator.switch_signal.game import GAME
from tests.experiments.sweeps import play_all
from tests.runs import axis, made_run, with_wins

FACTS = RunFacts(made_run({}, ["idle"], games=2), [])


def maps(*steps: StepOnMaps, rates: tuple[float, ...] = (0.284, *[0.5] * 10, 0.921)) -> OtherMaps:
    return OtherMaps("central-europe", "practised", rates, steps)


@pytest.mark.parametrize(
    ("rates", "words"),
    [
        ((0.284, *[0.5] * 10, 0.921), "from 28 to 92 % on 12 others that fit what is known"),
        ((0.5,) * 12, "50 % on 12 others that fit what is known"),
        ((0.0, 0.001), "0 % on 2 others that fit what is known"),
    ],
)
def test_the_range_is_told_as_observed(rates: tuple[float, ...], words: str) -> None:
    assert range_words(FACTS.unit, maps(rates=rates)) == words


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (StepOnMaps("tokens", 7, 8, 12, 0, 12, 0), "one more time token helps clearly on all 12"),
        (
            StepOnMaps("tokens", 7, 8, 12, 0, 11, 0),
            "one more time token helps on all 12 (clear of chance on 11)",
        ),
        (
            StepOnMaps("tokens", 7, 8, 12, 0, 0, 0),
            "one more time token helps on all 12 (clear of chance on none)",
        ),
        (
            StepOnMaps("tokens", 7, 8, 11, 0, 9, 0),
            "one more time token helps on 11 of the 12 (clear of chance on 9)",
        ),
        (
            StepOnMaps("tokens", 7, 8, 11, 0, 11, 0),
            "one more time token helps on 11 of the 12 (clear of chance on all)",
        ),
        (StepOnMaps("tokens", 7, 8, 0, 0, 0, 0), "one more time token changes nothing on any of them"),
        (
            StepOnMaps("tokens", 7, 8, 8, 4, 0, 0),
            "one more time token helps on 8 of the 12 and hurts on 4 (clear of chance on none)",
        ),
        (
            StepOnMaps("tokens", 7, 8, 8, 4, 5, 0),
            "one more time token helps on 8 of the 12 and hurts on 4 (clear of chance on 5 of the 8 and none of the 4)",
        ),
        (StepOnMaps("tokens", 7, 6, 0, 12, 0, 12), "one time token fewer hurts clearly on all 12"),
        (
            StepOnMaps("removed", 2, 1, 12, 0, 9, 0),
            "one removed timetable card fewer helps on all 12 (clear of chance on 9)",
        ),
        (
            StepOnMaps("goods", 8, 10, 0, 12, 0, 12),
            "playing with 10 goods to deliver hurts clearly on all 12",
        ),
        (
            StepOnMaps("locations", "dice", "stack", 0, 7, 0, 1),
            "playing with start places by stack hurts on 7 of the 12 (clear of chance on 1)",
        ),
        (
            StepOnMaps("helpers", "all", "none", 0, 12, 0, 12),
            "playing with no helpers hurts clearly on all 12",
        ),
    ],
)
def test_what_a_step_does_there(step: StepOnMaps, words: str) -> None:
    assert step_words(FACTS.game, FACTS.unit, maps(step)) == words


def test_steps_are_listed() -> None:
    both = maps(StepOnMaps("tokens", 7, 8, 12, 0, 12, 0), StepOnMaps("players", 2, 3, 0, 12, 0, 7))
    assert (
        step_words(FACTS.game, FACTS.unit, both)
        == "one more time token helps clearly on all 12 and one more player hurts on all 12 (clear of chance on 7)"
    )


def test_who_stands_in_for_others_is_said() -> None:
    found = maps(StepOnMaps("tokens", 7, 8, 12, 0, 12, 0))
    on_maps = "on 12 other maps that fit what is known it wins this setup from 28 to 92 % of the time"
    assert map_sentence(FACTS.game, FACTS.unit, found, ["veteran"]) == (
        f"A practised table stood in for a table of veterans, which plays too slowly for this: {on_maps}; there {step_words(FACTS.game, FACTS.unit, found)}."
    )
    assert map_sentence(FACTS.game, FACTS.unit, maps(), ["veteran", "expert"]) == (
        f"A practised table stood in for a table of veterans and the expert, which play too slowly for this: {on_maps}."
    )
    assert map_sentence(FACTS.game, FACTS.unit, maps(), ["mine.py:decide"]) == (
        f"A practised table stood in for the policy mine.py:decide, which may play too slowly for this: {on_maps}."
    )
    assert map_sentence(FACTS.game, FACTS.unit, maps(), ["practised"], "the standard setup", region=True) == (
        "On 12 other maps like Central Europe that fit what is known a practised table wins the standard setup from 28 to 92 % of the time."
    )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Seven and eight tokens on all maps of both regions, by a table that never plays a card."""
    grid = Grid(GAME, [*make_axes(GAME, {"board": "central-europe,north-america", "tokens": "7..8"}), IDLE])
    found = other_maps(Sweep(grid, {"idle": load_policy(GAME, "idle")}, GAME.main, 3, 100, "sim sweep"))
    assert found is not None
    return Results.read(play_all(found, tmp_path_factory.mktemp("run") / "maps"))


IDLE = axis(POLICY, "idle")


def won(results: Results, share: Callable[[Mapping[str, Level]], float]) -> MapRun:
    return MapRun(with_wins(results, share))


def only_europe(results: Results) -> Results:
    boards = [cell for cell in results.cells if "/ce-" in str(cell.levels["board"])]
    return Results(results.manifest, results.factors, boards)


def told(results: Results, found: MapRun) -> list[str]:
    return Answer(results, summarize(results), maps=found).sentences()


def test_the_first_sentence_says_how_sure_it_is(played: Results) -> None:
    run = made_run({"board": ("central-europe",), "tokens": (7, 8)}, ["idle"], games=50)
    sentences = told(run, won(only_europe(played), lambda levels: 0.9 if levels["tokens"] == 8 else 0.3))
    assert sentences[0].startswith(
        "A table that never plays a card (idle) wins the standard setup on Central Europe 0 % of the time (at most "
    )
    assert " on this map, from " in sentences[0]
    assert sentences[0].endswith(
        " % on 12 others that fit what is known; one more time token helps clearly on all 12."
    )


def test_other_tables_follow_in_a_sentence_of_their_own(played: Results) -> None:
    run = made_run({"board": ("central-europe",)}, ["random", "idle", "novice"], games=20)
    run = with_wins(run, lambda levels: {"idle": 0.9, "random": 0.2, "novice": 0.5}[str(levels["policy"])])
    sentences = told(run, won(only_europe(played), lambda levels: 0.5))
    assert " on this map, from " in sentences[0]
    assert sentences[1].startswith("On the same map a careless beginner (novice) wins ")
    assert " and a table that plays at random (random) " in sentences[1]
    assert sentences[1].endswith(" of the time.")


def test_where_another_table_wins_most_other_maps_have_a_sentence_of_their_own(played: Results) -> None:
    run = made_run({"board": ("central-europe",)}, ["expert"], games=20)
    sentences = told(run, won(only_europe(played), lambda levels: 0.5))
    assert sentences[0].startswith("On this map the expert wins the standard setup ")
    assert sentences[1].startswith(
        "A table that never plays a card (idle) stood in for the expert, which plays too slowly for this: "
        "on 12 other maps that fit what is known it wins the standard setup from "
    )


def test_several_boards_are_told_region_by_region(played: Results) -> None:
    run = made_run({"board": ("central-europe", "north-america"), "tokens": (7, 8)}, ["idle"], games=20)
    sentences = told(run, won(played, lambda levels: 0.5))
    for region in ("Central Europe", "North America"):
        assert sum(each.startswith(f"On 12 other maps like {region} ") for each in sentences) == 1


def test_without_other_maps_nothing_is_said_of_them() -> None:
    run = made_run({"board": ("central-europe",)}, ["idle"], games=20)
    answer = Answer(run, summarize(run))
    assert not any(" map" in each for each in (*answer.sentences(), *answer.gaps()))


def test_a_setup_that_other_maps_cannot_have_is_said_to_be_one() -> None:
    run = made_run({"board": ("central-europe",)}, ["idle"], games=20)
    alone = replace(run, manifest=msgspec.structs.replace(run.manifest, alone=True))
    assert Answer(alone, summarize(alone)).gaps() == [CANNOT_HAVE]
    assert Answer(run, summarize(run)).gaps() == []


def test_what_cannot_be_read_of_other_maps_is_a_gap() -> None:
    run = made_run({"board": ("central-europe",)}, ["idle"], games=20)
    assert Answer(run, summarize(run), maps=MapRun(gaps=("Gone.",))).gaps() == ["Gone."]
