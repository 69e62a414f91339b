"""What functions of this package return besides runs: sentences and a table, which a notebook shows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from signalbox.levels import in_python

if TYPE_CHECKING:
    import pandas


def by_table(verdicts: Sequence[tuple[str, str]]) -> list[str]:
    """Return what is found for each table, with its name if there are several."""
    return [f"{table}: {verdict}" if len(verdicts) > 1 else verdict for table, verdict in verdicts]


class Answered(ABC):
    """Something with an answer in sentences, the most important first, and a table behind it."""

    stopped: str = ""  # a sentence on how far it came, where Ctrl-C ended it

    @property
    def complete(self) -> bool:
        """Tell whether all was played that was asked for."""
        return not self.stopped

    def answer(self) -> list[str]:
        """Return the sentences, the last of them on what is missing."""
        return [*map(in_python, self.sentences()), *filter(None, [self.stopped])]

    @abstractmethod
    def sentences(self) -> list[str]:
        """Return what was found."""

    @abstractmethod
    def lines(self) -> Iterable[dict[str, Any]]:
        """Return the lines of the table."""

    def frame(self) -> pandas.DataFrame:
        """Return the table; `help` of the class says what its lines are."""
        import pandas  # takes most of a second

        return pandas.DataFrame(self.lines())

    def __repr__(self) -> str:
        return "\n".join(self.answer())

    def _repr_html_(self) -> str:
        sentences = Markup("").join(map(Markup("<p>{}</p>").format, self.answer()))
        return str(sentences + Markup(self.frame().to_html(index=False, border=0)))
