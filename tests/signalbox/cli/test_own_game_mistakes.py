"""Mistakes with games of users on the command line: which one is meant, files that were edited since a run, scenes that fail, and hostile words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulator.games import SHIPPED
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
        (("--game", "", "run"), '--game: there is no game ""; games are ' + ", ".join(SHIPPED) + ", or one of your own in a file, FILE.py."),
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


@pytest.mark.parametrize(
    "change",
    [
        ("die > 1", "die > 2"),
        ("low=1, high=20", "low=6, high=20"),  # a level of the run is none any more
        ("low=-30, top=120", "low=-20, top=110"),  # nor do its files fit
    ],
)
def test_a_run_of_a_game_that_was_edited_since_is_not_gone_on_with(
    sim: Sim, den: Path, change: tuple[str, str]
) -> None:
    on = ("--game", "game.py")
    words = ("sweep", "--nights", "5..6", "--policy", "timid", "--games", 100, "--no-report", "-o", "run")
    assert sim(*on, *words).code == 0
    edit(den, change)
    kept = {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()}
    said = complaint(sim, *on, "resume", "run", "--games", 200)
    assert (
        said == "run holds a run of another version of engine or policies; play it again with another --out."
    )
    told = sim(*on, "report", "run", "--format", "text")
    assert told.code == 0 or "whose files do not fit this one" in told.err
    assert {path: path.read_bytes() for path in Path("run").rglob("*") if path.is_file()} == kept


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
