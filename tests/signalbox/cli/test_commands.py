"""The commands that list, check and draw; and `sim` as the shell sees it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from policies.registry import roster_of
from simulator import VERSION
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION
from simulator.switch_signal.board import BOARD_FOLDER, board_names
from simulator.switch_signal.deck import load_deck
from simulator.switch_signal.ensemble import members
from simulator.switch_signal.factors import PRESETS
from simulator.switch_signal.game import GAME
from tests.conftest import Sim
from tests.hoard import FILE as HOARD_FILE

ROOT = Path(__file__).parents[3]


def test_lists(sim: Sim) -> None:
    for command, names in (
        ("policies", roster_of(GAME).all),
        ("presets", PRESETS),
        ("boards", board_names()),
    ):
        result = sim(command)
        assert (result.code, result.err) == (0, "")
        listed = [line.split()[0] for line in result.out.splitlines()[2:] if line.strip()]
        assert [name for name in listed if name in names] == list(names)


def test_boards_tell_their_origin(sim: Sim) -> None:
    lines = {line.split()[0]: line for line in sim("boards").out.splitlines() if line.strip()}
    assert lines["central-europe"].endswith("reconstructed")
    assert lines["tiny"].endswith("invented")


def test_decks_show_cards_and_provenance(sim: Sim) -> None:
    result = sim("decks")
    assert result.out.startswith("standard: Standard, 18 timetable cards, hash ")
    assert "action cards: 27 signal, 27 switch, 27 move" in result.out
    assert "t01    deploy, black, grey" in result.out
    assert "known: rulebook (27 of each kind)" in result.out
    assert sim("decks", "standard").out == result.out


def test_decks_of_a_set_are_shown_a_line_each_or_one_with_its_cards(sim: Sim) -> None:
    result = sim("decks", "ensemble:test")
    assert (result.code, result.err) == (0, "")
    rows = [line.split() for line in result.out.splitlines() if line.startswith("ensemble:test/")]
    assert [row[0] for row in rows] == members("ensemble:test", "deck")
    assert [row[-1] for row in rows] == [load_deck(row[0]).hash for row in rows]
    one = sim("decks", "ensemble:test/deck-03").out
    assert one.startswith(f"ensemble:test/deck-03: Generated test 3, 18 timetable cards, hash {rows[2][-1]}")
    assert "deploy, black, grey" in one


def test_a_deck_is_copied_to_be_changed(sim: Sim, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    copied = sim("deck", "copy", "standard", "-o", file)
    assert (copied.code, copied.out) == (0, f"{file} was written.\n")
    assert load_deck(str(file)).hash == load_deck("standard").hash
    assert sim("deck", "copy", "ensemble:test/deck-03", "-o", file).code == 2
    assert sim("deck", "copy", "ensemble:test/deck-03", "-o", file, "--force").code == 0
    assert load_deck(str(file)).hash == load_deck("ensemble:test/deck-03").hash
    assert sim("deck", "copy", "nowhere", "-o", tmp_path / "x.toml").code == 2
    assert not (tmp_path / "x.toml").exists()
    assert sim("run", "--games", 1, "--deck", file).out.startswith(
        "Central Europe with the deck Generated test 3, standard game"
    )


def test_board_check(sim: Sim) -> None:
    out = sim("board", "check", "central-europe").out
    assert out.startswith("central-europe: Central Europe can be played; hash ")
    assert "4 goods cities, 1 port, 11 start places, 22 junctions with 26 switch discs" in out
    assert "known: rulebooks" in out
    assert "reconstructed: " in out
    assert sim("board", "check", BOARD_FOLDER / "tiny.toml").code == 0


def test_names_from_files_are_not_markup(sim: Sim, tmp_path: Path) -> None:
    text = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")
    file = tmp_path / "bold.toml"
    file.write_text(text.replace("Tiny Valley", "[bold]:smile: <b>&[/]", 1), encoding="utf-8")
    assert "[bold]:smile: <b>&[/] can be played" in sim("board", "check", file).out
    assert sim("run", "--games", 1, "--board", file).out.startswith("[bold]:smile: <b>&[/], standard game")


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_board_draw(sim: Sim, tmp_path: Path, suffix: str) -> None:
    light, dark = tmp_path / f"light.{suffix}", tmp_path / f"dark.{suffix}"
    result = sim("board", "draw", "tiny", "-o", light, "--width", 400)
    assert (result.code, result.out, result.err) == (0, f"{light} was written.\n", "")
    assert sim("board", "draw", "tiny", "-o", dark, "--dark", "--width", 400).code == 0
    assert light.read_bytes() != dark.read_bytes()


def test_help_and_version(sim: Sim) -> None:
    assert sim().out == sim("--help").out
    assert sim().code == 0
    told = sim("--version").out
    assert told.startswith(
        f"signalbox {VERSION}, Switch & Signal {ENGINE_VERSION}, rules {RULES_VERSION}, Python 3."
    )
    assert told.count("\n") == 1
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == VERSION
    assert sim("--game", HOARD_FILE, "--version").out.startswith(
        f"signalbox {VERSION}, The Dragon's Hoard 1, rules 1, Python 3."
    )


def test_help_does_not_load_the_machinery() -> None:
    code = "import sys, signalbox.cli.main; signalbox.cli.main.invoke(['run', '--help']); print({'numba', 'numpy', 'scipy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "set()"


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of the shell")
def test_a_closed_pipe_is_no_error_message() -> None:
    sim = subprocess.Popen(
        [sys.executable, "-m", "signalbox.cli.main", "replay", "--games", "200"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )
    assert sim.stdout is not None
    assert sim.stderr is not None
    sim.stdout.readline()
    sim.stdout.close()
    errors = sim.stderr.read().decode()
    sim.stderr.close()
    assert sim.wait() == 1
    assert [line for line in errors.splitlines() if not line.startswith("Compiling")] == []
