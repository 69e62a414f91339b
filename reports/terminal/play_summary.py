"""What `sim run` says of a batch: the figures, once, and as JSON or as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from experiments.map_findings import OtherMaps
from experiments.run_store.tally import Count, Tally, tally_form
from experiments.statistics.means import interval_of, moments_of_games
from experiments.summary import names_of
from reports.factor_words import table_words
from reports.sentences.maps import CANNOT_HAVE, map_sentence, range_words
from reports.setup_words import not_printed, origins, program, setup_figures, title
from reports.terminal.play_tables import Figures, play_tables_of
from reports.units import Unit
from reports.words import capital, listed, origins_in_words
from simulator.game import Batch, Game, Setup


class Summary:
    """Integer sums over blocks, so that neither their order nor the number of threads shows."""

    def __init__(self, game: Game, setup: Setup, policy: str, seed: int) -> None:
        self.game, self.setup, self.policy, self.seed = game, setup, policy, seed
        self._count = Count(tally_form(game), 0)

    def add(self, block: Batch) -> None:
        self._count.add(block)

    @cached_property
    def tally(self) -> Tally:
        """Return the sums, when all games are played."""
        return self._count.tally()

    @property
    def unit(self) -> Unit:
        """Return how what runs of the game are about is told."""
        return Unit(self.game.main)

    def who(self, policy: str) -> str:
        """`a family`: a player in a sentence."""
        return table_words(self.game, policy)


def figures(summary: Summary, maps: OtherMaps | None = None) -> Figures:
    """Everything that is told, as plain numbers; nothing in it depends on time or machine."""
    game, setup, tally = summary.game, summary.setup, summary.tally
    sums = moments_of_games(tally)
    low, high = interval_of(game.main, sums)
    sum_name, mean_name = names_of(game.main)
    return {
        mean_name: sums.mean,
        "ci_low": low,
        "ci_high": high,
        "games": tally.games,
        sum_name: sums.total,
        "policy": summary.policy,
        "seed": summary.seed,
        **play_tables_of(game).figures(setup, tally),
        "other_maps": None if maps is None else asdict(maps),
        **not_printed(game, setup),
        **setup_figures(game, setup),
        **{f"{name}_hash": place.hash for name, place in setup.places.items()},
        **program(game),
    }


def tables(
    summaries: Sequence[Summary], maps: OtherMaps | None, seconds: float, *, alone: bool = False
) -> Iterator[RenderableType]:
    """Lay the figures out for people: those of one table in full, those of several side by side. `alone`: other maps cannot have the setup."""
    first, found = summaries[0], [figures(summary) for summary in summaries]
    game, setup, one = first.game, first.setup, len(found) == 1
    yield Text(title(game, setup), style="bold")
    games = f"{found[0]['games']:,} game{'' if found[0]['games'] == 1 else 's'}"
    who = f"policy {first.policy}, {games}" if one else f"{games} of each table"
    yield Text(f"{who}, seed {first.seed}")
    yield Text(" ".join(_answer(first, found, maps)), style="bold")
    for sentence in (*([CANNOT_HAVE] if alone else []), *origins_in_words(game, origins(setup))):
        yield Text(sentence, style="yellow")
    yield Text()
    told = play_tables_of(game)
    if one:
        yield from told.alone(setup, found[0])
    else:
        yield told.side_by_side(setup, found)
    played = sum(f["games"] for f in found)
    yield Text(f"\n{played / seconds:,.0f} games/s, scenario {setup.hash}", style="dim")


def answer_sentences(summaries: Sequence[Summary]) -> Iterator[str]:
    """Tell what it comes to for each table, who does best first."""
    return _answer(summaries[0], [figures(each) for each in summaries], None)


def _answer(asked: Summary, found: Sequence[dict[str, Any]], maps: OtherMaps | None) -> Iterator[str]:
    """What it comes to for whom, who does best first, and how much of that is the map's."""
    unit, (_, mean) = asked.unit, names_of(asked.game.main)
    ranked = sorted(found, key=lambda f: -unit.goodness(f[mean]))
    told = [
        f"{asked.who(f['policy'])} {unit.verb} {unit.counted(f[mean], f['ci_low'], f['ci_high'])}"
        for f in ranked
    ]
    here = "of these games" if unit.is_winning else "in these games"
    if maps is None:
        yield f"{capital(listed(told))} {here}."
    elif maps.policy == ranked[0]["policy"]:
        yield f"{capital(told[0])} {here} on this map, {range_words(asked, maps)}."
        if told[1:]:
            yield f"On the same map {listed(told[1:])}."
    else:
        yield f"{capital(listed(told))} {here} on this map."
        yield map_sentence(asked, maps, [f["policy"] for f in found])
