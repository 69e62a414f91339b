"""`sim perft`: every legal continuation of a game to a few decisions, counted."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from cli.options import BATCH, ScenarioOptions, SeedOption, spread, whole_number
