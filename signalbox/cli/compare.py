"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import BATCH, TablesOptions, measure_option, number_option
from signalbox.cli.points import amount, amount_option
from signalbox.cli.setup_options import SetupOptions
from simulator.game import Game

if TYPE_CHECKING:
    from experiments.compare import Comparison
    from experiments.maps import OnOtherMaps, SetsCompared
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
    """The usual ones; it plays no more games than it needs."""

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
    from experiments.compare import begin, check_sides, go_on, on_other_maps, read_pairs
    from experiments.duel import Aim
    from experiments.limits import worker_count
    from experiments.prepare import find_measure

    measure = find_measure(game, play.measure)
    aim = Aim(play.games, *play.amounts(measure))
    play.check()
    pairs = read_pairs(game, setup.levels(), first, second, play.texts, bool(play.policy))

    from reports.terminal.compare_table import show_comparisons
    from signalbox.cli.console import stopped_early
    from signalbox.cli.players import load_players

    named = list(dict.fromkeys(side.policy for pair in pairs for side in pair))
    players = dict(zip(named, load_players(game, named), strict=True))
    check_sides(pairs, players)
    found: list[Comparison] = []
    stopped = False
    for pair in pairs:
        each = begin(game, measure, pair, players, aim)
        blocks = go_on(each, players, play.seed, worker_count(play.jobs))
        label = f"{each.policies[0]}: games of each side, at most"
        stopped = stopped_early(blocks, play.games, lambda games: games, label)
        if each.duel.games:
            found.append(each)
        elif stopped and not found:
            raise KeyboardInterrupt
        if stopped:
            break
    asked = None if stopped else on_other_maps(game, measure, pairs, players, play.games)
    over_sets, left_off = _over_sets(asked, play) if asked else (None, False)
    show_comparisons(found, over_sets, len(pairs) > 1, play.seed, stopped, play.as_json)
    if stopped:
        raise CutShort("more games would tell more.")
    if left_off:
        raise CutShort("this is the whole comparison, without other maps.")


def _over_sets(asked: OnOtherMaps, play: CompareOptions) -> tuple[SetsCompared | None, bool]:
    """Compare two reconstructions over the maps that are like each; and whether Ctrl-C ended that."""
    from signalbox.cli.console import tracked

    rates = asked.play(play.seed, play.jobs)
    try:
        found = list(tracked(rates, asked.total, "games", lambda rate: asked.games, "other maps"))
    except KeyboardInterrupt:
        return None, True
    return asked.compared(found), False
