"""Drawings of any game as one list of primitives, written as SVG for pages or painted with matplotlib for pictures."""
