"""Several boards in one picture: each whole and by name, at one scale, with one legend, and nothing too small to read."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import matplotlib.image
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.text import Text

from reports.drawing.matplotlib import DPI
from reports.switch_signal.board.geometry import Geometry
from reports.switch_signal.board.pictures import MAX_BOARDS, READABLE, Grid, draw_sheet, sheet_figure
from reports.switch_signal.board.theme import LIGHT
from simulator.core.errors import InputError
from simulator.switch_signal.board import Board, board_names, load_board

EUROPE, TINY = load_board("central-europe"), load_board("tiny")


def sheet(boards: list[Board], width: int) -> Figure:
    geometries = [Geometry(board) for board in boards]
    return sheet_figure(boards, geometries, Grid.fitting(geometries), LIGHT, width)


def words(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text)]


@pytest.mark.parametrize(
    ("number", "columns", "rows"), [(1, 1, 1), (2, 2, 1), (4, 2, 2), (6, 3, 2), (12, 4, 3), (24, 6, 4)]
)
def test_the_grid_suits_the_number(number: int, columns: int, rows: int) -> None:
    grid = Grid.fitting([Geometry(EUROPE)] * number)
    assert (grid.columns, grid.rows) == (columns, rows)


@pytest.mark.parametrize("number", range(1, MAX_BOARDS + 1, 9))
def test_every_board_has_a_cell_and_no_row_is_empty(number: int) -> None:
    grid = Grid.fitting([Geometry(EUROPE)] * number)
    assert grid.columns * (grid.rows - 1) < number <= grid.columns * grid.rows


def test_all_boards_by_name_and_one_legend() -> None:
    boards = [load_board(name) for name in board_names()]
    shown = words(sheet(boards, 2400))
    assert {board.name for board in boards} <= set(shown)
    assert {"tiny · invented", "central-europe · reconstructed"} <= set(shown)
    assert shown.count("goods city") == 1
    assert "train" not in shown


def test_all_boards_have_one_scale_and_lie_in_their_cells() -> None:
    boards = [EUROPE, TINY, load_board("north-america")]
    figure = sheet(boards, 1800)
    figure.draw_without_rendering()
    *cells, legend = figure.axes
    scales = {round(cell.bbox.width / (cell.get_xlim()[1] - cell.get_xlim()[0]), 6) for cell in cells}
    assert len(scales) == 1
    for board, cell in zip(boards, cells, strict=True):
        geometry = Geometry(board)
        for point in geometry.places.values():
            assert cell.bbox.contains(*cell.transData.transform(point))
        names = [text for text in cell.findobj(Text) if text.get_text()]
        assert board.name in [text.get_text() for text in names]
        assert all(
            figure.bbox.fully_contains(*corner) for t in names for corner in t.get_window_extent().corners()
        )
    for one, other in itertools.combinations(cells, 2):
        assert not one.bbox.padded(-1).overlaps(other.bbox)
    assert all(cell.bbox.y0 >= legend.bbox.y1 - 1 for cell in cells)


def test_the_segments_of_twelve_boards_can_be_counted() -> None:
    """All of a sheet of twelve have one scale, so one of each kind is drawn."""
    boards = [EUROPE, load_board("north-america")]
    geometries = [Geometry(board) for board in boards]
    figure = sheet_figure(boards, geometries, Grid.fitting(geometries * 6), LIGHT, 3600)
    cell = figure.axes[0]
    unit = cell.bbox.width / (cell.get_xlim()[1] - cell.get_xlim()[0])
    for geometry in geometries:
        for track in geometry.tracks.values():
            assert all((stop - start) * unit >= 15 for start, stop in track.cells)
            gaps = [after[0] - before[1] for before, after in itertools.pairwise(track.cells)]
            assert all(gap * unit >= 4 for gap in gaps)
    bars = [bar for bar in figure.axes[0].findobj(PathPatch) if bar.get_label() == "bar"]
    assert len(bars) == sum(line.segments for line in EUROPE.lines)


@pytest.mark.parametrize(
    ("width", "there", "left_out"),
    [
        (4000, {"Paris", "Calais", "Dijon"}, set()),
        (1800, {"Paris", "Calais"}, {"Dijon"}),
        (900, {"Paris"}, {"Calais", "Dijon"}),
        (500, set(), {"Paris", "Calais", "Dijon"}),
    ],
)
def test_names_that_could_not_be_read_are_left_out(width: int, there: set[str], left_out: set[str]) -> None:
    figure = sheet([EUROPE] * 2, width)
    shown = set(words(figure))
    assert there <= shown
    assert not left_out & shown
    for text in figure.findobj(Text):
        if text.get_text() in there:
            assert float(text.get_fontsize()) / 72 * DPI >= READABLE - 0.01


@pytest.mark.slow
def test_names_do_not_cover_each_other() -> None:
    figure = sheet([EUROPE, load_board("north-america")] * 6, 3600)
    figure.draw_without_rendering()
    for cell in figure.axes[:2]:
        boxes = [text.get_window_extent() for text in cell.findobj(Text) if len(text.get_text()) > 2]
        assert len(boxes) > 15
        assert not any(a.overlaps(b) for a, b in itertools.combinations(boxes, 2))


def test_a_long_name_stays_in_its_cell() -> None:
    long = replace(TINY, name="W" * 60, source="folder/" + "x" * 80 + ".toml")
    figure = sheet([long, TINY], 1200)
    title, note = (
        next(text for text in figure.findobj(Text) if text.get_text().startswith(begin))
        for begin in ("WW", "xx")
    )
    assert title.get_text().endswith("…")
    assert note.get_text().endswith("…")
    left, right = title.get_window_extent(), note.get_window_extent()
    assert left.x1 < right.x0
    assert right.x1 < figure.axes[0].bbox.x1


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_same_boards_same_bytes(tmp_path: Path, suffix: str) -> None:
    pictures = [tmp_path / f"{number}{suffix}" for number in range(3)]
    for picture, dark in zip(pictures, (False, False, True), strict=True):
        draw_sheet([TINY, load_board("loop")], picture, width=600, dark=dark)
    first, second, dark_one = (picture.read_bytes() for picture in pictures)
    assert first == second != dark_one


@pytest.mark.slow
def test_the_usual_width_grows_with_the_columns(tmp_path: Path) -> None:
    for number, width in ((2, 1800), (5, 2700)):
        draw_sheet([EUROPE] * number, tmp_path / "sheet.png")
        assert matplotlib.image.imread(tmp_path / "sheet.png").shape[1] == width


@pytest.mark.parametrize(
    ("number", "file", "width", "sentence"),
    [
        (0, "a.png", None, "0 boards were given, and a picture holds 1 to 100."),
        (101, "a.png", None, "101 boards were given, and a picture holds 1 to 100."),
        (2, "a.gif", 600, 'a.gif" must be the name of a .png or .svg file, for instance board.png.'),
        (12, "a.png", 900, "--width: 900 must be a whole number from 1000 to 10000 (pixels)."),
        (2, "a.png", 10_001, "--width: 10001 must be a whole number from 500 to 10000 (pixels)."),
    ],
)
def test_mistakes_are_one_sentence(
    tmp_path: Path, number: int, file: str, width: int | None, sentence: str
) -> None:
    with pytest.raises(InputError) as caught:
        draw_sheet([EUROPE] * number, tmp_path / file, width=width)
    assert str(caught.value).endswith(sentence)
    assert list(tmp_path.iterdir()) == []
