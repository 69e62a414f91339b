"""`sim board draw` with several boards and with --watch, `sim board copy`, `sim board layout`."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import matplotlib.image
import pytest

from cli.board_files import COMPUTED, GENERATED, with_standard_layout
from simulator import ensemble
from simulator.board import BOARD_FOLDER, load_board, parse_board
from simulator.board_layout import standard_layout
from simulator.errors import InputError
from tests.boards import FAN
from tests.conftest import Sim, complaint

ROOT = Path(__file__).parents[2]
TINY = (BOARD_FOLDER / "tiny.toml").read_text(encoding="utf-8")
TINY_LAYOUT_ENTRY = 'layout = "invented: a test board, as small as the checks allow"'
EUROPE = (BOARD_FOLDER / "central-europe.toml").read_text(encoding="utf-8")


@pytest.fixture
def two_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An ensemble:test of two small boards."""
    folder = tmp_path / "ensemble" / "test" / "boards"
    folder.mkdir(parents=True)
    (folder / "ce-01.toml").write_text(TINY, encoding="utf-8")
    (folder / "na-01.toml").write_text((BOARD_FOLDER / "tiny-na.toml").read_text("utf-8"), encoding="utf-8")
    monkeypatch.setattr(ensemble, "ENSEMBLE_FOLDER", tmp_path / "ensemble")


# several boards


def test_several_boards_are_drawn_in_one_picture(sim: Sim, tmp_path: Path) -> None:
    one, both = tmp_path / "one.png", tmp_path / "both.png"
    file = tmp_path / "mine.toml"
    file.write_text(TINY, encoding="utf-8")
    result = sim("board", "draw", "loop", file, "-o", both, "--width", 800)
    assert (result.code, result.out, result.err) == (0, f"{both} was written.\n", "")
    assert matplotlib.image.imread(both).shape[1] == 800
    assert sim("board", "draw", "loop", "-o", one, "--width", 800).code == 0
    assert one.read_bytes() != both.read_bytes()


@pytest.mark.usefixtures("two_boards")
def test_a_whole_set_is_drawn(sim: Sim, tmp_path: Path) -> None:
    whole, named = tmp_path / "whole.svg", tmp_path / "named.svg"
    assert sim("board", "draw", "ensemble:test", "-o", whole).code == 0
    assert sim("board", "draw", "ensemble:test/ce-01", "ensemble:test/na-01", "-o", named).code == 0
    assert whole.read_bytes() == named.read_bytes()


def test_one_wrong_board_of_several_is_told_and_nothing_written(sim: Sim, tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    assert "missing.toml: there is no such file." in complaint(
        sim, "board", "draw", "tiny", "missing.toml", "-o", out
    )
    assert 'there is no board "ensemble:tset"' in complaint(sim, "board", "draw", "ensemble:tset", "-o", out)
    assert list(tmp_path.iterdir()) == []


# --watch


class Watched:
    """`sim board draw --watch` on a file that changes while it is looked at; one step for each look."""

    def __init__(self, sim: Sim, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sim, self.monkeypatch = sim, monkeypatch
        self.file, self.picture = folder / "mine.toml", folder / "mine.png"
        self.file.write_text(TINY, encoding="utf-8")

    def save(self, old: str = "", new: str = "") -> Callable[[], None]:
        return lambda: self.write(TINY.replace(old, new))

    def write(self, text: str) -> None:
        beside = self.file.with_suffix(".new")  # as editors do; and another inode is another stamp at once
        beside.write_text(text, encoding="utf-8")
        beside.replace(self.file)

    def told(self, *steps: Callable[[], object] | None) -> list[str]:
        """What is printed, without times; None is a look at which nothing has changed."""
        rest = iter(steps)

        def sleep(seconds: float) -> None:
            try:
                step = next(rest)
            except StopIteration:
                raise KeyboardInterrupt from None
            if step is not None:
                step()

        with self.monkeypatch.context() as patched:
            patched.setattr(time, "sleep", sleep)
            result = self.sim("board", "draw", self.file, "-o", self.picture, "--watch", "--width", 300)
        begun, *told, ended = result.out.splitlines()
        assert (result.code, result.err) == (0, "")
        assert begun == f"Watching {self.file}; Ctrl-C ends it."
        assert ended == "Watching has ended."
        assert all(re.match(r"\d\d:\d\d:\d\d ", line) for line in told)
        return [line[9:] for line in told]

    def written(self, name: str = "Tiny Valley", work: str = "10.9") -> str:
        return f"{self.picture} was written: {name}, work {work}"


@pytest.fixture
def watched(sim: Sim, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(sim, tmp_path, monkeypatch)


def test_watch_draws_after_every_save(watched: Watched) -> None:
    first: list[bytes] = []
    keep = lambda: first.append(watched.picture.read_bytes())  # noqa: E731
    told = watched.told(keep, watched.save("Tiny Valley", "Wide Valley"), None, None, None)
    assert told == [watched.written(), watched.written("Wide Valley")]
    assert watched.picture.read_bytes() != first[0]
    assert sorted(watched.file.parent.iterdir()) == [watched.picture, watched.file]


def test_watch_tells_a_mistake_and_goes_on(watched: Watched) -> None:
    told = watched.told(
        watched.save('to = "fork"', 'to = "frok"'), None, None,
        watched.save("Tiny Valley", "Mended"), None,
    )  # fmt: skip
    assert told[0] == watched.written()
    assert told[1].startswith(f'{watched.file}: line "north-fork": to = "frok" is not a place of this board')
    assert told[2:] == [watched.written("Mended")]


def test_watch_begins_with_a_mistake(watched: Watched) -> None:
    watched.file.write_text("name = [", encoding="utf-8")
    told = watched.told(None, watched.save(), None)
    assert told[0].startswith(f"{watched.file}: is not TOML (")
    assert told[1:] == [watched.written()]


def test_watch_waits_for_the_second_half_of_a_file(watched: Watched) -> None:
    told = watched.told(lambda: watched.write(TINY[:500]), watched.save("Tiny Valley", "Whole"), None)
    assert told == [watched.written(), watched.written("Whole")]


def test_watch_does_not_mind_a_file_that_is_missing_for_a_moment(watched: Watched) -> None:
    assert watched.told(watched.file.unlink, watched.save(), None) == [watched.written()] * 2


def test_watch_tells_once_that_a_file_is_gone(watched: Watched) -> None:
    told = watched.told(watched.file.unlink, None, None, None, watched.save(), None)
    gone = f"{watched.file}: there is no such file."
    assert told == [watched.written(), gone, watched.written()]


@pytest.mark.usefixtures("two_boards")
def test_watch_refuses_what_is_not_edited(sim: Sim, tmp_path: Path) -> None:
    def watch(*names: object, out: str = "a.png") -> str:
        return complaint(sim, "board", "draw", *names, "-o", tmp_path / out, "--watch")

    copy = "comes with the program and does not change; `sim board copy {} -o my-board.toml` makes a file of your own"
    assert f"--watch: tiny {copy.format('tiny')}" in watch("tiny")
    assert f"--watch: ensemble:test {copy.format('ensemble:test/ce-01')}" in watch("ensemble:test")
    assert watch("a.toml", "b.toml") == "--watch: 2 boards were given, and one file can be watched."
    assert watch(tmp_path / "a.toml") == f"{tmp_path / 'a.toml'}: there is no such file."
    assert watch("tinny").startswith('there is no board "tinny" (did you mean "tiny"?)')
    assert "must be the name of a .png or .svg file" in watch(BOARD_FOLDER / "tiny.toml", out="a.gif")
    assert "cannot be written (No such file or directory)" in watch(
        BOARD_FOLDER / "tiny.toml", out="no/a.png"
    )
    assert list(tmp_path.iterdir()) == [tmp_path / "ensemble"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_watch_in_a_process_of_its_own_until_ctrl_c(tmp_path: Path) -> None:
    file, picture = tmp_path / "mine.toml", tmp_path / "mine.png"
    file.write_text(TINY, encoding="utf-8")
    command = [sys.executable, "-m", "cli.main", "board", "draw", str(file), "-o", str(picture), "--watch"]
    # A test run that was started in the background ignores SIGINT and would hand that on.
    with subprocess.Popen(
        [*command, "--width", "300"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as sim:
        assert sim.stdout is not None
        assert sim.stderr is not None
        try:
            assert sim.stdout.readline().startswith("Watching ")
            assert sim.stdout.readline().endswith("mine.png was written: Tiny Valley, work 10.9\n")
            file.write_text(TINY.replace("Tiny Valley", "Saved Valley"), encoding="utf-8")
            assert sim.stdout.readline().endswith("mine.png was written: Saved Valley, work 10.9\n")
            sim.send_signal(signal.SIGINT)
            assert sim.communicate(timeout=60) == ("Watching has ended.\n", "")
            assert sim.returncode == 0
        finally:
            sim.kill()


# copy


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
    assert load_board(mine).hash == load_board(frozen).hash


@pytest.mark.parametrize("command", ["copy", "layout"])
def test_a_file_that_is_there_is_kept(sim: Sim, tmp_path: Path, command: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("precious", encoding="utf-8")
    said = complaint(sim, "board", command, "tiny", "-o", mine)
    assert said == f"--out: {mine} is there already, and only --force writes over it."
    assert mine.read_text(encoding="utf-8") == "precious"
    assert sim("board", command, "tiny", "-o", mine, "--force").code == 0
    assert load_board(mine).name == "Tiny Valley"


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


# layout


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_the_shipped_layouts_are_those_of_the_program(name: str) -> None:
    text = (BOARD_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert with_standard_layout(text, name)[0] == text


def test_the_layout_is_written_into_the_same_file(sim: Sim, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    text = TINY.replace("[layout]", "# my own words\n[layout]")
    mine.write_text(text, encoding="utf-8")
    result = sim("board", "layout", mine, "-o", mine)
    assert (result.code, result.out) == (0, f"{mine} was written with the layout that the program chooses.\n")
    before, after = parse_board(text, "x"), load_board(mine)
    assert after.layout == standard_layout(before)
    assert mine.read_text(encoding="utf-8").startswith(text[: text.index("[layout]")])


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (EUROPE, '"cologne-hanover:1",', '"cologne-hanover:0",'),
        (EUROPE, 'id = "lyon-marseille"', 'id = "rhone"'),
        (EUROPE, EUROPE[EUROPE.index("[layout]") :], ""),
        (EUROPE, "[layout]", "[layout] # printed on page 4"),
        (FAN, '"far-hub:1"]', '"far-hub:9"]'),  # no junctions, and tables after the layout
        (TINY, "\n", "\r\n"),
    ],
)
def test_whatever_the_old_layout_was(text: str, old: str, new: str) -> None:
    changed, board = with_standard_layout(text.replace(old, new), "x.toml")
    assert board.layout == standard_layout(board)
    assert parse_board(changed, "x.toml") == board
    assert changed.count("\r\n") in (0, changed.count("\n"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "east-bend"', 'id = "north-fork"', 'line "north-fork": this id is used a second time.'),
        ('id = "fork"', "id = 7", "junction number 1: id = 7 must be lower-case letters"),
        ("segments = 1", "segments = 0xffffffffffffffffffffffff", "must be a whole number from 0 to 400"),
        ("at = [8.0, 2.0]", "at = [nan, 2.0]", "at = nan must be two numbers"),
        ("name =", "name", "is not TOML"),
    ],
)
def test_other_mistakes_are_told_as_everywhere(old: str, new: str, sentence: str) -> None:
    assert old in TINY
    with pytest.raises(InputError) as caught:
        with_standard_layout(TINY.replace(old, new, 1), "x.toml")
    assert str(caught.value).startswith("x.toml: ")
    assert sentence in str(caught.value)


def test_a_layout_that_is_written_otherwise_is_left_alone() -> None:
    text, _, layout = TINY.partition("[layout]\n")
    one_line = ", ".join(layout.replace("[layout.switches]\n", "").split("\n")).strip(", ")
    signals, extra, *switches = re.split(r", (?=\w+ = )", one_line)
    inline = f"layout = {{{signals}, {extra}, switches = {{{', '.join(switches)}}}}}\n"
    assert parse_board(inline + text, "x.toml") == parse_board(TINY, "x.toml")
    with pytest.raises(InputError, match=r"x\.toml: the layout must stand below a line \[layout\]"):
        with_standard_layout(inline + text, "x.toml")


@pytest.mark.parametrize(
    "entry",
    [
        '"known: printed on page \\"4\\""',
        "'known: page 4'  # of mine",
        '"""\\\n  known: the rulebook, \\\n  page 4"""',
        "'''known: page 4'''",
        '"reconstructed: from a photograph"',
    ],
)
def test_a_computed_layout_is_called_so(entry: str) -> None:
    old = TINY_LAYOUT_ENTRY
    changed, board = with_standard_layout(TINY.replace(old, f"layout = {entry}"), "x.toml")
    assert board.provenance["layout"] == COMPUTED
    plain, _ = with_standard_layout(TINY, "x.toml")
    assert changed.replace("  # of mine", "") == plain.replace(old, f'layout = "{COMPUTED}"')


def test_an_invented_layout_stays_invented_on_a_board_that_is() -> None:
    assert with_standard_layout(TINY, "x.toml")[1].provenance == parse_board(TINY, "x.toml").provenance


def test_a_provenance_that_is_written_otherwise_is_left_alone() -> None:
    quoted_key = TINY.replace(TINY_LAYOUT_ENTRY, '"layout" = "known: page 4"')
    with pytest.raises(InputError, match=r"x\.toml: provenance: layout must stand on a line of its own"):
        with_standard_layout(quoted_key, "x.toml")


def test_comments_beside_the_layout_stay(sim: Sim, tmp_path: Path) -> None:
    file, out = tmp_path / "mine.toml", tmp_path / "new.toml"
    start = TINY.index("[layout]")
    city = "[[city]]"
    cut = TINY.index(city)
    moved = TINY[:cut] + "# before\n" + TINY[start:].rstrip() + "\n\n# the cities\n" + TINY[cut:start]
    file.write_text(moved, encoding="utf-8")
    assert sim("board", "layout", file, "-o", out).code == 0
    written = out.read_text(encoding="utf-8")
    assert "# before\n[layout]" in written
    assert "\n# the cities\n[[city]]" in written
