"""`sim perft`: every legal continuation of a game to a few decisions, counted."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.limits import check_first_game
from signalbox.cli.console import Printer, announce_compiling, load_and_warn
from signalbox.cli.options import (
    BATCH,
    AsJson,
    FirstGame,
    Games,
    Jobs,
    Player,
    Seed,
    flag_option,
    number_option,
)
from signalbox.cli.setup_options import SetupOptions
from signalbox.levels import check_batch
from simulator.core.errors import InputError
from simulator.core.messages import check_whole
from simulator.switch_signal.game import GAME, as_scenario
from simulator.switch_signal.limits import MAX_PERFT_DEPTH

if TYPE_CHECKING:
    from simulator.switch_signal.perft import Counts
    from simulator.switch_signal.scenario import Scenario

MAX_AFTER = 100_000  # more than any game has


def perft(
    context: typer.Context,
    setup: SetupOptions,
    games: Games = 1,
    seed: Seed = 1,
    jobs: Jobs = 0,
    as_json: AsJson = False,
    policy: Player = "{main}",
    first: FirstGame = 0,
    depth: Annotated[int, number_option("--depth", BATCH, "Decisions to look ahead.")] = 3,
    after: Annotated[
        int, number_option("--after", BATCH, "Decisions that the policy answers first.", "K")
    ] = 0,
    published: Annotated[
        bool, flag_option("--published", BATCH, "Print the table of docs/perft.md, nothing else.")
    ] = False,
) -> None:
    """Count all legal continuations of a game, or of some together: a fingerprint of the rules, as perft is for chess."""
    if published:
        _refuse_other_options(context)
        announce_compiling()
        from simulator.switch_signal.perft import published_table

        typer.echo("\n".join(published_table()))
        return
    scenarios = [as_scenario(each) for each in setup.setups()]
    check_whole("--depth", depth, 1, MAX_PERFT_DEPTH)
    check_whole("--after", after, 0, MAX_AFTER)
    workers = min(games, check_batch(games, seed, jobs))
    check_first_game(first, games)
    (player,) = load_and_warn(GAME, [policy], "simulator.switch_signal.session")
    from signalbox.replaying import answers_of
    from simulator.switch_signal.perft import Counts
    from simulator.switch_signal.perft import perft as count

    def counts(scenario: Scenario, plies: int) -> Counts:
        """Return the counts of all games, summed; games are spread over threads, for the kernels let go of the interpreter."""
        from joblib import Parallel, delayed

        tasks = (
            delayed(count)(scenario, seed, game, plies, player, after) for game in range(first, first + games)
        )
        rows = Parallel(n_jobs=workers, backend="threading")(tasks)
        return Counts(plies, sum(row.continuations for row in rows), sum(row.ended for row in rows))

    with Printer() as printer, answers_of(player.name):
        if not as_json:
            printer.write(_heading(scenarios))
        for scenario in scenarios:
            found = (counts(scenario, plies) for plies in range(1, depth + 1))
            if as_json:
                asked = {"policy": policy, "after": after, "seed": seed, "game": first, "games": games}
                printer.write(json.dumps(_figures(scenario, asked, found)) + "\n")
                continue
            printer.write(f"\n{scenario.board}, {scenario.deck}\n" if len(scenarios) > 1 else "\n")
            printer.write(f"{'decisions':>9}{'continuations':>20}{'of them games over':>22}\n", at_once=True)
            # Each depth takes many times as long as the one before, so a row is shown as soon as it is known.
            for row in found:
                printer.write(f"{row.plies:>9}{row.continuations:>20,}{row.ended:>22,}\n", at_once=True)


def _heading(scenarios: list[Scenario]) -> str:
    """Return what is counted if it is one setup, and how well it or all of them are known."""
    from reports.factor_words import origin_sentences, title

    names = [title(GAME, scenarios[0])] if len(scenarios) == 1 else []
    said = origin_sentences(GAME, (scenario.places for scenario in scenarios))
    return "".join(f"{line}\n" for line in (*names, *said))


def _figures(scenario: Scenario, asked: dict[str, Any], found: Iterable[Counts]) -> dict[str, Any]:
    from reports.factor_words import not_printed

    return {
        "scenario": scenario.to_dict(),
        **asked,
        **not_printed(GAME, [scenario.places]),
        "counts": [row._asdict() for row in found],
    }


def _refuse_other_options(context: typer.Context) -> None:
    """Refuse whatever else is asked for beside the published table, which has games of its own: it would be ignored."""
    others = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name
        and parameter.name != "published"
        and getattr(context.get_parameter_source(parameter.name), "name", "") == "COMMANDLINE"
    ]
    if others:
        raise InputError(
            f"--published: prints the table of docs/perft.md, which has its own games, so {', '.join(others)} "
            "cannot be given with it."
        )
