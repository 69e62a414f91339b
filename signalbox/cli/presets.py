"""`sim presets`: the rulebook's steps of difficulty under their names."""

from __future__ import annotations

from simulator.switch_signal.presets import PRESETS


def list_presets() -> None:
    """List the presets: the rulebook's easings, challenges and variants."""
    from reports.terminal.screen import plain_table, show

    table = plain_table("preset", "meaning", "options")
    for preset in PRESETS.values():
        options = " ".join(f"--{name} {value}" for name, value in preset.changes.items())
        table.add_row(preset.name, preset.meaning, options)
    show(table)
