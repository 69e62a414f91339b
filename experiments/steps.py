"""How far a setup is from the rulebook's, counted in steps that somebody would have to explain at the table."""

from __future__ import annotations

from simulator.switch_signal.scenario import Scenario

# A choice before any rule; or not counted as one number: by its parts, or 8 against 10, which is one step.
NOT_COUNTED = ("board", "deck", "players", "house", "rulings", "goods")


def steps_from_standard(scenario: Scenario) -> int:
    """A token, a card, a disc more or less is a step each, and so is everything else that is not as the rulebook has it."""
    plain = Scenario(board=scenario.board, deck=scenario.deck, players=scenario.players)
    ours, theirs = scenario.to_dict(), plain.to_dict()
    steps = sum(_distance(ours[name], theirs[name]) for name in ours if name not in NOT_COUNTED)
    for part in ("house", "rulings"):
        steps += sum(_distance(value, theirs[part][key]) for key, value in ours[part].items())
    return steps + (scenario.goods != plain.goods)


def _distance(value: object, standard: object) -> int:
    """Numbers count their distance; of lists (dice, helpers) and words only whether they are others."""
    if isinstance(value, int) and isinstance(standard, int):
        return abs(value - standard)
    return int(value != standard)
