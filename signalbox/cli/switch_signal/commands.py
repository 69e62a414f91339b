"""What Switch & Signal adds to the command line: boards and decks, its ladder, training of its planner, perft."""

from __future__ import annotations

from signalbox.cli.command import Command
from signalbox.cli.games import FOR_INSTANCE, OwnCommands
from signalbox.cli.switch_signal.boards import board_app, list_boards
from signalbox.cli.switch_signal.decks import copy_deck, list_decks
from signalbox.cli.switch_signal.generate import deck_app, generate_board, survey_boards
from signalbox.cli.switch_signal.ladder import ladder
from signalbox.cli.switch_signal.perft import perft
from signalbox.cli.switch_signal.train import train

board_app.command("generate", cls=Command)(generate_board)
board_app.command("survey", cls=Command)(survey_boards)
deck_app.command("copy", cls=Command)(copy_deck)

OWN = OwnCommands(
    {
        "What there is": {"boards": list_boards, "decks": list_decks},
        "For developers": {"ladder": ladder, "train": train, "perft": perft},
    },
    {"board": board_app, "deck": deck_app},
    f"""{FOR_INSTANCE}

sim run --games 1000                        how often does a good table win?
sim sweep --tokens 7..10                    what is a time token worth?
sim compare standard extra-signal           which is easier, by how much, why?
sim tune --target 50%                       settings with a given win rate
sim replay --game 4 --html game.html        watch one of the games
sim board copy central-europe -o my.toml    begin a board of your own

`sim COMMAND --help` tells more, and docs/tutorial.md leads from here to a balance argument in a quarter of an hour.""",
)
