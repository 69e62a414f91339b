"""What `sim run` says of a batch: the figures, once, and as JSON or as a table for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cli.console import plain_table
from experiments.identity import code_hash
from experiments.runner import Batch, Totals
from experiments.statistics.intervals import wilson
from reports.words import CAUSE_WORDS, LOSS_WORDS, origins_in_words
from simulator import ENGINE_VERSION, RULES_VERSION
from simulator.codes import CAUSE_NAMES, HELPER_NAMES
from simulator.deck import ACTION_KINDS
from simulator.provenance import origin
from simulator.records import HELPERS
from simulator.scenario import Scenario

# docs/outcomes.md says what counts.
BLUNDER_WORDS = {
    "head_ons": "head-ons",
    "start_places": "start places",
    "idle": "loaded trains left idle",
    "tokens": "tokens",
}
Figures = dict[str, Any]


class Summary:
    """Integer sums over blocks, so that neither their order nor the number of threads shows."""

    def __init__(self, scenario: Scenario, policy: str, seed: int) -> None:
        self.scenario, self.policy, self.seed = scenario, policy, seed
        self.totals = Totals.empty()
        self.helper_uses = np.zeros(HELPERS, np.int64)
        self.won: list[np.ndarray[Any, Any]] = []  # of each block, game by game

    def add(self, block: Batch) -> None:
        self.totals.add(block)
        self.won.append(block.outcomes["won"].copy())
        self.helper_uses += (block.outcomes["helper_turn"] > 0).sum(axis=0)


def origins(scenario: Scenario) -> dict[str, str]:
    """Whether board and timetable are known to be the printed ones, reconstructed or invented."""
    board, deck = scenario.board_data, scenario.deck_data
    return {"board": origin(board.provenance), "timetable": origin(deck.provenance)}


def not_printed(scenario: Scenario) -> dict[str, list[str]]:
    """The same by word, for JSON."""
    sources = origins(scenario)
    return {
        word: [name for name, found in sources.items() if found == word]
        for word in ("reconstructed", "invented")
    }


def figures(summary: Summary) -> Figures:
    """Everything that is told, as plain numbers; nothing in it depends on time or machine."""
    scenario, totals = summary.scenario, summary.totals
    games, sums = totals.games, totals.columns
    wins = int(sums["won"])
    low, high = wilson(wins, games)
    tokens = {cause: int(lost) / games for cause, lost in zip(CAUSE_NAMES, sums["tokens"], strict=True)}
    uses = {helper: int(summary.helper_uses[int(helper[1]) - 1]) / games for helper in scenario.helpers}
    return {
        "win_rate": wins / games,
        "ci_low": low,
        "ci_high": high,
        "games": games,
        "wins": wins,
        "policy": summary.policy,
        "seed": summary.seed,
        "goods_required": scenario.goods_required,
        "goods_mean": int(sums["goods"]) / games,
        "turns_mean": int(sums["turns"]) / games,
        "lost_by": {rule: int(sums["why"][int(rule[1])]) for rule in LOSS_WORDS},
        "tokens_mean": tokens,
        "tokens_total_mean": int(sums["tokens"].sum()) / games,
        "head_ons_mean": int(sums["head_ons"]) / games,
        "blunders_mean": {
            kind: int(number) / games for kind, number in zip(BLUNDER_WORDS, sums["blunders"], strict=True)
        },
        "timetable_cards_lost_mean": int(sums["cards_lost"]) / games,
        "plays_mean": {
            kind: int(number) / games
            for kind, number in zip((*ACTION_KINDS, "load"), sums["plays"], strict=True)
        },
        "pairs_mean": int(sums["pairs"]) / games,
        "helpers_used": uses,
        **not_printed(scenario),
        "scenario": scenario.to_dict(),
        "scenario_hash": scenario.hash,
        "board_hash": scenario.board_data.hash,
        "deck_hash": scenario.deck_data.hash,
        **program(),
    }


def program() -> dict[str, Any]:
    """Which program played: a hash of engine and policies, and their versions."""
    return {"code": code_hash(), "engine": ENGINE_VERSION, "rules": RULES_VERSION}


def changes(scenario: Scenario) -> str:
    """The options that differ from the standard game on the same board and deck, as on the command line."""
    plain = Scenario(board=scenario.board, deck=scenario.deck)
    ours, theirs = scenario.to_dict(), plain.to_dict()
    parts = []
    for name, value in ours.items():
        if name in ("house", "rulings"):
            word = name.removesuffix("s")
            for key, number in value.items():
                if number != theirs[name][key]:
                    shown = "-".join(map(str, number)) if isinstance(number, list) else number
                    parts.append(f"{word} {key}={shown}")
        elif value != theirs[name]:
            shown = ",".join(value) or "none" if isinstance(value, list) else value
            parts.append(f"{name.replace('_', '-')} {shown}")
    return ", ".join(parts) or "standard game"


def title(scenario: Scenario) -> str:
    deck = "" if scenario.deck == Scenario.deck else f" with the deck {scenario.deck_data.name}"
    return f"{scenario.board_data.name}{deck}, {changes(scenario)}"


def tables(summary: Summary, seconds: float) -> Iterator[RenderableType]:
    """The same figures for people."""
    f, scenario = figures(summary), summary.scenario
    yield Text(title(scenario), style="bold")
    games = f"{f['games']:,} game{'' if f['games'] == 1 else 's'}"
    yield Text(f"policy {summary.policy}, {games}, seed {summary.seed}")
    for sentence in origins_in_words(**origins(scenario)):
        yield Text(sentence, style="yellow")
    yield Text()
    yield _main_table(f)
    yield Text()
    yield _per_game_table(f)
    yield Text(f"\n{f['games'] / seconds:,.0f} games/s, scenario {scenario.hash}", style="dim")


def _main_table(f: Figures) -> Table:
    table = plain_table("result", "", "", right=(1,))
    interval = f"95 % interval {f['ci_low']:.2%} to {f['ci_high']:.2%}"
    table.add_row("games won", Text(f"{f['win_rate']:.2%}", style="bold"), interval)
    for rule, words in LOSS_WORDS.items():
        if f["lost_by"][rule]:
            table.add_row("games lost", f"{f['lost_by'][rule] / f['games']:.2%}", f"{words} ({rule})")
    table.add_row("goods delivered", f"{f['goods_mean']:.2f}", f"of {f['goods_required']}")
    table.add_row("turns", f"{f['turns_mean']:.2f}", "")
    table.add_row("timetable cards lost", f"{f['timetable_cards_lost_mean']:.2f}", "to the clock")
    blunders = f["blunders_mean"]
    kinds = ", ".join(f"{number:.2f} {BLUNDER_WORDS[kind]}" for kind, number in blunders.items() if number)
    table.add_row("blunders", f"{sum(blunders.values()):.2f}", kinds)
    return table


def _per_game_table(f: Figures) -> Table:
    """Two lists side by side: what time went to, what cards went to."""
    left = [(CAUSE_WORDS[cause], f"{lost:.2f}") for cause, lost in f["tokens_mean"].items()]
    left.append(("together", f"{f['tokens_total_mean']:.2f}"))
    right = [(kind, f"{number:.2f}") for kind, number in f["plays_mean"].items()]
    right.append(("paid with other cards", f"{f['pairs_mean']:.2f}"))
    for helper, share in f["helpers_used"].items():
        right.append((f"helper {HELPER_NAMES[int(helper[1]) - 1]}", f"{share:.2f}"))
    table = plain_table("tokens lost a game", "", "  ", "played a game", "", right=(1, 4))
    for index in range(max(len(left), len(right))):
        a, b = (rows[index] if index < len(rows) else ("", "") for rows in (left, right))
        table.add_row(*a, "", *b)
    return table
