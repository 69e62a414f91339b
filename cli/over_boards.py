"""What `sim run` says of an ensemble: each board by itself, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from statistics import fmean
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from cli.console import plain_table
from cli.summary import Figures, Summary, changes, figures
from experiments.over_boards import OverBoards, over_boards
from simulator.errors import InputError


def check_enough_games(games: int) -> None:
    if games < 2:
        raise InputError(
            f"--games: {games} must be at least 2 on each board of an ensemble, or nothing can be said of chance."
        )


def _together(rows: list[Figures], families: list[str]) -> dict[str, OverBoards]:
    """Over the boards of each kind and, if there are two kinds, over all: a spread must not be that between Europe and America."""
    groups = {
        family: [row for row, of in zip(rows, families, strict=True) if of == family] for family in families
    }
    if len(groups) > 1:
        groups["all"] = rows
    return {
        name: over_boards([row["wins"] for row in group], [row["games"] for row in group])
        for name, group in groups.items()
    }


def figures_over_boards(summaries: list[Summary]) -> dict[str, Any]:
    """The mean over boards where `sim run` of one board has its figure, then the spread, then every board."""
    rows = [figures(summary) for summary in summaries]
    groups = _together(rows, [summary.scenario.board_data.family for summary in summaries])
    last = list(groups.values())[-1]
    return {
        "win_rate": last.mean,
        "ci_low": last.ci_low,
        "ci_high": last.ci_high,
        "games": sum(row["games"] for row in rows),
        "goods_mean": fmean(row["goods_mean"] for row in rows),
        "turns_mean": fmean(row["turns_mean"] for row in rows),
        "over_boards": {name: asdict(group) for name, group in groups.items()},
        "boards": rows,
    }


def tables_over_boards(summaries: list[Summary], seconds: float) -> Iterator[RenderableType]:
    """The same for people: a row a board, and what holds over them."""
    rows = [figures(summary) for summary in summaries]
    first = summaries[0]
    games = sum(row["games"] for row in rows)
    yield Text(f"{len(rows)} boards, {changes(first.scenario)}", style="bold")
    yield Text(f"policy {first.policy}, {rows[0]['games']:,} games on each, seed {first.seed}")
    yield Text(
        "All boards are generated reconstructions, not the printed map (docs/reconstruction.md).",
        style="yellow",
    )
    yield Text()
    decks = len({summary.scenario.deck for summary in summaries}) > 1
    table = plain_table(
        "board", *(["deck"] if decks else []), "games won", "95 % interval", "goods", "turns", "tokens lost",
        right=range(2 if decks else 1, 9),
    )  # fmt: skip
    for row in rows:
        table.add_row(
            row["scenario"]["board"],
            *([row["scenario"]["deck"]] if decks else []),
            f"{row['win_rate']:.2%}",
            f"{row['ci_low']:.2%} to {row['ci_high']:.2%}",
            f"{row['goods_mean']:.2f}",
            f"{row['turns_mean']:.2f}",
            f"{row['tokens_total_mean']:.2f}",
        )
    yield table
    yield Text()
    headings = (
        "over boards",
        "boards",
        "mean won",
        "95 % interval",
        "lowest",
        "highest",
        "between",
        "by chance",
    )
    over = plain_table(*headings, right=range(1, len(headings)))
    families = [summary.scenario.board_data.family for summary in summaries]
    for name, group in _together(rows, families).items():
        over.add_row(
            name,
            str(group.boards),
            Text(f"{group.mean:.2%}", style="bold"),
            f"{group.ci_low:.2%} to {group.ci_high:.2%}",
            *(f"{share:.2%}" for share in (group.lowest, group.highest, group.between_sd, group.sampling_sd)),
        )
    yield over
    yield Text(
        "\nbetween: standard deviation of the boards' win rates, chance taken off; by chance: that of a rate of so many games"
    )
    yield Text(f"{games / seconds:,.0f} games/s", style="dim")
