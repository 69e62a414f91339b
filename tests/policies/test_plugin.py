"""Policies in files of their users: both forms play, see what players see, and fail in one sentence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import signalbox.cli.game_texts
from experiments.play import Matchup, play_many
from policies.switch_signal.own import PythonTable
from simulator.core.errors import IllegalChoice, InputError
from simulator.game import Policy
from simulator.switch_signal.game import GAME
from simulator.switch_signal.play import play
from simulator.switch_signal.records import heat_dtype
from simulator.switch_signal.scenario import Scenario
from simulator.switch_signal.session import Session
from tests.conftest import Sim
from tests.players import heat_of, load_player

LOOP = Scenario(board="loop")
PLAIN = """
from policies.parameters import Parameter

PARAMETERS = {"rest": Parameter(0, 0, 1, "plays nothing"), "spare": Parameter(7, 0, 9, "is not used")}

def anything(table):
    options = table.options()
    if table.params["rest"]:
        return options[0]
    return options[table.whim(len(options))]
"""
COMPILED = """
from policies.parameters import Parameter
from policies.switch_signal.random import decide as at_random
from policies.switch_signal.seam import DECIDE
from simulator.switch_signal.decisions import nth_choice
from simulator.core.jit import kernel

PARAMETERS = {"rest": Parameter(0, 0, 1, "plays nothing")}

@kernel(DECIDE, entry=True)
def anything(board, rules, game, mind):
    if mind.params[0] == 1.0:
        return nth_choice(board, rules, game, 0)
    return at_random(board, rules, game, mind)
"""
FORMS = pytest.mark.parametrize("text", [PLAIN, COMPILED], ids=["plain", "compiled"])
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into the folder of this test, which the program runs in; gives its name."""
    monkeypatch.chdir(tmp_path)

    def put(text: str, name: str = "mine.py") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return name

    return put


@pytest.fixture
def loaded(write: Write) -> Callable[[str], Policy]:
    """The policy `decide` that is a few lines of Python, given the table."""

    def load(body: str) -> Policy:
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        return load_player(f"{write(f'def decide(table):{chr(10)}{lines}')}:decide")

    return load


@FORMS
@pytest.mark.parametrize("board", ["central-europe", "tiny-na"])
def test_it_plays_the_games_that_the_same_built_in_policy_plays(write: Write, text: str, board: str) -> None:
    """To the byte, since it draws the same random numbers."""
    scenario, own = Scenario(board=board), load_player(f"{write(text)}:anything")
    here, there = play(scenario, own, 3, 5, 40), play(scenario, load_player("random"), 3, 5, 40)
    assert own.plain == (text is PLAIN)
    assert here.outcomes.tobytes() == there.outcomes.tobytes()
    assert heat_of(here).tobytes() == heat_of(there).tobytes()
    assert here.outcomes["why"].all()


@FORMS
def test_jobs_do_not_show(write: Write, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("experiments.play.BATCH", 7)
    matchup = Matchup(GAME, LOOP, (load_player(f"{write(text)}:anything"),))
    found = []
    for jobs in (1, 2, 5):
        blocks = list(play_many(matchup, 2, 60, jobs))
        outcomes = np.concatenate([block.outcomes for block in blocks])
        heat = [sum(int(heat_of(block)[name].sum()) for block in blocks) for name in heat_dtype.names or ()]
        found.append((outcomes.tobytes(), heat))
    assert found[0] == found[1] == found[2]


@FORMS
def test_settings_reach_it_and_stand_in_its_name(write: Write, text: str) -> None:
    file = write(text)
    resting = load_player(f"{file}:anything:rest=1.0")
    assert resting.name == f"{file}:anything:rest=1"
    assert load_player(f"{file}:anything:rest=0").name == f"{file}:anything"
    assert play(LOOP, resting, 1, 0, 10).outcomes["plays"].sum() == 0
    assert play(LOOP, load_player(f"{file}:anything"), 1, 0, 10).outcomes["plays"].sum() > 0


@FORMS
def test_every_command_takes_it(sim: Sim, write: Write, text: str) -> None:
    """What is printed is what the built-in policy of the same play prints, but for the name."""
    policy = f"{write(text)}:anything"
    commands = (
        ("run", "--json", "--games", 3, "--board", "ensemble:test/ce"),
        ("run", "--json", "--games", 3, "--preset", "harder-1", "--no-maps"),
        ("replay", "--games", 2, "--board", "tiny"),
        ("replay", "--json", "--games", 2, "--board", "loop", "--layout", "policy"),
        ("perft", "--json", "--after", 30, "--depth", 2, "--games", 2, "--board", "loop"),
    )
    for command in commands:
        own, other = sim(*command, "--policy", policy), sim(*command, "--policy", "random")
        assert (own.code, other.code) == (0, 0)
        assert own.out.replace(policy, "random") == other.out
        assert own.err.count("plain Python") == (text is PLAIN)


@FORMS
def test_games_are_told_by_several_processes(
    sim: Sim, write: Write, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("WORTH_PROCESSES", 2), ("CHUNK", 2)):
        monkeypatch.setattr(signalbox.cli.game_texts, name, value)
    common = ("replay", "--board", "tiny", "--games", 6, "--policy", f"{write(text)}:anything")
    sim(*common)  # compiles
    alone, together = (sim(*common, "--jobs", jobs) for jobs in (1, 2))
    assert alone == together
    assert alone.out.count("\n") > 300


def test_the_table_shows_neither_the_key_nor_what_it_is_made_of() -> None:
    """T4: whatever a table names openly holds no key; seed and number of the game are not among it."""
    session = Session(LOOP, 3, 1)
    session.run_on()
    table = PythonTable(session, ())
    shown = {name for name in dir(table) if not name.startswith("_")}
    records = {"record", "board", "rules"}
    assert shown == records | {"ask", "options", "names", "scenario", "params", "notes", "whim"}
    keys = session.dealers["key"].tobytes(), session.minds["key"].tobytes()
    for name in (*records, "notes"):
        data = getattr(table, name).tobytes()
        assert not [key for key in keys if key in data]


@pytest.mark.parametrize("what", ['record["clock"]', 'record["pos"][0]', 'board["cells"]', 'rules["draw"]'])
def test_records_cannot_be_written_to(loaded: Callable[[str], Policy], what: str) -> None:
    with pytest.raises(IllegalChoice, match=r"failed .*: ValueError in mine.py, line 2: .* read-only\."):
        play(LOOP, loaded(f"table.{what} = 1"), 1, 0, 1)


def test_names_and_notes(loaded: Callable[[str], Policy]) -> None:
    """Notes last as long as the game: the count in them is that of its decisions."""
    policy = loaded(
        "table.notes[0] += 1\n"
        "turn, asked = int(table.record['turn']), int(table.notes[0])\n"
        "assert asked > 1 or turn <= 1, 'notes of the game before'\n"
        "assert asked < 2000\n"
        "assert len(table.names.cells) == table.board['cells']\n"
        "assert table.scenario.board == 'loop'\n"
        "return table.options()[0]"
    )
    assert (play(LOOP, policy, 1, 0, 5).outcomes["decisions"] > 5).all()


FAILING = [
    (
        "return 1 // 0",
        "asked for act: ZeroDivisionError in mine.py, line 2: integer division or modulo by zero.",
    ),
    ("raise RuntimeError", "asked for act: RuntimeError in mine.py, line 2."),
    ("raise ValueError('one\\ntwo\\x07')", "asked for act: ValueError in mine.py, line 2: one."),
    ("raise SystemExit(3)", "asked for act: SystemExit in mine.py, line 2: 3."),
    ("raise BaseException('stop')", "asked for act: BaseException in mine.py, line 2: stop."),
    (
        "class Mute(Exception):\n    def __str__(self):\n        raise self\nraise Mute",
        "asked for act: Mute in mine.py, line 5.",
    ),
    ("raise type('Two\\nlines', (Exception,), {})", "asked for act: Two�lines in mine.py, line 2."),
    (
        "class Odd:\n    def __repr__(self):\n        return 1 // 0\nreturn Odd()",
        "asked for act: ZeroDivisionError in mine.py, line 4: ",
    ),
    (
        "class Odd:\n    def __index__(self):\n        return 1 // 0\nreturn Odd()",
        "asked for act: ZeroDivisionError in mine.py, line 4: ",
    ),
    ("import random\nreturn random.choice([])", "asked for act: IndexError in mine.py, line 3: "),
    ("return table.whim(0)", "line 2: whim(0) must be asked for 1 to 4294967296 numbers."),
    ("return table.dealer", "asked for act: AttributeError in mine.py, line 2: 'PythonTable' object has no"),
    ("return -1", "choice -1."),
    ("return 10 | 14 << 8", "choice 3594."),
    ("return 2 ** 70", "choice a number of 22 digits."),
    ("return None", "choice None, which is not a whole number."),
    ("return table.options()", "which is not a whole number."),
    ("return 'stop'", 'choice "stop", which is not a whole number.'),
]


@pytest.mark.parametrize(("body", "sentence"), FAILING, ids=[body for body, _ in FAILING])
def test_what_fails_in_play_is_told_with_its_line(
    sim: Sim, loaded: Callable[[str], Policy], body: str, sentence: str
) -> None:
    policy = loaded(body)
    for command in (("run", "--games", 3), ("replay", "--json"), ("perft", "--json", "--after", 1)):
        result = sim(*command, "--board", "loop", "--policy", policy.name)
        assert result.code == 1
        note, told = result.err.splitlines()
        assert note.startswith("The policy is plain Python")
        failure = (
            "made an illegal choice" if "choice " in sentence or "whole number" in sentence else "failed"
        )
        where = "on loop in game 0, turn 1, asked for act: "
        assert told.startswith(f"error: policy mine.py:decide {failure} {where}")
        assert sentence in told


def test_what_a_policy_prints_does_not_spoil_the_output(sim: Sim, loaded: Callable[[str], Policy]) -> None:
    policy = loaded("print('I am asked')\nreturn table.options()[0]")
    result = sim("run", "--games", 1, "--json", "--board", "loop", "--policy", policy.name)
    assert json.loads(result.out)["games"] == 1
    assert "I am asked" in result.err


def test_a_compiled_policy_is_named_too(sim: Sim, write: Write) -> None:
    """With several threads it is the first illegal choice that is told, not the one that was found first."""
    file = write(COMPILED.replace("nth_choice(board, rules, game, 0)", "3594"))
    told = "policy mine.py:anything:rest=1 made an illegal choice on loop in game 0, turn 1, asked for act: choice 3594."
    for command in (("run", "--jobs", 1), ("run", "--jobs", 4), ("replay",)):
        result = sim(*command, "--board", "loop", "--policy", f"{file}:anything:rest=1")
        assert (result.code, result.err.splitlines()[-1]) == (1, f"error: {told}")


def test_the_traceback_is_there_for_who_asks(
    sim: Sim, loaded: Callable[[str], Policy], write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing, broken = loaded("return 1 // 0").name, f"{write('x =', 'broken.py')}:decide"
    for policy in (failing, broken):
        assert "Traceback" not in sim("run", "--games", 1, "--policy", policy).err
    monkeypatch.setenv("SIGNALBOX_TRACEBACK", "1")
    for policy in (failing, broken):
        shown = sim("run", "--games", 1, "--policy", policy).err
        assert "Error" in shown
        assert policy.partition(":")[0] in shown
        assert shown.splitlines()[-1].startswith("error: ")
        assert len(shown.splitlines()) > 4


WRONG = [
    ("", "mine.py:decide", 'mine.py has no function "decide"; there is no function in it.'),
    (
        "def decide(t): 0",
        "mine.py:",
        "mine.py must be followed by the name of a function, mine.py:NAME; functions",
    ),
    (
        "def decide(t): 0",
        "mine.py:dceide",
        'has no function "dceide" (did you mean "decide"?); functions in it are',
    ),
    ("from math import floor\ndef a(t): 0\ndef _b(t): 0", "mine.py:x", "; functions in it are a."),
    ("decide = 3", "mine.py:decide", '"decide" in mine.py is not a function; there is no function in it.'),
    ("class Player: 0", "mine.py:Player", '"Player" in mine.py is not a function'),
    ("def decide(t): 0", "mine.py:decide:x=1", 'mine.py:decide has no parameter "x"; it has none.'),
    (
        "def decide(t:\n  0",
        "mine.py:decide",
        "mine.py cannot be used: SyntaxError in mine.py, line 1: '(' was never",
    ),
    (
        "x = 1\ny = x / 0",
        "mine.py:decide",
        "cannot be used: ZeroDivisionError in mine.py, line 2: division by zero.",
    ),
    (
        "import nowhere",
        "mine.py:decide",
        "ModuleNotFoundError in mine.py, line 1: No module named 'nowhere'.",
    ),
    (
        "raise BaseException('stop')",
        "mine.py:decide",
        "mine.py cannot be used: BaseException in mine.py, line 1: stop.",
    ),
    ("exit()", "mine.py:decide", "mine.py cannot be used: SystemExit in mine.py, line 1"),
    (
        "PARAMETERS = 3\ndef decide(t): 0",
        "mine.py:decide",
        "PARAMETERS in mine.py must be a dict from names to",
    ),
    ("PARAMETERS = {'a': 3}\ndef decide(t): 0", "mine.py:decide", "PARAMETERS in mine.py must be a dict"),
    (
        "from policies.parameters import Parameter as P\nPARAMETERS = {'a': P(3, 0, 1, '')}\ndef decide(t): 0",
        "mine.py:decide",
        "must be a dict from names to Parameter(default, low, high, meaning) with low ≤ default ≤ high.",
    ),
    (
        PLAIN.replace("{", "{f'a{n}': Parameter(0, 0, 1, '') for n in range(63)} | {", 1),
        "mine.py:anything",
        "PARAMETERS in mine.py has 65 entries, and 64 are the most.",
    ),
    ("", "folder.py:decide", "folder.py: is a directory, not a file."),
    ("", "odd.py:decide", "odd.py: is not text in UTF-8."),
    ("", "min.py:decide", 'min.py: there is no such file (did you mean "mine.py"?).'),
    ("", "novcie.py:x", 'novcie.py: there is no such file (did you mean "novice"?).'),
    ("", "nowhere/zzz.py:x", "nowhere/zzz.py: there is no such file."),
    ("", "a\0b.py:x", "a�b.py: there is no such file."),
    ("", "a\0b/c.py:x", "a�b/c.py: there is no such file."),
    ("", f"{'x' * 300}.py:x", "xxx.py: cannot be read (File name too long)."),
    ("", f"{'x' * 300}/mine.py:x", "xxx/mine.py: cannot be read (File name too long)."),
    ("", "novcie:x", 'there is no policy "novcie" (did you mean "novice"?); policies are first-game,'),
    (
        "import numba\n@numba.njit\ndef decide(b, r, g, m):\n  return 0",
        "mine.py:decide",
        '"decide" in mine.py is compiled, but not by @kernel(DECIDE, entry=True) as policies are.',
    ),
    (
        COMPILED.replace(
            "        return nth_choice", "        assert game.turn < 3\n        return nth_choice"
        ),
        "mine.py:anything",
        "mine.py, line 13: compiled policies cannot raise or assert; nobody would be told.",
    ),
    (
        COMPILED.replace("mind.params[0] == 1.0", "mind.params[0] == 'x' + game"),
        "mine.py:anything",
        "cannot be used: TypingError in mine.py, line 12: No implementation of function",
    ),
]


@pytest.mark.parametrize(
    ("text", "policy", "sentence"), WRONG, ids=[f"{row[1]}-{row[2][:40]}" for row in WRONG]
)
def test_what_cannot_be_used_is_told_in_a_sentence(
    sim: Sim, write: Write, tmp_path: Path, text: str, policy: str, sentence: str
) -> None:
    write(text)
    if policy.startswith("folder"):
        (tmp_path / "folder.py").mkdir()
    (tmp_path / "odd.py").write_bytes(b"\xff\xfe")
    for command in ("run", "replay", "perft"):
        result = sim(command, "--policy", policy)
        told = result.err.splitlines()[-1]
        assert (result.code, result.out) == (2, "")
        assert told.startswith("error: --policy: ")
        assert sentence in told
        assert told.endswith(".")
        assert "Traceback" not in result.err


def test_files_beside_it_can_be_imported_and_are_blamed(write: Write) -> None:
    write("def first(options):\n    return options[9999999]\n", "a_helper_beside.py")
    write("from a_helper_beside import first\ndef decide(table):\n    return first(table.options())\n")
    with pytest.raises(
        IllegalChoice, match=r"IndexError in a_helper_beside\.py, line 2: list index out of range"
    ):
        play(LOOP, load_player("mine.py:decide"), 1, 0, 1)


def test_a_changed_file_is_another_policy(write: Write) -> None:
    for code in (3594, 3595):
        write(f"def decide(table):\n    return {code}\n")
        with pytest.raises(IllegalChoice, match=f"choice {code}"):
            play(LOOP, load_player("mine.py:decide"), 1, 0, 1)


def test_any_path_will_do(write: Write, tmp_path: Path) -> None:
    (tmp_path / "a b.c:d").mkdir()
    write(PLAIN, "a b.c:d/mine.too.py")
    for path in (tmp_path / "a b.c:d/mine.too.py", "a b.c:d/mine.too.py", "./a b.c:d/../a b.c:d/mine.too.py"):
        assert load_player(f"{path}:anything:rest=1").name == f"{path}:anything:rest=1"


def test_a_file_that_cannot_be_read(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = write(PLAIN)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"--policy: .*mine.py: cannot be read \(Permission denied\)\."):
        load_player(f"{file}:anything")
