"""The command line: one thin file a command, over one vocabulary of options."""

from signalbox.cli.surroundings import prepare

prepare()  # here, since it must be done before any library is loaded, however the program is started
