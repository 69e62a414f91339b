"""What the laboratory knows of a game: what can be turned in it and what is counted in it, declared once.

Options and their help, completion, keys of studies, checks of manifests, tallies, columns and words are made from these declarations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from simulator.core.errors import InputError
from simulator.core.provenance import Origin

if TYPE_CHECKING:  # `--help` is made from this module, and numpy is slow to import
    import numpy as np

    Array = np.ndarray[Any, Any]

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
    is_step: bool = (
        True  # whether other levels are a change of the book's game, which the number of players is not
    )
    metavar: str = "NAME"
    same: Callable[[Level], Level] = lambda level: level  # the one spelling of a level

    @property
    def group(self) -> str:
        """`house` of `house draw`; nothing of a factor with an option of its own."""
        return self.name.partition(" ")[0] if " " in self.name else ""

    @property
    def key(self) -> str:
        """Return its name within its group."""
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

    Kept are the sum of a count or a score, how many games have a share (a number above nought), and how many games have each value of a code.
    A count is never negative; a score may be.
    """

    name: str  # of the field
    words: str = ""  # what a mean of it is: "goods delivered"
    short: str = ""  # the same where a table has little room, if that is shorter
    kind: Literal["count", "score", "share", "code"] = "count"
    parts: Mapping[str, str] = field(default_factory=dict)  # of a row: the name of each number, and its words
    values: Mapping[str, str] = field(
        default_factory=dict
    )  # of a code, from 0 on: names and words; those without words are not told
    by_turn: str = ""  # the field whose numbers these are, turn by turn
    low: int = 0  # the first class of its histogram, which holds all below it
    top: int = 0  # the last class, which holds all above it; 0: there is no histogram
    # Whether tables that are made from measures show its mean, and whether that is also compared between two sides. A game's own tables may tell others, too.
    told: Literal["", "mean", "compared"] = ""
    also_of: str = ""  # a result whose games have a figure of their own: "lost"
    better: int = 0  # 1 if more of it helps who plays, -1 if less does
    reason: tuple[str, str] = (
        "",
        "",
    )  # what explains a result, if it falls and if it rises; {} stands for the words of a part

    @property
    def squared(self) -> bool:
        """Tell whether squares are kept, too, so that its means have errors where no histogram tells them."""
        return self.told == "compared" and self.is_mean and (bool(self.parts) or not self.top)

    @property
    def is_mean(self) -> bool:
        """Tell whether it is told as a mean, and not as a share of games."""
        return self.kind in ("count", "score")

    @property
    def classes(self) -> int:
        """Count the classes of its histogram."""
        return self.top - self.low + 1 if self.top else 0

    @property
    def asked(self) -> bool:
        """Tell whether a run can be about it: a share of games, or one number of each game."""
        return not self.by_turn and (self.is_mean or (self.kind == "share" and not self.parts))


@dataclass(frozen=True)
class Place:
    """What a level of a factor with the role `place` stands for, a board for instance, as a run keeps it."""

    name: str  # its title
    hash: str  # of what it plays, whatever it is called
    origin: Origin
    text: str  # a file that says all of it
    kind: str = ""  # of a reconstruction: what it has in common with others that fit the known facts as well
    sampled: bool = False  # whether it is one of a set of such
    is_file: bool = False  # whether it is a file of the user's, which other machines do not have


class Setup(Protocol):
    """One way to set a game up: a frozen value, checked when it is made. Equal setups have equal hashes."""

    @property
    def hash(self) -> str:
        """Identify what is played: contents of files count, not their names."""

    @property
    def players(self) -> int:
        """Count who plays."""

    @property
    def levels(self) -> Mapping[str, Level]:
        """Return the level of every factor, each in its one spelling; `Game.setup` makes the same setup of them."""

    @property
    def own(self) -> Mapping[str, Level]:
        """Return what the places say of factors that the rulebook leaves to them."""

    @property
    def places(self) -> Mapping[str, Place]:
        """Return what its levels of places stand for, by the names of the factors."""


@dataclass(frozen=True)
class Policy:
    """Who sits at a table: a policy that is ready to play, with the name under which it was asked for.

    `decide` makes its choices. It is compiled unless it is `plain`: then it is a Python function, to be asked step by step.
    """

    name: str
    decide: Callable[..., Any]
    params: tuple[float, ...] = ()  # the numbers that it was set to
    foresees: bool = False  # whether it is told what dice will show
    plain: bool = False
    source_hash: str = ""  # of a user's file, and of those beside it that it imports


@dataclass(frozen=True)
class Batch:
    """Outcomes of some consecutive games, and sums over them for every place of the board, if the game has such sums."""

    first: int
    outcomes: Array
    heat: Array | None = None


Event = dict[str, Any]  # a line of a trace


class Game(ABC):
    """A game as the laboratory knows it: what is declared of it, and functions that play it.

    The first measure is what runs are about unless they name another one. If it has values, sums are split by them.
    """

    name: str  # for `--game` and manifests: switch-signal
    title: str
    version: str = "1"  # raised when a seed plays other games than before
    rules_version: int | str = 1
    package: str = ""  # of a shipped game: the name of its folders in simulator/, policies/ and reports/
    source: str = ""  # of a user's game: what `--game` said
    file: Path | None = None  # of a user's game: where it was loaded from, set by who loads it
    factors: Mapping[str, Factor] = {}
    groups: Mapping[str, FactorGroup] = {}
    presets: Mapping[str, Preset] = {}
    measures: Mapping[str, Measure]
    example_sides: tuple[
        str, ...
    ] = ()  # of a comparison, for messages; made from factors where there are none
    compiled: str = ""  # the module that plays many games, if importing it compiles
    compiled_steps: str = ""  # the module that plays one game step by step, if importing it compiles

    @property
    @abstractmethod
    def outcome(self) -> np.dtype[Any]:
        """Return the type of the record that a game leaves, with a field for every measure."""

    @property
    def heat(self) -> np.dtype[Any]:
        """Return the type of the record of sums for every place of the board; without fields if there are none."""
        import numpy

        return numpy.dtype([])

    @property
    def bytes_in_play(self) -> int:
        """Return how large the record of a game in play is; 0 if it is no record."""
        return 0

    @abstractmethod
    def setup(self, levels: Mapping[str, Level]) -> Setup:
        """Return the setup with these levels, the rulebook's for all others; InputError if there is none."""

    @abstractmethod
    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        """Play games first … first + games − 1 of a seed, here and now. The line-up has one entry where one table plays together."""

    def trace(
        self,
        setup: Setup,
        lineup: Sequence[Policy],
        seed: int,
        game: int,
        *,
        list_options: bool = False,
        explain: Callable[..., Any] | None = None,
    ) -> Iterator[Event]:
        """Play one game and tell it, header first. `explain` asks players why."""
        raise InputError(f"{self.title} does not tell its games one by one.")

    def notable(self, columns: Mapping[str, Array]) -> Iterator[tuple[str, int]]:
        """Name games of a cell that are worth looking at, from its sums: a word and the game's number."""
        return iter(())

    def members(self, factor: str, level: str) -> list[str] | None:
        """Return the places of a set that a level names; None if it names a single place."""
        return None

    def expand_sets(self, levels: Mapping[str, Level]) -> list[dict[str, Level]]:
        """Return the levels of one setup, or of one for each place of the sets that they name."""
        return [dict(levels)]

    def read_place(self, factor: str, text: str, source: str) -> Any:
        """Return what the text of a kept place describes, with its `hash`; ValueError if it is damaged."""
        raise ValueError

    def elsewhere(self, setup: Setup) -> list[Setup]:
        """Return the setup on other places that fit the known facts as well; none where the place is the only one."""
        return []

    @cached_property
    def main(self) -> Measure:
        """Return what runs are about unless they name another measure."""
        return next(iter(self.measures.values()))

    @cached_property
    def results(self) -> tuple[str, ...]:
        """Name what games are split by in every sum: the values of the main measure; a single row if it has none."""
        return tuple(self.main.values) or ("all",)

    def __repr__(self) -> str:
        return f"<game {self.name}>"
