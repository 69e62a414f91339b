"""Commands of Switch & Signal alone: its boards and decks, and work on its rules and players."""
