"""What a user would pick instead, each run in an environment of its own; the scripts here import nothing of Signalbox."""
