"""A laboratory for train games: how hard is a setup, for whom, and why."""
