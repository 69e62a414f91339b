"""Small integers with names: phases of a game, verbs of a choice, kinds of events, causes of token loss."""

# Phases in which the game runs on by itself …
DEALING, TURN_BEGINS, DEPLOYMENT, SYMBOL, RUNNING, OVER = 0, 1, 2, 3, 4, 5
# … and those that ask the policy (the decision points).
FIRST_ASK = 10
ASK_LAYOUT, ASK_TRACK_KEEPER, ASK_DEPLOY, ASK_PLACE, ASK_WILD, ASK_CONDUCTOR = 10, 11, 12, 13, 14, 15
ASK_ORDER, ASK_LOGISTICIAN, ASK_EXIT, ASK_THROUGH, ASK_ACT, ASK_DRAW = 16, 17, 18, 19, 20, 21
ASK_NAMES = {
    ASK_LAYOUT: "layout",
    ASK_TRACK_KEEPER: "track-keeper",
    ASK_DEPLOY: "deploy",
    ASK_PLACE: "place",
    ASK_WILD: "wild",
    ASK_CONDUCTOR: "conductor",
    ASK_ORDER: "order",
    ASK_LOGISTICIAN: "logistician",
    ASK_EXIT: "exit",
    ASK_THROUGH: "through",
    ASK_ACT: "act",
    ASK_DRAW: "draw",
}

# Verbs: what a choice does. NO also means: stop, keep, roll, do nothing more.
NO, USE, COLOUR, AT, GO, HOLD, BY, SIGNAL, SWITCH, MOVE, LOAD, CARDS_DRAWN = range(12)
# Kinds of action cards, and rows of the column `plays` (loading is the fourth).
SIGNAL_CARD, SWITCH_CARD, MOVE_CARD, LOADING = 0, 1, 2, 3

H1, H2, H3, H4, H5, H6 = 0, 1, 2, 3, 4, 5
HELPER_NAMES = ("logistician", "dispatcher", "conductor", "track-keeper", "shunter", "controller")

# Causes of lost tokens, in the order of the parts of the measure `tokens`.
RED, ARM, AHEAD, HEAD_ON, START, OCCUPIED, NO_TRAIN = 0, 1, 2, 3, 4, 5, 6
# Reasons for the end of a move beyond the first five causes.
POINTS, CITY, PORT_REACHED = 7, 8, 9
STOP_NAMES = {RED: "red", ARM: "arm", AHEAD: "train", HEAD_ON: "head-on", START: "start"}
STOP_NAMES |= {POINTS: "points", CITY: "city", PORT_REACHED: "port"}
FREE = 10  # a step is possible

E1, E2, E3 = 1, 2, 3

# Ways of placing a train, and results.
BY_DICE, BY_TOKEN, BY_CHOICE, BY_NONE = 0, 1, 2, 3
BY_NAMES = ("dice", "token", "choice", "none")
PLACED, PLACE_OCCUPIED, PLACE_AGAIN, PLACE_NO_TRAIN = 0, 1, 2, 3
RESULT_NAMES = ("placed", "occupied", "again", "no-train")

(
    EV_DISC_SWITCH,
    EV_DISC_SIGNAL,
    EV_DEAL,
    EV_TURN,
    EV_REVEAL,
    EV_HELPER,
    EV_DEPLOY,
    EV_MOVE,
    EV_ROLL,
    EV_STEP,
    EV_STOP,
    EV_DELIVER,
    EV_TOKENS,
    EV_CLOCK_OUT,
    EV_DEPOT,
    EV_PLAY_SIGNAL,
    EV_PLAY_SWITCH,
    EV_PLAY_MOVE,
    EV_PLAY_LOAD,
    EV_DRAW,
    EV_SHUFFLE,
    EV_END,
) = range(22)
