"""What Switch & Signal adds to the command line: boards and decks, its ladder, training of its planner, perft."""

from __future__ import annotations

from signalbox.cli.help_words import FOR_INSTANCE, CommandGroup, OwnCommands
from signalbox.cli.switch_signal.boards import (
    check_board,
    copy_board,
    copy_deck,
    draw_board,
    layout_board,
    list_boards,
    list_decks,
)
from signalbox.cli.switch_signal.generate import generate_board, generate_deck, survey_boards, survey_decks
from signalbox.cli.switch_signal.ladder import ladder
from signalbox.cli.switch_signal.perft import perft
from signalbox.cli.switch_signal.train import train

OWN = OwnCommands(
    {
        "What there is": {"boards": list_boards, "decks": list_decks},
        "For developers": {"ladder": ladder, "train": train, "perft": perft},
    },
    {
        "board": CommandGroup(
            "Check a board file, draw it, or make one.",
            {
                "check": check_board,
                "draw": draw_board,
                "copy": copy_board,
                "layout": layout_board,
                "generate": generate_board,
                "survey": survey_boards,
            },
        ),
        "deck": CommandGroup(
            "Copy a timetable deck to change it, or generate one.",
            {"survey": survey_decks, "generate": generate_deck, "copy": copy_deck},
        ),
    },
    f"""{FOR_INSTANCE}

sim run --games 1000                        how often does a good table win?
sim sweep --tokens 7..10                    what is a time token worth?
sim compare standard extra-signal           which is easier, by how much, why?
sim tune --target 50%                       settings with a given win rate
sim replay --game 4 --html game.html        watch one of the games
sim board copy central-europe -o my.toml    begin a board of your own

`sim COMMAND --help` tells more, and docs/tutorial.md leads from here to a balance argument in a quarter of an hour.""",
    {
        "player": "family",
        "settable": "expert",
        "measured": "planner",
        "told": "Tells how often it is won and by whom, goods, turns, and what was lost to what. With --board ensemble:test it plays "
        "so many games on each board of a set.",
        "side": "remove-3 · tokens=8,removed=1 · policy=family · 'house draw=4'",
        "compare": "sim compare family practised --board north-america\n\n"
        "sim compare standard 'removed=1,house draw=4' --policy family",
        "free": "Tokens, removed cards, extra signals and goods are free, unless you name what is",
        "tune": "sim tune --target 25% --tokens 7..10 --house draw=4..6",
        "columns": "tokens, removed, …, won",
        "plays": "date,board,players,tokens,removed,goods,won\n\n2026-03-14,central-europe,2,7,2,8,no",
        "watched": "--html game.html",
        "retold": "Without --html it is told here; with --json as a trace in JSON lines (docs/trace.md). In what is told, a-b#1 is the "
        "first segment of the line from a to b, and a-b:1 the signal behind it.",
    },
)
