"""`sim board copy`, and what `sim board layout` has in common with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from signalbox.cli.switch_signal.board_files import GENERATED
from simulator.switch_signal.board import BOARD_FOLDER, load_board
from tests.conftest import Sim, complaint

TINY = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["central-europe", "tiny"])
def test_a_copy_is_the_file_as_it_is(sim: Sim, tmp_path: Path, name: str) -> None:
    mine, again = tmp_path / "mine.toml", tmp_path / "again.toml"
    result = sim("board", "copy", name, "-o", mine)
    assert (result.code, result.out, result.err) == (0, f"{mine} was written.\n", "")
    assert mine.read_bytes() == (BOARD_FOLDER / f"{name}.toml").read_bytes()
    assert sim("board", "copy", mine, "-o", again).code == 0
    assert again.read_bytes() == mine.read_bytes()


@pytest.mark.usefixtures("two_boards")
def test_a_board_of_a_set_is_copied(sim: Sim, tmp_path: Path) -> None:
    assert sim("board", "copy", "ensemble:test/ce-01", "-o", tmp_path / "mine.toml").code == 0
    _, _, all_but_the_comment = TINY.partition("\n")
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == f"# {GENERATED}\n{all_but_the_comment}"


@pytest.mark.parametrize("command", ["copy", "layout"])
def test_a_copy_of_a_frozen_board_does_not_call_itself_frozen(sim: Sim, tmp_path: Path, command: str) -> None:
    frozen, mine = "ensemble:test/ce-03", tmp_path / "mine.toml"
    assert sim("board", command, frozen, "-o", mine).code == 0
    comments = [line for line in mine.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    assert comments == [f"# {GENERATED}"]
    assert load_board(str(mine)).hash == load_board(frozen).hash


@pytest.mark.parametrize("command", ["copy", "layout"])
def test_a_file_that_is_there_is_kept(sim: Sim, tmp_path: Path, command: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("precious", encoding="utf-8")
    said = complaint(sim, "board", command, "tiny", "-o", mine)
    assert said == f"--out: {mine} is there already, and only --force writes over it."
    assert mine.read_text(encoding="utf-8") == "precious"
    assert sim("board", command, "tiny", "-o", mine, "--force").code == 0
    assert load_board(str(mine)).name == "Tiny Valley"


@pytest.mark.parametrize("command", ["copy", "layout"])
def test_what_cannot_be_copied(sim: Sim, tmp_path: Path, command: str) -> None:
    def refused(name: object, out: str = "mine.toml") -> str:
        return complaint(sim, "board", command, name, "-o", tmp_path / out)

    wrong = tmp_path / "wrong.toml"
    wrong.write_text(TINY.replace('to = "fork"', 'to = "frok"', 1), encoding="utf-8")
    assert refused("tinny").startswith('there is no board "tinny" (did you mean "tiny"?)')
    assert refused(tmp_path / "no.toml") == f"{tmp_path / 'no.toml'}: there is no such file."
    assert refused(wrong).startswith(f'{wrong}: line "north-fork": to = "frok" is not a place')
    assert refused("tiny", "mine").endswith(
        'mine" must be the name of a .toml file, for instance my-board.toml.'
    )
    assert refused("tiny", "no/mine.toml").endswith("cannot be written (No such file or directory).")
    assert list(tmp_path.iterdir()) == [wrong]
