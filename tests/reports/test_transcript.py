"""Games told in lines of text: by the scene beside a user's game, and from their traces where it has none."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from experiments.play import Matchup
from policies.registry import load_policy
from reports.scenes import Scene, scene_of
from reports.transcript import transcript_of
from simulator.core.errors import InputError
from simulator.game import Game
from simulator.games import load_game
from tests.hoard import FILE, HOARD


def copied(folder: Path, scene: str = "", replaced: dict[str, str] | None = None) -> Game:
    """The toy game in a folder of its own, with another scene or with none."""
    text = FILE.read_text(encoding="utf-8")
    for old, new in (replaced or {}).items():
        text = text.replace(old, new)
    (folder / "game.py").write_text(text, encoding="utf-8")
    (folder / "players.py").write_text(
        FILE.with_name("players.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    if scene:
        (folder / "scene.py").write_text(scene, encoding="utf-8")
    return load_game(str(folder / "game.py"))


def told(game: Game, list_options: bool = False, **levels: int | str) -> list[str]:
    setup = game.setup(levels)
    events = Matchup(game, setup, (load_policy(game, "daring"),)).trace(1, 0, list_options=list_options)
    return list(transcript_of(game, setup, events) or ())


def test_the_toy_game_is_told_by_the_scene_beside_it() -> None:
    assert told(HOARD, nights=3) == [
        "daring goes into the cave for 3 nights",
        "  grabs 5, 4, 6, 5; runs home with 20",
        "  grabs 3, 3, 5, 4; wakes the dragon",
        "  grabs 4, 6, 2, 4; wakes the dragon",
        "20 gold at home",
    ]


def test_without_a_scene_turns_tell_what_is_chosen_and_what_changes(tmp_path: Path) -> None:
    lines = told(copied(tmp_path), nights=1)
    assert lines == [
        "The Dragon's Hoard, nights 1; policy daring, seed 1, game 0",
        "Nights 1, angry no, home 0, sack 0, grabs 0",
        "Turn 1: grab; sack 5, grabs 1",
        "Turn 2: grab; sack 9, grabs 2",
        "Turn 3: grab; sack 15, grabs 3",
        "Turn 4: grab; sack 20, grabs 4",
        "Turn 5: run; nights 0, home 20, sack 0",
        "Over after 5 turns: poor; gold at home 20; grabs 4",
    ]


def test_what_could_be_chosen_stands_before_the_turn(tmp_path: Path) -> None:
    lines = told(copied(tmp_path), list_options=True, nights=1)
    assert lines[2:4] == ["  can be chosen: grab or run", "Turn 1: grab; sack 5, grabs 1"]


def test_a_state_of_any_kind_is_told(tmp_path: Path) -> None:
    """Here numbers and lists, without names for their parts."""
    (tmp_path / "dice.py").write_text(DICE, encoding="utf-8")
    game = load_game(str(tmp_path / "dice.py"))
    setup = game.setup({})
    events = Matchup(game, setup, (load_policy(game, "random"),)).trace(1, 0)
    lines = list(transcript_of(game, setup, events) or ())
    assert lines[1] == "3, nothing, nothing"
    assert re.fullmatch(r"Turn 1: throw, (yes|no); 2, \(\d\), [\d.]+", lines[2])
    assert re.fullmatch(r"Over after 3 turns: sum \d+; seen \(even \d, odd \d\); it stopped", lines[-1])


DICE = """
from simulator.declaration import by_name
from simulator.game import Measure
from simulator.plain import PlainGame


class Dice(PlainGame):
    name, title = "dice", "Dice"
    measures = by_name(
        Measure("sum", kind="score"),
        Measure("seen", parts={"even": "even", "odd": ""}),
        Measure("end", kind="code", values={"stopped": "it stopped"}),
    )

    def begin(self, levels, chance):
        return 3, [], None

    def offers(self, state):
        return [("throw", True), ("throw", False)] if state[0] else []

    def choose(self, state, choice, chance):
        return state[0] - 1, [*state[1], chance.randint(1, 6)], state[0] / 4

    def outcome_of(self, state):
        odd = sum(die % 2 for die in state[1])
        return {"sum": sum(state[1]), "seen": (3 - odd, odd), "end": "stopped"}


GAME = Dice()
"""


def test_no_control_character_of_a_file_gets_into_lines(tmp_path: Path) -> None:
    mood = "home: int = 0", 'mood: str = "\\x1b[31m"\n    home: int = 0'
    game = copied(tmp_path, replaced=dict([mood]))
    assert "mood �[31m" in told(game, nights=1)[1]
    (tmp_path / "other").mkdir()
    scene = "from reports.scenes import Scene\nclass Mine(Scene):\n    def transcript(self, setup, events):\n        yield 'a\\nb\\x1b[2J'\nSCENE = Mine()"
    assert told(copied(tmp_path / "other", scene)) == ["a", "b�[2J"]


def test_the_only_scene_of_a_file_needs_no_name(tmp_path: Path) -> None:
    assert type(scene_of(copied(tmp_path, "from reports.scenes import Scene\nmine = Scene()"))) is Scene


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("x = 1", r"scene\.py: there is no Scene in it; write SCENE = … at its end\."),
        ("SCENE = 3", r"scene\.py: SCENE must be a Scene of reports\.scenes, for instance SCENE = Scene\(\)\."),
        ("from reports.scenes import Scene\na = Scene()\nb = Scene()", r"scenes in it are a, b; write SCENE = … at its end\."),
        ("def (", r"scene\.py cannot be used: SyntaxError in scene\.py, line 1: invalid syntax\."),
        ("\n1 / 0", r"scene\.py cannot be used: ZeroDivisionError in scene\.py, line 2: division by zero\."),
    ],
)  # fmt: skip
def test_a_mistake_in_a_scene_is_one_sentence(tmp_path: Path, scene: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        scene_of(copied(tmp_path, scene))


def test_a_scene_is_not_loaded_before_it_is_asked_for(tmp_path: Path) -> None:
    before = set(sys.modules)
    copied(tmp_path, "1 / 0")
    assert not any(name.endswith(".scene") for name in set(sys.modules) - before)
