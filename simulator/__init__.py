"""The rules of the games, a folder each, and what all of them are made with (`core/`)."""
