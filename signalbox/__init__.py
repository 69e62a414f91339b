"""Play train games by the million, and ask how hard, how fair and how lucky a setup is, for whom, and why.

    import signalbox

    run = signalbox.sweep(tokens=range(7, 11), policy=["family", "practised"], games=1_000)
    run.answer()      # the findings as sentences
    run.frame()       # a table of all settings, for pandas
    run.plot()        # the main figure
    run.report()      # the page that you can pass on

`sweep` plays a grid of settings, `run` one setup, `compare` two; `tune` finds settings with a given result, `calibrate` places a real table on the
dial of skill, `replay` tells one game, `open_run` opens what was played before, and `games` lists what there is to play. The command line `sim`
does the same with the same functions underneath.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from signalbox.calibrating import calibrate
    from signalbox.comparing import compare
    from signalbox.playing import run
    from signalbox.replaying import replay
    from signalbox.sweeping import games, open_run, sweep
    from signalbox.tuning import tune

__all__ = ["calibrate", "compare", "games", "open_run", "replay", "run", "sweep", "tune"]

# Loaded when they are first used: the command line imports this package at every start, and has no use for them.
PLACES = {
    "calibrate": "signalbox.calibrating",
    "compare": "signalbox.comparing",
    "games": "signalbox.sweeping",
    "open_run": "signalbox.sweeping",
    "replay": "signalbox.replaying",
    "run": "signalbox.playing",
    "sweep": "signalbox.sweeping",
    "tune": "signalbox.tuning",
}


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module 'signalbox' has no attribute {name!r}")
    return getattr(import_module(PLACES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
