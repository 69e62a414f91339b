"""Who plays Switch & Signal."""
