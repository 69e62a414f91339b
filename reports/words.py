"""Words that the terminal, pages and figures share: numbers and lists, why games go wrong, how far a board is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from experiments.measures import MEASURES

# Why tokens are lost and games end, of many games.
CAUSE_WORDS = MEASURES["tokens"].parts
LOSS_WORDS = {rule: words for rule, words in MEASURES["why"].values.items() if words}
ENDINGS = {"E1": "the last good required has arrived", **LOSS_WORDS}


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
