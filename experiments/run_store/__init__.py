"""A run as a folder: manifest, blocks of games, and what keeps them whole."""
