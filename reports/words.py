"""Words that the terminal, pages and figures share: numbers and lists, why games go wrong, how far a board is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


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
