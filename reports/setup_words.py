"""Setups in words and as plain data: where they are played, how far that is known, and what they change in the rulebook's game."""

from __future__ import annotations

from typing import Any

from experiments.factors import catalogue
from experiments.identity import code_hash
from reports.factor_words import place_labels
from reports.scenes import scene_of
from simulator.game import Game, Level, Measure, Setup


def origins(setup: Setup) -> dict[str, str]:
    """Tell of each place whether it is known to be the printed one, reconstructed or invented."""
    return {name: place.origin for name, place in setup.places.items()}


def not_printed(game: Game, setup: Setup) -> dict[str, list[str]]:
    """Name the places that are reconstructed, and those that are invented, for JSON."""
    found, labels = origins(setup), place_labels(game)
    return {
        word: [labels[name] for name, origin in found.items() if origin == word]
        for word in ("reconstructed", "invented")
    }


def setup_figures(game: Game, setup: Setup) -> dict[str, Any]:
    """Return a setup for JSON: all of it, and the hash of what it plays."""
    return {"scenario": scene_of(game).setup_data(setup), "scenario_hash": setup.hash}


def measure_figures(game: Game, measure: Measure) -> dict[str, str]:
    """Name what something is about, for JSON, if that is not what runs of the game are usually about."""
    return {} if measure is game.main else {"measure": measure.name}


def place_levels(setup: Setup) -> dict[str, Level]:
    """Return the levels that say where a setup is played, for JSON."""
    return {name: setup.levels[name] for name in setup.places}


def program(game: Game) -> dict[str, Any]:
    """Return which program played: a hash of the game and its policies, and their versions."""
    return {"code": code_hash(game), "engine": game.version, "rules": game.rules_version}


def changes(game: Game, setup: Setup) -> str:
    """The options that differ from the standard game in the same place, as on the command line."""
    parts: dict[str, str] = {}
    for name, factor in game.factors.items():
        level, book = setup.levels[name], setup.own.get(name) if factor.default is None else factor.default
        if factor.role != "place" and level != book:
            parts[name] = f"{factor.group} {factor.key}={level}" if factor.group else f"{name} {level}"
    return ", ".join(parts.values()) or "standard game"


def title(game: Game, setup: Setup) -> str:
    """`Central Europe with the deck Mine, tokens 8`: where it is played, and what it changes."""
    others = [
        f" with the {name} {setup.places[name].name}"
        for name in catalogue(game).places[1:]
        if setup.levels[name] != game.factors[name].default
    ]
    return f"{where(game, setup)}{''.join(others)}, {changes(game, setup)}"


def where(game: Game, setup: Setup) -> str:
    """`Central Europe`: the name of the board, or of the game if it has none."""
    return next((setup.places[name].name for name in catalogue(game).places), game.title)
