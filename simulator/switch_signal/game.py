"""Switch & Signal as the laboratory knows it. What is declared stands in `factors.py` and `measures.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from simulator.core.errors import InputError
from simulator.game import Batch, Event, Game, Level, Policy, Setup
from simulator.switch_signal import ENGINE_VERSION, RULES_VERSION
from simulator.switch_signal.factors import FACTORS, GROUPS, PRESETS
from simulator.switch_signal.measures import MEASURES

if TYPE_CHECKING:
    import numpy as np

    from simulator.game import Array
    from simulator.switch_signal.scenario import Scenario

# Games that are kept of a cell.
TYPICAL_WIN, NARROW_LOSS, BAD_LOSS = "typical-win", "narrow-loss", "bad-loss"
LOST, WON = 0, 1


class SwitchSignal(Game):
    """The cooperative game of 2020: one table delivers goods before its clock and its timetable run out."""

    name, title, package = "switch-signal", "Switch & Signal", "switch_signal"
    version, rules_version = ENGINE_VERSION, RULES_VERSION
    factors, groups, presets, measures = FACTORS, GROUPS, PRESETS, MEASURES
    example_sides = ("remove-3", "tokens=8,removed=1", "board=my-board.toml", "policy=family")
    compiled, compiled_steps = "simulator.switch_signal.batch", "simulator.switch_signal.session"

    @property
    def outcome(self) -> np.dtype[Any]:
        from simulator.switch_signal.records import outcome_dtype

        return outcome_dtype

    @property
    def heat(self) -> np.dtype[Any]:
        from simulator.switch_signal.records import heat_dtype

        return heat_dtype

    @property
    def bytes_in_play(self) -> int:
        from simulator.switch_signal.records import game_dtype

        return game_dtype.itemsize

    def setup(self, levels: Mapping[str, Level]) -> Scenario:
        from simulator.switch_signal.scenario import Scenario

        return Scenario.of(levels)

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        from simulator.switch_signal.play import play

        (policy,) = lineup  # one table decides together
        return play(as_scenario(setup), policy, seed, first, games)

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
        from simulator.switch_signal.session import Session
        from simulator.switch_signal.trace import header, trace

        (policy,), scenario = lineup, as_scenario(setup)
        yield header(scenario, policy.name, seed, game)
        session = Session(scenario, seed, game, policy.params, policy.foresees)
        yield from trace(
            session, lambda table: table.consult(policy.decide), list_options=list_options, explain=explain
        )

    def notable(self, columns: Mapping[str, Array]) -> Iterator[tuple[str, int]]:
        """Name a win of the usual length, the loss that came nearest, and the one that fell shortest."""
        import numpy as np

        turns, goods = columns["turns_histogram"][WON], columns["goods_histogram"][LOST]
        if turns.any():
            middle = int(np.searchsorted(np.cumsum(turns), (turns.sum() + 1) // 2))
            yield TYPICAL_WIN, int(columns["turns_first"][WON, middle])
        lost = np.flatnonzero(goods)
        if len(lost):
            yield NARROW_LOSS, int(columns["goods_first"][LOST, lost[-1]])
            if len(lost) > 1:
                yield BAD_LOSS, int(columns["goods_first"][LOST, lost[0]])

    def members(self, factor: str, level: str) -> list[str] | None:
        """Return the boards or decks of a frozen set: `ensemble:test`."""
        from simulator.switch_signal.ensemble import is_ensemble, members

        kind: Literal["board", "deck"] = "board" if factor == "board" else "deck"
        return members(level, kind, f"--{factor}") if is_ensemble(level) else None

    def expand_sets(self, levels: Mapping[str, Level]) -> list[dict[str, Level]]:
        """With two sets a board goes with the deck of the same place in its set, always the same one."""
        from simulator.switch_signal.ensemble import place_in_set

        boards, decks = (self.members(name, str(levels.get(name, ""))) for name in ("board", "deck"))
        if boards and decks:
            return [{**levels, "board": each, "deck": decks[place_in_set(each)]} for each in boards]
        name = "board" if boards else "deck"
        return [{**levels, name: each} for each in boards or decks or ()] or [dict(levels)]

    def read_place(self, factor: str, text: str, source: str) -> Any:
        from simulator.switch_signal.board import parse_board
        from simulator.switch_signal.deck import parse_deck

        return parse_board(text, source) if factor == "board" else parse_deck(text, source)

    def elsewhere(self, setup: Setup) -> list[Setup]:
        """Return the setup on each board of the test set that is like its own; none, where the map is the only one or another cannot have the setup."""
        from simulator.switch_signal.ensemble import HALF_OF_FAMILY, PREFIX, members

        scenario = as_scenario(setup)
        board = scenario.places["board"]
        if board.origin != "reconstructed" or board.sampled:
            return []
        # What is the board's own number is another board's own number there.
        levels = {name: level for name, level in scenario.levels.items() if scenario.own.get(name) != level}
        try:
            others = members(f"{PREFIX}test/{HALF_OF_FAMILY[board.kind]}", "board")
            return [self.setup({**levels, "board": other}) for other in others]
        except InputError:
            return []


def as_scenario(setup: Setup) -> Scenario:
    from simulator.switch_signal.scenario import Scenario

    assert isinstance(setup, Scenario)
    return setup


GAME = SwitchSignal()
