"""Mistakes with games of users on the command line: which one is meant, files that were edited since a run, scenes that fail, and hostile words."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import signalbox
import simulator.games
from simulator.core.errors import InputError
from tests.conftest import Sim, complaint
from tests.hoard import FILE

SCENE = """
from reports.scenes import Scene


class Broken(Scene):
    def transcript(self, setup, events):
        yield str(1 / 0)


SCENE = Broken()
"""


@pytest.fixture
def den(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The toy game under another name, in the folder of this test, which the program runs in."""
    monkeypatch.chdir(tmp_path)
    text = FILE.read_text(encoding="utf-8").replace('"hoard"', '"den"')
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    (tmp_path / "players.py").write_text(
        FILE.with_name("players.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    return tmp_path / "game.py"


def edit(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--game", FILE), "--game: a game is named before the command, for instance sim --game FILE.py run."),
        (("--game", FILE, "--game", "switch-signal", "run"), "--game: a single game is played; it is named 2 times."),
        (("--game", "", "run"), '--game: there is no game ""; games are switch-signal, or one of your own in a file, FILE.py.'),
    ],
)  # fmt: skip
def test_one_game_is_named_before_the_command(sim: Sim, words: tuple[object, ...], said: str) -> None:
    assert complaint(sim, *words) == said


def test_where_there_are_no_runs_the_game_says_how_to_make_one(sim: Sim, den: Path) -> None:
    assert (
        sim("--game", "game.py", "runs").out
        == "no runs in runs; `sim --game game.py sweep --nights 5..7` makes one.\n"
    )


def test_a_scene_that_fails_is_told_with_its_line(sim: Sim, den: Path) -> None:
    den.with_name("scene.py").write_text(SCENE, encoding="utf-8")
    result = sim("--game", "game.py", "replay")
    assert result.code == 1
    assert (
        result.err
        == "error: The Dragon's Hoard failed: ZeroDivisionError in scene.py, line 7: division by zero.\n"
    )


ON = ("--game", "game.py")
SWEEP = ("sweep", "--nights", "5..6", "--policy", "timid", "--games", 100, "--no-report", "-o", "run")
EDITED = (
    "was played before the files or players of The Dragon's Hoard were changed; "
    "standard levels and words are told as they are declared now."
)
OTHERWISE = "holds a run of The Dragon's Hoard before its files or players were changed"


def files_of_the_run() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("game.py", ("die > 1", "die > 2"), ""),
        ("players.py", ("> 5", "> 6"), ""),
        ("game.py", ("low=1, high=20", "low=6, high=20"), "had other factors, levels or measures"),
        ("game.py", ("low=-30, top=120", "low=-20, top=110"), "whose files do not fit this one"),
    ],
)
def test_a_run_of_a_game_that_was_edited_since_is_not_gone_on_with(
    sim: Sim, den: Path, file: str, change: tuple[str, str], said: str
) -> None:
    """It is told with a warning where its levels and measures are still there, and refused where not."""
    assert sim(*ON, *SWEEP).code == 0
    edit(den.with_name(file), change)
    kept = files_of_the_run()
    refused = complaint(sim, *ON, "resume", "run", "--games", 200)
    assert refused.endswith("; play it again with another --out.")
    assert OTHERWISE in refused or said in refused
    told = sim(*ON, "report", "run", "--format", "text")
    assert (told.code, said in told.err) == (2 if said else 0, True)
    assert files_of_the_run() == kept
    if said:
        return
    assert f"This run {EDITED}" in " ".join(told.out.split())
    for words in (("report", "run"), ("export", "run"), ("runs", "run"), ("runs", ".")):
        assert f"run {EDITED}\n" in sim(*ON, *words).err
    assert f"This run {EDITED}" in unescape(Path("run/report.html").read_text(encoding="utf-8"))


def test_a_notebook_hears_of_it_too(sim: Sim, den: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert sim(*ON, *SWEEP).code == 0
    signalbox.open_run("run", game="game.py")
    assert capsys.readouterr().err == ""
    edit(den.with_name("players.py"), ("> 5", "> 6"))
    signalbox.open_run("run", game="game.py")
    assert capsys.readouterr().err == f"run {EDITED}\n"


def test_the_file_of_another_game_is_said_to_be_that(sim: Sim, den: Path) -> None:
    assert sim(*ON, *SWEEP).code == 0
    (den.parent / "other").mkdir()
    for path in (den, den.with_name("players.py")):
        (den.parent / "other" / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    edit(den.parent / "other" / "game.py", ('"den"', '"lair"'))
    with pytest.raises(InputError, match=r'^run is a run of the game "den", and other/game\.py is "lair"\.$'):
        signalbox.open_run("run", game="other/game.py")
    del simulator.games._loaded["den"]
    assert (
        complaint(sim, "--game", "other/game.py", "report", "run")
        == 'run cannot be read: there is no game "den" among Signalbox\'s, and other/game.py is "lair"; '
        "if it is one of yours, name its file with --game FILE.py."
    )


def test_words_of_a_game_are_never_markup(sim: Sim, den: Path) -> None:
    edit(
        den,
        ('"Nights in the cave"', '"Nights [bold]in[/bold] <b>"'),
        ('"The Dragon\'s Hoard"', '"Hoard [red]x[/red] <b>"'),
        ('"gold at home"', '"gold [red] <b>"'),
        ('"a drowsy dragon"', '"<script>alert(1)</script> [red]"'),
    )
    on = ("--game", "game.py")
    assert "Nights [bold]in[/bold] <b>" in sim(*on, "run", "--help").out
    assert "Hoard [red]x[/red] <b>" in " ".join(sim(*on, "--help").out.split())
    assert sim(*on, "run", "--games", 20).out.startswith("Hoard [red]x[/red] <b>, standard game\n")
    sweep = (
        "sweep",
        "--dragon",
        "drowsy,angry",
        "--policy",
        "timid",
        "--games",
        100,
        "--measure",
        "gold",
        "-o",
        "run",
    )
    assert sim(*on, *sweep).code == 0
    page = Path("run/report.html").read_text(encoding="utf-8")
    assert not re.search(r"<script>alert|gold \[red\] <b>", page)
    assert "gold [red] &lt;b&gt;" in page


MENDED = "What failed is in your own files, so the run can only be begun anew when they are mended, with another --out."


def test_a_mistake_that_some_games_meet_is_told_and_no_way_is_named_that_leads_nowhere(
    sim: Sim, den: Path
) -> None:
    edit(
        den,
        (
            "        die, grabs =",
            "        if cave.home > 38:\n            raise ValueError('rare')\n        die, grabs =",
        ),
    )
    done = sim(*ON, *SWEEP, "--seed", 4)
    assert done.code == 1
    told = sim(*ON, "report", "run")
    page = unescape(Path("run/report.html").read_text(encoding="utf-8"))
    for text in (done.err, told.err, page):
        assert "ValueError in game.py, line 52: rare" in text
        assert MENDED in text
        assert not re.search(r"sim .*resume", text)
