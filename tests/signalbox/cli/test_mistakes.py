"""Every mistake on the command line or in a file is one sentence on stderr, exit code 2, and nothing is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulator.switch_signal.board import BOARD_FOLDER
from simulator.switch_signal.deck import DECK_FOLDER
from simulator.switch_signal.factors import LAYOUTS
from tests.conftest import Sim, complaint

TINY = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")
EUROPE = (BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8")
DECK = (DECK_FOLDER / "standard.toml").read_text(encoding="utf-8")


OPTIONS = [
    (
        "--board atlantis",
        'there is no board "atlantis"; boards are central-europe, loop, north-america, tiny, tiny-na, those of the sets',
    ),
    (
        "--board atlantis",
        "those of the sets ensemble:train and ensemble:test, or the path of a file that ends in .toml",
    ),
    ("--board ensamble:test", '(did you mean "ensemble:test"?)'),
    ("--board central-europ", '(did you mean "central-europe"?)'),
    ("--board missing.toml", "missing.toml: there is no such file"),
    (
        "--deck tarot",
        '--deck: there is no deck "tarot"; decks are standard, those of the sets ensemble:train and',
    ),
    ("--tokens 0", "--tokens: 0 must be a whole number from 1 to 10"),
    ("--tokens -1", "--tokens: -1 must be a whole number from 1 to 10"),
    ("--tokens seven", '--tokens: "seven" must be a whole number'),
    ("--removed 18", "--removed: 18 must be a whole number from 0 to 17"),
    ("--goods 9", "--goods: 9 must be 8 or 10"),
    ("--players 1", "--players: 1 must be a whole number from 2 to 4"),
    ("--players 5", "--players: 5 must be a whole number from 2 to 4"),
    ("--locations map", '--locations: "map" must be one of dice, shuffled, stack'),
    ("--layout free", '--layout: "free" must be one of standard, random, policy'),
    ("--edition fr", '--edition: "fr" must be one of de, pl'),
    (
        "--helpers shunter",
        '--helpers: "shunter" is not a helper of central-europe; there are H1 (logistician)',
    ),
    ("--helpers H1 --board north-america", '--helpers: "H1" is not a helper of north-america'),
    ("--helpers H1,H1", "--helpers: H1 (logistician) is named twice"),
    ("--helpers H2,dispatcher", "--helpers: H2 (dispatcher) is named twice"),
    (
        "--house action-deck=7-7-6",
        "--house: action-deck=7-7-6 has 20 cards, and the hands of 2 players alone may hold 20",
    ),
    ("--house drew=4", '--house: there is no house number "drew" (did you mean "draw"?)'),
    ("--house draw", '--house: "draw" must have the form key=value'),
    ("--house draw=x", "--house: draw=x must be a whole number from 0 to 15"),
    ("--ruling X1=literal", '--ruling: there is no ruling "X1"; they are X4'),
    ("--ruling X6=loose", '--ruling X6: "loose" must be one of city, literal'),
    ("--preset harde-1", '--preset: there is no preset "harde-1" (did you mean "harder-1"?)'),
    (
        "--policy genius",
        '--policy: there is no policy "genius"; policies are first-game, family, practised, veteran, random, idle',
    ),
    ("--seed abc", '--seed: "abc" must be a whole number'),
    ("--seed 1.5", '--seed: "1.5" must be a whole number'),
    ("--seed -1", "--seed: -1 must be a whole number from 0 to"),
    (
        f"--seed {'9' * 50}",
        "--seed: a number of 50 digits must be a whole number from 0 to 9223372036854775807",
    ),
    (f"--tokens -{'9' * 50}", "--tokens: a number of 50 digits must be a whole number from 1 to 10"),
    pytest.param(
        f"--games {'9' * 5000}",
        f'--games: "{"9" * 57}..." must be a whole number of less than 4000 digits',
        id="--games of 5000 digits",
    ),
    ("--games 0", "--games: 0 must be a whole number from 1 to"),
    ("--games", "Option '--games' requires an argument"),
    ("--gmaes 5", 'There is no option --gmaes (did you mean "--games"?).'),
    ("surplus", "Got unexpected extra argument(s) (surplus)"),
]


@pytest.mark.parametrize(("options", "sentence"), OPTIONS)
def test_wrong_options(sim: Sim, options: str, sentence: str) -> None:
    assert sentence in complaint(sim, "run", *options.split())


@pytest.mark.parametrize("command", ["replay", "perft"])
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--tokens", 0),
        ("--policy", "genius"),
        ("--games", 0),
        ("--seed", -1),
        ("--jobs", -2),
        ("--seed", "9" * 50),
    ],
)
def test_the_same_mistake_is_told_in_the_same_words(
    sim: Sim, command: str, option: str, value: object
) -> None:
    assert complaint(sim, command, option, value) == complaint(sim, "run", option, value)


@pytest.mark.parametrize("command", ["replay", "perft"])
def test_games_that_no_run_can_reach(sim: Sim, command: str) -> None:
    assert "--game: -1 must be a whole number from 0 to 9999999999" in complaint(sim, command, "--game", -1)
    assert "--game: 9999999999 must be a whole number from 0 to 9999999998" in complaint(
        sim, command, "--games", 2, "--game", 9_999_999_999
    )


@pytest.mark.parametrize(
    ("options", "blamed"),
    [
        ("--house signals=5", "--house: signals=5 must be from 3 to 4 with"),
        ("--extra-signals 1", "--extra-signals: 5 discs are wanted, and"),
        ("--house signals=5 --extra-signals 1", "--house: signals=5 must be from 3 to 4 with"),
    ],
)
def test_the_option_is_blamed_that_wants_more_discs_than_the_layout_has(
    sim: Sim, tmp_path: Path, options: str, blamed: str
) -> None:
    text = (BOARD_FOLDER / "loop.toml").read_text(encoding="utf-8")
    board = tmp_path / "loop.toml"
    board.write_text(re.sub(r"^extra = \[.*?\]", "extra = []", text, flags=re.M | re.S), encoding="utf-8")
    told = complaint(sim, "run", "--board", board, *options.split())
    assert told.startswith(f"{blamed} the standard layout of {board}")


@pytest.mark.parametrize("signals", [0, 4, 15, 99, 99999])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_board_says_how_many_signal_discs_it_takes(sim: Sim, signals: int, layout: str) -> None:
    told = complaint(sim, "run", "--layout", layout, "--house", f"signals={signals}")
    assert told.startswith(f"--house: signals={signals} must be from 5 to 14 on central-europe: one disc at")


@pytest.mark.parametrize("signals", ["x", "-1", "99999999999999999999"])
def test_signal_discs_that_are_no_number(sim: Sim, signals: str) -> None:
    assert complaint(sim, "run", "--house", f"signals={signals}") == (
        f"--house: signals={signals} must be a whole number: "
        "one for each city and port of the board at least, and one more for each line field at most."
    )


@pytest.mark.parametrize(
    "command",
    [
        "sweep --tokens 7..8 --out",
        "sweep --tokens 7..8 -o",
        "export run -o",
        "report run --out",
        "train --out",
        "replay --html",
        "board generate -o",
    ],
)
def test_an_empty_name_of_a_file_is_not_taken_for_none(sim: Sim, command: str) -> None:
    option = "--html" if command.endswith("--html") else "--out"
    assert complaint(sim, *command.split(), "") == (
        f"{option}: is empty; name a file or folder, or leave it out."
    )


def test_a_folder_with_a_name_that_is_too_long(sim: Sim, tmp_path: Path) -> None:
    told = complaint(sim, "sweep", "--board", "tiny", "--tokens", "7..8", "-o", tmp_path / ("x" * 300))
    assert re.fullmatch(r"--out: \.\.\.x+: cannot be written \(File name too long\)\.", told)
    assert complaint(sim, "sweep", "--tokens", "7..8", "-o", "a\0b").startswith("--out: ")


def test_a_preset_that_the_board_does_not_allow_is_named(sim: Sim) -> None:
    needs = "10 goods (V4) need two goods cities, and tiny has one."
    preset = complaint(sim, "run", "--board", "tiny", "--preset", "ten-goods")
    assert preset == f"--preset ten-goods (--goods 10): {needs}"
    own = complaint(sim, "run", "--board", "tiny", "--preset", "ten-goods", "--goods", 10)
    assert own == f"--goods: {needs}"
    other = complaint(sim, "run", "--preset", "ten-goods", "--tokens", 0)
    assert other.startswith("--tokens: 0 must be")


def test_unknown_commands(sim: Sim) -> None:
    assert complaint(sim, "rnu").startswith("No such command 'rnu'")
    assert complaint(sim, "board", "paint").startswith("No such command 'paint'")
    assert complaint(sim, "board", "check").startswith("Missing argument")


BOARDS = [
    (TINY, 'to = "fork"', 'to = "frok"', 'line "north-fork": to = "frok" is not a place of this board'),
    (TINY, 'from = "east"\nto = "bend"', 'from = "east"\nto = "mill"', 'junction "bend": 2 lines end there'),
    (
        TINY,
        'id = "mill-bend"\nfrom = "mill"',
        'id = "mill-bend"\nfrom = "haven"',
        "the network is not connected",
    ),
    (TINY, '[[port]]\nid = "haven"', '[[city]]\ngoods = "red"\nid = "haven"', "the key port is missing"),
    (TINY, 'to = "haven"', 'to = "fork"', 'city "haven": no line ends there'),
    (EUROPE, 'components = "printed"', 'components = "printed"\nextra = 1', 'unknown key "extra"'),
    (TINY, 'name = "Tiny Valley"', "name = [", "is not TOML"),
]


@pytest.mark.parametrize(("text", "old", "new", "sentence"), BOARDS)
def test_wrong_boards(sim: Sim, tmp_path: Path, text: str, old: str, new: str, sentence: str) -> None:
    assert old in text
    file, picture = tmp_path / "mine.toml", tmp_path / "mine.png"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    said = complaint(sim, "board", "check", file)
    assert said.startswith(f"{file}: ")
    assert sentence in said
    assert complaint(sim, "board", "draw", file, "-o", picture) == said
    assert complaint(sim, "run", "--board", file) == said
    assert list(tmp_path.iterdir()) == [file]


def test_wrong_disc_count(sim: Sim, tmp_path: Path) -> None:
    """A full board has the discs of the box: one junction more or less is told."""
    file = tmp_path / "mine.toml"
    file.write_text(
        TINY.replace('"central-europe"', '"central-europe"\ncomponents = "printed"', 1), encoding="utf-8"
    )
    assert "instead of" in complaint(sim, "board", "check", file)


def test_deck_of_another_size(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(DECK[: DECK.rindex("[[card]]")], encoding="utf-8")
    sentence = f"{file}: 17 cards ([[card]]) were found, and a timetable has exactly 18."
    assert complaint(sim, "decks", file) == sentence
    assert complaint(sim, "run", "--deck", file) == sentence


def test_deck_with_too_few_action_cards_to_play(sim: Sim, tmp_path: Path) -> None:
    """Two full hands are 20 cards; one more must be left to draw."""
    thin, enough = tmp_path / "thin.toml", tmp_path / "enough.toml"
    text = DECK.replace("signal = 27", "signal = 20").replace("switch = 27", "switch = 0")
    thin.write_text(text.replace("move = 27", "move = 0"), encoding="utf-8")
    enough.write_text(text.replace("move = 27", "move = 1"), encoding="utf-8")
    said = complaint(sim, "decks", thin)
    assert said.startswith(f"{thin}: actions has 20 cards, and the hands of 2 players alone may hold 20 ")
    assert said.endswith("it needs at least 21.")
    assert complaint(sim, "run", "--deck", thin) == said
    assert sim("decks", enough).code == 0


def test_pictures_that_cannot_be_written(sim: Sim, tmp_path: Path) -> None:
    def draw(out: Path | str, *more: object) -> str:
        return complaint(sim, "board", "draw", "tiny", "-o", out, *more)

    assert "cannot be written" in draw(tmp_path / "no" / "folder.png")
    kinds = "must be the name of a .png or .svg file, for instance board.png."
    assert draw("") == f'--out: "" {kinds}'
    assert draw(tmp_path / "board.jpg") == f'--out: "{tmp_path / "board.jpg"}" {kinds}'
    assert draw(tmp_path / "board") == f'--out: "{tmp_path / "board"}" {kinds}'
    for width in (0, 299, 10_001):
        allowed = "must be a whole number from 300 to 10000 (pixels)."
        assert draw(tmp_path / "board.png", "--width", width) == f"--width: {width} {allowed}"
    assert '--width: "wide" must be a whole number' in draw(tmp_path / "board.png", "--width", "wide")
    assert list(tmp_path.iterdir()) == []


def test_control_characters_never_reach_the_terminal(sim: Sim) -> None:
    for arguments in (
        ("run", "--board", "a\x1b[31mb"),
        ("run", "--seed", "1\x1b\n2"),
        ("a\x1bb\nc",),
        ("run", "--\x1bx"),
    ):
        assert "\x1b" not in complaint(sim, *arguments)
