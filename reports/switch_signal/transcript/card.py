"""The move symbols of the timetable card in play: which colour a wild took, which colour had nothing to move (M12, M13).

A trace leaves both to its reader: a wild with one possible colour is not asked for, and a colour without a train has no event.
They follow from the card, the choices made, and the next train that moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from simulator.switch_signal.board_model import TRAIN_COLOURS

WILD = "wild"
NOTHING = "no train on the board to move"


class Symbols:
    """The symbols that are still to come, from top to bottom, each with its colour as far as that is known; it tells lines of a transcript."""

    def __init__(self, card: str = "") -> None:
        """`card` as a deck shows it: `deploy, black, wild`."""
        shown = [symbol for symbol in card.split(", ") if symbol in (*TRAIN_COLOURS, WILD)]
        self.to_come = [(symbol, symbol if symbol != WILD else "") for symbol in shown]
        self.taken = {symbol for symbol in shown if symbol != WILD}  # M13: not for a wild
        self.moving = ""

    def choose(self, colour: str) -> Iterator[str]:
        """Tell what had nothing to move before the next wild, which took this colour."""
        while self.to_come and self.to_come[0] != (WILD, ""):
            yield self._without_train()
        if self.to_come:
            self.to_come[0] = (WILD, colour)
            self.taken.add(colour)

    def reach(self, colour: str) -> Iterator[str]:
        """Tell what had nothing to move above this colour, whose trains move now."""
        if colour == self.moving:
            return
        while self.to_come and self._colour_of_next() != colour:
            yield self._without_train()
        if self.to_come:
            symbol, _ = self.to_come.pop(0)
            self.moving = colour
            self.taken.add(colour)
            if symbol == WILD:
                yield f"    wild is {colour}"

    def finish(self) -> Iterator[str]:
        """Tell what is left of the card, which is done."""
        while self.to_come:
            yield self._without_train()

    def _colour_of_next(self) -> str:
        """A wild is not asked for if one colour is left, or if none of those left has a train: the first stands for all."""
        return self.to_come[0][1] or next(colour for colour in TRAIN_COLOURS if colour not in self.taken)

    def _without_train(self) -> str:
        colour = self._colour_of_next()
        symbol, _ = self.to_come.pop(0)
        self.taken.add(colour)
        return f"    {f'wild is {colour}' if symbol == WILD else colour}: {NOTHING}"
