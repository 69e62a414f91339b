"""What every game is made with: machine code, random numbers, files, messages. Nothing here knows a game."""
