"""The rules of Switch & Signal: boards, decks, states and the engine that plays them."""

# A change of the engine that changes what a seed plays, and a change of docs/rules.md, raise these.
ENGINE_VERSION = "0.2.0"
RULES_VERSION = 2
