"""What the laboratory knows of a game: what can be turned in it and what is counted in it, declared once.

Options and their help, completion, keys of studies, checks of manifests, tallies, columns and words are made from these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Level = int | str
# A setting is compared with the rulebook's; a place is what settings are compared on; the levels of a list are whole setups.
Role = Literal["setting", "place", "list"]


@dataclass(frozen=True)
class Factor:
    """Something that can be turned: an option of commands, a key of studies, a column of results.

    A name of two words belongs to a group: `house draw` is the key `draw` of the option `--house`.
    """

    name: str
    default: Level | None  # that of the rulebook; None: a place says it
    help: str = ""  # what it is, without a full stop
    example: str = ""  # several levels, as a sweep takes them
    known: Callable[[], Iterable[str]] = tuple  # levels that have names, for completion
    noun: str = ""  # of numbers: what one more of it is; its plural has an s at the end, or where a | stands
    label: str = ""  # of words: what stands before a level
    phrases: Mapping[str, str] = field(default_factory=dict)  # levels that are told in other words
    role: Role = "setting"
    counted: bool = True  # of numbers: whether there are settings between two levels
    free: str = ""  # levels among which `sim tune` looks, unless others are named
    rules: bool = False  # whether it changes the rules, and not the setup
    metavar: str = "NAME"
    same: Callable[[Level], Level] = lambda level: level  # the one spelling of a level

    @property
    def group(self) -> str:
        """`house` of `house draw`; nothing of a factor with an option of its own."""
        return self.name.partition(" ")[0] if " " in self.name else ""

    @property
    def key(self) -> str:
        """Its name within its group."""
        return self.name.removeprefix(self.group).strip()


@dataclass(frozen=True)
class FactorGroup:
    """Factors that share one option, which names the factor by its key: `--house draw=4 --house hand-limit=8`."""

    name: str
    noun: str  # what one of its factors is
    help: str
    example: str  # one level
    several: str  # levels, as a sweep takes them
    metavar: str
    upper: bool = False  # whether keys are written in capitals


@dataclass(frozen=True)
class Preset:
    """A setup under a name: the factors that it changes, and their levels."""

    name: str
    meaning: str
    changes: Mapping[str, Level] = field(default_factory=dict)


@dataclass(frozen=True)
class Measure:
    """Something that is counted in every game: a field of the outcome record, what is kept of it over many games, and its words.

    Kept are the sum of a count, how many games have a share (a number above nought), and how many games have each value of a code.
    """

    name: str  # of the field
    words: str = ""  # what a mean of it is: "goods delivered"
    short: str = ""  # the same where a table has little room, if that is shorter
    kind: Literal["count", "share", "code"] = "count"
    parts: Mapping[str, str] = field(default_factory=dict)  # of a row: the name of each number, and its words
    values: Mapping[str, str] = field(
        default_factory=dict
    )  # of a code, from 0 on: names and words; those without words are not told
    by_turn: str = ""  # the field whose numbers these are, turn by turn
    top: int = 0  # the last class of its histogram, which holds all above it; 0: it has none
    # Whether tables show its mean, and whether that is also compared between two sides.
    told: Literal["", "mean", "compared"] = ""
    also_of: str = ""  # a result whose games have a figure of their own: "lost"
    better: int = 0  # 1 if more of it helps who plays, -1 if less does
    reason: tuple[str, str] = (
        "",
        "",
    )  # what explains a result, if it falls and if it rises; {} stands for the words of a part

    @property
    def squared(self) -> bool:
        """Whether squares are kept too, so that its means have errors where no histogram tells them."""
        return self.told == "compared" and self.kind == "count" and (bool(self.parts) or not self.top)
