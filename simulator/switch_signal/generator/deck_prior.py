"""What is believed of the timetable cards before any game is played: facts, limits of the plausible, and a prior within them.

Nobody has published the 18 cards. Every deck that keeps to the facts and limits below can come up, with these chances:

- *Deploying cards*: 6 to 15, most likely 10 or 11 (mean 10.5). Which cards deploy has nothing to do with what they move; the
  example card is one of them, and the card with two deployments is any of the other 17, that with three wilds included.
- *Wild cards* besides the one with three: 2 to 8, most likely 5. One has a single wild and one a double, as the books say, each
  of the others a single one with chance 2/3.
- *Mixed cards* (wilds and colours on one card): in half of the decks there are none, in the other half each of these wild cards is
  mixed with chance 1/2. A single wild then has one colour beside it (chance 3/4) or two, a double wild has one.
- *Colour cards*, all that is left (8 to 14 and the example card): how many of them show a single colour is uniform, from none
  to all. Nothing is known of it and much depends on it (cards of one colour move fewer trains), so the prior is flat. Of the
  others four in five show two colours, one in five all three.
- *Colours*: all choices of colours for these cards are equally likely, but in half of the decks only such count as make the
  deck even, so that no colour stands on two cards more than another. Black, brown and grey are exchangeable: renaming colours
  everywhere, the example card included, changes no chance.
- *Order of symbols* on a card: in half of the decks colours from fast to slow and wilds below them, in a quarter wilds above them,
  in a quarter any order, on each card for itself. This is the one place where colours differ: both cards whose order is
  known, the start card and the example card, go from fast to slow.
"""

from __future__ import annotations

from collections.abc import Mapping

# Facts and limits that decks are made by; tests hold them to all that are known (`tests/simulator/switch_signal/generator/deck_faults.py`).
ACTIONS = (27, 27, 27)
# A colour on fewer cards would in many games not be called by name once, two cards being put away and others lost to the clock.
FEWEST_CARDS_OF_A_COLOUR = 3

# Prior. Keys are counts, values their weights.
DEPLOYING_CARDS: Mapping[int, int] = {6: 1, 7: 2, 8: 3, 9: 4, 10: 5, 11: 5, 12: 4, 13: 3, 14: 2, 15: 1}
OTHER_WILD_CARDS: Mapping[int, int] = {2: 1, 3: 2, 4: 3, 5: 4, 6: 3, 7: 2, 8: 1}
WILDS_ON_A_CARD: Mapping[int, int] = {1: 2, 2: 1}
DECKS_WITH_MIXED_CARDS = 0.5
MIXED_AMONG_WILD_CARDS = 0.5
COLOURS_BESIDE_WILDS: Mapping[int, Mapping[int, int]] = {1: {1: 3, 2: 1}, 2: {1: 1}}  # by number of wilds
COLOURS_IF_SEVERAL: Mapping[int, int] = {2: 4, 3: 1}
EVEN_DECKS = 0.5
MOST_UNEVEN = 1  # cards by which colours may differ in an even deck
COLOURS_FIRST, WILDS_FIRST, ANY_ORDER = "colours first", "wilds first", "any order"
ORDERS: Mapping[str, int] = {COLOURS_FIRST: 2, WILDS_FIRST: 1, ANY_ORDER: 1}
