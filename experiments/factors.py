"""All that a grid of a game can vary, and how levels are written.

Varied are the factors of the game, and three that every game has: preset, variant and policy. Levels are written as `7`, `7,9`, `7..10`, `0..6..2`,
`dice,stack`, and mixtures of them; a range holds both its ends, and levels keep the order in which they are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache, cached_property
from itertools import islice, product
from math import prod
from os.path import isfile
from typing import TypeVar

from simulator.core.errors import InputError
from simulator.core.messages import check_known, quote, unknown
from simulator.game import Factor, Game, Level

Named = TypeVar("Named", Level, str)
MOST_LEVELS = 1000
MOST_COMMAS = 20  # in the path of a file
RANGE = re.compile(
    r"(-?\d{1,9}(?:\.\d{1,9})?)\.\.(-?\d{1,9}(?:\.\d{1,9})?)(?:\.\.(-?\d{1,9}(?:\.\d{1,9})?))?"
)
PRESET, VARIANT, POLICY = "preset", "variant", "policy"


class Catalogue:
    """The factors of a game by their names, and what each is for; `catalogue(game)` keeps one for each game."""

    def __init__(self, game: Game) -> None:
        preset = Factor(
            PRESET,
            next(iter(game.presets), None),
            help="A setup under a name, to start from; `sim presets` lists them",
            example=",".join(list(game.presets)[:2]),
            known=lambda: game.presets,
            label=PRESET,
            role="list",
        )
        variant = Factor(VARIANT, "standard", label=VARIANT, role="list")
        policy = Factor(POLICY, None, label=POLICY)
        presets = {PRESET: preset} if game.presets else {}
        self.game, self.groups = game, game.groups
        self.factors: Mapping[str, Factor] = {**presets, **game.factors, VARIANT: variant, POLICY: policy}

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Name those with an option of their own in every command, in the order of that list."""
        return tuple(
            name
            for name, factor in self.factors.items()
            if not factor.group and name not in (VARIANT, POLICY)
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Name all that a study can vary, with a word for the key of a group."""
        groups = (f"{group.name} {group.metavar.partition('=')[0]}" for group in self.groups.values())
        return (*self.options, POLICY, *groups)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """Name what settings are compared on: boards, decks."""
        return tuple(name for name, factor in self.factors.items() if factor.role == "place")

    @property
    def first_place(self) -> str:
        """Name the first of them, which is shown; nothing in a game without places."""
        return next(iter(self.places), "")

    @cached_property
    def compared_within(self) -> tuple[str, ...]:
        """Name what two settings must have in common to be compared: who plays, and where."""
        return (POLICY, *self.places)

    @property
    def bare_kinds(self) -> list[str]:
        """Name the factors of which a level alone says which is meant, as a side of a comparison: presets, places and policies do not overlap."""
        kinds = [PRESET if self.game.presets else "", self.first_place, POLICY]
        return [kind for kind in kinds if kind]

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """Name the factors whose levels are whole setups."""
        return tuple(name for name, factor in self.factors.items() if factor.role == "list")

    @cached_property
    def example(self) -> tuple[str, str]:
        """Return a factor that a message may speak of, numbers first, and levels that a sweep can take."""
        told = [each for each in self.factors.values() if each.example and each.role != "place"]
        told.sort(key=lambda each: not (isinstance(each.default, int) and each.is_step))
        return (told[0].name, told[0].example) if told else (POLICY, "FILE.py:NAME")

    @cached_property
    def example_level(self) -> Level:
        """Return one of these levels, another one than the rulebook's."""
        name, text = self.example
        levels = parse_levels(name, text)
        return next((each for each in levels if each != self.factors[name].default), levels[0])

    def canonical(self, name: str) -> str:
        """Return the name of a factor as it is declared: `ruling x6` is `ruling X6`."""
        group, _, key = name.partition(" ")
        return f"{group} {key.upper()}" if group in self.groups and self.groups[group].upper else name

    def is_factor(self, name: str) -> bool:
        """Tell whether a grid could vary it. Of a group any key will do: `declared` says which there are."""
        group, _, key = name.partition(" ")
        return name in (*self.options, POLICY) or (group in self.groups and bool(key.strip()))

    def of(self, name: str) -> Factor:
        """Return the factor of a name in a run, which may come from a stranger: of one that nobody has declared nothing is known."""
        return self.factors.get(name) or Factor(name, None)

    def declared(self, name: str) -> Factor:
        """Return the factor of a name; one sentence if there is none."""
        if name in self.factors:
            return self.factors[name]
        group, _, key = name.partition(" ")
        if group not in self.groups:
            raise self.no_factor(name, self.options)
        keys = [factor.key for factor in self.factors.values() if factor.group == group]
        raise unknown(f"--{group}: there is no {self.groups[group].noun}", key, keys)

    def no_factor(self, name: str, known: Sequence[str] = (), where: str = "") -> InputError:
        """Say that there is no factor of this name."""
        return unknown(f"{where}there is no factor", name, known or self.kinds)

    def expanded(self, levels: Mapping[str, Level]) -> dict[str, Level]:
        """Return levels with what their preset changes; single factors change the preset further."""
        if PRESET not in levels:
            return dict(levels)
        name, presets = str(levels[PRESET]), self.game.presets
        check_known("--preset: there is no preset", name, presets)
        return {**presets[name].changes, **{key: level for key, level in levels.items() if key != PRESET}}

    def steps_from_rulebook(self, levels: Mapping[str, Level], own: Mapping[str, Level]) -> int:
        """Count how far a setup is from the rulebook's, in steps that somebody would have to explain at the table.

        A token, a card, a disc more or less is a step each, and so is everything else that is not as the rulebook, or the place, has it.
        """
        steps = 0
        for name, factor in self.game.factors.items():
            book = own.get(name) if factor.default is None else factor.default
            if factor.is_step and factor.role != "place" and levels[name] != book:
                both = levels[name], book
                counted = factor.counted and all(isinstance(each, int) for each in both)
                steps += abs(int(both[0]) - int(both[1] or 0)) if counted else 1
        return steps


@cache
def catalogue(game: Game) -> Catalogue:
    """Return all that grids of a game can vary."""
    return Catalogue(game)


def parse_levels(option: str, text: str) -> list[Level]:
    """Return all levels that a text names, numbers as numbers; nothing may be named twice."""
    pieces = [piece.strip() for piece in text.split(",")]
    if "" in pieces:
        raise InputError(f"{option}: {quote(text)} names an empty level; write 7, 7,9 or 7..10.")
    named = (_number_or_word(word) for piece in pieces for word in expand(option, piece))
    levels = list(islice(named, MOST_LEVELS + 1))
    _check_number(option, text, levels)
    return _once(option, text, levels)


def the_only(found: Sequence[Named], wrong: str) -> Named:
    """Return the one level that a text names; the sentence says what is wrong with several."""
    if len(found) != 1:
        raise InputError(wrong)
    return found[0]


def parse_files(option: str, text: str) -> list[str]:
    """Return names, or paths of files. There are no ranges, since paths may begin with two dots; a comma is part of a path if there is such a file."""
    words, pieces = [], text.split(",")
    _check_number(option, text, pieces)
    while pieces:
        lengths = range(min(len(pieces), MOST_COMMAS + 1), 1, -1)
        length = next((each for each in lengths if isfile(",".join(pieces[:each]).strip())), 1)
        words.append(",".join(pieces[:length]).strip())
        del pieces[:length]
    if "" in words:
        raise InputError(f"{option}: {quote(text)} has an empty name between its commas.")
    return _once(option, text, words)


def _check_number(option: str, text: str, named: Sequence[object]) -> None:
    if len(named) > MOST_LEVELS:
        raise InputError(f"{option}: {quote(text)} names more than {MOST_LEVELS} levels.")


def _once(option: str, text: str, named: list[Named]) -> list[Named]:
    twice = next((each for number, each in enumerate(named) if each in named[:number]), None)
    if twice is not None:
        raise InputError(f"{option}: {twice} is named twice in {quote(text)}.")
    return named


def expand(option: str, piece: str) -> list[str]:
    """Return the members of a range; anything else stays what it is."""
    if ".." not in piece:
        return [piece]
    found = RANGE.fullmatch(piece)
    if not found:
        raise InputError(
            f"{option}: {quote(piece)} is no range; write it as 7..10, or 0..6..2 for every second."
        )
    first, last, step = (Decimal(part) if part else Decimal(1) for part in found.groups())
    length = last - first
    mistakes = {
        f"the step of {piece} must be more than 0.": step <= 0,
        f"{piece} runs backwards; write {last}..{first}.": length < 0,
        f"{piece} needs a step, as in {piece}..{length / 2}.": not found[3] and length % 1 != 0,
        f"{piece} has more than {MOST_LEVELS} levels.": length >= MOST_LEVELS * step,
    }
    for sentence, is_made in mistakes.items():
        if is_made:
            raise InputError(f"{option}: {sentence}")
    count = int(length / step) + 1
    # 1, not 1.00, as one would write it: policies are told apart by their texts
    return [f"{(first + number * step).normalize():f}" for number in range(count)]


def parse_policies(texts: list[str]) -> list[str]:
    """Return the policies of a list: `novice,planner:attention=0.4..0.8..0.2,token=3`. A comma before `key=` goes on with the settings."""
    policies: dict[str, None] = {}
    for text in texts:
        joined: list[str] = []
        for piece in text.split(","):
            is_setting = "=" in piece and ":" not in piece
            if joined and (is_setting or (piece.startswith("@") and ":" in joined[-1])):
                joined[-1] += f",{piece}"
            else:
                joined.append(piece)
        for policy in joined:
            for each in _expand_settings(policy):
                if not each or each in policies:
                    wrong = f"{each} is named twice" if each else f"{quote(text)} names an empty policy"
                    raise InputError(f"--policy: {wrong}.")
                policies[each] = None
    return list(policies)


def _expand_settings(policy: str) -> list[str]:
    """Return every combination of the ranges in a policy's settings."""
    choices: list[list[str]] = []
    for part in re.split(r"(=[^,]*)", policy):
        is_range = part.startswith("=") and ".." in part and "/" not in part
        choices.append([f"={value}" for value in expand("--policy", part[1:])] if is_range else [part])
        if is_range and prod(map(len, choices)) > MOST_LEVELS:
            raise InputError(f"--policy: {quote(policy)} has more than {MOST_LEVELS} settings.")
    return ["".join(chosen) for chosen in product(*choices)]


def _number_or_word(word: str) -> Level:
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word
