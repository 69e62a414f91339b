"""`sim replay`: the trace follows its schema, is the game that `sim run` played, and reads as a story."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from joblib import Parallel
from jsonschema import Draft202012Validator

import signalbox.cli.game_texts
from reports.switch_signal.transcript.card import NOTHING
from reports.switch_signal.transcript.telling import Narrator
from simulator.core.errors import IllegalChoice
from simulator.switch_signal.board import board_toml
from simulator.switch_signal.deck import deck_toml
from simulator.switch_signal.play import play
from simulator.switch_signal.scenario import Scenario
from tests.conftest import Sim
from tests.players import load_player
from tests.signalbox.cli.trace_schema import SCHEMA, VALIDATOR

VARIANTS = [
    "--board central-europe",
    "--board north-america --edition pl --locations stack --layout policy --players 3 --extra-signals 1",
    "--board tiny --locations shuffled --house die-black=0-0-1-1-2-2 --house starting-hand=10 --tokens 3",
    "--board tiny-na --goods 10 --ruling X4=start-place --ruling X6=literal --edition pl --removed 9",
    "--board tiny --removed 0 --house unused-point=0 --house goods=1 --house loading-cards=0",
    "--board loop --layout random --players 4 --house loading-cards=0 --house trains=1 --tokens 1",
]


def traces(sim: Sim, *arguments: object) -> list[list[dict[str, Any]]]:
    """The games of an output, each from its header on."""
    result = sim("replay", "--json", *arguments)
    assert (result.code, result.err) == (0, "")
    games: list[list[dict[str, Any]]] = []
    for line in result.out.splitlines():
        event = json.loads(line)
        if event["event"] == "header":
            games.append([])
        games[-1].append(event)
    return games


def kinds(event: dict[str, Any]) -> tuple[str, str]:
    return event["event"], str(
        next((event[k] for k in ("ask", "helper", "action", "reason", "result", "why") if k in event), "")
    )


def test_the_schema_is_valid_and_refuses_wrong_events() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for wrong in ({}, {"event": "turn"}, {"event": "turn", "turn": 0, "seat": 0}, {"event": "end", "won": True, "why": "E1"},
                  {"event": "roll", "train": "blue-1", "points": 2}, {"event": "move", "train": "grey-1", "by": "card", "x": 1}):  # fmt: skip
        assert not VALIDATOR.is_valid(wrong), wrong


def test_traces_follow_the_schema(sim: Sim) -> None:
    """Over variants that bring about every kind of event, decision point, helper, action, stop and result."""
    seen: Counter[tuple[str, str]] = Counter()
    checked: set[tuple[Any, ...]] = set()
    for variant in VARIANTS:
        for game in traces(sim, "--games", 30, *variant.split()):
            assert [event["event"] for event in game[:2]] == ["header", "setup"]
            assert game[-1]["event"] == "end"
            for event in game:
                seen[kinds(event)] += 1
                shape = (*kinds(event), *((k, type(v).__name__) for k, v in event.items()))
                # jsonschema is slow: many of each kind, every shape, not every line
                if seen[kinds(event)] <= 6 or shape not in checked:
                    checked.add(shape)
                    assert VALIDATOR.is_valid(event), event
    events = {event for event, _ in seen}
    assert events == {entry["properties"]["event"]["const"] for entry in SCHEMA["oneOf"]}
    for kind, key in (
        ("helper", "helper"),
        ("play", "action"),
        ("stop", "reason"),
        ("deploy", "result"),
        ("choice", "ask"),
    ):
        named = set()
        for entry in SCHEMA["oneOf"]:
            if entry["properties"]["event"]["const"] == kind:
                allowed = entry["properties"][key]
                named |= set(allowed.get("enum", [allowed.get("const")]))
        assert {detail for found, detail in seen if found == kind} == named, kind
    assert {detail for found, detail in seen if found == "end"} == {"E1", "E2", "E3"}


def test_header(sim: Sim) -> None:
    (game,) = traces(sim, "--seed", 5, "--game", 7, "--board", "tiny")
    scenario = Scenario(board="tiny")
    header = game[0]
    assert header["scenario"] == scenario.to_dict()
    assert header["board"] == {
        "name": "Tiny Valley",
        "hash": scenario.board_data.hash,
        "origin": "invented",
        "text": board_toml(scenario.board_data),
    }
    assert header["deck"] == {
        "name": "Standard",
        "hash": scenario.deck_data.hash,
        "origin": "reconstructed",
        "text": deck_toml(scenario.deck_data),
    }
    assert (header["format"], header["policy"], header["seed"], header["game"]) == (3, "practised", 5, 7)
    assert header["goods_required"] == 2


@pytest.mark.parametrize(
    ("options", "goods"),
    [
        ("--board central-europe", 8),
        ("--board tiny", 2),
        ("--board tiny --house goods=1", 1),
        ("--board loop --goods 10", 6),
    ],
)
def test_the_title_tells_the_goods_that_win(sim: Sim, options: str, goods: int) -> None:
    title = sim("replay", *options.split()).out.splitlines()[1]
    assert f", game of {goods} good{'s' if goods > 1 else ''}, " in title


def test_the_title_says_what_is_not_the_printed_game(sim: Sim) -> None:
    europe, tiny = (
        sim("replay", "--board", board).out.splitlines()[2] for board in ("central-europe", "tiny")
    )
    assert europe.startswith("Board and timetable are reconstructions, not the printed ones: ")
    assert tiny.startswith(
        "The board is invented and the timetable is a reconstruction, not the printed one: "
    )


def test_replayed_games_are_those_of_a_run(sim: Sim) -> None:
    outcomes = play(Scenario(board="tiny"), load_player("planner"), 5, 3, 30).outcomes
    games = traces(sim, "--seed", 5, "--game", 3, "--games", 30, "--board", "tiny")
    assert [game[0]["game"] for game in games] == list(range(3, 33))
    for outcome, game in zip(outcomes, games, strict=True):
        assert game[-1]["won"] == bool(outcome["won"])
        assert sum(event["event"] == "deliver" for event in game) == outcome["goods"]
        assert sum(event["event"] == "turn" for event in game) == outcome["turns"]
        assert sum(event["lost"] for event in game if event["event"] == "tokens") == outcome["tokens"].sum()


def test_options_are_listed(sim: Sim) -> None:
    (game,) = traces(sim, "--options", "--board", "tiny")
    choices = [event for event in game if event["event"] == "choice"]
    assert all(event["choice"] in event["options"] for event in choices)
    assert all(VALIDATOR.is_valid(event) for event in choices[:10])
    (plain,) = traces(sim, "--board", "tiny")
    counted = [event["options"] for event in plain if event["event"] == "choice"]
    assert counted == [len(event["options"]) for event in choices]


@pytest.mark.parametrize("variant", VARIANTS)
def test_transcripts_tell_every_game(sim: Sim, variant: str) -> None:
    result = sim("replay", "--games", 8, *variant.split())
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert all(line.isprintable() for line in lines)
    assert not [line for line in lines if "None" in line or "{" in line]
    assert sum(line.startswith(("Won: ", "Lost: ")) for line in lines) == 8
    turns = [int(line.split()[1].rstrip(",")) for line in lines if line.startswith("Turn ")]
    assert all(after in (before + 1, 1) for before, after in pairwise(turns))


def test_transcript_with_options(sim: Sim) -> None:
    lines = sim("replay", "--board", "tiny", "--options").out.splitlines()
    chosen = [line for line in lines if line.startswith("      > ")]
    asked = [line for line in lines if line.startswith("    ? ")]
    assert len(chosen) == len(asked) > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_told_of_a_cards_symbols_fits_the_trains_on_the_board(sim: Sim, variant: str) -> None:
    """A symbol that was forgotten, or taken for another, would soon say of a colour with trains that it has none."""
    cards = {card.id: str(card) for card in Scenario().deck_data.cards}
    said = Counter[str]()
    for game in traces(sim, "--games", 30, *variant.split()):
        narrator, on_board = Narrator(cards), set[str]()
        for event in game:
            for line in narrator.tell(event):
                colour = line.partition(":")[0].split()[-1] if line.endswith(NOTHING) else ""
                said["nothing to move" if colour else "wild"] += bool(colour) or "wild is" in line
                assert not colour or not [train for train in on_board if train.startswith(colour)], line
            match event:
                case {"event": "deploy", "result": "placed", "train": train}:
                    on_board.add(train)
                case {"event": "depot", "train": train}:
                    on_board.remove(train)
                case {"event": "move", "by": "timetable", "train": train}:
                    assert train.startswith(narrator.symbols.moving)
    assert min(said["nothing to move"], said["wild"]) > 5


def test_jobs_do_not_show(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told side by side, in uneven chunks and several rounds, games are the same to the byte."""
    for name, value in (("WORTH_PROCESSES", 2), ("CHUNK", 3), ("ROUND", 1)):
        monkeypatch.setattr(signalbox.cli.game_texts, name, value)
    for options in (("--json",), ("--options",)):
        common = ("replay", "--board", "tiny", "--games", 20, "--game", 5, *options)
        alone, together = (sim(*common, "--jobs", jobs) for jobs in (1, 2))
        assert alone == together
        assert alone.out.count("\n") > 1000


def test_few_games_are_told_without_other_processes(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signalbox.cli.game_texts, "Parallel")
    assert sim("replay", "--board", "tiny", "--games", 3, "--jobs", 2).code == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_before_an_illegal_choice_are_printed(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """In any number of processes; here the second one is only acted."""

    def cheat(session: Any, *_: object, **__: object) -> Iterator[dict[str, Any]]:
        yield {"event": "turn", "turn": 1, "seat": 0}
        if session.game_number == 4:
            raise IllegalChoice("(step by step)", "tiny", 4, 1, "act", 99)

    class ParallelHere(Parallel):  # type: ignore[misc]
        def __init__(self, **_: object) -> None:
            super().__init__(n_jobs=1, return_as="generator")

    monkeypatch.setattr("simulator.switch_signal.trace.trace", cheat)
    monkeypatch.setattr(signalbox.cli.game_texts, "Parallel", ParallelHere)
    monkeypatch.setattr(signalbox.cli.game_texts, "WORTH_PROCESSES", 2)
    result = sim("replay", "--json", "--games", 50, "--jobs", jobs)
    assert result.code == 1
    assert [json.loads(line)["event"] for line in result.out.splitlines()] == ["header", "turn"] * 5
    assert result.err == (
        "error: policy practised made an illegal choice on tiny in game 4, turn 1, asked for act: choice 99.\n"
    )


@pytest.mark.parametrize(
    ("printed", "words"), [(3, "what was printed is not complete"), (0, "nothing was kept")]
)
def test_ctrl_c_says_whether_something_was_printed(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, printed: int, words: str
) -> None:
    def interrupted(*_: object) -> Iterator[str]:
        yield from ["{}\n"] * printed
        raise KeyboardInterrupt

    monkeypatch.setattr(signalbox.cli.game_texts, "game_texts", interrupted)
    result = sim("replay", "--json")
    assert (result.code, result.out) == (130, "{}\n" * printed)
    assert result.err == f"error: stopped by Ctrl-C; {words}.\n"


def test_a_game_as_a_page(sim: Sim, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    made = sim("replay", "--board", "tiny", "--explain", "--html", page)
    assert (made.code, made.out, made.err) == (0, f"{page} was written.\n", "")
    first = page.read_bytes()
    again = sim("replay", "--board", "tiny", "--explain", "--html", page)
    assert (again.code, again.out) == (2, "")
    assert again.err.endswith("is there already, and only --force writes over it.\n")
    assert sim("replay", "--board", "tiny", "--explain", "--html", page, "--force").code == 0
    assert page.read_bytes() == first


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--json", "either as a page or as JSON"),
        ("--games 2", "a page plays one game, and these are 2 games"),
        ("--board ensemble:test/ce", "a page plays one game, and these are games on 12 boards or decks"),
        ("--options", "does not list all options"),
    ],
)
def test_a_page_plays_one_game(sim: Sim, tmp_path: Path, options: str, complaint: str) -> None:
    page = tmp_path / "game.html"
    result = sim("replay", "--html", page, *options.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: --html: ")
    assert complaint in result.err
    assert not page.exists()


def test_a_page_has_the_name_of_one(sim: Sim, tmp_path: Path) -> None:
    result = sim("replay", "--board", "tiny", "--html", tmp_path / "game.png")
    assert result.code == 2
    assert result.err.endswith("must be the name of a .html file, for instance game.html.\n")
