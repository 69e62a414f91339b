"""Colours of the board drawing. Hues are from the Okabe–Ito set, and shape or letter always says the same as hue."""

from __future__ import annotations

from dataclasses import dataclass

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
