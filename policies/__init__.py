"""Players of graded skill: one file each, and the registry. `planning/` is what planner and expert think with."""
