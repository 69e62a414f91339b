"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cli.failures import CutShort
from cli.options import BATCH, SETUP, PlayOptions, ScenarioOptions, name_option, number_option, spread
from cli.points import points_option
from simulator.errors import InputError

MOST_GAMES = 100_000


def _side(letter: str) -> Any:
    return typer.Argument(
        metavar=letter,
        help="A preset, board or policy by its name, or factor=level, joined by commas: remove-3 · tokens=8,removed=1 · "
        "policy=family · 'house draw=4'.",
        show_default=False,
    )


@dataclass(frozen=True)
class CompareOptions(PlayOptions):
    """The usual ones; it plays no more games than it needs."""

    games: Annotated[int, number_option("--games", BATCH, "Most games of each side.")] = MOST_GAMES
    precision: Annotated[
        float | None,
        points_option(
            "--precision",
            0.01,
            50,
            "How far the interval may reach to either side. (0.5 points, or a quarter of the difference if that is more)",
        ),
    ] = None
    negligible: Annotated[
        float | None,
        points_option("--negligible", 0, 50, "A difference that is too small to matter. (0.5 points)"),
    ] = None


@dataclass(frozen=True)
class BothSides(ScenarioOptions):
    """The usual ones, for one board and one deck."""

    board: Annotated[
        str | None,
        name_option(
            "--board", SETUP, "Board by name, or the path of a .toml file. (standard: central-europe)"
        ),
    ] = None
    deck: Annotated[
        str | None,
        name_option("--deck", SETUP, "Deck by name, or the path of a .toml file. (standard: standard)"),
    ] = None


@spread
def compare(
    setup: BothSides,
    play: CompareOptions,
    first: Annotated[str, _side("A")],
    second: Annotated[str, _side("B")],
) -> None:
    """Which is easier, by how much, and why: sim compare standard tokens=8

    Both sides meet the same deals. It looks after every 500 of them and stops when the answer is known; the interval holds
    in spite of that. Options are for both sides, A and B change them:

    sim compare family practised --board north-america

    sim compare standard 'removed=1,house draw=4' --policy family
    """
    from experiments.sides import read_side

    play.check()
    common = setup.changes()
    sides = (
        read_side("A", first, common, play.policy),
        read_side("B", second, common, play.policy),
    )

    from cli.compare_table import show_comparison
    from cli.console import announce_compiling, tracked
    from experiments.duel import NEGLIGIBLE, Aim, Duel, fight
    from experiments.limits import worker_count
    from policies.registry import load_policy

    announce_compiling()
    policies = (load_policy(sides[0].policy), load_policy(sides[1].policy))
    if (sides[0].scenario.hash, policies[0].name) == (sides[1].scenario.hash, policies[1].name):
        raise InputError("A and B mean the same: there is nothing to compare.")
    negligible = NEGLIGIBLE if play.negligible is None else play.negligible
    duel = Duel(Aim(play.games, play.precision, negligible))
    players = ((sides[0].scenario, policies[0]), (sides[1].scenario, policies[1]))
    stopped = False
    try:
        for _ in tracked(
            fight(duel, players, play.seed, worker_count(play.jobs)),
            play.games,
            "games",
            lambda games: games,
            "games of each side, at most",
        ):
            pass
    except KeyboardInterrupt:
        if not duel.games:
            raise
        stopped = True
    names = (policies[0].name, policies[1].name)
    show_comparison(duel, sides, names, play.seed, stopped, play.as_json)
    if stopped:
        raise CutShort("more games would tell more.")
