"""`sim replay`: one game, or some, told turn by turn or as a trace."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import BATCH, PlayOptions, ScenarioOptions, spread, whole_number
from simulator.errors import IllegalChoice, InputError

if TYPE_CHECKING:
    from policies.registry import Policy
    from simulator.scenario import Scenario


@spread
def replay(
    setup: ScenarioOptions,
    play: PlayOptions,
    game: Annotated[
        int,
        typer.Option(
            "--game", parser=whole_number, metavar="G", help="Number of the game.", rich_help_panel=BATCH
        ),
    ] = 0,
    games: Annotated[
        int,
        typer.Option(
            "--games", parser=whole_number, metavar="N", help="Games G … G+N-1.", rich_help_panel=BATCH
        ),
    ] = 1,
    options: Annotated[
        bool, typer.Option("--options", help="List what could be chosen.", rich_help_panel=BATCH)
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="A trace in JSON lines (docs/trace.md).", rich_help_panel=BATCH),
    ] = False,
) -> None:
    """Tell a game of `sim run` again, turn by turn."""
    from experiments.limits import MAX_GAMES, check_games
    from reports.transcript import transcript

    scenario = setup.scenario()
    check_games(games)
    if not 0 <= game <= MAX_GAMES - games:
        raise InputError(f"--game: {game} must be a whole number from 0 to {MAX_GAMES - games}.")
    policy = play.load()
    cards = {card.id: str(card) for card in scenario.deck_data.cards}
    for number in range(game, game + games):
        events = one_game(scenario, policy, play.seed, number, list_options=options)
        if as_json:
            for event in events:
                typer.echo(json.dumps(event, separators=(",", ":")))
            continue
        if number > game:
            typer.echo()
        for line in transcript(events, cards):
            typer.echo(line)


def one_game(
    scenario: Scenario, policy: Policy, seed: int, game: int, *, list_options: bool
) -> Iterator[dict[str, Any]]:
    """All lines of a trace, header first."""
    from simulator.session import Session
    from simulator.trace import header, trace

    yield header(scenario, policy.name, seed, game)
    session = Session(scenario, seed, game, policy.params)
    try:
        yield from trace(session, lambda table: table.consult(policy.decide), list_options=list_options)
    except IllegalChoice as error:
        raise IllegalChoice(policy.name, *error.args[1:]) from None
