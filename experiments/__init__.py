"""Games by the million: running them in blocks, and what the numbers say."""
