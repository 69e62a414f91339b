"""`sim bench`: how fast this machine plays, and whether it still plays the same."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from signalbox.cli.options import BATCH, flag_option, json_option, list_option, number_option
from simulator.core.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.speed import Speed, Starts

POLICIES = "random,idle,novice,planner,expert"
BOARDS = "central-europe,north-america"
SECONDS = 0.5  # of a repeat, about
MOST_REPEATS = 1_000


def bench(
    policies: Annotated[str, list_option("--policy", "Policies, separated by commas.")] = POLICIES,
    boards: Annotated[str, list_option("--board", "Boards, separated by commas.")] = BOARDS,
    repeats: Annotated[int, number_option("--repeats", BATCH, "How often each is measured.")] = 5,
    start: Annotated[
        bool,
        flag_option(
            "--start", BATCH, "Measure whole processes too, for each policy a first one that compiles."
        ),
    ] = False,
    as_json: Annotated[bool, json_option(BATCH)] = False,
) -> None:
    """Measure speed, and sign what was played: sim bench --policy planner

    Medians of several repeats with their spread, on one core by the processor's time; two threads by the clock, so only idle cores tell
    how well they do. A decision is one with two or more answers. The signature is a hash of fixed games: it changes when behaviour does, and only then.
    """
    from experiments.levels import parse_policies
    from experiments.speed import bytes_a_game, measure, starts
    from reports.terminal.screen import note, show
    from signalbox.cli.console import tracked
    from signalbox.cli.players import load_players
    from simulator.core.messages import check_whole
    from simulator.switch_signal.scenario import Scenario

    check_whole("--repeats", repeats, 1, MOST_REPEATS)
    names = parse_policies([policies])
    places = [board for board in boards.split(",") if board]
    if not places:
        raise InputError("--board: name at least one.")
    for board in places:
        Scenario(board=board)
    players = load_players(names)
    pairs = [(player, board) for board in places for player in players]
    speeds = list(tracked((measure(*pair, repeats, SECONDS) for pair in pairs), len(pairs), "measurements"))
    begun = [starts(name, repeats) for name in names] if start else []
    in_play, left = bytes_a_game()
    if as_json:
        typer.echo(json.dumps(_figures(speeds, begun, in_play, left), indent=2))
        return
    show(_speed_table(speeds))
    show(f"a game in play takes {in_play:,} bytes, and leaves {left:,}, whoever plays and wherever")
    if start:
        show("", _start_table(begun))
    else:
        note("--start measures whole processes too.")


def _speed_table(speeds: list[Speed]) -> Table:
    from reports.terminal.screen import plain_table

    # Short ones: with any longer the table does not fit the width of a pipe, and signatures would be cut.
    headings = ("policy", "board", "games/s", "spread", "decisions/s", "ns each", "a game", "two threads")
    table = plain_table(*headings, "signature", right=range(2, 8))
    for each in speeds:
        table.add_row(
            each.policy,
            each.board,
            _number(each.games_a_second),
            f"{each.spread:.0%}",
            f"{each.decisions_a_second:,.0f}",
            f"{each.nanoseconds:,.0f}",
            f"{each.decisions:.1f}",
            f"{each.two_threads:.2f}",
            each.signature,
        )
    return table


def _start_table(begun: list[Starts]) -> Table:
    from experiments.speed import START_GAMES, spread
    from reports.terminal.screen import plain_table

    headings = (f"sim run --games {START_GAMES}", "s the first time ever", "s later", "spread")
    table = plain_table(*headings, right=range(1, 4))
    for each in begun:
        table.add_row(each.policy, f"{each.cold:.1f}", f"{each.warm:.2f}", f"{spread(each.later):.0%}")
    return table


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def _figures(speeds: list[Speed], begun: list[Starts], in_play: int, left: int) -> dict[str, Any]:
    return {
        "speeds": [
            {
                **asdict(each),
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
