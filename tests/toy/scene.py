"""How games of The Dragon's Hoard are told."""

from collections.abc import Iterable, Iterator

from reports.scenes import Scene
from simulator.game import Event, Setup


class Tales(Scene):
    """A night is a line: what was grabbed, and what became of it."""

    def transcript(self, setup: Setup, events: Iterable[Event]) -> Iterator[str]:
        header, *choices, end = events
        yield f"{header['policy']} goes into the cave for {header['setup']['nights']} nights"
        grabbed: list[int] = []
        for event, after in zip(choices, [*choices[1:], end], strict=True):
            here, there = event["state"], after["state"]
            if event["choice"] == "grab" and there["nights"] == here["nights"]:
                grabbed.append(there["sack"] - here["sack"])
                continue
            how = f"runs home with {here['sack']}" if event["choice"] == "run" else "wakes the dragon"
            yield f"  grabs {', '.join(map(str, grabbed)) or 'nothing'}; {how}"
            grabbed.clear()
        yield f"{end['outcome']['gold']} gold at home{', a fortune' if end['outcome']['won'] else ''}"


SCENE = Tales()
