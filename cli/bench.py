"""`sim bench`: how fast this machine plays, and whether it still plays the same."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import BATCH, flag_option, json_option, number_option
from simulator.errors import InputError

if TYPE_CHECKING:
    from experiments.speed import Speed

POLICIES = "random,idle,novice,planner,expert"
BOARDS = "central-europe,north-america"


def _list_option(name: str, help_text: str) -> Any:
    return typer.Option(name, metavar="LIST", help=help_text, rich_help_panel=BATCH)


def bench(
    policies: Annotated[str, _list_option("--policy", "Policies, separated by commas.")] = POLICIES,
    boards: Annotated[str, _list_option("--board", "Boards, separated by commas.")] = BOARDS,
    repeats: Annotated[int, number_option("--repeats", BATCH, "How often each is measured.")] = 5,
    start: Annotated[
        bool,
        flag_option("--start", BATCH, "Measure whole processes too, the first run ever with its compiling."),
    ] = False,
    as_json: Annotated[bool, json_option(BATCH)] = False,
) -> None:
    """Measure speed on one core, and sign what was played: sim bench --policy planner

    Times are of the processor, medians of several repeats with their spread. The signature is a hash of fixed games: it changes
    when behaviour does, and only then.
    """
    from cli.console import announce_compiling, note, plain_table, show, tracked
    from experiments.levels import parse_policies
    from experiments.speed import bytes_a_game, measure, starts, two_threads
    from policies.registry import load_policy
    from simulator.scenario import Scenario

    if repeats < 1:
        raise InputError(f"--repeats: {repeats} must be at least 1.")
    names = parse_policies([policies])
    places = [board for board in boards.split(",") if board]
    for board in places:
        Scenario(board=board)
    announce_compiling()
    players = [load_policy(name) for name in names]
    pairs = [(player, board) for board in places for player in players]
    speeds = list(tracked((measure(*pair, repeats, 0.5) for pair in pairs), len(pairs), "measurements"))
    quickest = max(speeds, key=lambda each: each.games_a_second)
    efficiency = two_threads(
        load_policy(quickest.policy), quickest.board, repeats, max(1, int(quickest.games_a_second / 2))
    )
    in_play, left = bytes_a_game()
    cold_warm = starts(names[-1] if len(names) == 1 else "planner", 3) if start else None
    if as_json:
        typer.echo(json.dumps(_figures(speeds, efficiency, in_play, left, cold_warm), indent=2))
        return
    table = plain_table(
        "policy",
        "board",
        "games/s",
        "spread",
        "decisions/s",
        "ns a decision",
        "decisions a game",
        "signature",
        right=range(2, 7),
    )
    for each in speeds:
        table.add_row(
            each.policy,
            each.board,
            _number(each.games_a_second),
            f"{each.spread:.0%}",
            f"{each.decisions_a_second:,.0f}",
            f"{each.nanoseconds:,.0f}",
            f"{each.decisions:.1f}",
            each.signature,
        )
    show(table)
    show(f"two threads do {efficiency:.2f} of twice the work of one ({quickest.policy}, {quickest.board})")
    show(f"a game in play takes {in_play:,} bytes, and leaves {left:,}")
    if cold_warm:
        show(f"sim run --games 1000: {cold_warm[0]:.1f} s the first time ever, {cold_warm[1]:.2f} s later")
    else:
        note("--start measures whole processes too.")


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.1f}"


def _figures(
    speeds: list[Speed], efficiency: float, in_play: int, left: int, cold_warm: tuple[float, float] | None
) -> dict[str, Any]:
    return {
        "speeds": [
            {
                **asdict(each),
                "games_a_second": each.games_a_second,
                "decisions_a_second": each.decisions_a_second,
                "nanoseconds_a_decision": each.nanoseconds,
                "spread": each.spread,
            }
            for each in speeds
        ],
        "two_threads": efficiency,
        "bytes_in_play": in_play,
        "bytes_left": left,
        "seconds_cold": cold_warm[0] if cold_warm else None,
        "seconds_warm": cold_warm[1] if cold_warm else None,
    }
