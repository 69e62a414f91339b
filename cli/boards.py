"""`sim boards`, `sim board check`, `sim board draw`: which boards there are, and help for who makes or corrects one."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.options import whole_number

board_app = typer.Typer(
    help="Check a board file, or draw it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
)
BoardArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="A board file, or the name of a shipped board.")
]


def list_boards() -> None:
    """List the boards that come with the program."""
    from cli.console import plain_table, show
    from simulator.board import board_names, load_board
    from simulator.toml_table import origin

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
    show(table, "", "`sim board check NAME` tells for each fact of a board where it comes from.")


@board_app.command()
def check(file: BoardArgument) -> None:
    """Check a board: one sentence if something is wrong, else what is on it and where each fact comes from."""
    from cli.console import counted, plain_table, show
    from simulator.board import load_board
    from simulator.board_checks import switch_discs
    from simulator.board_ways import work

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


@board_app.command()
def draw(
    file: BoardArgument,
    out: Annotated[str, typer.Option("--out", "-o", metavar="OUT", help="The picture: a .png or .svg file.")],
    dark: Annotated[bool, typer.Option("--dark", help="Light on dark.")] = False,
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            parser=whole_number,
            metavar="PIXELS",
            help="Width of the picture. (standard: 1800, more if lines are long)",
        ),
    ] = None,
) -> None:
    """Draw a board with its standard layout."""
    from reports.board_drawing import draw_board
    from simulator.board import load_board

    draw_board(load_board(file), out, dark=dark, width=width)
    typer.echo(f"{out} was written.")
