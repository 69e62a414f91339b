"""Who plays a user's game: functions beside it, anybody's file, and `random`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from policies.plugin import random
from policies.registry import load_policy, roster_of
from policies.sources import game_hash
from reports.scenes import scene_of
from simulator.core.errors import InputError
from simulator.game import Game
from simulator.games import load_game
from simulator.switch_signal.game import GAME
from tests.hoard import FILE, HOARD, load_thief

TOY = FILE.read_text(encoding="utf-8").replace('"hoard"', '"den"')
Write = Callable[..., Game]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a game, with these policies beside it, into the folder of this test, which the program runs in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("simulator.games._loaded", {HOARD.name: HOARD})

    def put(policies: str = "", game: str = TOY) -> Game:
        (tmp_path / "game.py").write_text(game, encoding="utf-8")
        if policies:
            (tmp_path / "players.py").write_text(policies, encoding="utf-8")
        return load_game("game.py")

    return put


def test_functions_beside_the_game_play_it_from_weak_to_strong() -> None:
    roster = roster_of(HOARD)
    assert list(roster.all) == ["random", "timid", "daring"]
    assert roster.usual == ("random", "timid", "daring")
    assert roster.main == "daring"
    assert [kind.meaning for kind in roster.players.values()] == [
        "any offer, all equally likely: a floor",
        "runs with the first handful",
        "runs when the sack is full, or makes its fortune",
    ]
    ranks = [roster.strength(load_thief(name)) for name in ("random", "timid", "daring:sack=9")]
    assert ranks == sorted(set(ranks))


def test_who_is_stronger_wins_more() -> None:
    won = [
        HOARD.play(HOARD.setup({}), [load_thief(name)], 1, 0, 400).outcomes["won"].mean()
        for name in roster_of(HOARD).all
    ]
    assert won == sorted(won)
    assert won[2] > won[1] + 0.3


def test_settings_are_further_arguments() -> None:
    bold = load_thief("daring:sack=30.0")
    assert (bold.name, bold.params, bold.plain, bold.source_hash) == ("daring:sack=30", (30.0,), True, "")
    assert load_thief("daring").params == (20,)
    assert load_thief("timid").params == ()
    with pytest.raises(InputError, match=r'timid has no parameter "sack"; it has none\.'):
        load_thief("timid:sack=3")
    with pytest.raises(InputError, match=r"sack=0 must be a number from 1 to 100\."):
        load_thief("daring:sack=0")


def test_random_takes_every_offer_about_as_often() -> None:
    chance = Random(1)
    taken = Counter(random(None, ("a", "b", "c"), chance) for _ in range(3000))
    assert set(taken) == {"a", "b", "c"}
    assert min(taken.values()) > 900


def test_without_policies_beside_it_those_in_its_own_file_play(write: Write) -> None:
    game = write(
        game=f"{TOY}\n\ndef last(cave, offers, chance):\n    return offers[-1]\n\n\ndef _helper(): ...\n"
    )
    assert list(roster_of(game).all) == ["random", "last"]
    assert roster_of(game).all["last"].meaning == "its docstring would say how it plays"


def test_random_is_there_if_nobody_else_is(write: Write) -> None:
    game = write()
    assert roster_of(game).usual == ("random",)
    assert game.play(game.setup({}), [load_policy(game, "random")], 1, 0, 3).outcomes["grabs"].any()


def test_a_policy_may_be_in_any_file_that_is_named(write: Write) -> None:
    game = write()
    text = "def last(cave, offers, chance):\n    return offers[-1]\n"
    Path("mine.py").write_text(text, encoding="utf-8")
    policy = load_policy(game, "mine.py:last")
    assert (policy.name, policy.plain, len(policy.source_hash)) == ("mine.py:last", True, 16)
    assert not game.play(game.setup({}), [policy], 1, 0, 3).outcomes["grabs"].any()


def complaint(game: Game, text: str) -> str:
    with pytest.raises(InputError) as refusal:
        load_policy(game, text)
    return str(refusal.value)


def test_a_policy_of_another_game_is_refused_with_the_game_that_has_it() -> None:
    mine = "or one of your own in a file, FILE.py:NAME."
    assert complaint(HOARD, "planner") == (
        "--policy: planner plays Switch & Signal (--game switch-signal), and not The Dragon's Hoard; "
        f"policies are random, timid, daring, {mine}"
    )
    assert complaint(GAME, "timid").startswith(
        "--policy: timid plays The Dragon's Hoard (--game hoard), and not Switch & Signal; policies are first-game, "
    )
    assert complaint(HOARD, "dring") == (
        f'--policy: there is no policy "dring" (did you mean "daring"?); policies are random, timid, daring, {mine}'
    )


HELPER = "def helper(gold):\n    return gold > 3\n"
ENOUGH = "from policies.parameters import Parameter\nPARAMETERS = {'enough': Parameter(3, 0, 9, '')}\n"


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        (
            HELPER,
            "players.py: helper is no policy, which takes state, offers and chance, and after them only what PARAMETERS has; the name of a helper begins with _.",
        ),
        (f"{ENOUGH}def bold(s, o, c, enoguh): ...\n", "players.py: bold is no policy, which takes state,"),
        ("PARAMETERS = 3\n", "PARAMETERS in players.py must be a dict from names to Parameter"),
        (
            "import nowhere\n",
            "cannot be used: ModuleNotFoundError in players.py, line 1: No module named 'nowhere'.",
        ),
    ],
)
def test_what_is_wrong_beside_a_game_is_told(write: Write, policies: str, said: str) -> None:
    game = write(policies)
    with pytest.raises(InputError) as refusal:
        roster_of(game)
    assert str(refusal.value).startswith("--game: ")
    assert said in str(refusal.value)
    assert str(refusal.value).endswith(".")


def test_in_a_file_that_is_named_helpers_are_no_mistake(write: Write) -> None:
    game = write()
    Path("mine.py").write_text(f"{HELPER}def last(s, o, c):\n    return o[-1]\n", encoding="utf-8")
    assert load_policy(game, "mine.py:last").name == "mine.py:last"
    assert complaint(game, "mine.py:helper").startswith("--policy: mine.py: helper is no policy, which takes")
    assert complaint(game, "mine.py") == (
        "--policy: mine.py must be followed by the name of a function, mine.py:NAME; functions in it are helper, last."
    )


def test_the_hash_of_a_game_is_that_of_what_plays_it(write: Write) -> None:
    game = write("from .dice import SIX\n")
    Path("dice.py").write_text("SIX = 6\n", encoding="utf-8")
    Path("notes.py").write_text("my own affair\n", encoding="utf-8")
    found = [game_hash(game)]
    for file in ("game.py", "players.py", "dice.py"):
        before = Path(file).read_text(encoding="utf-8")
        Path(file).write_text(f"{before}\n", encoding="utf-8")
        found.append(game_hash(game))
    assert len(set(found)) == 4
    Path("notes.py").write_text("nobody imports it\n", encoding="utf-8")
    assert game_hash(game) == found[-1]
    assert game_hash(GAME) == ""


def test_an_edit_of_any_file_of_the_game_is_played_at_once(write: Write, tmp_path: Path) -> None:
    """As somebody does who works in a notebook: the files change while the program runs."""
    dice, scene = tmp_path / "dice.py", tmp_path / "scene.py"
    dice.write_text("FORTUNE = 5\n", encoding="utf-8")
    scene.write_text("from reports.scenes import Scene\nSCENE = Scene()\n", encoding="utf-8")
    rich = TOY.replace("FORTUNE, BITE = 50, 5", "from .dice import FORTUNE\nBITE = 5")

    def won(game: Game) -> float:
        return float(game.play(game.setup({}), [load_policy(game, "bold")], 1, 0, 100).outcomes["won"].mean())

    cautious = write("def bold(cave, offers, chance):\n    return 'run' if cave.sack else 'grab'\n", rich)
    before, first = won(cautious), scene_of(cautious)
    daring = write("def bold(cave, offers, chance):\n    return 'run' if cave.sack > 20 else 'grab'\n", rich)
    assert won(daring) != before
    assert load_game("game.py") is daring
    dice.write_text("FORTUNE = -100\n", encoding="utf-8")
    assert won(write(game=rich)) == 1
    scene.write_text("from reports.scenes import Scene\nSCENE = Scene()\n\n", encoding="utf-8")
    assert scene_of(write(game=rich)) is not first
