"""Measurements, printed by commands; nothing here is asserted in a timed test."""
