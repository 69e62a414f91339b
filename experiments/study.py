"""Studies: grids in TOML files. Some are shipped in `experiments/studies/`; anybody can write one (docs/sweep.md).

title = "How much a time token is worth"
games = 20_000
[factors]
tokens = "7..10"
policy = ["novice", "planner"]
[variants]            # one change at a time, beside the standard game
"draw 4" = { "house draw" = 4 }
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from experiments.factors import POLICY, VARIANT, catalogue
from experiments.grid import Axis, make_axes
from experiments.limits import MAX_GAMES, MAX_SEED
from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import file_name, is_text, near, quote
from simulator.core.toml_table import MAX_NAME, TomlTable, parse_toml
from simulator.game import Game

DEFAULT_GAMES, DEFAULT_SEED = 10_000, 1
LONGEST = 2000  # characters of a text about a study
UNCHANGED = "standard"  # the variant that others are compared with
KEYS = ("title", "about", "games", "seed", "factors", "variants")


@dataclass(frozen=True)
class Study:
    """A grid as texts, and how it is to be played."""

    game: Game
    source: str = ""  # name of the shipped study, or of the file
    title: str = ""
    about: str = ""
    factors: Mapping[str, str] = field(default_factory=dict)  # all but the policy
    policies: tuple[str, ...] = ()
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    games: int = DEFAULT_GAMES
    seed: int = DEFAULT_SEED

    def changed(
        self, factors: Mapping[str, str], policies: Sequence[str], games: int | None, seed: int | None
    ) -> Study:
        """Return the study with these levels, players and numbers instead of its own, as far as they are given."""
        return replace(
            self,
            factors={**self.factors, **factors},
            policies=tuple(policies) or self.policies,
            games=self.games if games is None else games,
            seed=self.seed if seed is None else seed,
        )

    def axes(self) -> list[Axis]:
        """Return all axes of the grid but that of the policy."""
        axes = make_axes(self.game, self.factors)
        variant = catalogue(self.game).factors[VARIANT]
        return [Axis(variant, tuple(self.variants)), *axes] if self.variants else axes


def _shipped(game: Game) -> Traversable:
    return files("experiments").joinpath("studies", game.package)


def study_names(game: Game) -> list[str]:
    """Name the studies of a game that are shipped."""
    if not game.package or not _shipped(game).is_dir():
        return []
    return sorted(path.name.removesuffix(".toml") for path in _shipped(game).iterdir())


def load_study(game: Game, name_or_path: str) -> Study:
    """Load a shipped study by its name, or a file."""
    shipped = study_names(game)
    if name_or_path in shipped:
        text = _shipped(game).joinpath(f"{name_or_path}.toml").read_text(encoding="utf-8")
        return parse_study(game, text, name_or_path)
    if not name_or_path.endswith(".toml"):
        there = f"shipped are {', '.join(shipped)}, or" if shipped else "none is shipped;"
        raise InputError(
            f"there is no study {quote(name_or_path)}{near(name_or_path, shipped)}; {there} give a .toml file."
        )
    return parse_study(game, read_text(Path(name_or_path)), file_name(name_or_path))


def parse_study(game: Game, text: str, name: str) -> Study:
    """Return the study that a file's text describes."""
    known = catalogue(game)
    data = parse_toml(text, name)
    top = TomlTable(data, name)
    top.only((), KEYS)
    factors: dict[str, list[str]] = {}
    for key, value in _table(data, "factors", name).items():
        texts = _texts(value, f"{name}: factors.{key}")
        if not known.is_factor(key):
            raise known.no_factor(key, where=f"{name}: factors: ")
        if known.canonical(key) in factors:
            raise InputError(f"{name}: factors.{key} is given twice.")
        factors[known.canonical(key)] = texts
    policies = tuple(factors.pop(POLICY, ()))
    variants: dict[str, dict[str, str]] = {}
    for variant, options in _table(data, "variants", name).items():
        if not variant.strip() or not is_text(variant, MAX_NAME):
            raise InputError(
                f"{name}: variants: the name {quote(variant)} must not be blank, have at most {MAX_NAME} characters, "
                "and be free of control characters and invisible ones."
            )
        if not isinstance(options, dict):
            example = f'{{ "{known.example[0]}" = {quote(known.example_level)} }}'
            raise InputError(f"{name}: variants.{variant} must be a table, for instance {example}.")
        wrong = next((option for option in options if not known.is_factor(option) or option == POLICY), None)
        if wrong is not None:
            kinds = [each for each in known.kinds if each != POLICY]
            raise known.no_factor(wrong, kinds, f"{name}: variants.{variant}: ")
        variants[variant] = {
            option: ",".join(_texts(value, f"{name}: variants.{variant}.{option}"))
            for option, value in options.items()
        }
    if UNCHANGED in variants:
        raise InputError(
            f"{name}: variants.{UNCHANGED} is there by itself and changes nothing; give yours another name."
        )
    return Study(
        game,
        name,
        top.text("title") if "title" in data else "",
        top.text("about", LONGEST) if "about" in data else "",
        {key: ",".join(texts) for key, texts in factors.items()},
        policies,
        {UNCHANGED: {}, **variants} if variants else {},
        top.integer("games", 1, MAX_GAMES) if "games" in data else DEFAULT_GAMES,
        top.integer("seed", 0, MAX_SEED) if "seed" in data else DEFAULT_SEED,
    )


def _table(data: Mapping[str, Any], key: str, name: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"{name}: {key} must be a table.")
    return table


def _texts(value: object, where: str) -> list[str]:
    """Return a level or a list of levels as texts."""
    several = value if isinstance(value, list) else [value]
    if not several or not all(isinstance(each, str | int) and not isinstance(each, bool) for each in several):
        raise InputError(f"{where} must be a level, a range, or a list of them.")
    return [str(each) for each in several]
