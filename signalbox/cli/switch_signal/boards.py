"""`sim boards` and `sim board …`: which boards there are, and help for who makes or corrects one."""

from __future__ import annotations

from typing import Annotated

import typer

from reports.terminal.screen import plain_table, show
from signalbox.cli.command import Command, Group
from signalbox.cli.console import announce_compiling, write_file
from signalbox.cli.options import Force, flag_option, of_factor, out_option, whole_number
from simulator.core.files import check_target, write_whole
from simulator.core.messages import file_name
from simulator.core.provenance import origin

board_app = typer.Typer(
    cls=Group,
    help="Check a board file, draw it, or make one.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)
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
    table = plain_table("board", "name", *columns, "origin", right=range(2, 2 + len(columns)))
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
        table.add_row(name, board.name, *map(str, counts), origin(board.provenance))
    show(
        table,
        "",
        "ensemble:train and ensemble:test are sets of 24 generated boards each (docs/reconstruction.md).",
        "`sim board check NAME` tells for each fact of a board where it comes from.",
    )


@board_app.command(cls=Command)
def check(file: BoardArgument) -> None:
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
    table = plain_table("fact", "provenance")
    for fact, text in board.provenance.items():
        table.add_row(fact.replace("_", " "), " ".join(text.split()))
    title = f"{board.source}: {board.name} can be played; hash {board.hash}"
    steps = f"work {work(board):.1f}: steps on shortest ways to fetch two goods of each colour and bring them home"
    show(title, ", ".join(places), ", ".join(track), steps, "", table)


def _check_set(name: str) -> None:
    """Show a set, a line a board; where their facts come from is told for each by itself."""
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


@board_app.command(cls=Command)
def draw(
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
    from signalbox.cli.switch_signal.board_files import spelled_out
    from simulator.switch_signal.board import load_board

    boards = [load_board(name) for name in spelled_out(files)]
    if len(boards) == 1:
        from reports.switch_signal.board.pictures import draw_board

        draw_board(boards[0], out, dark=dark, width=width)
    else:
        from reports.switch_signal.board.pictures import draw_sheet

        draw_sheet(boards, out, dark=dark, width=width)
    typer.echo(f"{out} was written.")


@board_app.command(cls=Command)
def copy(
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


@board_app.command(cls=Command)
def layout(
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
