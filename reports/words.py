"""Words that the terminal, pages and figures share: numbers and lists, how games end, how far a place is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from experiments.factors import catalogue
from reports.scenes import scene_of
from simulator.game import Game


def counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def origins_in_words(game: Game, origins: Mapping[str, str]) -> Iterator[str]:
    """Give one sentence if places are not known to be the printed ones, else none. `origins` by the names of factors."""
    known, tells = catalogue(game), scene_of(game).tells
    doubtful = [name for name in known.places if origins[name] != "known"]
    if not doubtful:
        return
    names = {name: known.of(name).label or name for name in doubtful}
    found = {origins[name] for name in doubtful}
    if len(doubtful) > 1 and len(found) == 1:
        says = "are invented" if found == {"invented"} else "are reconstructions, not the printed ones"
        sentence = f"{listed(list(names.values()))} {says}"
    else:
        words = {"reconstructed": "a reconstruction, not the printed one", "invented": "invented"}
        sentence = listed([f"the {name} is {words[origins[factor]]}" for factor, name in names.items()])
    commands = [f"`{tells[name]}`" for name in doubtful if name in tells]
    ask = f": {listed(commands)} {'tell' if len(commands) > 1 else 'tells'} what is known" if commands else ""
    yield f"{capital(sentence)}{ask}."
