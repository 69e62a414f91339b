"""The vocabulary of scenarios once more, for commands that take several levels of an option at once."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated

import typer

from policies.registry import DEFAULT_TABLES, TABLES
from signalbox.cli.completion import BY_OPTION
from signalbox.cli.options import BATCH, RULES, SETUP
from simulator.switch_signal.house import HOUSE_NUMBERS

if TYPE_CHECKING:
    from experiments.study import Study

LEVELS = "LEVELS"


def levels_option(name: str, panel: str, help_text: str, metavar: str = LEVELS) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(
        name,
        metavar=metavar,
        help=help_text,
        rich_help_panel=panel,
        autocompletion=BY_OPTION.get(name),
    )
    return option


@dataclass(frozen=True)
class GridOptions:
    """Each takes a value, a list or a range: 7 · 7,9 · 7..10 · 0..6..2 · dice,stack. The grid is their product."""

    preset: Annotated[
        str | None, levels_option("--preset", SETUP, "Steps of the rulebook: standard,remove-3.")
    ] = None
    board: Annotated[
        str | None, levels_option("--board", SETUP, "Boards, .toml files, or ensemble:test for all of a set.")
    ] = None
    deck: Annotated[str | None, levels_option("--deck", SETUP, "Decks, .toml files, or ensemble:test.")] = (
        None
    )
    players: Annotated[str | None, levels_option("--players", SETUP, "Players: 2..4.")] = None
    tokens: Annotated[str | None, levels_option("--tokens", SETUP, "Time tokens: 7..10.")] = None
    removed: Annotated[
        str | None, levels_option("--removed", SETUP, "Timetable cards put away: 0..6..2.")
    ] = None
    goods: Annotated[str | None, levels_option("--goods", SETUP, "Goods to deliver: 8,10.")] = None
    extra_signals: Annotated[
        str | None, levels_option("--extra-signals", SETUP, "More signal discs: 0,1.")
    ] = None
    locations: Annotated[
        str | None, levels_option("--locations", SETUP, "Start places: dice,shuffled,stack.")
    ] = None
    layout: Annotated[
        str | None, levels_option("--layout", SETUP, "First discs: standard,random,policy.")
    ] = None
    edition: Annotated[str | None, levels_option("--edition", RULES, "Rulebooks: de,pl.")] = None
    helpers: Annotated[
        str | None, levels_option("--helpers", RULES, "Sets of helpers, joined by +: all,none,H1+H3.")
    ] = None
    house: Annotated[
        list[str] | None,
        levels_option(
            "--house",
            RULES,
            f"A number of your own: draw=3..6. Keys: {', '.join(HOUSE_NUMBERS)}. Repeatable.",
            "KEY=LEVELS",
        ),
    ] = None
    ruling: Annotated[
        list[str] | None,
        levels_option("--ruling", RULES, "A ruling: X6=city,literal. Repeatable.", "X=LEVELS"),
    ] = None
    policy: Annotated[
        list[str] | None,
        levels_option(
            "--policy",
            BATCH,
            f"Who plays: {','.join(TABLES)}, or players as people:skill=0.2..1..0.2; `sim policies` says how. Repeatable. ({','.join(DEFAULT_TABLES)}, unless a study says who)",
        ),
    ] = None

    def given(self) -> dict[str, str]:
        """Single options by their names on the command line."""
        several = ("house", "ruling", "policy")
        found = {field.name: getattr(self, field.name) for field in fields(self) if field.name not in several}
        return {name.replace("_", "-"): text for name, text in found.items() if text is not None}

    def words(self) -> list[str]:
        """The options as they would be written, one after another."""
        words = [word for name, text in self.given().items() for word in (f"--{name}", text)]
        for name in ("house", "ruling", "policy"):
            words += [word for text in getattr(self, name) or () for word in (f"--{name}", text)]
        return words

    def on_top_of(self, study: Study) -> Study:
        """The study with the factors that are given here instead of its own."""
        from dataclasses import replace

        return replace(
            study,
            factors={**study.factors, **self.given()},
            house=_newer(study.house, self.house),
            ruling=_newer(study.ruling, self.ruling),
            policies=tuple(self.policy) if self.policy else study.policies,
        )


def _newer(old: tuple[str, ...], given: list[str] | None) -> tuple[str, ...]:
    """Texts key=levels, where a key given again replaces the old one; X6 and x6 are the same."""
    keys = {_key(text) for text in given or ()}
    return (*(text for text in old if _key(text) not in keys), *(given or ()))


def _key(text: str) -> str:
    return text.partition("=")[0].upper()
