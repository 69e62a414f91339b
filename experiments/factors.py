"""All that a grid of a game can vary: the factors of the game, and three that every game has: preset, variant and policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from experiments.levels import parse_levels
from simulator.core.errors import InputError
from simulator.core.messages import near, quote
from simulator.game import Factor, Game, Level

PRESET, VARIANT, POLICY = "preset", "variant", "policy"


class Catalogue:
    """The factors of a game by their names, and which of them are what; `catalogue(game)` keeps one for each game."""

    def __init__(self, game: Game) -> None:
        preset = Factor(
            PRESET,
            next(iter(game.presets), None),
            help="A step of the rulebook to start from; `sim presets` lists them",
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

    @cached_property
    def compared_within(self) -> tuple[str, ...]:
        """Name what two settings must have in common to be compared: who plays, and where."""
        return (POLICY, *self.places)

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
        raise InputError(
            f"--{group}: there is no {self.groups[group].noun} {quote(key)}{near(key, keys)}; they are {', '.join(keys)}."
        )

    def no_factor(self, name: str, known: Sequence[str] = (), where: str = "") -> InputError:
        """Say that there is no factor of this name."""
        names = known or self.kinds
        return InputError(
            f"{where}there is no factor {quote(name)}{near(name, names)}; they are {', '.join(names)}."
        )

    def expanded(self, levels: Mapping[str, Level]) -> dict[str, Level]:
        """Return levels with what their preset changes; single factors change the preset further."""
        if PRESET not in levels:
            return dict(levels)
        name, presets = str(levels[PRESET]), self.game.presets
        if name not in presets:
            raise InputError(
                f"--preset: there is no preset {quote(name)}{near(name, presets)}; presets are {', '.join(presets)}."
            )
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
