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

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from experiments.factors import KINDS, POLICY, VARIANT, canonical, is_factor, no_factor
from experiments.grid import Axis, make_axes
from experiments.limits import MAX_GAMES, MAX_SEED
from simulator.core.errors import InputError
from simulator.core.files import read_text
from simulator.core.messages import file_name, is_text, near, show
from simulator.core.toml_table import MAX_NAME, Table, parse_toml

LONGEST = 2000  # characters of a text about a study
UNCHANGED = "standard"  # the variant that others are compared with
KEYS = ("title", "about", "games", "seed", "factors", "variants")


@dataclass(frozen=True)
class Study:
    """A grid as texts, and how it is to be played; None where the file says nothing."""

    source: str  # name of the shipped study, or of the file
    title: str = ""
    about: str = ""
    factors: Mapping[str, str] = field(default_factory=dict)  # all but the policy
    policies: tuple[str, ...] = ()
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    games: int | None = None
    seed: int | None = None

    def axes(self) -> list[Axis]:
        """All axes of the grid but that of the policy."""
        axes = make_axes(self.factors)
        return [Axis(VARIANT, tuple(self.variants)), *axes] if self.variants else axes


def study_names() -> list[str]:
    found = [path.name.removesuffix(".toml") for path in files("experiments").joinpath("studies").iterdir()]
    return sorted(name for name in found if not name.startswith("_"))


def load_study(name_or_path: str) -> Study:
    """A shipped study by its name, or a file."""
    shipped = study_names()
    if name_or_path in shipped:
        text = files("experiments").joinpath("studies", f"{name_or_path}.toml").read_text(encoding="utf-8")
        return parse_study(text, name_or_path)
    if not name_or_path.endswith(".toml"):
        raise InputError(
            f"there is no study {show(name_or_path)}{near(name_or_path, shipped)}; shipped are "
            f"{', '.join(shipped)}, or give a .toml file."
        )
    return parse_study(read_text(Path(name_or_path)), file_name(name_or_path))


def parse_study(text: str, name: str) -> Study:
    """The study that a file's text describes."""
    data = parse_toml(text, name)
    top = Table(data, name)
    top.only((), KEYS)
    factors: dict[str, str] = {}
    policies: tuple[str, ...] = ()
    for key, value in _table(data, "factors", name).items():
        texts = _texts(value, f"{name}: factors.{key}")
        if not is_factor(key):
            raise no_factor(key, where=f"{name}: factors: ")
        if key == POLICY:
            policies = tuple(texts)
        elif canonical(key) in factors:
            raise InputError(f"{name}: factors.{key} is given twice.")
        else:
            factors[canonical(key)] = ",".join(texts)
    variants: dict[str, dict[str, str]] = {}
    for variant, options in _table(data, "variants", name).items():
        if not variant.strip() or not is_text(variant, MAX_NAME):
            raise InputError(
                f"{name}: variants: the name {show(variant)} must not be blank, have at most {MAX_NAME} characters, "
                "and be free of control characters and invisible ones."
            )
        if not isinstance(options, dict):
            raise InputError(f'{name}: variants.{variant} must be a table, for instance {{ "tokens" = 8 }}.')
        wrong = next((option for option in options if not is_factor(option) or option == POLICY), None)
        if wrong is not None:
            known = [each for each in KINDS if each != POLICY]
            raise no_factor(wrong, known, f"{name}: variants.{variant}: ")
        variants[variant] = {
            option: ",".join(_texts(value, f"{name}: variants.{variant}.{option}"))
            for option, value in options.items()
        }
    if UNCHANGED in variants:
        raise InputError(
            f"{name}: variants.{UNCHANGED} is there by itself and changes nothing; give yours another name."
        )
    if variants:
        variants = {UNCHANGED: {}} | variants
    return Study(
        name,
        top.text("title") if "title" in data else "",
        top.text("about", LONGEST) if "about" in data else "",
        factors,
        policies,
        variants,
        top.integer("games", 1, MAX_GAMES) if "games" in data else None,
        top.integer("seed", 0, MAX_SEED) if "seed" in data else None,
    )


def _table(data: Mapping[str, Any], key: str, name: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"{name}: {key} must be a table.")
    return table


def _texts(value: object, where: str) -> list[str]:
    """A level or a list of levels, as texts."""
    several = value if isinstance(value, list) else [value]
    if not several or not all(isinstance(each, str | int) and not isinstance(each, bool) for each in several):
        raise InputError(f"{where} must be a level, a range, or a list of them.")
    return [str(each) for each in several]
