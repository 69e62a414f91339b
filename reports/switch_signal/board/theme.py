"""Colours and looks of board drawings, for pages and pictures alike.

Hues are from the Okabe–Ito set, and shape or letter always says the same as hue.
"""

from __future__ import annotations

from reports.drawing.primitives import HALO, Look, Palette

# From little to much, the same order to every eye: towards the ink, so darker on light paper and lighter on dark.
HEAT = (
    "#fffde0",
    "#fff5bb",
    "#feea9f",
    "#fedb7f",
    "#fec95b",
    "#feb23f",
    "#fa982b",
    "#f07f1a",
    "#e0650d",
    "#c94e04",
    "#a83c03",
    "#873105",
)
_HEAT_DARK = (
    "#4a2410",
    "#662f0f",
    "#833a0c",
    "#a2470a",
    "#bd570f",
    "#d36a17",
    "#e58123",
    "#f29a37",
    "#f9b453",
    "#fccd79",
    "#fee3a5",
    "#fff6d2",
)
_PIECES = {
    "good-yellow": "#f0c808",
    "good-blue": "#1f78c8",
    "good-red": "#c8321e",
    "good-white": "#fbfbf6",
    "train-black": "#16181b",
    "train-brown": "#8a4b16",
    "train-grey": "#9aa0a6",
    "red": "#d1331f",
    "green": "#00a676",
    "disc": "#e69f00",
    "navy": "#1d3557",
}
LIGHT: Palette = _PIECES | {
    "sea": "#dbe6ea",
    "land": "#f6f0df",
    "land-edge": "#cdbf98",
    "bed": "#d8cba6",
    "segment": "#544e42",
    "sleeper": "#cfc6ac",
    "joint": "#8d846c",
    "junction": "#fffdf6",
    "outline": "#2b2a26",
    "text": "#1f1e1b",
    "faint": "#5c5748",
    "plate": "#fffdf6",
    "cross": "#0072b2",
}
DARK: Palette = _PIECES | {
    "sea": "#10191f",
    "land": "#1f2a2c",
    "land-edge": "#3b4a4b",
    "bed": "#334143",
    "segment": "#c2bba5",
    "sleeper": "#4a5150",
    "joint": "#7d8680",
    "junction": "#2b393b",
    "outline": "#0a0f12",
    "text": "#f1eee4",
    "faint": "#b3b5a8",
    "plate": "#f4efdf",
    "cross": "#56b4e9",
}


def _shades(colours: tuple[str, ...]) -> dict[str, str]:
    return {f"heat-{number}": colour for number, colour in enumerate(colours)}


# The network steps back, so that heat on it is what one sees.
QUIET: Palette = {
    **LIGHT,
    **_shades(HEAT),
    "sea": "#e9eef0",
    "land": "#fbf9f2",
    "land-edge": "#ddd6c2",
    "bed": "#ece6d6",
    "segment": "#c9c4b6",
    "sleeper": "#dedacd",
    "joint": "#c2bcab",
}
QUIET_DARK: Palette = {
    **DARK,
    **_shades(_HEAT_DARK),
    "sea": "#12181c",
    "land": "#1b2224",
    "land-edge": "#313c3d",
    "bed": "#283032",
    "segment": "#4a5351",
    "sleeper": "#39413f",
    "joint": "#59625e",
}
_INK, _WHITE = "#1f1e1b", "#ffffff"  # on pieces, whose colours are the same in the dark
HEAT_LOOKS = {
    **{f"glow-{k}": Look(stroke=f"heat-{k}", width=0.46, cap="butt") for k in range(len(HEAT))},
    **{f"heat-{k}": Look(fill=f"heat-{k}") for k in range(len(HEAT))},
    "cross under": Look(stroke="land", width=0.2),
    "cross": Look(stroke="cross", width=0.11),
}
LOOKS = {
    "sea": Look(fill="sea"),
    "coast": Look(stroke="land-edge", width=2.3),
    "land": Look(fill="land", stroke="land", width=2.22),
    "strip": Look(fill="land"),
    "bed": Look(stroke="bed", width=0.4),
    "joint": Look(stroke="joint", width=0.07),
    "bar": Look(stroke="segment", width=0.25),
    "bar short": Look(stroke="segment", width=0.25, cap="butt"),
    "sleepers": Look(stroke="sleeper", width=0.13, cap="butt", dashes=(0.35, 0.65)),
    "turntable": Look(fill="junction", stroke="joint", width=0.035),
    "arms": Look(stroke="joint", width=0.09, cap="butt"),
    "joined": Look(stroke="segment", width=0.17, cap="butt"),
    "disc": Look(fill="disc", stroke="outline", width=0.035),
    "bolt": Look(stroke=_INK, width=0.06, cap="butt"),
    "plate": Look(fill="plate", stroke="outline", width=0.05),
    **{
        f"good-{goods}": Look(fill=f"good-{goods}", stroke="outline", width=0.03)
        for goods in ("yellow", "blue", "red", "white")
    },
    "letter": Look(fill=_WHITE, bold=True),
    "letter dark": Look(fill=_INK, bold=True),
    "quay": Look(fill="plate", stroke="plate", width=0.39),
    "harbour": Look(fill="navy", stroke="navy", width=0.25),
    "anchor": Look(stroke=_WHITE, width=0.07),
    "fluke": Look(fill=_WHITE),
    "octagon": Look(fill="plate", stroke="navy", width=0.06),
    "number": Look(fill="navy", bold=True),
    "field": Look(fill="red", stroke=_WHITE, width=0.03),
    "green-disc": Look(fill="green", stroke=_WHITE, width=0.05),
    "rim": Look(stroke="outline", width=0.02),
    "name city": Look(fill="text", bold=True),
    "name start": Look(fill="text"),
    "name junction": Look(fill="faint", italic=True),
    "name line": Look(fill="faint", italic=True),
    "words": Look(fill="text"),
    "title": Look(fill="text", bold=True),
    "note": Look(fill="faint", italic=True),
    HALO: Look(stroke="land", width=0.14),
}
