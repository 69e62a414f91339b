"""Colours of the board drawing. Hues are from the Okabe–Ito set, and shape or letter always says the same as hue."""

from __future__ import annotations

from dataclasses import dataclass, replace

GOODS = {"yellow": "#f0c808", "blue": "#1f78c8", "red": "#c8321e", "white": "#fbfbf6"}
TRAINS = {"black": "#16181b", "brown": "#8a4b16", "grey": "#9aa0a6"}
RED_FIELD = "#d1331f"
GREEN_DISC = "#00a676"
SWITCH_DISC = "#e69f00"
NAVY = "#1d3557"


@dataclass(frozen=True)
class Theme:
    sea: str
    land: str
    land_edge: str
    bed: str
    segment: str
    sleeper: str
    joint: str
    junction: str
    outline: str
    text: str
    faint: str
    plate: str


LIGHT = Theme(
    sea="#dbe6ea",
    land="#f6f0df",
    land_edge="#cdbf98",
    bed="#d8cba6",
    segment="#544e42",
    sleeper="#cfc6ac",
    joint="#8d846c",
    junction="#fffdf6",
    outline="#2b2a26",
    text="#1f1e1b",
    faint="#5c5748",
    plate="#fffdf6",
)
DARK = Theme(
    sea="#10191f",
    land="#1f2a2c",
    land_edge="#3b4a4b",
    bed="#334143",
    segment="#c2bba5",
    sleeper="#4a5150",
    joint="#7d8680",
    junction="#2b393b",
    outline="#0a0f12",
    text="#f1eee4",
    faint="#b3b5a8",
    plate="#f4efdf",
)
# The network steps back, so that heat on it is what one sees.
QUIET = replace(
    LIGHT,
    sea="#e9eef0",
    land="#fbf9f2",
    land_edge="#ddd6c2",
    bed="#ece6d6",
    segment="#c9c4b6",
    sleeper="#dedacd",
    joint="#c2bcab",
)
QUIET_DARK = replace(
    DARK,
    sea="#12181c",
    land="#1b2224",
    land_edge="#313c3d",
    bed="#283032",
    segment="#4a5351",
    sleeper="#39413f",
    joint="#59625e",
)
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
HEAT_DARK = (
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
