"""Players of graded skill: one file each, and the registry."""
