"""The rules of Switch & Signal: boards, decks, states and the engine that plays them."""

# Each release has its own engine version, and so has the time between two; a change of docs/rules.md raises the other one.
ENGINE_VERSION = "0.3.0.dev0"
RULES_VERSION = 2
