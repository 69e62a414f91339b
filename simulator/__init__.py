"""The rules of the games, a folder each, and what all of them are made with (`core/`)."""

VERSION = "0.3.0.dev0"  # of Signalbox, as pyproject.toml has it; a game has one of its own
