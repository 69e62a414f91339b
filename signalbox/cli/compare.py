"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.console import load_players
from signalbox.cli.failures import Interrupted
from signalbox.cli.options import BATCH, TablesOptions, measure_option, number_option
from signalbox.cli.points import amount, amount_option
from signalbox.cli.setup_options import SetupOptions
from signalbox.progress import Watcher
from simulator.game import Game

if TYPE_CHECKING:
    from simulator.game import Measure

MOST_GAMES = 100_000


def _side(letter: str) -> Any:
    return typer.Argument(
        metavar=letter,
        help="A {side_kinds} by its name, or factor=level, joined by commas: {side}.",
        show_default=False,
    )


@dataclass(frozen=True)
class CompareOptions(TablesOptions):
    """The usual options, with the aim of a comparison: it plays no more games than it needs."""

    games: Annotated[int, number_option("--games", BATCH, "Most games of each side.")] = MOST_GAMES
    measure: Annotated[str, measure_option()] = ""
    precision: Annotated[
        str | None,
        amount_option(
            "--precision",
            "How far the interval may reach to either side. (0.5 percentage points, or a quarter of the difference if that is more)",
        ),
    ] = None
    negligible: Annotated[
        str | None,
        amount_option("--negligible", "A difference that is too small to matter. (0.5 percentage points)"),
    ] = None

    def amounts(self, measure: Measure) -> tuple[float | None, float | None]:
        """Return the precision that is wanted and the difference that does not matter, where they are given."""
        precision, negligible = self.precision, self.negligible
        return (
            None if precision is None else amount(measure, "--precision", precision, 0.01, 50),
            None if negligible is None else amount(measure, "--negligible", negligible, 0, 50),
        )


def compare(
    game: Game,
    setup: SetupOptions,
    play: CompareOptions,
    first: Annotated[str, _side("A")],
    second: Annotated[str, _side("B")],
) -> None:
    """Which is easier, by how much, and why: {sim} compare {sides}

    Both sides meet the same deals. It looks after every 500 of them and stops when the answer is known; the interval holds
    in spite of that. Options are for both sides, A and B change them:

    {compare}
    """
    from experiments.compare import on_other_maps, read_pairs
    from experiments.duel import Aim
    from experiments.prepare import find_measure
    from reports.terminal.compare_table import show_comparisons
    from signalbox.comparing import compare_sides, load_sides

    measure = find_measure(game, play.measure)
    aim = Aim(play.games, *play.amounts(measure))
    play.check()
    pairs = read_pairs(game, setup.levels(), first, second, play.texts, bool(play.policy))
    players = load_sides(game, pairs, load_players)
    watcher = Watcher()
    found, stopped = compare_sides(game, measure, pairs, players, aim, play.seed, play.jobs, watcher)
    asked = None if stopped else on_other_maps(game, measure, pairs, players, play.games)
    over_sets, left_off = None, False
    if asked:
        rates = asked.play(play.seed, play.jobs)
        try:
            played = list(watcher.games(rates, asked.total, lambda rate: asked.games, "other maps"))
            over_sets = asked.compared(played)
        except KeyboardInterrupt:
            left_off = True
    show_comparisons(found, over_sets, len(pairs) > 1, play.seed, stopped, play.as_json)
    if stopped:
        raise Interrupted("more games would tell more.")
    if left_off:
        raise Interrupted("this is the whole comparison, without other maps.")
