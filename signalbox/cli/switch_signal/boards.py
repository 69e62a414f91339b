"""`sim boards`, `sim decks`, `sim board …` and `sim deck …`: which there are, how well they are known, and help for whoever makes or corrects one."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.terminal.screen import plain_table, show
from signalbox.cli.console import announce_compiling, write_file
from signalbox.cli.options import Force, flag_option, of_factor, out_option, whole_number
from simulator.core.files import check_target, read_text, write_whole
from simulator.core.messages import file_name
from simulator.core.provenance import origin

BoardArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A board file, or the name of a shipped board.",
        autocompletion=of_factor("board"),
    ),
]
NewFile = Annotated[str, out_option("The new board file, a .toml file.")]


def list_boards() -> None:
    """List the boards that come with the program."""
    from simulator.switch_signal.board import board_names, load_board

    columns = ("cities", "ports", "starts", "junctions", "segments", "fields")
    rows = []
    for name in board_names():
        board = load_board(name)
        counts = (
            len(board.goods_cities),
            len(board.ports),
            len(board.starts),
            len(board.junctions),
            sum(line.segments for line in board.lines),
            len(board.fields),
        )
        rows.append((name, board.name, *map(str, counts), origin(board.provenance)))
    show(
        plain_table("board", "name", *columns, "origin", right=range(2, 2 + len(columns)), rows=rows),
        "",
        "ensemble:train and ensemble:test are sets of 24 generated boards each (docs/reconstruction.md).",
        "`sim board check NAME` tells for each fact of a board where it comes from.",
    )


def check_board(file: BoardArgument) -> None:
    """Check a board: one sentence if something is wrong, else what is on it and where each fact comes from."""
    from simulator.switch_signal.ensemble import is_ensemble

    if is_ensemble(file):
        _check_set(file)
        return
    from reports.words import counted
    from simulator.switch_signal.board import load_board
    from simulator.switch_signal.board_checks import switch_discs
    from simulator.switch_signal.board_ways import work

    board = load_board(file)
    places = (
        counted(len(board.goods_cities), "goods city", "goods cities"),
        counted(len(board.ports), "port"),
        counted(len(board.starts), "start place"),
        counted(len(board.junctions), "junction") + f" with {counted(switch_discs(board), 'switch disc')}",
    )
    track = (
        counted(len(board.lines), "line")
        + f" with {counted(sum(line.segments for line in board.lines), 'segment')}",
        counted(len(board.fields), "signal field") + f" ({len(board.line_fields)} on lines)",
        counted(len(board.layout.signals), "signal disc"),
    )
    facts = [(fact.replace("_", " "), " ".join(text.split())) for fact, text in board.provenance.items()]
    table = plain_table("fact", "provenance", rows=facts)
    title = f"{board.source}: {board.name} can be played; hash {board.hash}"
    steps = f"work {work(board):.1f}: steps on shortest ways to fetch two goods of each colour and bring them home"
    show(title, ", ".join(places), ", ".join(track), steps, "", table)


def _check_set(name: str) -> None:
    """Show a set of boards, one a line; checking one of them tells where its facts come from."""
    from simulator.switch_signal.board import load_board
    from simulator.switch_signal.ensemble import members
    from simulator.switch_signal.generator.figures import board_figures

    columns = ("work", "segments", "three-way", "four-way", "entrances", "line signals")
    table = plain_table("board", *columns, "hash", right=range(1, 1 + len(columns)))
    for member in members(name, "board"):
        board = load_board(member)
        found = board_figures(board)
        counts = (found.segments, found.three_way, found.four_way, found.entrances, found.line_fields)
        table.add_row(member, f"{found.work:.1f}", *map(str, counts), board.hash)
    show(table)


def draw_board(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Board files or names of shipped boards; ensemble:test is a whole set.",
            autocompletion=of_factor("board"),
        ),
    ],
    out: Annotated[str, out_option("The picture: a .png or .svg file.")],
    dark: Annotated[bool, flag_option("--dark", None, "Light on dark.")] = False,
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            parser=whole_number,
            metavar="PIXELS",
            help="Width of the picture. (standard: 1800, more if lines are long or boards many)",
        ),
    ] = None,
    watch: Annotated[
        bool, flag_option("--watch", None, "Draw again after every save of the file, until Ctrl-C.")
    ] = False,
) -> None:
    """Draw a board with its standard layout, or several side by side."""
    if watch:
        from signalbox.cli.switch_signal.board_files import draw_while_edited

        draw_while_edited(files, out, dark=dark, width=width)
        return
    from reports.switch_signal.board import pictures
    from signalbox.cli.switch_signal.board_files import spelled_out
    from simulator.switch_signal.board import load_board

    boards = [load_board(name) for name in spelled_out(files)]
    if len(boards) == 1:
        pictures.draw_board(boards[0], out, dark=dark, width=width)
    else:
        pictures.draw_sheet(boards, out, dark=dark, width=width)
    typer.echo(f"{out} was written.")


def copy_board(
    file: BoardArgument,
    out: NewFile,
    force: Force = False,
) -> None:
    """Copy a board to a file of your own, to change it there."""
    from signalbox.cli.switch_signal.board_files import text_to_change
    from simulator.switch_signal.board import load_board

    check_target(out, force, ".toml", "my-board.toml")
    load_board(file)
    write_file(out, text_to_change(file))


def layout_board(
    file: BoardArgument,
    out: NewFile,
    force: Force = False,
) -> None:
    """Let the program choose the standard layout of a board; FILE and OUT may be the same file."""
    from signalbox.cli.switch_signal.board_files import is_same_file, text_to_change, with_standard_layout

    check_target(out, force or is_same_file(file, out), ".toml", "my-board.toml")
    announce_compiling()
    text, _ = with_standard_layout(text_to_change(file), file_name(file))
    write_whole(out, text.encode())
    typer.echo(f"{out} was written with the layout that the program chooses.")


def list_decks(
    deck: Annotated[
        str | None,
        typer.Argument(
            metavar="DECK",
            help="One deck: its name or file; ensemble:test is a whole set.",
            autocompletion=of_factor("deck"),
        ),
    ] = None,
) -> None:
    """Show the decks with their cards and where these come from; a file is checked as well."""
    from simulator.switch_signal.ensemble import is_ensemble

    if deck is not None and is_ensemble(deck):
        _list_set(deck)
        return
    from simulator.switch_signal.deck import ACTION_KINDS, deck_names, load_deck
    from simulator.switch_signal.scenario import Scenario

    for name in deck_names() if deck is None else [deck]:
        found = load_deck(name)
        Scenario(deck=name)  # can two play the standard game with it?
        symbols = [(card.id, str(card)) for card in found.cards]
        cards = plain_table("card", "symbols, top to bottom", rows=symbols)
        facts = [(fact, " ".join(text.split())) for fact, text in found.provenance.items()]
        provenance = plain_table("fact", "provenance", rows=facts)
        actions = ", ".join(
            f"{count} {kind}" for count, kind in zip(found.actions, ACTION_KINDS, strict=True)
        )
        title = f"{found.source}: {found.name}, {len(found.cards)} timetable cards, hash {found.hash}"
        show(title, f"action cards: {actions}", "", cards, "", provenance, "")


def _list_set(name: str) -> None:
    """Show a set of decks, one a line; naming one of them shows its cards."""
    from simulator.switch_signal.deck import deck_figures, load_deck
    from simulator.switch_signal.ensemble import members

    columns = ("deploying", "wilds", "single-colour", "mixed", "black", "brown", "grey")
    table = plain_table("deck", *columns, "hash", right=range(1, 1 + len(columns)))
    for member in members(name, "deck"):
        deck = load_deck(member)
        found = deck_figures(deck)
        counts = (found.deploying, found.wilds, found.single_colour, found.mixed, *found.of_colour.values())
        table.add_row(member, *map(str, counts), deck.hash)
    show(
        table,
        "",
        "Cards that deploy, move a single colour, and so on; wilds are symbols. `sim decks NAME` shows one.",
    )


def copy_deck(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="A deck file, or the name of a shipped deck.")],
    out: Annotated[str, out_option("The new deck file, a .toml file.")],
    force: Force = False,
) -> None:
    """Copy a deck to a file of your own, to change it there (docs/own-deck.md)."""
    from simulator.switch_signal.deck import deck_file, load_deck

    check_target(out, force, ".toml", "my-deck.toml")
    load_deck(deck)
    write_file(out, read_text(deck_file(deck)))
