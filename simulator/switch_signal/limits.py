"""The size of a deck, and the largest board that the records hold; a file that asks for more is refused by name and number."""

CARDS = 18  # of a timetable, besides the start card
MAX_TURNS = CARDS + 1

MAX_CELLS, MAX_EDGES, MAX_JUNCTIONS, MAX_FIELDS = 400, 512, 96, 192
MAX_LINES = 256
MAX_GOODS, MAX_PORTS, MAX_STARTS = 4, 2, 11  # goods cities, ports, start places
MAX_CITIES = MAX_GOODS + MAX_PORTS
MAX_EXITS = 8  # entrances of a city
MAX_DISCS = 64  # signal discs that a standard layout names, and that lie at setup without those of V3

# Decisions that `sim perft` looks ahead; each takes many times as long as the one before.
MAX_PERFT_DEPTH = 12
