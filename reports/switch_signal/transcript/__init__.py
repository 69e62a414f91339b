"""A trace told in plain words, turn by turn."""
