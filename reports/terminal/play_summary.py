"""What `sim run` says of a batch: the figures, once, and as JSON or as a table for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from experiments.identity import code_hash
from experiments.map_findings import OtherMaps
from experiments.measures import MEASURES
from experiments.run_store.tally import Batch, Count
from experiments.statistics.intervals import wilson
from reports.factor_words import capital, table_words
from reports.run_words import share
from reports.sentences.maps import CANNOT_HAVE, map_sentence, range_words
from reports.terminal.screen import plain_table
from reports.words import CAUSE_WORDS, LOSS_WORDS, listed, origins_in_words
from simulator.core.provenance import origin
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION
from simulator.switch_signal.codes import HELPER_NAMES
from simulator.switch_signal.scenario import Scenario

Figures = dict[str, Any]


class Summary:
    """Integer sums over blocks, so that neither their order nor the number of threads shows."""

    def __init__(self, scenario: Scenario, policy: str, seed: int) -> None:
        self.scenario, self.policy, self.seed = scenario, policy, seed
        self.count = Count(0)

    def add(self, block: Batch) -> None:
        self.count.add(block)


def origins(scenario: Scenario) -> dict[str, str]:
    """Whether board and timetable are known to be the printed ones, reconstructed or invented."""
    board, deck = scenario.board_data, scenario.deck_data
    return {"board": origin(board.provenance), "timetable": origin(deck.provenance)}


def not_printed(scenario: Scenario) -> dict[str, list[str]]:
    """Return which of board and timetable are reconstructed, and which invented, for JSON."""
    sources = origins(scenario)
    return {
        word: [name for name, found in sources.items() if found == word]
        for word in ("reconstructed", "invented")
    }


def figures(summary: Summary, maps: OtherMaps | None = None) -> Figures:
    """Everything that is told, as plain numbers; nothing in it depends on time or machine."""
    scenario, tally = summary.scenario, summary.count.tally()
    games, wins = tally.games, int(tally.wins.sum())
    sums = {name: tally.columns[name].sum(axis=0).tolist() for name in MEASURES if name in tally.columns}
    low, high = wilson(wins, games)
    means = {
        name: {part: number / games for part, number in zip(MEASURES[name].parts, sums[name], strict=True)}
        for name in ("tokens", "blunders", "plays", "helper_turn")
    }
    return {
        "win_rate": wins / games,
        "ci_low": low,
        "ci_high": high,
        "games": games,
        "wins": wins,
        "policy": summary.policy,
        "seed": summary.seed,
        "goods_required": scenario.goods_required,
        "goods_mean": sums["goods"][0] / games,
        "turns_mean": sums["turns"][0] / games,
        "lost_by": {rule: sums["why"][int(rule[1])] for rule in LOSS_WORDS},
        "tokens_mean": means["tokens"],
        "tokens_total_mean": sum(sums["tokens"]) / games,
        "head_ons_mean": sums["head_ons"][0] / games,
        "blunders_mean": means["blunders"],
        "timetable_cards_lost_mean": sums["cards_lost"][0] / games,
        "plays_mean": means["plays"],
        "pairs_mean": sums["pairs"][0] / games,
        "helpers_used": {helper: means["helper_turn"][helper.lower()] for helper in scenario.helpers},
        "other_maps": None if maps is None else asdict(maps),
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


def tables(
    summaries: list[Summary], maps: OtherMaps | None, seconds: float, *, alone: bool = False
) -> Iterator[RenderableType]:
    """Lay the figures out for people: those of one table in full, those of several side by side. `alone`: other maps cannot have the setup."""
    found, scenario = [figures(summary) for summary in summaries], summaries[0].scenario
    one = len(found) == 1
    yield Text(title(scenario), style="bold")
    games = f"{found[0]['games']:,} game{'' if found[0]['games'] == 1 else 's'}"
    who = f"policy {summaries[0].policy}, {games}" if one else f"{games} of each table"
    yield Text(f"{who}, seed {summaries[0].seed}")
    yield Text(" ".join(_answer(found, maps)), style="bold")
    for sentence in (*([CANNOT_HAVE] if alone else []), *origins_in_words(**origins(scenario))):
        yield Text(sentence, style="yellow")
    yield Text()
    if one:
        yield _main_table(found[0])
        yield Text()
        yield _per_game_table(found[0])
    else:
        yield _side_by_side(found)
    played = sum(f["games"] for f in found)
    yield Text(f"\n{played / seconds:,.0f} games/s, scenario {scenario.hash}", style="dim")


def _answer(found: list[Figures], maps: OtherMaps | None) -> Iterator[str]:
    """How often it is won by whom, the strongest first, and how much of that is the map's."""
    ranked = sorted(found, key=lambda f: -f["win_rate"])
    told = [
        f"{table_words(f['policy'])} wins {share(f['win_rate'], f['ci_low'], f['ci_high'])}" for f in ranked
    ]
    if maps is None:
        yield f"{capital(listed(told))} of these games."
    elif maps.policy == ranked[0]["policy"]:
        yield f"{capital(told[0])} of these games on this map, {range_words(maps)}."
        if told[1:]:
            yield f"On the same map {listed(told[1:])}."
    else:
        yield f"{capital(listed(told))} of these games on this map."
        yield map_sentence(maps, [f["policy"] for f in found])


def _side_by_side(found: list[Figures]) -> Table:
    """A column a table; what nobody ever did has no line."""
    table = plain_table("", *(f["policy"] for f in found), right=range(1, len(found) + 1))
    table.add_row("games won", *(Text(f"{f['win_rate']:.2%}", style="bold") for f in found))
    table.add_row("  95 % interval", *(f"{f['ci_low']:.2%} to {f['ci_high']:.2%}" for f in found))
    lines: dict[str, list[float]] = {
        f"goods delivered, of {found[0]['goods_required']}": [f["goods_mean"] for f in found],
        "turns": [f["turns_mean"] for f in found],
        "timetable cards lost to the clock": [f["timetable_cards_lost_mean"] for f in found],
        "blunders": [sum(f["blunders_mean"].values()) for f in found],
        "tokens lost": [f["tokens_total_mean"] for f in found],
    }
    for cause, words in CAUSE_WORDS.items():
        lines[f"  {words}"] = [f["tokens_mean"][cause] for f in found]
    lines["actions played"] = [sum(f["plays_mean"].values()) for f in found]
    for kind in found[0]["plays_mean"]:
        lines[f"  {kind}"] = [f["plays_mean"][kind] for f in found]
    for helper in found[0]["helpers_used"]:
        name = HELPER_NAMES[int(helper[1]) - 1]
        lines[f"games in which the {name} was used"] = [f["helpers_used"][helper] for f in found]
    for words, values in lines.items():
        if any(values):
            table.add_row(
                words,
                *(f"{value:.0%}" if words.startswith("games in") else f"{value:.2f}" for value in values),
            )
    return table


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
    kinds = ", ".join(
        f"{number:.2f} {MEASURES['blunders'].parts[kind]}" for kind, number in blunders.items() if number
    )
    table.add_row("blunders", f"{sum(blunders.values()):.2f}", kinds)
    return table


def _per_game_table(f: Figures) -> Table:
    """Two lists side by side: what time went to, what cards went to."""
    left = [(CAUSE_WORDS[cause], f"{lost:.2f}") for cause, lost in f["tokens_mean"].items()]
    left.append(("together", f"{f['tokens_total_mean']:.2f}"))
    right = [(kind, f"{number:.2f}") for kind, number in f["plays_mean"].items()]
    right.append(("paid with other cards", f"{f['pairs_mean']:.2f}"))
    for helper, used in f["helpers_used"].items():
        right.append((f"helper {HELPER_NAMES[int(helper[1]) - 1]}", f"{used:.2f}"))
    table = plain_table("tokens lost a game", "", "  ", "played a game", "", right=(1, 4))
    for index in range(max(len(left), len(right))):
        a, b = (rows[index] if index < len(rows) else ("", "") for rows in (left, right))
        table.add_row(*a, "", *b)
    return table
