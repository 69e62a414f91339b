"""The board drawing: the same bytes for the same board, text drawn as it is, and every piece where it belongs."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import matplotlib
import matplotlib.image
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch
from matplotlib.text import Text

from reports.switch_signal.board.geometry import CITY_RADIUS, FIELD_GAP, JUNCTION_RADIUS, MAX_GROWTH, Geometry
from reports.switch_signal.board.pictures import MARGIN, board_figure, draw_board
from reports.switch_signal.board.theme import LIGHT
from simulator.core.errors import InputError
from simulator.switch_signal.board import Board, board_names, load_board, parse_board
from tests.pictures import assert_alike

DOCS = Path(__file__).parents[4] / "docs"
FOLDER = Path(__file__).parents[4] / "simulator" / "switch_signal" / "data" / "boards"
TINY = (FOLDER / "tiny.toml").read_text(encoding="utf-8")


def words(figure: Figure) -> list[str]:
    return [text.get_text().replace("\n", " ") for text in figure.findobj(Text)]


def discs(figure: Figure, look: str) -> list[tuple[float, float]]:
    """Of the board; the last one is the legend's."""
    return [circle.center for circle in figure.findobj(Circle) if circle.get_label() == look][:-1]


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_same_board_same_bytes(tmp_path: Path, suffix: str) -> None:
    board = load_board("loop")
    pictures = [tmp_path / f"{number}{suffix}" for number in range(2)]
    for picture in pictures:
        draw_board(board, picture, width=600)
    first, second = (picture.read_bytes() for picture in pictures)
    assert first == second
    assert len(first) > 5_000
    draw_board(board, pictures[1], width=600, dark=True)
    assert pictures[1].read_bytes() != first


def test_the_picture_of_the_readme_is_what_is_drawn(tmp_path: Path) -> None:
    draw_board(load_board("central-europe"), tmp_path / "now.png", width=950)
    assert_alike(DOCS / "img" / "central-europe.png", tmp_path / "now.png")


def test_the_users_matplotlib_settings_change_nothing(tmp_path: Path) -> None:
    board = load_board("tiny")
    draw_board(board, tmp_path / "a.png", width=400)
    with matplotlib.rc_context({"lines.antialiased": False, "patch.antialiased": False, "font.size": 30}):
        draw_board(board, tmp_path / "b.png", width=400)
        assert matplotlib.rcParams["font.size"] == 30
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_text_is_drawn_as_it_is(tmp_path: Path) -> None:
    names = {"Tiny Valley": "$\\\\frac{1}$ <b>", "Mill": "<script>$x$", "Haven": "$\\\\broken{$"}
    text = TINY
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    board = parse_board(text, "x.toml")
    figure = board_figure(board, LIGHT, 400)
    assert {"$\\frac{1}$ <b>", "<script>$x$", "$\\broken{$"} <= set(words(figure))
    assert not any(text.get_parse_math() for text in figure.findobj(Text) if "$" in text.get_text())
    draw_board(board, tmp_path / "hostile.svg", width=400)
    assert "<script>" not in (tmp_path / "hostile.svg").read_text(encoding="utf-8")


def test_names_in_any_script_and_of_any_length(tmp_path: Path) -> None:
    text = TINY.replace('"Mill"', '"東京 Ж"').replace('"Haven"', f'"{"W" * 80}"')
    draw_board(parse_board(text, "x.toml"), tmp_path / "long.png", width=400)
    assert "W" * 23 + "…" in words(board_figure(parse_board(text, "x.toml"), LIGHT, 400))


@pytest.mark.parametrize(
    ("name", "note"),
    [("central-europe", "reconstructed"), ("north-america", "reconstructed"), ("tiny", "invented")],
)
def test_what_is_not_the_printed_board_is_marked(name: str, note: str) -> None:
    shown = words(board_figure(load_board(name), LIGHT, 600))
    assert f"{note} board · standard layout" in shown
    assert load_board(name).name in shown


def test_a_known_board_needs_no_mark() -> None:
    known = parse_board(TINY.replace('"invented: ', '"known: '), "x.toml")
    assert "standard layout" in words(board_figure(known, LIGHT, 600))


def test_standard_layout_is_drawn() -> None:
    board = load_board("central-europe")
    figure, geometry = board_figure(board, LIGHT, 600), Geometry(board)
    green = discs(figure, "green-disc")
    assert sorted(green) == sorted(geometry.field(field)[0] for field in board.layout.signals)
    assert len(discs(figure, "disc")) == 26
    numbers = {text for text in words(figure) if text.isdigit()}
    assert numbers == {str(number) for number in range(2, 13)}


def test_trains_point_along_their_heading() -> None:
    board = load_board("tiny")
    geometry = Geometry(board)
    assert geometry.heading("west-fork#1", "west-fork:1") == pytest.approx((1, 0))
    assert geometry.heading("west-fork#1", "west-fork:0") == pytest.approx((-1, 0))
    assert geometry.heading("east", "east-bend:0") == pytest.approx((0, -1))


@pytest.mark.parametrize("name", board_names())
def test_segments_can_be_counted(name: str) -> None:
    board = load_board(name)
    geometry = Geometry(board)
    for line in board.lines:
        track = geometry.tracks[line.id]
        assert len(track.cells) == line.segments
        assert len(track.edges) == line.segments + 1
        ends = list(itertools.chain.from_iterable(track.cells))
        assert ends == sorted(ends)
        assert all(stop - start > 0.25 for start, stop in track.cells), line.id


def with_long_line(segments: int) -> Board:
    """The tiny valley, where the line from the fork to the mill is no longer than the others and has many segments."""
    line = 'id = "fork-mill"\nfrom = "fork"\nto = "mill"\nsegments = '
    assert f"{line}1" in TINY
    text = TINY.replace(f"{line}1", f"{line}{segments}\nsignals = [10]").replace(
        "fork-mill:1", f"fork-mill:{segments}"
    )
    return parse_board(text, "x.toml")


def test_the_segments_of_a_long_line_can_be_counted(tmp_path: Path) -> None:
    """Each is a bar with a gap of its own, none lies under a place, and the picture grows so that they are some pixels wide."""
    board = with_long_line(30)
    geometry, track = Geometry(board), Geometry(board).tracks["fork-mill"]
    assert len(track.cells) == 30
    assert track.cells[0][0] > JUNCTION_RADIUS
    assert track.path.length - track.cells[-1][1] > CITY_RADIUS
    draw_board(board, tmp_path / "long.png")
    pixels = matplotlib.image.imread(tmp_path / "long.png").shape[1] / (geometry.width + 2 * MARGIN)
    assert min(stop - start for start, stop in track.cells) * pixels >= 6
    assert min(after[0] - before[1] for before, after in itertools.pairwise(track.cells)) * pixels >= 3
    figure = board_figure(board, LIGHT, 1800)
    bars = [bar for bar in figure.findobj(PathPatch) if bar.get_label() == "bar short"]
    assert len(bars) == 30
    assert "30 segments" in words(figure)


def test_lines_too_long_for_any_picture_say_their_length() -> None:
    board = with_long_line(390)
    assert Geometry(board).growth == MAX_GROWTH
    assert "390 segments" in words(board_figure(board, LIGHT, 600))


def test_boards_without_long_lines_have_the_usual_width(tmp_path: Path) -> None:
    assert {Geometry(load_board(name)).growth for name in board_names()} == {1.0}
    draw_board(load_board("tiny"), tmp_path / "usual.png")
    assert matplotlib.image.imread(tmp_path / "usual.png").shape[1] == 1800


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_signals_do_not_hide_each_other(name: str) -> None:
    board = load_board(name)
    geometry = Geometry(board)
    for one, other in itertools.combinations(board.fields, 2):
        assert math.dist(geometry.field(one)[0], geometry.field(other)[0]) > FIELD_GAP, (one, other)


@pytest.mark.parametrize("name", ["central-europe", "north-america"])
def test_names_do_not_cover_each_other(name: str) -> None:
    board = load_board(name)
    figure = board_figure(board, LIGHT, 1200)
    figure.draw_without_rendering()
    places = {place.name for place in board.places.values()}
    boxes = {
        text.get_text().replace("\n", " "): text.get_window_extent()
        for text in figure.findobj(Text)
        if text.get_text().replace("\n", " ") in places
    }
    assert len(boxes) == len(places)
    for (one, a), (other, b) in itertools.combinations(boxes.items(), 2):
        assert not a.overlaps(b), (one, other)


def test_names_on_tracks_have_a_halo() -> None:
    """The shipped boards need none: every name found room."""

    def halos(board: Board) -> list[str]:
        figure = board_figure(board, LIGHT, 600)
        return [text.get_text() for text in figure.findobj(Text) if text.get_path_effects()]

    assert halos(load_board("central-europe")) == []
    text = (FOLDER / "central-europe.toml").read_text(encoding="utf-8")
    assert "W" * 24 in halos(parse_board(text.replace('"Strasbourg"', f'"{"W" * 24}"'), "x.toml"))


def test_places_on_one_spot_are_still_drawn(tmp_path: Path) -> None:
    lines = ["at = [1.0, 1.0]" if line.startswith("at = ") else line for line in TINY.splitlines()]
    draw_board(parse_board("\n".join(lines), "x.toml"), tmp_path / "spot.png", width=400)
    assert (tmp_path / "spot.png").stat().st_size > 1_000


@pytest.mark.parametrize(
    ("file", "width", "sentence"),
    [
        ("a.gif", 600, 'a.gif" must be the name of a .png or .svg file, for instance board.png.'),
        ("plain", 600, 'plain" must be the name of a .png or .svg file, for instance board.png.'),
        ("a.png", 5, "--width: 5 must be a whole number from 300 to 10000 (pixels)."),
        ("no/such/a.png", 600, "cannot be written (No such file or directory)."),
    ],
)
def test_mistakes_are_one_sentence(tmp_path: Path, file: str, width: int, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        draw_board(load_board("tiny"), tmp_path / file, width=width)
    assert str(caught.value).endswith(sentence)


def test_a_city_of_several_words_is_written_in_two_lines() -> None:
    figure = board_figure(load_board("north-america"), LIGHT, 600)
    words = [text.get_text() for text in figure.findobj(Text)]
    assert "San\nFrancisco" in words
    assert "Los Angeles" in words  # a start place
