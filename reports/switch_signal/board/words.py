"""Places, lines, signals and trains as players call them, from the names on the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reports.switch_signal.transcript.words import TraceNames
from simulator.switch_signal.board import Board

QUESTIONS = {
    "layout": "where a disc lies",
    "deploy": "colour to deploy",
    "place": "start place",
    "track-keeper": "use the track keeper",
    "wild": "colour of the wild",
    "conductor": "use the conductor",
    "order": "next train",
    "logistician": "use the logistician",
    "exit": "way out of the city",
    "through": "run through or stop",
    "act": "what to play",
    "draw": "cards to draw",
}


class BoardWords(TraceNames):
    """Calls things by their names on the board, or by their ids where they have none."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def place(self, place: str) -> str:
        return self.board.places[place].name or place

    def train(self, train: str) -> str:
        return train.replace("-", " ")

    def card(self, card: str, symbols: str) -> str:
        return symbols

    def this_card(self, card: str) -> str:
        return "the card"

    def question(self, ask: str) -> str:
        return QUESTIONS.get(ask, ask)

    def line(self, line: str) -> str:
        """Call a line by its ends; of several between the same two places by their number, too."""
        ends = self.board.line_by_id[line].ends
        words = "–".join(self.place(end) for end in ends)
        alike = [each.id for each in self.board.lines if set(each.ends) == set(ends)]
        return words if len(alike) == 1 else f"{words}, line {alike.index(line) + 1}"

    def cell(self, cell: str) -> str:
        """A place, or a segment of a line."""
        return self.cells([cell])

    def cells(self, cells: Sequence[str]) -> str:
        """`Dijon–Lyon 1, 2, Lyon`: segments of a line by their numbers, unless it has one only."""
        words = []
        for line, some in groupby(cells, key=lambda cell: cell.rpartition("#")[0]):
            if not line:
                words += [self.place(place) for place in some]
                continue
            numbers = [cell.rpartition("#")[2] for cell in some]
            counted = f" {', '.join(numbers)}" if self.board.line_by_id[line].segments > 1 else ""
            words.append(f"{self.line(line)}{counted}")
        return ", ".join(words)

    def signal(self, field: str) -> str:
        """Call a signal at an entrance by its city, and one on a line by what lies before it."""
        line, _, edge = field.rpartition(":")
        if city := self._entered(field):
            return f"the {self.place(self._other_end(line, city))} entrance of {self.place(city)}"
        return f"{self.line(line)} after segment {edge}"

    def short_signal(self, field: str) -> str:
        """Call a signal by a short name: `Berlin from Poznan`; the only one of a line by that alone."""
        line = field.rpartition(":")[0]
        if city := self._entered(field):
            return f"{self.place(city)} from {self.place(self._other_end(line, city))}"
        on_line = [
            each for each in self.board.fields if each.startswith(f"{line}:") and not self._entered(each)
        ]
        return self.line(line) if len(on_line) == 1 else self.signal(field)

    def _entered(self, field: str) -> str | None:
        """The city whose entrance it is, or none."""
        city = self.board.field_city[field]
        return city if city in self.board.line_by_id[field.rpartition(":")[0]].ends else None

    def red_signal(self, field: str) -> str:
        where = self.signal(field)
        return f"the red signal {'at' if where.startswith('the ') else 'on'} {where}"

    def exit(self, field: str) -> str:
        line, _, edge = field.rpartition(":")
        ends = self.board.line_by_id[line].ends
        return f"towards {self.place(ends[1] if edge == '0' else ends[0])}"

    def arms(self, junction: str, lines: Sequence[str]) -> str:
        """Call lines by where they lead to; by their own names where that does not tell them apart."""
        ends = [self._other_end(line, junction) for line, _ in self.board.arms[junction]]
        if len(set(ends)) < len(ends):
            return " and ".join(self.line(line) for line in lines)
        return " and ".join(self.place(self._other_end(line, junction)) for line in lines)

    def _other_end(self, line: str, place: str) -> str:
        first, last = self.board.line_by_id[line].ends
        return last if place == first else first
