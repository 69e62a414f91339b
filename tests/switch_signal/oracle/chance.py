"""Where random outcomes come from: the streams of a key, or a trace that tells what came (docs/trace.md)."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

Outcome = TypeVar("Outcome")

KINDS = ("signal", "switch", "move")


class Chance(Protocol):
    """Random outcomes by meaning."""

    def timetable(self, unseen: list[str]) -> str:
        """T1: the timetable card turned over, of those never revealed, in deck order."""

    def deployment_dice(self) -> tuple[int, int]:
        """D1: the two deployment dice."""

    def number(self, left: list[int]) -> int:
        """V5, V6: a location token of those left, ascending."""

    def movement(self, train: str, faces: list[int]) -> int:
        """M1: the points a train rolls."""

    def action_card(self, pile: list[int]) -> str:
        """S4, T3: the kind of the card drawn from a pile of so many signals, switches and moves."""

    def setting(self, junction: str, options: list[list[str]]) -> list[str]:
        """V10 random: a junction's open lines."""

    def field(self, options: list[str]) -> str:
        """V10 random: the field for the next disc."""

    def accept(self, ways: int) -> bool:
        """V10 random with extra discs: keep the signals drawn, with probability one in `ways`."""


class KeyChance:
    """Outcomes from `draw(stream, n)`, from 0 to n - 1; streams are named as in docs/trace.md."""

    def __init__(self, draw: Callable[[str, int], int]) -> None:
        self.draw = draw

    def _pick(self, stream: str, options: list[Outcome]) -> Outcome:
        return options[self.draw(stream, len(options))]

    def timetable(self, unseen: list[str]) -> str:
        return self._pick("timetable", unseen)

    def deployment_dice(self) -> tuple[int, int]:
        first = 1 + self.draw("deploy", 6)
        second = 1 + self.draw("deploy", 6)
        return first, second

    def number(self, left: list[int]) -> int:
        return self._pick("location", left)

    def movement(self, train: str, faces: list[int]) -> int:
        return self._pick(f"train {train}", faces)

    def action_card(self, pile: list[int]) -> str:
        cards = [kind for kind, count in zip(KINDS, pile, strict=True) for _ in range(count)]
        return self._pick("action", cards)

    def setting(self, junction: str, options: list[list[str]]) -> list[str]:
        return self._pick("layout", options)

    def field(self, options: list[str]) -> str:
        return self._pick("layout", options)

    def accept(self, ways: int) -> bool:
        return self.draw("layout", ways) == 0


class Unexplained(Exception):
    """The trace does not tell an outcome that the rules need now, or tells an impossible one."""


class TraceChance:
    """Outcomes read from the events of an existing trace; its `setup` tells V5 and a random layout."""

    def __init__(self, events: Iterable[dict[str, Any]]) -> None:
        self._cards: deque[str] = deque()
        self._dice: deque[tuple[int, int]] = deque()
        self._numbers: deque[int] = deque()
        self._rolls: dict[str, deque[int]] = {}
        self._actions: deque[str] = deque()
        self._switches: dict[str, list[str]] = {}
        self._signals: list[str] = []
        for event in events:
            self._learn(event)

    def _learn(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "setup":
                state = event["state"]
                self._switches = state["switches"]
                self._signals = state["signals"]
                if state["tokens"] is None:
                    self._numbers.extend(n for numbers in state["numbers"].values() for n in numbers)
            case "reveal" if event["card"] != "start":
                self._cards.append(event["card"])
            case "deploy" if event["by"] == "dice":
                first, second = event["dice"]
                self._dice.append((first, second))
            case "deploy" if event["by"] == "token":
                self._numbers.append(event["number"])
            case "roll":
                self._rolls.setdefault(event["train"], deque()).append(event["points"])
            case "deal" | "draw":
                self._actions.extend(event["cards"])

    def timetable(self, unseen: list[str]) -> str:
        return _next(self._cards, unseen, "timetable card")

    def deployment_dice(self) -> tuple[int, int]:
        faces = range(1, 7)
        return _next(self._dice, [(a, b) for a in faces for b in faces], "roll of the deployment dice")

    def number(self, left: list[int]) -> int:
        return _next(self._numbers, left, "location token")

    def movement(self, train: str, faces: list[int]) -> int:
        return _next(self._rolls.get(train, deque()), faces, f"roll of {train}")

    def action_card(self, pile: list[int]) -> str:
        possible = [kind for kind, count in zip(KINDS, pile, strict=True) if count > 0]
        return _next(self._actions, possible, "action card")

    def setting(self, junction: str, options: list[list[str]]) -> list[str]:
        told = self._switches.get(junction)
        if told not in options:
            raise Unexplained(f"the layout of {junction} cannot be {told}")
        return told

    def field(self, options: list[str]) -> str:
        for name in options:
            if name in self._signals:
                return name
        raise Unexplained(f"the layout has no green field left among {', '.join(options)}")

    def accept(self, ways: int) -> bool:
        return True


def _next(told: "deque[Outcome]", possible: list[Outcome], what: str) -> Outcome:
    """The next outcome that the trace tells, if it is possible."""
    if not told:
        raise Unexplained(f"the trace tells no further {what}")
    outcome = told.popleft()
    if outcome not in possible:
        raise Unexplained(f"{outcome} is not a possible {what}")
    return outcome
