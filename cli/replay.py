"""`sim replay`: one game, or some, told turn by turn or as a trace."""

from __future__ import annotations

from typing import Annotated

from cli.options import BATCH, GameOptions, ScenarioOptions, flag_option, spread


@spread
def replay(
    setup: ScenarioOptions,
    play: GameOptions,
    options: Annotated[bool, flag_option("--options", BATCH, "List what could be chosen.")] = False,
    explain: Annotated[bool, flag_option("--explain", BATCH, "Show what the policy weighed.")] = False,
) -> None:
    """Tell games of `sim run` again, turn by turn; with --json as traces in JSON lines (docs/trace.md)."""
    scenarios = setup.scenarios()
    policy = play.load()

    from cli.console import Printer
    from cli.telling import Telling, told
    from experiments.limits import worker_count

    with Printer() as printer:
        for scenario in scenarios:
            if printer.began and not play.as_json:
                printer.write("\n")
            telling = Telling(
                scenario,
                policy.name,
                play.seed,
                play.game,
                as_json=play.as_json,
                list_options=options,
                explain=explain,
            )
            for text in told(telling, play.numbers, worker_count(play.jobs)):
                printer.write(text)
