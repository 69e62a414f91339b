"""Plausible stand-ins for what nobody has published, drawn by seed from a stated prior."""
