"""`sim board generate`, `sim board survey` and the same for decks: as the printed ones could be, and how far these differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.limits import check_seed
from reports.terminal.screen import note, plain_table, show
from signalbox.cli.console import Printer, announce_compiling
from signalbox.cli.options import Force, RunAsJson, among, number_option, out_option, text_option
from signalbox.progress import tracked
from simulator.core.errors import InputError
from simulator.core.files import check_target, write_whole
from simulator.core.messages import check_one_of, check_whole, file_name
from simulator.switch_signal.board_model import FAMILIES

if TYPE_CHECKING:
    from simulator.switch_signal.generator.survey import Spread

WHAT = "What"
MAX_SIZE = 4
MAX_COUNT = 100_000
MAX_SURVEY = 10_000
Seed = Annotated[
    int, number_option("--seed", WHAT, "Another seed, another one; the same seed, the same one.")
]
Count = Annotated[
    int, number_option("--count", WHAT, "How many, with seeds from --seed on; -o is then a folder.")
]
SurveyCount = Annotated[int, number_option("--count", WHAT, "How many, with seeds from --seed on.")]
Like = Annotated[
    str,
    text_option(
        "--like",
        "BOARD",
        WHAT,
        "central-europe or north-america.",
        autocompletion=among(lambda game: FAMILIES),
    ),
]
Out = Annotated[str | None, out_option("The new file, a .toml file; the screen if left out.")]
# The columns of a survey, and what JSON calls them.
COLUMNS = {
    "lowest": "lowest",
    "10 %": "p10",
    "median": "median",
    "90 %": "p90",
    "highest": "highest",
    "shipped": "shipped",
}


def generate_board(
    like: Like = "central-europe",
    seed: Seed = 1,
    size: Annotated[
        int, number_option("--size", WHAT, f"Times the junctions, 1 to {MAX_SIZE}, for benchmarks.")
    ] = 1,
    count: Count = 1,
    out: Out = None,
    force: Force = False,
) -> None:
    """Make a board that fits all known facts and is plausible in the rest (docs/reconstruction.md)."""
    from signalbox.cli.switch_signal.board_files import GENERATED
    from simulator.switch_signal.board import board_toml
    from simulator.switch_signal.generator.boards import generate_board as generate
    from simulator.switch_signal.generator.figures import board_figures

    check_one_of("--like", like, FAMILIES)
    check_whole("--size", size, 1, MAX_SIZE)
    announce_compiling()

    def text(number: int) -> str:
        board = generate(like, number, size)
        told = board_figures(board)
        note(
            f"{board.name}: work {told.work:.1f}, {told.segments} segments, {told.three_way} three-way and {told.four_way} "
            f"four-way junctions, {told.entrances} entrances, {told.line_fields} line signals, hash {board.hash}"
        )
        return board_toml(board, GENERATED)

    _write("board", text, like, seed, count, out, force)


def survey_boards(
    like: Like = "central-europe", seed: Seed = 1, count: SurveyCount = 100, as_json: RunAsJson = False
) -> None:
    """Generate many boards and show how far they differ, beside the hand-made one."""
    from reports.words import counted
    from simulator.switch_signal.generator.survey import board_rows
    from simulator.switch_signal.generator.survey import survey_boards as survey

    check_one_of("--like", like, FAMILIES)
    seeds = _seeds(seed, count, MAX_SURVEY)
    announce_compiling()
    spreads = survey(like, list(tracked(board_rows(like, seeds), count, "boards")))
    asked = {"like": like, "seed": seed, "count": count}
    _tell_survey(spreads, f"{counted(count, 'board')} like {like}", asked, as_json)


def survey_decks(seed: Seed = 1, count: SurveyCount = 100, as_json: RunAsJson = False) -> None:
    """Generate many decks and show how far they differ, beside the shipped one."""
    from reports.words import counted
    from simulator.switch_signal.generator.survey import survey_decks as survey

    spreads = survey(_seeds(seed, count, MAX_SURVEY))
    _tell_survey(spreads, counted(count, "deck"), {"seed": seed, "count": count}, as_json)


def _tell_survey(spreads: list[Spread], title: str, asked: dict[str, Any], as_json: bool) -> None:
    figures = {spread.name: (*spread.quantiles, spread.shipped) for spread in spreads}
    if as_json:
        named = {name: dict(zip(COLUMNS.values(), values, strict=True)) for name, values in figures.items()}
        typer.echo(json.dumps({**asked, "figures": named}, indent=2))
        return
    rows = [(name, *(f"{value:.4g}" for value in values)) for name, values in figures.items()]
    show(plain_table(title, *COLUMNS, right=range(1, 1 + len(COLUMNS)), rows=rows))


def generate_deck(seed: Seed = 1, count: Count = 1, out: Out = None, force: Force = False) -> None:
    """Make a timetable deck that has all known cards, the others drawn from a stated prior (docs/reconstruction.md)."""
    from simulator.switch_signal.deck import deck_toml
    from simulator.switch_signal.generator.decks import generate_deck as generate

    def text(number: int) -> str:
        deck = generate(number)
        note(f"{deck.name}: {sum(card.deploy > 0 for card in deck.cards)} cards deploy, hash {deck.hash}")
        return deck_toml(deck)

    _write("deck", text, "deck", seed, count, out, force)


def _seeds(seed: int, count: int, most: int) -> range:
    check_whole("--count", count, 1, most)
    check_seed(seed)
    check_seed(seed + count - 1)
    return range(seed, seed + count)


def _write(
    what: str, text: Callable[[int], str], name: str, seed: int, count: int, out: str | None, force: bool
) -> None:
    """Write to the screen, a file, or one file for each seed in a folder; nothing is replaced unasked."""
    seeds = _seeds(seed, count, MAX_COUNT)
    if count == 1:
        if out is None:
            typer.echo(text(seed), nl=False)
            return
        targets = {Path(out): seed}
    elif out is None:
        raise InputError(f"--count: {count} of them need a folder; name one with -o.")
    else:
        targets = {Path(out) / f"{name}-{number}.toml": number for number in seeds}
    folder = Path(out) if count > 1 else Path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"--out: the folder {file_name(str(folder))} cannot be made ({error.strerror})."
        ) from None
    for path in targets:
        check_target(path, force, ".toml", f"my-{what}.toml")
    with Printer() as printer:  # Ctrl-C after the first file must not say that nothing was kept
        for path, number in targets.items():
            write_whole(path, text(number).encode())
            printer.write(f"{path} was written.\n", at_once=True)
