"""How a transcript calls places, lines, signals, trains and cards: by their names in the trace, so that they can be looked up there and in board files.

`reports/switch_signal/board/words.py` calls them as players do.
"""

from __future__ import annotations

from collections.abc import Sequence


class TraceNames:
    def place(self, place: str) -> str:
        return place

    def train(self, train: str) -> str:
        return train

    def card(self, card: str, symbols: str) -> str:
        return f"card {card} ({symbols})"

    def this_card(self, card: str) -> str:
        """The one that lies open."""
        return f"card {card}"

    def question(self, ask: str) -> str:
        """What a policy was asked."""
        return ask

    def cells(self, cells: Sequence[str]) -> str:
        """Cells one after another; further cells of the same line by their number only: `lyon-paris#1, #2, paris`."""
        words: list[str] = []
        before = ""
        for cell in cells:
            line, mark, number = cell.partition("#")
            words.append(f"#{number}" if mark and line == before else cell)
            before = line if mark else ""
        return ", ".join(words)

    def signal(self, field: str) -> str:
        """Where it stands."""
        return field

    def red_signal(self, field: str) -> str:
        """What a train stops before."""
        return f"the red signal {field}"

    def exit(self, field: str) -> str:
        """The way out of a city."""
        return f"by {field}"

    def arms(self, junction: str, lines: Sequence[str]) -> str:
        """The lines that a switch joins, or is to join."""
        return " and ".join(lines)


IDS = TraceNames()
