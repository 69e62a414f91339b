"""The command line: one thin file a command, over one vocabulary of options."""
