"""What a generated board says of itself: for each kind of fact, known or reconstructed, and how."""

from __future__ import annotations

from simulator.switch_signal.generator.chance import Seed
from simulator.switch_signal.generator.region import Region


def board_provenance(region: Region, seed: Seed, size: int) -> dict[str, str]:
    made = f"generated with seed {seed}" + (f", size {size}" if size > 1 else "")
    central = region.family == "central-europe"
    return {
        "cities": "known: rulebooks and reviews" if central else f"reconstructed: four large towns, {made}",
        "goods_colours": f"reconstructed: the colours are known, which city sends which is not; {made}",
        "ports": "known: rulebooks and reviews; the number of entrances belongs to the topology",
        "start_places": f"reconstructed: eleven at the edge is known{' and Calais among them' if central else ''}; {made}",
        "start_numbers": f"reconstructed: {'Calais is 6 (known: rulebooks), the others ' if central else ''}{made}",
        "topology": f"reconstructed: {made} by the prior of docs/reconstruction.md",
        "segments": f"reconstructed: {'two from Calais to its first city are known, the others by distance, ' if central else 'by distance, '}{made}",
        "signal_fields": f"reconstructed: one at every city entrance is known (rulebooks), those on lines {made}",
        "switch_discs": (
            f"reconstructed: a larger board than the printed one, {made}"
            if size > 1
            else "known: rulebooks: 26 lie on this board"
            if central
            else f"reconstructed: at most 29 is known (rulebooks), {made}"
        ),
        "layout": "reconstructed: made by simulator/switch_signal/board_layout.py, the same procedure for every board",
    }
