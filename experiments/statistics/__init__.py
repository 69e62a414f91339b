"""What the numbers of a run say, and how sure that is (docs/statistics.md)."""
