"""`sim presets`: the rulebook's steps of difficulty under their names."""

from __future__ import annotations

from simulator.game import Game


def list_presets(game: Game) -> None:
    """List the presets: the rulebook's easings, challenges and variants."""
    from reports.terminal.screen import plain_table, show

    if not game.presets:
        show(f"{game.title} has no presets.")
        return
    table = plain_table("preset", "meaning", "options")
    for preset in game.presets.values():
        options = " ".join(f"--{name} {value}" for name, value in preset.changes.items())
        table.add_row(preset.name, preset.meaning, options)
    show(table)
