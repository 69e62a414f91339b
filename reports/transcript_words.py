"""The wording of a transcript: small phrases for the parts of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Event = Mapping[str, Any]
KINDS = ("signal", "switch", "move")
# Why tokens are lost: said of one event, and of many together.
CAUSES = {
    "red": ("red signal", "red signals"),
    "arm": ("closed switch", "closed switches"),
    "train": ("train ahead", "trains ahead"),
    "head-on": ("head-on", "head-on meetings"),
    "start": ("ran onto a start place", "start places run onto"),
    "occupied": ("start place occupied", "occupied start places"),
    "no-train": ("no train to deploy", "no train in the depot"),
}
ENDINGS = {
    "E1": "the last good required has arrived",
    "E2": "the timetable ran out",
    "E3": "the clock ran out after the last card",
}
HELPERS = {
    "H1": "logistician, {train} rolls again",
    "H2": "dispatcher, trains run through cities in this turn, {train} first",
    "H3": "conductor, {colour} does not move",
    "H4": "track keeper, card {card} goes under the pile",
    "H5": "shunter, the start place for {colour} is chosen",
    "H6": "controller, {train} does not move",
}


def printable(text: str) -> str:
    if text.isprintable():
        return text  # nearly always; a look at every character takes longer than making the line
    return "".join(c if c.isprintable() else "�" for c in text)


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def cards_in_words(hand: Sequence[int]) -> str:
    """`3 signal, 1 move`."""
    return (
        ", ".join(f"{number} {kind}" for number, kind in zip(hand, KINDS, strict=True) if number)
        or "no cards"
    )


def paid(cards: Sequence[int]) -> str:
    return (
        " + ".join(f"{number} {kind}" for number, kind in zip(cards, KINDS, strict=True) if number)
        or "no card"
    )


def path_in_words(cells: Sequence[str]) -> str:
    """Cells one after another; further cells of the same line by their number only: `lyon-paris#1, #2, paris`."""
    words: list[str] = []
    before = ""
    for cell in cells:
        line, mark, number = cell.partition("#")
        words.append(f"#{number}" if mark and line == before else cell)
        before = line if mark else ""
    return ", ".join(words)


def stop_in_words(event: Event, *, moved: bool) -> str:
    before, unused = event["before"], event["unused"]
    stops = "stops" if moved else f"stays at {event['at']}"
    reasons = {
        "points": stops,
        "red": f"{stops} before the red signal {before}",
        "arm": f"{stops} before the closed switch {before}",
        "train": f"{stops} behind {before}",
        "head-on": f"{stops}, head-on with {before}",
        "city": f"{stops} in the city",
        "port": f"{stops} in the port",
        "start": f"{stops} on the start place"
        if before is None
        else f"{stops} before {before} on a start place",
    }
    left = f", {counted(unused, 'point')} unused" if unused else ""
    return reasons[event["reason"]] + left


def helper_name(helper: str) -> str:
    return HELPERS[helper].partition(",")[0]


def helper_in_words(event: Event) -> str:
    return HELPERS[event["helper"]].format_map(event)


def choice_in_words(choice: Event) -> str:
    """A choice of docs/trace.md as a phrase."""
    cards = f" for {paid(choice['cards'])}" if isinstance(choice.get("cards"), list) else ""
    match choice:
        case {"signal": [start, end]}:
            return f"signal from {start} to {end}{cards}"
        case {"signal": field}:
            return f"signal on {field}"
        case {"switch": junction, "open": lines}:
            return f"switch {junction} to {' and '.join(lines)}{cards}"
        case {"move": train}:
            return f"move {train}{cards}"
        case {"load": train}:
            return f"load {train}{cards}"
        case {"hold": train}:
            return f"hold {train}"
        case {"colour": colour}:
            return str(colour)
        case {"place": place}:
            return f"place at {place}"
        case {"by": field}:
            return f"leave by {field}"
        case {"use": use}:
            return "yes" if use else "no"
        case {"roll": _}:
            return "leave it to chance"
        case {"cards": int(number)}:
            return f"draw {number}"
    return "stop"


def title(header: Event) -> Iterator[str]:
    """What is played, in two lines, and how well it is known."""
    scenario = header["scenario"]
    yield f"{header['board']['name']}, game {header['game']} of seed {header['seed']}, policy {header['policy']}"
    yield (
        f"{scenario['players']} players, game of {counted(header['goods_required'], 'good')}, "
        f"{counted(scenario['removed'], 'timetable card')} put away, locations {scenario['locations']}, "
        f"edition {scenario['edition']}, layout {scenario['layout']}, "
        f"helpers {', '.join(map(helper_name, scenario['helpers'])) or 'none'}"
    )
    yield from origins_in_words(header["board"]["origin"], header["deck"]["origin"])


def origins_in_words(board: str, timetable: str) -> Iterator[str]:
    """One sentence if board or timetable are not known to be the printed ones, else none."""
    origins = {"board": board, "timetable": timetable}
    commands = {"board": "`sim board check`", "timetable": "`sim decks`"}
    doubtful = [name for name, word in origins.items() if word != "known"]
    if not doubtful:
        return
    if len(doubtful) == 2 and board == timetable:
        says = "are reconstructions, not the printed ones" if board == "reconstructed" else "are invented"
        facts = [f"board and timetable {says}"]
    else:
        words = {"reconstructed": "a reconstruction, not the printed one", "invented": "invented"}
        facts = [f"the {name} is {words[origins[name]]}" for name in doubtful]
    sentence = " and ".join(facts)
    ask = " and ".join(commands[name] for name in doubtful)
    yield f"{sentence[0].upper()}{sentence[1:]}: {ask} {'tell' if len(doubtful) > 1 else 'tells'} what is known."
