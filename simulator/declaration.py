"""Declaring a game: short forms for factors, and the checks that every declaration passes before anything is made from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from math import prod
from typing import Any, Protocol, TypeVar

from simulator.core.errors import InputError, errors_about, refuse
from simulator.core.messages import check_one_of, check_whole, is_text, near, quote
from simulator.game import Factor, FactorGroup, Game, Level, Measure, Preset

WORD = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")  # of games, factors and presets, which are typed
KEY = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")  # of a factor, within its group
FIELD = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")  # of measures, which are columns
LEVEL = re.compile(
    r"\w[\w+-]*(\.[\w+-]+)*"
)  # a word that stands for a level; commas and .. are between levels
LONGEST_NAME, LONGEST_TEXT, LONGEST_HELP = 40, 200, 2_000
MOST_CLASSES = 10_000  # of a histogram
# Names that a factor cannot have: options that commands have for every game, columns of tables, keys of studies and of `--json`.
OPTIONS = """explain force format game games help html install-completion jobs json keep-games measure negligible no-maps no-report options out
    policy precision preset repeats scheduler seed semicolons show-completion start table target version within yes"""
TABLES = """about cell ci-high ci-low column date difference difference-high difference-low factors index mean outcome p-holm p-value
    pairing-gain plays plays-to-notice title total value variant variants win-rate wins won"""
LABORATORY = frozenset(f"{OPTIONS} {TABLES}".split())
# Columns of tallies that are no measures, and what is put behind a measure's name for others.
COLUMNS = ("results", "game")
ENDINGS = ("_squares", "_histogram", "_first")


class Named(Protocol):
    """Whatever is declared under a name."""

    @property
    def name(self) -> str: ...


Declared = TypeVar("Declared", bound=Named)


def by_name(*declared: Declared) -> dict[str, Declared]:
    """Return what is declared by its names, none of which may stand for two things."""
    found: dict[str, Declared] = {}
    for each in declared:
        if each.name in found:
            raise InputError(f"{type(each).__name__.lower()} {each.name} is declared twice.")
        found[each.name] = each
    return found


def number(name: str, default: int, low: int, high: int, *, note: str = "", **more: Any) -> Factor:
    """Declare a factor whose levels are whole numbers from low to high; `note` says why, `more` are other fields of a `Factor`."""

    def same(level: Level) -> Level:
        check_whole(f"--{name}", level, low, high, note)
        return level

    example = f"{max(low, default - 1)}..{min(high, default + 1)}"
    return Factor(name, default, **{"example": example, "same": same, **more})


def word(name: str, default: str, among: Iterable[str], **more: Any) -> Factor:
    """Declare a factor whose levels are words; a mapping has what is said of each. `more` are other fields of a `Factor`."""

    def same(level: Level) -> Level:
        check_one_of(f"--{name}", level, among)
        return level

    fields = {
        "example": ",".join(among),
        "known": lambda: among,
        "phrases": among if isinstance(among, Mapping) else {},
        "label": name,
        "same": same,
    }
    return Factor(name, default, **{**fields, **more})


def check_declaration(game: Game) -> None:
    """Refuse a game that the laboratory could not make options, columns and words of: one sentence, which names the key."""
    _check_name("name", getattr(game, "name", ""))
    title, measures = getattr(game, "title", ""), getattr(game, "measures", {})
    if not title or not is_text(title, LONGEST_TEXT):
        raise InputError(f"title must be a line of text, of at most {LONGEST_TEXT} characters.")
    _check_keys("group", game.groups, FactorGroup)
    _check_keys("factor", game.factors, Factor)
    for factor in game.factors.values():
        _check_factor(game, factor)
    _check_presets(game)
    _check_keys("measure", measures, Measure)
    if not measures:
        raise InputError("measures: there must be one at least, which runs are about.")
    if not game.main.asked:
        raise InputError(f"measure {game.main.name}: the first one must be a share, or one number of a game.")
    for measure in game.measures.values():
        with errors_about(f"measure {measure.name}"):
            _check_measure(game, measure)


def _check_name(key: str, name: object, pattern: re.Pattern[str] = WORD) -> None:
    if not isinstance(name, str) or not pattern.fullmatch(name) or len(name) > LONGEST_NAME:
        joined = "underscores" if pattern is FIELD else "hyphens"
        raise InputError(
            f"{key}: {quote(name)} must be a word of small letters, digits and {joined}, of at most {LONGEST_NAME} characters."
        )


def _check_keys(kind: str, declared: Any, wanted: type[Any]) -> None:
    if not isinstance(declared, Mapping):
        raise InputError(f"{kind}s: they must be declared by their names, by_name({wanted.__name__}(…), …).")
    for key, each in declared.items():
        if not isinstance(each, wanted):
            raise InputError(f"{kind}s: {quote(key)} must be a {wanted.__name__}.")
        if key != each.name:
            raise InputError(f"{kind} {each.name} stands under another name, {quote(key)}.")
        with errors_about(f"{kind} {quote(each.name).strip(chr(34))}"):
            _check_fields(each)


def _check_fields(declared: Any) -> None:
    """Refuse fields that hold no text, where a line of text belongs, or no whole number."""
    for field in fields(declared):
        found: Any = getattr(declared, field.name)
        texts: list[Any] = [found] if field.type == "str" else []
        if field.type == "Mapping[str, str]":
            if not isinstance(found, Mapping):
                raise InputError(f"{field.name} must be a dict of words.")
            texts = [*found, *found.values()]
        elif field.type == "tuple[str, str]":
            texts = [*found]
        for text in texts:
            most = LONGEST_HELP if field.name == "help" else LONGEST_TEXT
            if not is_text(text, most):
                wrong = f"{field.name}: {quote(text)}"
                raise InputError(f"{wrong} must be a line of text, of at most {most:,} characters.")
        if field.type == "int" and (isinstance(found, bool) or not isinstance(found, int)):
            raise InputError(f"{field.name}: {quote(found)} must be a whole number.")


def _check_factor(game: Game, factor: Factor) -> None:
    group, where = factor.group, f"factor {factor.name}"
    if group:
        _check_name(where, factor.key.lower() if KEY.fullmatch(factor.key) else factor.key)
        if group not in game.groups:
            raise InputError(f"{where}: there is no group {quote(group)}{near(group, game.groups)}.")
    _check_name("factor", group or factor.name)
    if (group or factor.name) in LABORATORY:
        raise InputError(f"{where}: Signalbox has an option or a column of this name; take another.")
    if group in game.factors:
        raise InputError(f"factor {group}: there is a group of this name.")
    if factor.default is not None:
        _check_level(f"{where}, its default", factor, factor.default)
    for level in factor.known() if factor.role == "setting" else ():
        _check_level(f"{where}, a level that is known", factor, level)


def _check_level(where: str, factor: Factor, level: Level) -> None:
    """Refuse a level that is no whole number or word, or that the factor itself spells in another way."""
    with errors_about(where):
        if (
            isinstance(level, bool)
            or not isinstance(level, int | str)
            or (isinstance(level, int) and level < 0)
        ):
            raise InputError(f"{quote(level)} must be a word, or a whole number from 0 on.")
        if isinstance(level, str) and factor.role == "setting" and not LEVEL.fullmatch(level):
            raise InputError(f"{quote(level)} must be a word of letters, digits and hyphens.")
        spelled = factor.same(level)
        if spelled != level:
            raise InputError(f"{quote(level)} must be written {quote(spelled)}.")


def _check_presets(game: Game) -> None:
    _check_keys("preset", game.presets, Preset)
    for place, preset in enumerate(game.presets.values()):
        _check_name("preset", preset.name)
        where = f"preset {preset.name}"
        if place == 0 and preset.changes:
            raise InputError(f"{where}: the first one is the rulebook's game, and changes nothing.")
        if place > 0 and not preset.changes:
            raise InputError(f"{where}: it changes nothing.")
        for name, level in preset.changes.items():
            if name not in game.factors:
                raise InputError(f"{where}: there is no factor {quote(name)}{near(name, game.factors)}.")
            _check_level(where, game.factors[name], level)


def _check_measure(game: Game, measure: Measure) -> None:
    """Refuse a measure that is no field of the outcome, or another one than it says."""
    _check_name("its name", measure.name, FIELD)
    if measure.name in COLUMNS or measure.name.endswith(ENDINGS) or measure.name.startswith("heat_"):
        raise InputError("Signalbox has a column of this name; take another.")
    known = game.outcome.names or ()
    if measure.name not in known:
        turns = "; a game in plain Python has no numbers turn by turn" if measure.by_turn else ""
        raise InputError(
            f"it is no field of the outcome{near(measure.name, known)}; they are {', '.join(known)}{turns}."
        )
    field = game.outcome[measure.name]
    if field.base.kind not in "iu":
        raise InputError("its field must hold integers.")
    checks = [
        (measure.kind not in ("count", "score", "share", "code"), f"there is no kind {quote(measure.kind)}."),
        (
            bool(measure.parts) and len(measure.parts) != prod(field.shape),
            f"it has {len(measure.parts)} parts, and its field {prod(field.shape)} numbers.",
        ),
        (measure.kind == "code" and not measure.values, "a code needs words for its values."),
        (bool(measure.top) and measure.low >= measure.top, "its histogram ends before it begins."),
        (measure.classes > MOST_CLASSES, f"its histogram has more than {MOST_CLASSES:,} classes."),
        (bool(measure.low) and not measure.top, "its histogram has a first class, and no last one."),
        (measure.low < 0 and measure.kind != "score", "only a score can be negative."),
        (
            bool(measure.by_turn) and measure.by_turn not in game.measures,
            f"there is no measure {quote(measure.by_turn)}.",
        ),
        (
            bool(measure.also_of) and measure.also_of not in game.results,
            f"there is no result {quote(measure.also_of)}; they are {', '.join(game.results)}.",
        ),
    ]
    refuse(checks)
