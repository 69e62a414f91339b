"""Dash as the laboratory knows it. What compiles is not imported before a game is played: `--help` is made from this module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simulator.core.errors import IllegalChoice
from simulator.declaration import by_name, number
from simulator.game import Batch, Event, Game, Level, Measure, Policy, Preset, Setup
from simulator.plain import PlainSetup

if TYPE_CHECKING:
    import numpy as np

    from simulator.game import Array

MOST = 10**6  # choices; every game is over long before


class Dash(Game):
    """A runner, a hound and twelve fields."""

    name, title, package = "dash", "Dash", "dash"
    factors = by_name(
        number("fields", 12, low=4, high=60, noun="field", help="Fields of the track", free="8..16"),
        number("lead", 3, low=1, high=20, noun="field of lead|fields of lead", help="Fields to the hound"),
    )
    presets = by_name(Preset("standard", "twelve fields"), Preset("long", "harder: twenty", {"fields": 20}))
    measures = by_name(
        Measure("won", "games won", kind="share", values={"lost": "caught", "won": "home"}, better=1),
        Measure("gap", "fields to the hound", kind="score", low=-10, top=30, told="compared", better=1),
        Measure("turns", "turns", told="compared"),
    )
    compiled = compiled_steps = "tests.dash.engine"

    @property
    def outcome(self) -> np.dtype[Any]:
        from tests.dash.engine import outcome_dtype

        return outcome_dtype

    def setup(self, levels: Mapping[str, Level]) -> Setup:
        return PlainSetup.of(self, levels)

    def play(self, setup: Setup, lineup: Sequence[Policy], seed: int, first: int, games: int) -> Batch:
        import numpy as np

        from tests.dash.engine import game_dtype, mind_dtype

        (player,) = lineup  # one table decides together
        played = np.zeros(games, game_dtype)
        self._play_on(setup, player, played, np.zeros(1, mind_dtype), seed, first, MOST)
        return Batch(first, self._outcomes(played))

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
        import numpy as np

        from tests.dash.engine import CHOICES, RUNNING, game_dtype, mind_dtype

        (player,) = lineup
        yield self.header(setup, player, seed, game)
        played, mind = np.zeros(1, game_dtype), np.zeros(1, mind_dtype)
        self._play_on(setup, player, played, mind, seed, game, 0)
        while played["phase"][0] == RUNNING:
            before, turn = _state(played), int(played["turns"][0]) + 1
            self._play_on(setup, player, played, mind, seed, game, 1)
            options = {"options": [*CHOICES]} if list_options else {}
            choice = CHOICES[played["choice"][0]]
            yield {"event": "choice", "turn": turn, "state": before, **options, "choice": choice}
        outcome = {name: self._outcomes(played)[name][0].item() for name in self.measures}
        yield {"event": "end", "state": _state(played), "outcome": outcome}

    def _play_on(
        self, setup: Setup, player: Policy, played: Array, mind: Array, seed: int, first: int, most: int
    ) -> None:
        import numpy as np

        from tests.dash.engine import CHOICES, ILLEGAL, play_on, rules_dtype

        rules = np.array([(setup.levels["fields"], setup.levels["lead"])], rules_dtype)
        mind["params"][0, : len(player.params)] = player.params
        play_on(rules, played, mind, player.decide, np.uint64(seed), np.uint64(first), most)
        for row in np.flatnonzero(played["phase"] == ILLEGAL)[:1]:
            turn, choice = int(played["turns"][row]) + 1, int(played["choice"][row])
            raise IllegalChoice(player.name, self.title, first + int(row), turn, " or ".join(CHOICES), choice)

    def _outcomes(self, played: Array) -> Array:
        import numpy as np

        from tests.dash.engine import HOME

        outcomes = np.zeros(len(played), self.outcome)
        outcomes["won"], outcomes["gap"] = played["phase"] == HOME, played["place"] - played["hound"]
        outcomes["turns"] = played["turns"]
        return outcomes


def _state(played: Array) -> dict[str, int]:
    return {name: int(played[name][0]) for name in ("place", "hound")}


GAME = Dash()
