"""How good a position is, in steps of way: what is left to do for every good, what the next card is expected to bring, what cards are worth.

`survey` works everything out once for a decision; `change` is what a trial alters, by the few trains that it affects.
"""

from typing import Any

from numba import types

from policies.walks import look_ahead, worth
from policies.ways import exit_for, know_ways, note_needs, steps_from
from policies.weights import (
    AGAINST,
    ATTENTION,
    FACING,
    FETCHING,
    FULL_HAND,
    IDLE,
    KEEP_SIGNAL,
    LOADING_STEPS,
    RARE,
    REMOTE,
    SECOND_CARD,
    TRUNK,
)
from simulator.bits import bits
from simulator.jit import kernel
from simulator.mind import watches
from simulator.movement import port_needs
from simulator.records import (
    BOARD,
    CARDS,
    FAR,
    GAME,
    KINDS,
    MAX_TRAINS,
    MAX_TRAINS_OF_A_COLOUR,
    MIND,
    RULES,
    WILD,
)

i64, f64 = types.int64, types.float64
MIX = 0x9E3779B97F4A7C1  # odd, so that no two positions are made one


@kernel(f64(BOARD, MIND, i64))
def steps_home(board: Any, mind: Any, city: Any) -> Any:
    """Steps from a goods city to the nearest port."""
    fewest = 1.0 * FAR
    for port in range(board.goods, board.cities):
        fewest = min(fewest, mind.plan.from_city[port, city])
    return fewest


@kernel(types.void(BOARD, RULES, GAME, MIND))
def expect_trains(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """Where the next trains come from, and how far each good is for them."""
    plan = mind.plan
    for good in range(board.goods):
        away = 0.0
        for number in range(2, 13):
            dart = board.start_dart[g.place[number] - board.cities]
            away += min(board.away[good, dart], 40) * (6 - abs(7 - number))
        plan.fetch[good] = away / 36.0
        plan.fresh[good] = (
            plan.fetch[good]
            + steps_home(board, mind, good)
            + mind.params[LOADING_STEPS]
            + mind.params[FETCHING]
        )


@kernel(types.void(BOARD, RULES, GAME, MIND))
def assign_trains(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """Where each train shall go: loaded ones to a port that needs their good, empty ones to goods, nearest pair first."""
    plan, wanted = mind.plan, mind.wanted
    for good in range(board.goods):
        wanted[good] = rules.need_extra * board.ports
        for port in range(board.ports):
            wanted[good] += max(0, rules.need_each - g.delivered[port, good])
    free = 0
    for train in range(MAX_TRAINS):
        plan.goal[train] = -1
        plan.tail[train] = 0.0
        plan.weight[train] = 1.0
        if g.pos[train] < 0:
            continue
        if g.cargo[train] < 0:
            free |= 1 << train
            continue
        wanted[g.cargo[train]] -= 1
        fewest = 1.0 * FAR
        for port in range(board.ports):
            if port_needs(board, rules, g, port, g.cargo[train]):
                steps = steps_from(board, g, mind, board.goods + port, g.pos[train], g.way[train])
                if steps < fewest:
                    fewest = steps
                    plan.goal[train] = board.goods + port
    while free:
        best, goal, fewest = -1, -1, 1.0 * FAR
        for train in range(MAX_TRAINS):
            if (free >> train) & 1:
                for city in range(board.goods):
                    if min(g.stock[city], wanted[city]) > 0:
                        steps = steps_from(board, g, mind, city, g.pos[train], g.way[train])
                        if steps > 0.0:
                            steps -= mind.params[RARE] * plan.fetch[city]
                            steps -= mind.params[REMOTE] * steps_home(board, mind, city)
                            steps += 100.0
                        if steps < fewest:
                            best, goal, fewest = train, city, steps
        if best < 0:
            break
        plan.goal[best] = goal
        plan.tail[best] = mind.params[LOADING_STEPS] + steps_home(board, mind, goal)
        wanted[goal] -= 1
        free &= ~(1 << best)
    for train in range(MAX_TRAINS):  # nothing to fetch: out of the way, to a port
        if (free >> train) & 1:
            plan.weight[train] = mind.params[IDLE]
            fewest = 1.0 * FAR
            for port in range(board.goods, board.cities):
                steps = steps_from(board, g, mind, port, g.pos[train], g.way[train])
                if steps < fewest:
                    fewest = steps
                    plan.goal[train] = port


@kernel(types.void(BOARD, GAME, MIND))
def note_all_needs(board: Any, g: Any, mind: Any) -> None:
    """What trains, and goods that still wait, want of switches and signals."""
    plan = mind.plan
    plan.setting_need[: board.junctions] = 0.0
    plan.field_need[: board.fields] = 0.0
    plan.line_need[: 2 * board.lines] = 0.0
    for train in range(MAX_TRAINS):
        goal = plan.goal[train]
        if goal >= 0 and goal != g.pos[train] and (plan.watched >> train) & 1:
            note_way(board, g, mind, goal, g.pos[train], g.way[train], 0.0, plan.weight[train])
    for city in range(board.goods):
        if g.stock[city] > 0:
            port = board.goods
            if board.ports > 1 and plan.from_city[board.goods + 1, city] < plan.from_city[port, city]:
                port += 1
            note_way(board, g, mind, port, city, -1, 6.0, mind.params[TRUNK] * g.stock[city])


@kernel(types.void(BOARD, GAME, MIND, i64, i64, i64, f64, f64))
def note_way(board: Any, g: Any, mind: Any, goal: Any, cell: Any, dart: Any, steps: Any, weight: Any) -> None:
    """From a cell; out of a city by the exit that is nearest to the goal."""
    if dart < 0:
        dart = exit_for(board, mind, goal, cell)
        if dart < 0:
            return
    note_needs(board, g, mind, goal, dart, steps, weight)


@kernel(i64(RULES, i64))
def kind_of(rules: Any, card: Any) -> Any:
    """The move symbols of a timetable card: colours as bits, and 8 for each wild."""
    kind = 0
    for i in range(3):
        symbol = rules.moves[card, i]
        if symbol == WILD:
            kind += 8
        elif symbol >= 0:
            kind |= 1 << symbol
    return kind


@kernel(types.void(RULES, GAME, MIND))
def foresee_cards(rules: Any, g: Any, mind: Any) -> None:
    """The chance of each kind of next timetable card, from those that nobody has seen."""
    plan = mind.plan
    plan.cards[:] = 0.0
    plan.kinds_known = 0
    if g.pile == 0:
        return
    unseen = g.unseen
    if g.pile == 1 and g.bottom >= 0:
        unseen = 1 << g.bottom
    share = 1.0 / bits(unseen)
    for card in range(CARDS):
        if (unseen >> card) & 1:
            kind = kind_of(rules, card)
            if plan.cards[kind] == 0.0:
                plan.kinds[plan.kinds_known] = kind
                plan.kinds_known += 1
            plan.cards[kind] += share


@kernel(i64(BOARD, GAME))
def stamp_of(board: Any, g: Any) -> Any:
    """A number for all that a survey depends on within a game."""
    stamp = (g.turn * 32 + g.pile) * 32 + g.through + 1
    for word in range(board.words):
        stamp = (stamp ^ g.green[word]) * MIX
        stamp ^= stamp >> 29
    for junction in range(board.junctions):
        stamp = (stamp + g.setting[junction]) * MIX
    for train in range(MAX_TRAINS):
        if g.pos[train] >= 0:
            stamp ^= stamp >> 31
            stamp = (
                stamp + train + 16 * (g.pos[train] + 1024 * (g.way[train] + 2048 * (g.cargo[train] + 2)))
            ) * MIX
    return stamp


@kernel(i64(GAME, MIND))
def trains_watched(g: Any, mind: Any) -> Any:
    """The dial of skill: trains that the players keep in mind this turn, as bits. The others are overlooked until the next."""
    watched = 0
    for train in range(MAX_TRAINS):
        if watches(mind, g.turn * MAX_TRAINS + train, mind.params[ATTENTION]):
            watched |= 1 << train
    return watched


@kernel(types.void(BOARD, RULES, GAME, MIND))
def study(board: Any, rules: Any, g: Any, mind: Any) -> None:
    """Ways, errands, needs, the next card, and what every train's next move may bring."""
    plan = mind.plan
    know_ways(board, g, mind)
    plan.watched = trains_watched(g, mind)
    expect_trains(board, rules, g, mind)
    assign_trains(board, rules, g, mind)
    note_all_needs(board, g, mind)
    foresee_cards(rules, g, mind)
    plan.met_junction[: board.junctions] = 0
    plan.met_field[: board.fields] = 0
    plan.met_cell[: board.cells] = 0
    plan.colour_gain[:] = 0.0
    for train in range(MAX_TRAINS):
        plan.gain[train] = 0.0
        if g.pos[train] >= 0:
            plan.value[train] = worth(board, g, mind, train, g.pos[train], g.way[train])
            if not (plan.watched >> train) & 1:
                continue
            plan.mark = 1 << train
            plan.gain[train], plan.danger[train] = look_ahead(board, rules, g, mind, train)
            plan.colour_gain[train // MAX_TRAINS_OF_A_COLOUR] += plan.gain[train]
    plan.mark = 0


@kernel(f64(i64, f64, f64, f64))
def card_gain(kind: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What a timetable card with these symbols brings; wilds take the colours that gain most (M13)."""
    total = 0.0
    spare_a, spare_b, spare_c = black, brown, grey
    if kind & 1:
        total += black
        spare_a = -1e9
    if kind & 2:
        total += brown
        spare_b = -1e9
    if kind & 4:
        total += grey
        spare_c = -1e9
    for _ in range(kind >> 3):
        best = max(spare_a, spare_b, spare_c)
        if best < -1e8:
            break
        total += best
        if spare_a == best:
            spare_a = -1e9
        elif spare_b == best:
            spare_b = -1e9
        else:
            spare_c = -1e9
    return total


@kernel(f64(BOARD, GAME, MIND, i64))
def meeting(board: Any, g: Any, mind: Any, train: Any) -> Any:
    """What it costs that a train stands against others: on a line that they want the other way, or face to face with them."""
    if g.pos[train] < 0 or g.way[train] < 0:
        return 0.0
    line = board.line[g.way[train]]
    cost = mind.params[AGAINST] * min(mind.plan.line_need[line ^ 1], 1.0)
    for other in range(MAX_TRAINS):
        if g.pos[other] < 0 or g.way[other] < 0 or board.line[g.way[other]] != line ^ 1:
            continue
        # Face to face if what lies before one reaches past the other.
        if board.rest[g.way[train]] + board.rest[g.way[other]] >= board.rest[board.line_dart[line]]:
            cost += mind.params[FACING]
    return cost


@kernel(f64(MIND, f64, f64, f64))
def next_card(mind: Any, black: Any, brown: Any, grey: Any) -> Any:
    """What the next timetable card is expected to bring if these are the gains of the three colours."""
    plan = mind.plan
    total = 0.0
    for index in range(plan.kinds_known):
        kind = plan.kinds[index]
        total += plan.cards[kind] * card_gain(kind, black, brown, grey)
    return plan.later * total


@kernel(types.void(BOARD, RULES, GAME, MIND, i64, f64))
def survey(board: Any, rules: Any, g: Any, mind: Any, now: Any, later: Any) -> None:
    """Everything that is worked out once for a decision, and the value of the position as it is.

    `now`: trains that will move before any player's turn; `later`: how much the next card counts.
    """
    plan = mind.plan
    stamp = stamp_of(board, g)
    if stamp != plan.stamp:
        plan.stamp = stamp
        study(board, rules, g, mind)
    plan.now, plan.later = now, later
    plan.base = next_card(mind, plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2])
    for train in range(MAX_TRAINS):
        if (now >> train) & 1:
            plan.base += plan.gain[train]


@kernel(f64(BOARD, RULES, GAME, MIND, i64))
def change(board: Any, rules: Any, g: Any, mind: Any, affected: Any) -> Any:
    """What a trial changes in the prospects of trains: only those in `affected` (bits) look ahead anew."""
    plan = mind.plan
    black, brown, grey = plan.colour_gain[0], plan.colour_gain[1], plan.colour_gain[2]
    total = -plan.base
    for train in range(MAX_TRAINS):
        gain = plan.gain[train]
        if (affected >> train) & 1:
            gain = 0.0
            if g.pos[train] >= 0:
                gain, _ = look_ahead(board, rules, g, mind, train)
            if train < MAX_TRAINS_OF_A_COLOUR:
                black += gain - plan.gain[train]
            elif train < 2 * MAX_TRAINS_OF_A_COLOUR:
                brown += gain - plan.gain[train]
            else:
                grey += gain - plan.gain[train]
        if (plan.now >> train) & 1:
            total += gain
    return total + next_card(mind, black, brown, grey)


@kernel(f64(RULES, GAME, MIND, i64, i64, i64))
def hand_worth(rules: Any, g: Any, mind: Any, signals: Any, switches: Any, moves: Any) -> Any:
    """What cards are worth that the active player keeps; nothing if no turn of theirs comes any more."""
    if g.pile < rules.players:
        return 0.0
    total = 0.0
    for kind in range(KINDS):
        number = signals if kind == 0 else (switches if kind == 1 else moves)
        each = mind.params[KEEP_SIGNAL + kind]
        for _ in range(number):
            total += each
            each *= mind.params[SECOND_CARD]
    count = signals + switches + moves
    fitting = rules.hand_limit - rules.draw
    if count > fitting:
        total *= (max(fitting, 0) + mind.params[FULL_HAND] * (count - max(fitting, 0))) / count
    return total


@kernel(f64(RULES, GAME, MIND, i64))
def price(rules: Any, g: Any, mind: Any, payment: Any) -> Any:
    """What the active hand loses in worth by a payment."""
    signals, switches, moves = g.hand[g.seat, 0], g.hand[g.seat, 1], g.hand[g.seat, 2]
    left = hand_worth(
        rules, g, mind, signals - (payment & 15), switches - ((payment >> 4) & 15), moves - (payment >> 8)
    )
    return hand_worth(rules, g, mind, signals, switches, moves) - left
