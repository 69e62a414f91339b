"""One list of primitives, written as SVG and painted with matplotlib: the same parts at the same places, in the same order."""

from __future__ import annotations

from xml.etree import ElementTree

from matplotlib.artist import Artist
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Circle, PathPatch
from matplotlib.text import Text

from reports.drawing.matplotlib import Painter
from reports.drawing.primitives import HALO, Disc, Group, Look, Part, Path, Words
from reports.drawing.svg import Frame, style_rules, style_variables

PALETTE = {"wood": "#aa7722", "ink": "#111111", "paper": "#ffffff"}
LOOKS = {
    "field": Look(fill="wood", stroke="ink", width=0.1),
    "dashed line": Look(stroke="#ff0000", width=0.2, cap="butt", dashes=(1, 2)),
    "letters": Look(fill="ink", bold=True, italic=True),
    HALO: Look(stroke="paper", width=0.3),
}
SQUARE = Path("field", [[(0, 0), (1, 0), (1, 1), (0, 1)]], closed=True)
SCENE: list[Part] = [
    SQUARE,
    Path("dashed line", [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]),
    Path("dashed line", [[(0, 0), (1, 0), (1, 1)]], bent=True),
    Group(
        [Disc("field", (1, 0), 0.5), Words("letters", (0, 0), "<b>$1$\nx", 1.0, "start", halo=True)],
        "piece",
        at=(2, 1),
        scale=2,
        attributes={"data-cell": "a&b", "data-end": (1, 1)},
        title="<here>",
    ),
    Group([SQUARE], hidden=True),
]


def painted(parts: list[Part]) -> list[Artist]:
    axes = Figure().add_axes((0, 0, 1, 1))
    painter = Painter(axes, LOOKS, PALETTE, 10)
    painter.frame(0, 0, 4, 4)
    painter.paint(parts)
    return [artist for artist in axes.get_children() if artist.get_label() in LOOKS]


def test_svg_counts_pixels_from_the_upper_left() -> None:
    root = ElementTree.fromstring(f"<svg>{Frame(10, left=-1, top=3).svg(SCENE)}</svg>")
    square, cross, bend, piece, hidden = root
    assert square.attrib == {"class": "field", "d": "M10 30 20 30 20 20 10 20Z"}
    assert cross.attrib["d"] == "M10 30 20 20M10 20 20 30"
    assert bend.attrib["d"] == "M10 30Q20 30 20 20"
    assert piece.attrib == {
        "class": "piece",
        "data-cell": "a&b",
        "data-end": "20 20",
        "transform": "translate(30 20) scale(2)",
    }
    title, disc, *lines = piece
    assert title.text == "<here>"
    assert disc.attrib == {"class": "field", "cx": "10", "cy": "0", "r": "5"}
    assert [line.text for line in lines] == ["<b>$1$", "x"]
    assert [line.attrib["y"] for line in lines] == ["-2.4", "9.6"]
    assert lines[0].attrib["class"] == "letters halo"
    assert lines[0].attrib["text-anchor"] == "start"
    assert "hidden" in hidden.attrib


def test_a_picture_has_the_same_parts_in_the_same_order() -> None:
    square, cross, bend, disc, words = painted(SCENE)
    assert isinstance(square, PathPatch)
    assert (to_hex(square.get_facecolor()), square.get_linewidth()) == ("#aa7722", 1.0)
    assert isinstance(cross, PathPatch)
    assert (to_hex(cross.get_edgecolor()), cross.get_linewidth(), cross.get_capstyle()) == (
        "#ff0000",
        2,
        "butt",
    )
    assert isinstance(bend, PathPatch)
    assert isinstance(disc, Circle)
    assert (disc.center, disc.radius, disc.get_linewidth()) == ((4, 1), 1.0, 2.0)
    assert isinstance(words, Text)
    assert (words.get_text(), words.get_fontsize(), words.get_parse_math()) == ("<b>$1$\nx", 20, False)
    assert words.get_path_effects()


def test_looks_and_palette_become_a_style() -> None:
    assert style_variables(PALETTE, "game").startswith("--game-wood: #aa7722; --game-ink: #111111;")
    assert style_rules(LOOKS, "game", 10).splitlines()[:3] == [
        ".game .field { fill: var(--game-wood); stroke: var(--game-ink); stroke-width: 1; }",
        ".game .dashed.line { stroke: #ff0000; stroke-width: 2; stroke-linecap: butt; stroke-dasharray: 2 4; }",
        ".game .letters { fill: var(--game-ink); font-weight: bold; font-style: italic; }",
    ]
