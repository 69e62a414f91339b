"""The compiled game of tests, as if it were shipped: without a scene, commands, studies and a word on policies in users' files."""

from __future__ import annotations

import sys

import tests.dash
from simulator import games
from tests.dash.game import GAME

DASH = GAME
sys.modules["policies.dash"] = tests.dash  # where its roster is looked for
games._loaded[DASH.name] = DASH
