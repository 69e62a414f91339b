"""The answer of a run in sentences that are made from its numbers."""
