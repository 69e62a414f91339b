"""The rules of Switch & Signal: boards, decks, states and the engine that plays them."""
