"""The ladder as a page of Markdown: who wins how often, and between whom the order holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from reports.run_markdown import plain
from simulator.core.messages import printable

if TYPE_CHECKING:  # it plays
    from experiments.switch_signal.ladder import Cell


def ladder_page(cells: list[Cell], command: str) -> str:
    """Return the table as a page: a section a board, a row a step, a column a policy; then the goods, and where the order holds."""
    lines = [
        "# The ladder: who wins how often",
        "",
        "Written by the command below; every figure is a share of games won, or goods delivered in a game, with its 95 % interval for the boards as they are. Boards and timetable are",
        "reconstructions ([reconstruction.md](reconstruction.md)), and policies are not people ([policies.md](policies.md)). Policies were tuned on `ensemble:train` only.",
        "",
        f"    {printable(command)}",
    ]
    policies = list(dict.fromkeys(each.policy for each in cells))
    found = {(each.policy, each.step, each.board): each for each in cells}
    for board in dict.fromkeys(each.board for each in cells):
        rows = {
            step: [found[policy, step, board] for policy in policies]
            for step in dict.fromkeys(each.step for each in cells if each.board == board)
        }
        games = ", ".join(f"{plain(each.policy)} {each.games:,}" for each in next(iter(rows.values())))
        lines += ["", f"## {plain(board)}", f"Games in each cell: {games}."]
        lines += _table("games won", policies, rows, _won)
        lines += _table("goods", policies, rows, _goods)
        lines += _table("blunders", policies, rows, lambda each: f"{each.blunders:.2f}", only="standard")
        lines += ["", *_order(rows)]
    return "\n".join(lines) + "\n"


def _won(cell: Cell) -> str:
    return f"{100 * cell.won:.1f} % ({100 * cell.low:.1f}–{100 * cell.high:.1f})"


def _goods(cell: Cell) -> str:
    return f"{cell.goods:.2f}" + ("" if cell.goods_reach is None else f" ± {cell.goods_reach:.2f}")


def _table(
    title: str,
    policies: list[str],
    rows: Mapping[str, list[Cell]],
    text: Callable[[Cell], str],
    only: str | None = None,
) -> Iterator[str]:
    if only is not None and only not in rows:
        return
    yield ""
    yield f"| {title} | {' | '.join(map(plain, policies))} |"
    yield "|---" + "|--:" * len(policies) + "|"
    for step, row in rows.items():
        if only in (None, step):
            yield f"| {step} | {' | '.join(map(text, row))} |"


def _order(rows: Mapping[str, list[Cell]]) -> Iterator[str]:
    """Say of each two neighbours on the ladder in how many steps their intervals lie apart, and where they do not."""
    for place, upper in enumerate(next(iter(rows.values()))[1:]):
        apart = {step: row[place + 1].is_above(row[place]) for step, row in rows.items()}
        wins, goods = (sum(told == what for told in apart.values()) for what in ("wins", "goods"))
        lower = next(iter(rows.values()))[place]
        neither = [step for step, told in apart.items() if not told]
        rest = f"; not apart: {', '.join(neither)}" if neither else ""
        yield f"- {plain(upper.policy)} over {plain(lower.policy)}: apart in wins in {wins} of {len(rows)} steps, in goods in {goods} more{rest}."
