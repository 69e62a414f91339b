"""`sim ladder`: every policy on every step of the rulebook's difficulty, as a table."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from experiments.factors import parse_policies
from experiments.limits import check_games
from policies.switch_signal.roster import ROSTER
from reports.terminal.screen import note, show
from signalbox.cli.console import load_players
from signalbox.cli.options import (
    BATCH,
    Force,
    Jobs,
    Seed,
    number_option,
    out_option,
    text_option,
)
from signalbox.cli.setup_options import SetupOptions
from signalbox.levels import check_batch
from signalbox.progress import Interrupted, tracked
from simulator.core.errors import InputError
from simulator.core.files import check_target, write_whole
from simulator.core.messages import check_known
from simulator.game import Game

QUICK = ",".join(("random", "novice", *ROSTER.usual))
SLOW = ",".join(name for name, kind in ROSTER.tables.items() if kind.slow)


def ladder(
    game: Game,
    policies: Annotated[
        str, text_option("--policies", "LIST", BATCH, "Quick policies, which play --games.")
    ] = QUICK,
    searchers: Annotated[
        str, text_option("--searchers", "LIST", BATCH, "Slow ones, which play --slow-games.")
    ] = SLOW,
    boards: Annotated[
        str, text_option("--boards", "LIST", BATCH, "Boards and sets of boards.")
    ] = "central-europe,north-america,ensemble:test/ce,ensemble:test/na",
    steps: Annotated[
        str,
        text_option(
            "--steps",
            "LIST",
            BATCH,
            "Presets, with /3 or /4 for more players than two; `all` for all of them. (presets, standard/3, standard/4)",
        ),
    ] = "",
    games: Annotated[
        int,
        number_option(
            "--games", BATCH, "Games in a cell of the quick policies; a set of boards shares them."
        ),
    ] = 2400,
    slow_games: Annotated[int, number_option("--slow-games", BATCH, "… and of the slow ones.")] = 192,
    seed: Seed = 1001,
    jobs: Jobs = 0,
    out: Annotated[str, out_option("The page, a .md file; a log is kept beside it.")] = "ladder.md",
    force: Force = False,
) -> None:
    """Write the table of policies × boards × rulebook steps, with intervals: sim ladder --searchers '' --games 200

    Broken off, the same command goes on from the log.
    """
    from experiments.switch_signal.ladder import STEPS, USUAL_STEPS, ladder
    from reports.switch_signal.ladder_page import ladder_page
    from reports.words import counted

    check_batch(games, seed, jobs)
    check_games(slow_games, "--slow-games")
    chosen = [step for step in steps.split(",") if step] or list(USUAL_STEPS)
    if chosen == ["all"]:
        chosen = list(STEPS)
    for step in chosen:
        check_known("--steps: there is no step", step, STEPS)
    places = [board for board in boards.split(",") if board]
    for board in places:
        SetupOptions(game, {"board": board}).setups()
    if not places or not (policies or searchers):
        raise InputError("--boards and --policies: name at least one of each.")
    target = Path(out)
    check_target(target, force, ".md", "ladder.md")
    quick, slow = (parse_policies([names] if names else []) for names in (policies, searchers))
    loaded = load_players(game, [*quick, *slow])
    players = dict.fromkeys(loaded, games) | dict.fromkeys(loaded[len(quick) :], slow_games)
    total = len(players) * len(chosen) * len(places)
    cells = []
    done = ladder(players, chosen, places, seed, target.with_suffix(".log"), jobs)
    try:
        for cell in tracked(done, total, "cells"):
            cells.append(cell)
            note(
                f"{cell.board} {cell.step} {cell.policy}: {cell.won:.1%} ({cell.low:.1%} to {cell.high:.1%})"
            )
    except KeyboardInterrupt:
        raise Interrupted("finished cells are kept, and the same command goes on from there.") from None
    words = ["--policies", policies, "--searchers", searchers, "--boards", boards, "--games", str(games)]
    words += ["--slow-games", str(slow_games), "--seed", str(seed), *(["--steps", steps] if steps else [])]
    command = shlex.join(["sim", "ladder", *words])
    write_whole(target, ladder_page(cells, command).encode())
    show(f"{out}: {counted(total, 'cell')}")
