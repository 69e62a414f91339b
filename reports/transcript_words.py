"""The wording of a transcript: small phrases for the parts of an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.trace_names import IDS, TraceNames

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
# The same of many games.
CAUSE_WORDS = {cause: many for cause, (_, many) in CAUSES.items()}
LOSS_WORDS = {rule: ENDINGS[rule] for rule in ("E2", "E3")}
HELPERS = {
    "H1": "logistician, {train} rolls again",
    "H2": "dispatcher, trains run through cities in this turn, {train} first",
    "H3": "conductor, {colour} does not move",
    "H4": "track keeper, {card} goes under the pile",
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


def stop_in_words(event: Event, names: TraceNames, *, moved: bool) -> str:
    stops = "stops" if moved else f"stays at {names.cells([event['at']])}"
    left = f", {counted(event['unused'], 'point')} unused" if event["unused"] else ""
    return f"{stops}{_why_it_stops(event['reason'], event['before'], names)}{left}"


def _why_it_stops(reason: str, before: str | None, names: TraceNames) -> str:
    match reason, before:
        case "red", str(field):
            return f" before {names.red_signal(field)}"
        case "arm", str(junction):
            return f" before the closed switch {names.place(junction)}"
        case "train", str(train):
            return f" behind {names.train(train)}"
        case "head-on", str(train):
            return f", head-on with {names.train(train)}"
        case "start", str(train):
            return f" before {names.train(train)} on a start place"
    return {"city": " in the city", "port": " in the port", "start": " on the start place"}.get(reason, "")


def helper_name(helper: str) -> str:
    return HELPERS[helper].partition(",")[0]


def helper_in_words(event: Event, names: TraceNames) -> str:
    words = {"train": names.train, "card": names.this_card}
    told = {key: words[key](value) if key in words else value for key, value in event.items()}
    return HELPERS[event["helper"]].format_map(told)


def choice_in_words(choice: Event, names: TraceNames = IDS) -> str:
    """A choice of docs/trace.md as a phrase."""
    cards = f" for {paid(choice['cards'])}" if isinstance(choice.get("cards"), list) else ""
    match choice:
        case {"signal": [start, end]}:
            return f"signal from {names.signal(start)} to {names.signal(end)}{cards}"
        case {"signal": field}:
            return f"signal on {names.signal(field)}"
        case {"switch": junction, "open": lines}:
            return f"switch {names.place(junction)} to {names.arms(junction, lines)}{cards}"
        case {"move": train}:
            return f"move {names.train(train)}{cards}"
        case {"load": train}:
            return f"load {names.train(train)}{cards}"
        case {"hold": train}:
            return f"hold {names.train(train)}"
        case {"colour": colour}:
            return str(colour)
        case {"place": place}:
            return f"place at {names.place(place)}"
        case {"by": field}:
            return f"leave {names.exit(field)}"
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
        f"{counted(scenario['removed'], 'timetable card')} put away, start places by {scenario['locations']}, "
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
