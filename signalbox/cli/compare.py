"""`sim compare A B`: two setups or players head to head on the same deals, for as long as it takes to tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.failures import CutShort
from signalbox.cli.options import (
    BATCH,
    TablesOptions,
    number_option,
    spread,
)
from signalbox.cli.points import points_option
from signalbox.cli.setup_options import SetupOptions
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from experiments.duel import Duel
    from experiments.map_findings import SetsCompared
    from experiments.sides import Side
    from policies.registry import Policy

MOST_GAMES = 100_000


def _side(letter: str) -> Any:
    return typer.Argument(
        metavar=letter,
        help="A preset, board or policy by its name, or factor=level, joined by commas: remove-3 · tokens=8,removed=1 · "
        "policy=family · 'house draw=4'.",
        show_default=False,
    )


@dataclass(frozen=True)
class CompareOptions(TablesOptions):
    """The usual ones; it plays no more games than it needs."""

    games: Annotated[int, number_option("--games", BATCH, "Most games of each side.")] = MOST_GAMES
    precision: Annotated[
        float | None,
        points_option(
            "--precision",
            0.01,
            50,
            "How far the interval may reach to either side. (0.5 percentage points, or a quarter of the difference if that is more)",
        ),
    ] = None
    negligible: Annotated[
        float | None,
        points_option(
            "--negligible", 0, 50, "A difference that is too small to matter. (0.5 percentage points)"
        ),
    ] = None


@spread
def compare(
    setup: SetupOptions,
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
    play.check()
    pairs = read_pairs(setup, play, first, second)

    from reports.terminal.compare_table import Comparison, show_comparisons
    from signalbox.cli.players import load_players

    named = list(dict.fromkeys(side.policy for pair in pairs for side in pair))
    loaded = dict(zip(named, load_players(named), strict=True))
    for pair in pairs:
        if len({(side.scenario.hash, loaded[side.policy].name) for side in pair}) == 1:
            raise InputError("A and B mean the same: there is nothing to compare.")
    found: list[Comparison] = []
    stopped = False
    for pair in pairs:
        policies = (loaded[pair[0].policy], loaded[pair[1].policy])
        duel, stopped = hold(pair, policies, play, bool(found))
        if duel.games:
            found.append(Comparison(duel, pair, (policies[0].name, policies[1].name)))
        if stopped:
            break
    over_sets, left_off = None, False
    if not stopped:
        over_sets, left_off = compare_sets(pairs, loaded, play)
    show_comparisons(found, over_sets, len(pairs) > 1, play.seed, stopped, play.as_json)
    if stopped:
        raise CutShort("more games would tell more.")
    if left_off:
        raise CutShort("this is the whole comparison, without other maps.")


def read_pairs(setup: SetupOptions, play: CompareOptions, first: str, second: str) -> list[tuple[Side, Side]]:
    """Both sides for every table that is asked; one pair only where the sides say themselves who plays."""
    from experiments.sides import names_a_policy, read_side

    common = setup.levels()
    named = [names_a_policy("A", first), names_a_policy("B", second)]
    texts = play.texts
    if any(named):
        if play.policy and (all(named) or len(texts) > 1):
            raise InputError("--policy: A or B says who plays; leave one of the two out.")
        if not play.policy and not all(named):
            says, other = ("A", "B") if named[0] else ("B", "A")
            raise InputError(
                f"{says} says who plays and {other} does not; say it on both sides, or --policy who plays {other}."
            )
        texts = texts[:1]
    return [(read_side("A", first, common, text), read_side("B", second, common, text)) for text in texts]


def hold(
    pair: tuple[Side, Side], policies: tuple[Policy, Policy], play: CompareOptions, others: bool
) -> tuple[Duel, bool]:
    """Play until the difference is known; and whether Ctrl-C came before that, when something was known already."""
    from experiments.duel import NEGLIGIBLE, Aim, Duel, fight
    from experiments.limits import worker_count
    from signalbox.cli.console import tracked

    negligible = NEGLIGIBLE if play.negligible is None else play.negligible
    duel = Duel(Aim(play.games, play.precision, negligible))
    players = ((pair[0].scenario, policies[0]), (pair[1].scenario, policies[1]))
    label = f"{policies[0].name}: games of each side, at most"
    try:
        for _ in tracked(
            fight(duel, players, play.seed, worker_count(play.jobs)),
            play.games,
            "games",
            lambda games: games,
            label,
        ):
            pass
    except KeyboardInterrupt:
        if not duel.games and not others:
            raise
        return duel, True
    return duel, False


def compare_sets(
    pairs: Sequence[tuple[Side, Side]], loaded: Mapping[str, Policy], play: CompareOptions
) -> tuple[SetsCompared | None, bool]:
    """Compare two reconstructions over the sets of boards that fit what is known of each, by the strongest table; and whether Ctrl-C ended that.

    Nothing is compared where A and B name different players: one of them alone would answer another question.
    """
    from experiments.map_findings import SetsCompared
    from experiments.maps import GAMES, elsewhere, rates_on, strongest
    from signalbox.cli.console import tracked

    first, second = (elsewhere(side.scenario) for side in pairs[0])
    players = {tuple(loaded[side.policy].name for side in pair) for pair in pairs}
    if any(one != other for one, other in players) or not first or not second:
        return None, False
    if first[0].board_data.family == second[0].board_data.family:
        return None, False
    player, games = strongest(loaded[pair[0].policy] for pair in pairs), min(GAMES, play.games)
    rates = rates_on([*first, *second], player, play.seed, games, play.jobs)
    total = games * (len(first) + len(second))
    try:
        found = list(tracked(rates, total, "games", lambda rate: games, "other maps"))
    except KeyboardInterrupt:
        return None, True
    return SetsCompared.of(player.name, found[: len(first)], found[len(first) :]), False
