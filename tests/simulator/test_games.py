"""Games are found by name, and loaded from files that are named; whatever is wrong with one is told in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from policies.registry import load_policy, roster_of
from simulator.core.errors import InputError
from simulator.game import Game
from simulator.games import DEFAULT, SHIPPED, all_games, find_game, load_game
from simulator.switch_signal.game import GAME
from tests.hoard import FILE, HOARD

TOY = FILE.read_text(encoding="utf-8")
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into the folder of this test, which the program runs in; gives its name."""
    monkeypatch.chdir(tmp_path)

    def put(text: str, name: str = "game.py") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return put


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test loads is not there for the next one."""
    monkeypatch.setattr("simulator.games._loaded", {HOARD.name: HOARD})


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_found_by_the_name_that_it_has(name: str) -> None:
    game = find_game(name)
    assert (game.name, repr(game)) == (name, f"<game {name}>")
    assert load_game(name) is find_game(name) is game


def test_switch_and_signal_is_played_unless_another_is_named() -> None:
    assert load_game(DEFAULT) is GAME


def test_a_file_is_carried_out_once_and_its_game_found_by_its_name(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write("print('carried out')\n" + TOY.replace('"hoard"', '"cave"'))
    game = load_game(file)
    assert load_game(f"./{file}") is game
    assert load_game(f"{file}:GAME") is game
    assert find_game("cave") is game
    assert game.file == Path(file).resolve()
    assert capsys.readouterr() == ("", "carried out\n")  # output belongs to the program
    assert all_games() == [*map(find_game, SHIPPED), HOARD, game]


def test_a_changed_file_is_another_game(write: Write) -> None:
    first, second = load_game(write(TOY)), load_game(write(TOY.replace("Dragon's Hoard", "Dragon's Den")))
    assert (first.title, second.title) == ("The Dragon's Hoard", "The Dragon's Den")
    assert find_game("hoard") is second


def test_one_of_several_games_in_a_file_is_named(write: Write) -> None:
    file = write(f"{TOY}\n\nclass Den(DragonsHoard):\n    name = 'den'\n\n\nDEN = Den()\n")
    assert load_game(f"{file}:DEN").name == "den"
    with pytest.raises(InputError) as refusal:
        load_game(file)
    assert str(refusal.value) == "--game: game.py: games in it are GAME, DEN; say which, FILE.py:NAME."


def test_nothing_is_carried_out_that_was_not_named(write: Write) -> None:
    write("open('was_here', 'w').close()\n", "players.py")
    write("open('was_here', 'w').close()\n", "other.py")
    write("open('was_here', 'w').close()\n", "scene.py")
    load_game(write(TOY))
    assert not Path("was_here").exists()


def test_files_beside_it_can_be_imported_by_their_names_in_the_folder(write: Write) -> None:
    """Two folders may each have a file of the same name."""
    write("ROBBERS = 'robbers'\n", "dice.py")
    file = write(
        TOY.replace("from random", "from .dice import ROBBERS\nfrom random").replace('"hoard"', "ROBBERS")
    )
    assert load_game(file).name == "robbers"
    Path("below").mkdir()
    write("ROBBERS = 'thieves'\n", "below/dice.py")
    write(Path(file).read_text(encoding="utf-8"), "below/game.py")
    assert load_game("below/game.py").name == "thieves"


def test_what_policies_beside_it_import_is_the_game_itself(write: Write) -> None:
    write(
        "from .game import GAME\n\ndef last(state, offers, chance):\n    return GAME.offers(state)[-1]\n",
        "players.py",
    )
    game = load_game(write(TOY))
    assert list(roster_of(game).all) == ["random", "last"]
    decide = load_policy(game, "last").decide
    assert decide.__globals__["GAME"] is game


COMPILED = """
import numpy as np
from numba import types

from simulator.core.jit import kernel
from simulator.core.rng import below, game_key, random_bits
from simulator.game import Batch, Factor, Game, Measure
from simulator.plain import PlainSetup

u64, i64 = types.uint64, types.int64


@kernel(types.void(i64[:], u64, u64, i64), entry=True)
def _throw(found, seed, first, sides):
    for row in range(found.shape[0]):
        found[row] = below(random_bits(game_key(seed, first + np.uint64(row)), np.uint64(0), np.uint64(0)), sides)


class Throw(Game):
    name, title = "throw", "A throw"
    factors = {"sides": Factor("sides", 6, "Sides of the die")}
    measures = {"pips": Measure("pips", "pips", top=6)}
    outcome = np.dtype([("pips", np.int64)])

    def setup(self, levels):
        return PlainSetup(self.name, tuple(({"sides": 6} | dict(levels)).items()))

    def play(self, setup, lineup, seed, first, games):
        found = np.zeros(games, np.int64)
        lineup[0].decide(found, np.uint64(seed), np.uint64(first), setup.levels["sides"])
        return Batch(first, found.view(self.outcome))


GAME = Throw()
"""


def test_a_game_may_be_compiled_and_then_brings_its_own_players(write: Write) -> None:
    write("from .game import _throw\n\ndef thrower(*table):\n    _throw(*table)\n", "players.py")
    game = load_game(write(COMPILED))
    assert list(roster_of(game).all) == ["thrower"]
    player = load_policy(game, "thrower")
    assert not player.plain
    played = game.play(game.setup({"sides": 4}), [player], 1, 0, 500).outcomes["pips"]
    assert set(played.tolist()) == {0, 1, 2, 3}
    with pytest.raises(InputError, match="A throw does not tell its games one by one"):
        next(game.trace(game.setup({}), [player], 1, 0))


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("swich-signal", ' (did you mean "switch-signal"?)'),
        ("Switch-Signal", ' (did you mean "switch-signal"?)'),
        ("chess", ""),
        ("", ""),
    ],
)
def test_an_unknown_game_is_refused_in_one_sentence_with_the_near_name(name: str, near: str) -> None:
    assert sentence(name) == (
        f'there is no game "{name}"{near}; games are {", ".join(SHIPPED)}, or one of your own in a file, FILE.py.'
    )


def test_a_run_of_a_game_that_nobody_has_named_says_how_to_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was named instead."""
    for loaded, named in (({}, ""), ({"hoard": HOARD}, f', and {HOARD.source} is "hoard"')):
        monkeypatch.setattr("simulator.games._loaded", loaded)
        with pytest.raises(InputError) as refusal:
            find_game("toy")
        assert str(refusal.value) == (
            f'there is no game "toy" among Signalbox\'s{named}; if it is one of yours, name its file with --game FILE.py.'
        )


@pytest.mark.parametrize("find", [find_game, load_game])
def test_a_name_that_would_spoil_the_terminal_is_not_repeated_as_it_is(find: Callable[[str], Game]) -> None:
    with pytest.raises(InputError) as refusal:
        find("a\x1b[31m\nb")
    assert str(refusal.value).isprintable()


def sentence(text: str) -> str:
    """What is said of a game that cannot be loaded."""
    with pytest.raises(InputError) as refusal:
        load_game(text)
    said = str(refusal.value)
    assert said.startswith("--game: ")
    assert said.endswith((".", "?"))
    assert "\n" not in said
    return said.removeprefix("--game: ")


def toy(*changes: tuple[str, str]) -> str:
    """The toy game with other words."""
    text = TOY
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


WRONG = [
    ("x = 1\n", "game.py", "game.py: there is no Game in it."),
    (
        toy(("GAME = DragonsHoard()\n", "")),
        "game.py",
        "game.py: there is no Game in it; write GAME = DragonsHoard() at its end.",
    ),
    (TOY, "game.py:HOARD", 'game.py: there is no game "HOARD" in it; games in it are GAME.'),
    (
        TOY,
        "game.py:GAEM",
        'game.py: there is no game "GAEM" in it (did you mean "GAME"?); games in it are GAME.',
    ),
    (TOY, "gmae.py", 'gmae.py: there is no such file (did you mean "game.py"?).'),
    ("", "folder.py", "folder.py: is a directory, not a file."),
    ("x = (\n", "game.py", "game.py cannot be used: SyntaxError in game.py, line 1: '(' was never closed."),
    ("raise SystemExit(3)\n", "game.py", "game.py cannot be used: SystemExit in game.py, line 1: 3."),
    (
        toy(("def offers", "def offer")),
        "game.py",
        "game.py cannot be used: TypeError in game.py, line 60: Can't instantiate abstract class DragonsHoard with abstract method offers.",
    ),
    (
        toy(('"hoard"', '"switch-signal"')),
        "game.py",
        'game.py: "switch-signal" is the name of a game of Signalbox\'s; give yours another.',
    ),
    (
        toy(('"hoard"', '"The Hoard"')),
        "game.py",
        'game.py: name: "The Hoard" must be a word of small letters, digits and hyphens, of at most 40 characters.',
    ),
    (toy(('word("dragon",', 'word("nights",')), "game.py", "game.py: factor nights is declared twice."),
    (toy(('Measure("grabs",', 'Measure("gold",')), "game.py", "game.py: measure gold is declared twice."),
    (
        toy(('number("nights",', 'number("seed",')),
        "game.py",
        "game.py: factor seed: Signalbox has an option or a column of this name; take another.",
    ),
    (
        toy(('number("nights",', 'number("Nights",')),
        "game.py",
        'game.py: factor: "Nights" must be a word of small letters, digits and hyphens, of at most 40 characters.',
    ),
    (
        toy(('"nights", 6', '"nights", 60')),
        "game.py",
        "game.py: factor nights, its default: --nights: 60 must be a whole number from 1 to 20.",
    ),
    (
        toy(('"dragon", "drowsy"', '"dragon", "dozy"')),
        "game.py",
        'game.py: factor dragon, its default: --dragon: "dozy" must be one of drowsy, angry (did you mean "drowsy"?).',
    ),
    (
        toy(('{"dragon": "angry"}', '{"dragon": "anrgy"}')),
        "game.py",
        'game.py: preset nightmare: --dragon: "anrgy" must be one of drowsy, angry (did you mean "angry"?).',
    ),
    (
        toy(('{"dragon": "angry"}', '{"dargon": "angry"}')),
        "game.py",
        'game.py: preset nightmare: there is no factor "dargon" (did you mean "dragon"?).',
    ),
    (
        toy(('"six nights"', '"six nights", {"nights": 6}')),
        "game.py",
        "game.py: preset standard: the first one is the rulebook's game, and changes nothing.",
    ),
    (
        toy(('Measure("grabs",', 'Measure("nightly grabs",')),
        "game.py",
        'game.py: measure nightly grabs: its name: "nightly grabs" must be a word of small letters, digits and underscores, of at most 40 characters.',
    ),
    (
        toy(('kind="share", values', 'kind="code", values')),
        "game.py",
        "game.py: measure won: the first one must be a share, or one number of a game.",
    ),
    (toy(('kind="score"', 'kind="points"')), "game.py", 'game.py: measure gold: there is no kind "points".'),
    (
        toy(('"grabs", "grabs"', '"grabs", 7')),
        "game.py",
        "game.py: measure grabs: words: 7 must be a line of text, of at most 200 characters.",
    ),
    (
        toy(('"gold at home"', '"gold\\x1b[31m"')),
        "game.py",
        'game.py: measure gold: words: "gold�[31m" must be a line of text, of at most 200 characters.',
    ),
    (
        toy(('"six nights"', '"six nights " * 40')),
        "game.py",
        'game.py: preset standard: meaning: "six nights six nights six nights six nights six nights si..." must be a line of text, of at most 200 characters.',
    ),
    (
        toy(('"Nights in the cave"', '"Nights\\n"')),
        "game.py",
        'game.py: factor nights: help: "Nights�" must be a line of text, of at most 2,000 characters.',
    ),
    (
        toy(('"angry": "an', '"an,gry": "an'), ('{"dragon": "angry"}', '{"dragon": "an,gry"}')),
        "game.py",
        'game.py: factor dragon, a level that is known: "an,gry" must be a word of letters, digits and hyphens.',
    ),
    (toy(("low=-30", "low=-30.5")), "game.py", "game.py: measure gold: low: -30.5 must be a whole number."),
    (
        toy(("top=120", "top=10**9")),
        "game.py",
        "game.py: measure gold: its histogram has more than 10,000 classes.",
    ),
    (
        toy(("    measures = by_name", "    counted = by_name")),
        "game.py",
        "game.py: measures: there must be one at least, which runs are about.",
    ),
    (
        toy(("    measures = by_name", "    measures = list"))
        .replace("list(", "[")
        .replace('"),\n    )\n\n    def begin', '"),\n    ]\n\n    def begin'),
        "game.py",
        "game.py: measures: they must be declared by their names, by_name(Measure(…), …).",
    ),
    (
        toy(('kind="score"', 'kind="count"')),
        "game.py",
        "game.py: measure gold: only a score can be negative.",
    ),
    (
        toy(('Measure("grabs", "grabs"', 'Measure("grabs", "grabs", by_turn="gold"')),
        "game.py",
        "game.py: measure grabs: it is no field of the outcome; they are won, gold; a game in plain Python has no numbers turn by turn.",
    ),
    (
        COMPILED.replace('"pips", "pips"', '"pip", "pips"').replace('{"pips"', '{"pip"'),
        "game.py",
        'game.py: measure pip: it is no field of the outcome (did you mean "pips"?); they are pips.',
    ),
    (
        COMPILED.replace("top=6", "parts={'a': 'a', 'b': 'b'}"),
        "game.py",
        "game.py: measure pips: it has 2 parts, and its field 1 numbers.",
    ),
]


@pytest.mark.parametrize(("text", "named", "said"), WRONG, ids=[row[2][:70] for row in WRONG])
def test_what_is_wrong_with_a_game_is_told_in_a_sentence(
    write: Write, text: str, named: str, said: str
) -> None:
    write(text)
    Path("folder.py").mkdir()
    assert sentence(named) == said
