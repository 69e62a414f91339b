"""People at a table: they think as the planner does, and err as people do.

One dial, `skill`, leads from a table that hardly knows the rules to the planner itself. What a table lacks in skill shows in five ways:

- Tables of one name differ: how much this one lacks is drawn once a game.
- They are short-sighted. What lies ahead counts for less: the next timetable card, trains that will meet, far cities, fast trains, most of what cards are worth that one keeps,
  switches and signals that no train can reach with its next move.
  Only when a train has just cost tokens everybody asks what the next card will do.
- They lose sight of trains, the more so the more there are beside it, and of a loaded one less easily. What is lost from sight stays so for some turns;
  but everybody sees a train that has just cost tokens, a good that can be loaded, and at the end of the game a train with a good. Before
  they end a turn with many cards in hand they look at all trains again.
- They forget helpers, for some turns too, and that two cards pay for any action, of which they think with a full hand and in the last turn.
  They want wilds to move something.
- They misjudge: a weaker answer is the likelier the less weaker it looks, and the more trains there are to think of at once. This is the
  quantal response of McKelvey and Palfrey (1995), which Regan and Haworth (2011) found in chess players of all strengths. Which way a train
  has to go, and whether a helper is of use now, is judged better than what to do with a hand of cards. Nobody plays a card
  in which they see no use at all, undoes what they have just done, takes a gain for a loss, or clears the way for a turn that will not come.

All of it is drawn from the game's key and from what is judged, not from how often one asks, so that a table keeps its opinion through a turn.
"""

import math
from typing import Any

import numpy as np
from numba import types

from policies.switch_signal.planner import value_answers
from policies.switch_signal.planning.memory import PLAN, PRICE, memory_dtype, recall
from policies.switch_signal.planning.weights import (
    AGAINST,
    FACING,
    FORGETTING,
    KEEP_MOVE,
    KEEP_SIGNAL,
    KEEP_SWITCH,
    MISJUDGING,
    NEXT_CARD,
    ONCOMING,
    OVERLOOKING,
    RARE,
    REMOTE,
    SHORT_SIGHT,
    SKILL,
    SPEED,
    SPREAD,
)
from policies.switch_signal.seam import DECIDE
from simulator.core.bits import bits
from simulator.core.jit import kernel
from simulator.core.rng import random_bits
from simulator.core.views import view_as
from simulator.switch_signal.actions import trains_to_load
from simulator.switch_signal.book import is_last_turn
from simulator.switch_signal.choices import first_of, payment_of, second_of, verb_of
from simulator.switch_signal.codes import (
    ASK_ACT,
    ASK_CONDUCTOR,
    ASK_EXIT,
    ASK_LOGISTICIAN,
    ASK_PLACE,
    ASK_THROUGH,
    ASK_TRACK_KEEPER,
    ASK_WILD,
    H1,
    H2,
    H3,
    H4,
    H5,
    LOAD,
    MOVE,
    MOVE_CARD,
    NO,
    SIGNAL,
    SWITCH,
)
from simulator.switch_signal.limits import MAX_JUNCTIONS
from simulator.switch_signal.mind_records import MIND
from simulator.switch_signal.records import (
    BOARD,
    GAME,
    HELPERS,
    KINDS,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    RULES,
)

i64, f64, u64 = types.int64, types.float64, np.uint64

# Streams of random numbers, beside those of the game (`simulator/core/rng.py`).
TABLE, TRAINS, HELP, OFFERS, PAIRS = 61, 60, 59, 58, 57
# Of `mind.notes`: what this game's table lacks in skill; the turn in which it last looked round, where each train was when it
# last played a card, and which trains have not moved since they cost tokens; how often the turn or a train has gone on, and at which of these
# moments each switch was set and each disc put where it is.
LACK, LOOKED, MOMENT, WAS, SORE = 0, 1, 2, 3, 3 + MAX_TRAINS
SET, PUT = SORE + MAX_TRAINS, SORE + MAX_TRAINS + MAX_JUNCTIONS
MOST_LACK = 1.6  # that of the weakest table of all, where a table at 0 on the dial has 1
LAPSE = 3  # turns for which something stays out of sight
MANY_TRAINS = 4.0  # on the network beside one, with which it is overlooked as often as `overlooking` says
MOST_OVERLOOKED = 0.75  # of empty trains, however many there are
LOADED = 0.25  # how often a loaded train is overlooked, to an empty one
IN_VIEW = 0.1  # … and one that nobody can well overlook
AT_HAND = 0.35  # of the usual misjudgement, where one train's direction or one helper is asked about, and not all that cards could do
STAKE = 0.1  # of what an action gains: so much of it even a bad judge sees
MANY_CARDS = 8
LIVELY = 20.0  # steps that it is worth to a table without any skill that a wild moves something
# At which decision points the players are asked about one helper only; to run through a city takes none once that has been declared.
ASKED_ABOUT = (
    (ASK_LOGISTICIAN, H1),
    (ASK_THROUGH, H2),
    (ASK_CONDUCTOR, H3),
    (ASK_TRACK_KEEPER, H4),
    (ASK_PLACE, H5),
)
AHEAD = (NEXT_CARD, FACING, AGAINST, ONCOMING, RARE, REMOTE, SPEED)
CARDS = (KEEP_SIGNAL, KEEP_SWITCH, KEEP_MOVE)
LEAST_KEPT = 0.1  # of what a kept card is worth: whoever does not think of the next turn still pays with what they have most of


@kernel(f64(MIND, i64, i64))
def chance(mind: Any, stream: Any, counter: Any) -> Any:
    """A number between 0 and 1, the same whenever it is asked for in a game."""
    drawn = random_bits(mind.key, u64(stream), u64(counter)) >> u64(12)
    return (np.float64(drawn) + 0.5) / 4503599627370496.0  # 2⁵²


@kernel(f64(MIND))
def foresight(mind: Any) -> Any:
    """The share of what lies ahead that this table sees."""
    return max(0.0, 1.0 - mind.params[SHORT_SIGHT] * mind.notes[LACK])


@kernel(types.void(MIND, PLAN))
def sit_down(mind: Any, plan: Any) -> None:
    """Draw the table of this game: what it lacks in skill, and how much of what lies ahead it sees."""
    normal = -6.0
    for number in range(12):  # near enough to a normal variable, which no table needs in its tails
        normal += chance(mind, TABLE, number)
    # Squared: then equal steps on the dial are about equal steps in goods and wins.
    lack = min((1.0 - mind.params[SKILL]) ** 2 * math.exp(mind.params[SPREAD] * normal), MOST_LACK)
    mind.notes[LACK] = lack
    for weight in AHEAD:
        plan.params[weight] *= foresight(mind)
    for weight in CARDS:
        plan.params[weight] *= max(LEAST_KEPT, foresight(mind))


@kernel(types.void(GAME, MIND, PLAN))
def look_round(g: Any, mind: Any, plan: Any) -> None:
    """T2: which trains stand where they stood, though the card moved their colour; and where all stand now."""
    notes, sore = mind.notes, 0.0
    for train in range(MAX_TRAINS):
        stood = g.pos[train] >= 0 and notes[WAS + train] == g.pos[train] + 1.0
        if not stood:
            notes[SORE + train] = 0.0
        elif notes[LOOKED] != g.turn and (g.colours >> train // MAX_TRAINS_OF_A_COLOUR) & 1:
            notes[SORE + train] = 1.0
        sore = max(sore, notes[SORE + train])
        notes[WAS + train] = g.pos[train] + 1.0
    if notes[LOOKED] != g.turn:
        notes[MOMENT] += 1.0
    notes[LOOKED] = g.turn
    plan.params[NEXT_CARD] = mind.params[NEXT_CARD] * max(sore, foresight(mind))


@kernel(i64(BOARD, RULES, GAME, MIND))
def lost_from_sight(board: Any, rules: Any, g: Any, mind: Any) -> Any:
    """Trains that nobody looks at in this turn, as bits."""
    often = min(
        mind.params[OVERLOOKING] * mind.notes[LACK] * (bits(g.network) - 1) / MANY_TRAINS, MOST_OVERLOOKED
    )
    last, loadable = g.pile < rules.players, trains_to_load(board, g)
    found = 0
    for train in range(MAX_TRAINS):
        spell = (g.turn + train) // LAPSE
        share = LOADED if g.cargo[train] >= 0 else 1.0
        if mind.notes[SORE + train] != 0.0 or (loadable >> train) & 1:
            share = IN_VIEW
        if last and g.cargo[train] >= 0:
            share = 0.0
        if chance(mind, TRAINS, spell * MAX_TRAINS + train) < often * share:
            found |= 1 << train
    return found


@kernel(i64(GAME, MIND, i64, i64))
def forgets(g: Any, mind: Any, stream: Any, thing: Any) -> Any:
    """Whether nobody thinks of one of at most `HELPERS` things in this turn."""
    # By the root: these are what a table learns to use last.
    kept_in_mind = math.exp(-mind.params[FORGETTING] * math.sqrt(mind.notes[LACK]))
    spell = (g.turn + thing) // LAPSE
    return 1 if chance(mind, stream, spell * HELPERS + thing) > kept_in_mind else 0


@kernel(i64(GAME, MIND))
def forgotten_helpers(g: Any, mind: Any) -> Any:
    """Helpers that nobody thinks of in this turn, as bits."""
    found = 0
    for helper in range(HELPERS):
        found |= forgets(g, mind, HELP, helper) << helper
    return found


@kernel(i64(GAME, i64))
def is_about(g: Any, helpers: Any) -> Any:
    """Whether the players are asked about one of these helpers (bits), and about nothing else."""
    for phase, helper in ASKED_ABOUT:
        if g.phase == phase and not (phase == ASK_THROUGH and g.through):
            return helpers >> helper & 1
    return 0


@kernel(i64(i64))
def cards_paid(code: Any) -> Any:
    payment, cards = payment_of(code), 0
    for kind in range(KINDS):
        cards += payment >> 4 * kind & 15
    return cards


@kernel(i64(GAME, i64))
def colour_on_network(g: Any, colour: Any) -> Any:
    """Trains of a colour that a card would move, as bits."""
    return g.network >> colour * MAX_TRAINS_OF_A_COLOUR & (1 << MAX_TRAINS_OF_A_COLOUR) - 1


@kernel(i64(MIND, i64))
def undoes(mind: Any, code: Any) -> Any:
    """Whether an action sets a switch, or takes a disc from a place, that was chosen a moment ago: no train has moved since."""
    verb, thing = verb_of(code), first_of(code)
    if verb == SWITCH:
        return mind.notes[SET + thing] == mind.notes[MOMENT]
    return verb == SIGNAL and mind.notes[PUT + thing] == mind.notes[MOMENT]


@kernel(types.void(MIND, i64))
def keep_in_mind(mind: Any, code: Any) -> None:
    """Note an action, so that it is not undone in the next moment."""
    verb = verb_of(code)
    if verb == SWITCH:
        mind.notes[SET + first_of(code)] = mind.notes[MOMENT]
    elif verb == SIGNAL:
        mind.notes[PUT + second_of(code)] = mind.notes[MOMENT]
    elif verb == MOVE:
        mind.notes[MOMENT] += 1.0


@kernel(i64(PLAN, i64))
def is_near(plan: Any, code: Any) -> Any:
    """Whether an action concerns a train in its next move."""
    verb = verb_of(code)
    if verb == SWITCH:
        return 1 if plan.met_junction[first_of(code)] else 0
    return 1 if verb != SIGNAL or plan.met_field[second_of(code)] else 0


@kernel(i64(RULES, GAME, MIND, i64))
def is_senseless(rules: Any, g: Any, mind: Any, code: Any) -> Any:
    """Whether an action undoes another, or clears a way in the last turn on which no card is left to bring a good home."""
    verb = verb_of(code)
    if undoes(mind, code):
        return 1
    if not is_last_turn(g) or (verb != SIGNAL and verb != SWITCH):
        return 0
    left = g.hand[g.seat].sum() - cards_paid(code)
    can_move = left >= rules.any_action_cards or g.hand[g.seat, MOVE_CARD] > payment_of(code) >> 4 * MOVE_CARD
    return 0 if can_move and g.cargo.max() >= 0 else 1


@kernel(f64(RULES, GAME, MIND, PLAN, i64, f64))
def seeming_gain(rules: Any, g: Any, mind: Any, plan: Any, index: Any, blur: Any) -> Any:
    """What an answer seems to gain. A card without visible use is ruled out."""
    code, gain = plan.offer[index], plan.offer_gain[index]
    if g.phase == ASK_WILD and not colour_on_network(g, first_of(code)):
        gain -= LIVELY * mind.notes[LACK]
    if g.phase == ASK_ACT:
        if code == NO or verb_of(code) == LOAD:
            return gain
        price = plan.offer_parts[index, PRICE]
        use = (gain - price) * (1.0 if is_near(plan, code) else foresight(mind))
        gain = use + price
        if use <= 0.0:
            return -1e9
        if blur > 0.0 and is_senseless(rules, g, mind, code):
            return -1e9
        blur *= min(1.0, use)
    object_of_it = code & 0xFFFFFFFFFF  # without what is paid for it
    number = (object_of_it * 31 + (object_of_it >> 24) + 7919 * g.turn + 104729 * g.phase) & 0xFFFFFFFF
    seems = gain - blur * math.log(-math.log(chance(mind, OFFERS, number)))
    return max(seems, STAKE * gain) if g.phase == ASK_ACT else seems


@kernel(i64(RULES, GAME, MIND, PLAN))
def seeming_best(rules: Any, g: Any, mind: Any, plan: Any) -> Any:
    """The answer that seems to gain most: in T2 to end the turn, if no card does."""
    blur = mind.params[MISJUDGING] * mind.notes[LACK] * (0.5 + bits(g.network) / 6.0)
    if g.phase == ASK_EXIT or is_about(g, -1):
        blur *= AT_HAND
    best, most = 0, -1e30
    for index in range(plan.offers):
        seems = seeming_gain(rules, g, mind, plan, index, blur)
        if seems > most:
            best, most = index, seems
    return plan.offer[best]


@kernel(i64(RULES, GAME, PLAN))
def look_again(rules: Any, g: Any, plan: Any) -> Any:
    """T2: with many cards in hand see all trains, with a full hand that two cards pay for any action; whether there is anything new to see."""
    cards, news = g.hand[g.seat].sum(), 0
    if cards >= MANY_CARDS and plan.overlooked:
        plan.overlooked, news = 0, 1
    if cards >= rules.hand_limit and plan.own_cards:
        plan.own_cards, news = 0, 1
    return news


@kernel(DECIDE, entry=True)
def decide(board: Any, rules: Any, game: Any, mind: Any) -> Any:
    memory = view_as(mind.room, memory_dtype)
    plan = memory.plan
    if recall(mind, memory):
        sit_down(mind, plan)
    forgotten = game.helpers & forgotten_helpers(game, mind)
    if is_about(game, forgotten):
        return NO
    if game.phase == ASK_ACT:
        look_round(game, mind, plan)
    plan.overlooked = lost_from_sight(board, rules, game, mind)
    plan.own_cards = 1 if not is_last_turn(game) and forgets(game, mind, PAIRS, 0) else 0
    game.helpers ^= forgotten
    value_answers(board, rules, game, plan)
    chosen = seeming_best(rules, game, mind, plan)
    if game.phase == ASK_ACT and chosen == NO and look_again(rules, game, plan):
        value_answers(board, rules, game, plan)
        chosen = seeming_best(rules, game, mind, plan)
    game.helpers ^= forgotten
    if game.phase == ASK_ACT:
        keep_in_mind(mind, chosen)
    return chosen
