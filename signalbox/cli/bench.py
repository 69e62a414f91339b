"""`sim bench`: how fast this machine plays, and whether it still plays the same."""

from __future__ import annotations

import inspect
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.factors import catalogue, parse_policies
from reports.terminal.screen import note, plain_table, show
from signalbox.cli.console import load_players
from signalbox.cli.options import (
    BATCH,
    AsJson,
    flag_option,
    number_option,
    text_option,
)
from signalbox.cli.setup_options import option_parameter
from signalbox.progress import tracked
from simulator.core.errors import InputError
from simulator.core.messages import check_whole
from simulator.game import Game, Setup

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.speed import Speed, Starts

SECONDS = 0.5  # of a repeat, about
MOST_REPEATS = 1_000


@dataclass(frozen=True)
class BenchOptions:
    """The places where speed is measured: of the first kind that the game has, by default those that it shows as examples."""

    of: Game
    place: str
    named: str

    @staticmethod
    def parameters(game: Game) -> list[inspect.Parameter]:
        place = catalogue(game).first_place
        if not place:
            return []
        where = text_option(f"--{place}", "LIST", BATCH, f"{place.capitalize()}s, separated by commas.")
        return [option_parameter(place, str, where, game.factors[place].example)]

    @classmethod
    def read(cls, game: Game, given: dict[str, Any]) -> BenchOptions:
        place = catalogue(game).first_place
        return cls(game, place, given.get(place.replace("-", "_"), ""))

    def setups(self) -> dict[str, Setup]:
        """Return the standard setup of each place; of a game without places the only one."""
        if not self.place:
            return {"": self.of.setup({})}
        named = [each for each in self.named.split(",") if each]
        if not named:
            raise InputError(f"--{self.place}: name at least one.")
        return {each: self.of.setup({self.place: each}) for each in named}


def bench(
    game: Game,
    *,
    policy: Annotated[
        str, text_option("--policy", "LIST", BATCH, "Policies, separated by commas.")
    ] = "{signed}",
    places: BenchOptions,
    repeats: Annotated[int, number_option("--repeats", BATCH, "How often each is measured.")] = 5,
    start: Annotated[
        bool,
        flag_option(
            "--start", BATCH, "Measure whole processes too, for each policy a first one that compiles."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure speed, and sign what was played: {sim} bench --policy {measured}

    Medians of several repeats with their spread, on one core by the processor's time; two threads by the clock, so only idle cores tell
    how well they do. A decision is one with two or more answers. The signature is a hash of fixed games: it changes when behaviour does, and only then.
    """
    from experiments.play import Matchup
    from experiments.speed import measure, starts

    check_whole("--repeats", repeats, 1, MOST_REPEATS)
    names = parse_policies([policy])
    setups = places.setups()
    players = load_players(game, names)
    matchups = [
        (Matchup(game, setup, (player,)), place) for place, setup in setups.items() for player in players
    ]
    timed = (measure(*each, repeats, SECONDS) for each in matchups)
    speeds = list(tracked(timed, len(matchups), "measurements"))
    begun = [starts(game.source or game.name, name, repeats) for name in names] if start else []
    in_play, left = game.bytes_in_play, game.outcome.itemsize
    if as_json:
        typer.echo(json.dumps(_figures(game, speeds, begun, in_play, left), indent=2))
        return
    show(_speed_table(game, speeds))
    taken = f"a game in play takes {in_play:,} bytes, and leaves" if in_play else "a game leaves"
    show(f"{taken} {left:,}, whoever plays and wherever")
    if start:
        show("", _start_table(begun))
    else:
        note("--start measures whole processes too.")


def _speed_table(game: Game, speeds: list[Speed]) -> Table:
    # Short ones: with any longer the table does not fit the width of a pipe, and signatures would be cut.
    headings = (
        "policy",
        catalogue(game).first_place or "place",
        "games/s",
        "spread",
        "decisions/s",
        "ns each",
        "a game",
        "two threads",
    )
    rows = [
        (
            each.policy,
            each.place,
            _number(each.games_a_second),
            f"{each.spread:.0%}",
            *_of_decisions(each),
            f"{each.two_threads:.2f}",
            each.signature,
        )
        for each in speeds
    ]
    return plain_table(*headings, "signature", right=range(2, 8), rows=rows)


def _of_decisions(each: Speed) -> tuple[str, str, str]:
    """Return decisions a second, nanoseconds of each, and how many a game has; nothing of a game that does not count them."""
    if not each.decisions:
        return "", "", ""
    return f"{each.decisions_a_second:,.0f}", f"{each.nanoseconds:,.0f}", f"{each.decisions:.1f}"


def _start_table(begun: list[Starts]) -> Table:
    from experiments.speed import START_GAMES, spread

    headings = (f"sim run --games {START_GAMES}", "s the first time ever", "s later", "spread")
    rows = [
        (each.policy, f"{each.cold:.1f}", f"{each.warm:.2f}", f"{spread(each.later):.0%}") for each in begun
    ]
    return plain_table(*headings, right=range(1, 4), rows=rows)


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def _figures(game: Game, speeds: list[Speed], begun: list[Starts], in_play: int, left: int) -> dict[str, Any]:
    place = catalogue(game).first_place
    return {
        "speeds": [
            {
                **{
                    place if name == "place" and place else name: value
                    for name, value in asdict(each).items()
                },
                "games_a_second": each.games_a_second,
                "decisions_a_second": each.decisions_a_second,
                "nanoseconds_a_decision": each.nanoseconds,
                "spread": each.spread,
                "two_threads": each.two_threads,
            }
            for each in speeds
        ],
        "starts": [{**asdict(each), "warm": each.warm} for each in begun],
        "bytes_in_play": in_play,
        "bytes_left": left,
    }
