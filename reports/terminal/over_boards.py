"""What `sim run` says of an ensemble: each board (or deck) by itself, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.statistics.over_boards import OverBoards, over_boards
from reports.terminal.play_summary import Figures, Summary, changes, figures, origins
from reports.terminal.screen import plain_table
from reports.words import origins_in_words
from simulator.core.errors import InputError


def check_enough_games(games: int) -> None:
    if games < 2:
        raise InputError(
            f"--games: {games} must be at least 2 on each board of an ensemble, or nothing can be said of chance."
        )


class Ensemble:
    """The summaries of one run over a set, and what holds over them."""

    def __init__(self, summaries: list[Summary]) -> None:
        self.summaries = summaries
        self.rows: list[Figures] = [figures(summary) for summary in summaries]
        self.boards = len({summary.scenario.board for summary in summaries}) > 1
        self.decks = len({summary.scenario.deck for summary in summaries}) > 1
        self.unit = "boards" if self.boards else "decks"
        self.groups = self._groups()

    def _groups(self) -> dict[str, OverBoards]:
        """Over each kind of board and, if there are two kinds, over all."""
        kinds = [summary.scenario.board_data.family for summary in self.summaries]
        won = np.array([summary.count.tally().wins for summary in self.summaries])
        groups = {}
        for kind in dict.fromkeys(kinds):
            some = [number for number, of in enumerate(kinds) if of == kind]
            groups[kind] = over_boards(won[some], [kind] * len(some))
        return groups if len(groups) == 1 else groups | {"all": over_boards(won, kinds)}


def figures_over_boards(summaries: list[Summary]) -> dict[str, Any]:
    """The mean over boards where `sim run` of one board has its figure, then the spread, then every board."""
    found = Ensemble(summaries)
    last = list(found.groups.values())[-1]
    return {
        "win_rate": last.mean,
        "ci_low": last.ci_low,
        "ci_high": last.ci_high,
        "games": sum(row["games"] for row in found.rows),
        "goods_mean": fmean(row["goods_mean"] for row in found.rows),
        "turns_mean": fmean(row["turns_mean"] for row in found.rows),
        "policy": summaries[0].policy,
        "seed": summaries[0].seed,
        "over": found.unit,
        "over_boards": {name: asdict(group) for name, group in found.groups.items()},
        "boards": found.rows,
    }


def tables_over_boards(summaries: list[Summary], seconds: float) -> Iterator[RenderableType]:
    """Lay the figures of a set out for people: a row a board, and what holds over them."""
    found, first = Ensemble(summaries), summaries[0]
    games = found.rows[0]["games"]
    each = ", each with a deck of its own" if found.boards and found.decks else ""
    yield Text(f"{len(summaries)} {found.unit}{each}, {changes(first.scenario)}", style="bold")
    yield Text(f"policy {first.policy}, {games:,} games on each, seed {first.seed}")
    said = dict.fromkeys(
        sentence for summary in summaries for sentence in origins_in_words(**origins(summary.scenario))
    )
    for sentence in said:
        yield Text(sentence, style="yellow")
    yield Text()
    yield _each(found)
    yield Text()
    yield _together(found)
    yield Text(
        f"\nbetween: standard deviation of the win rates of {found.unit}, chance taken off; "
        "by chance: that of a rate of so many games"
    )
    yield Text(f"{games * len(summaries) / seconds:,.0f} games/s", style="dim")


def _each(found: Ensemble) -> Table:
    names = ["board"] * found.boards + ["deck"] * found.decks
    table = plain_table(
        *names, "games won", "95 % interval", "goods", "turns", "tokens lost", right=range(len(names), 9)
    )
    for row in found.rows:
        table.add_row(
            *(row["scenario"][name] for name in names),
            f"{row['win_rate']:.2%}",
            f"{row['ci_low']:.2%} to {row['ci_high']:.2%}",
            f"{row['goods_mean']:.2f}",
            f"{row['turns_mean']:.2f}",
            f"{row['tokens_total_mean']:.2f}",
        )
    return table


def _together(found: Ensemble) -> Table:
    headings = (
        f"over {found.unit}",
        found.unit,
        "mean won",
        "95 % interval",
        "lowest",
        "highest",
        "between",
        "by chance",
    )
    table = plain_table(*headings, right=range(1, len(headings)))
    for name, group in found.groups.items():
        table.add_row(
            name,
            str(group.boards),
            Text(f"{group.mean:.2%}", style="bold"),
            f"{group.ci_low:.2%} to {group.ci_high:.2%}",
            *(f"{share:.2%}" for share in (group.lowest, group.highest, group.between_sd, group.sampling_sd)),
        )
    return table
