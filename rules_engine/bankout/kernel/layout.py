"""Where everything stands in the kernel's flat array of whole numbers.

All stands in one array, ``s``: the state of the match, then the rule set and the terms, what ``lookahead`` works with,
the two players, and the tape, if the match is written down. (A second array would cost as much again at each call of a
function.) What there is one of for each seat takes two cells, what there is one of for each rank sixteen. A hand is a
number of two bits a card, the oldest lowest.
"""

from __future__ import annotations

# The state of a match.

(
    SEAT,  # the active player
    PHASE,  # as in ``state``: OPEN, OVER_HAND …
    LOOT,
    JACKS,
    LATENT,
    PENDING,  # the rank of the Jack that a TRIGGER waits with, or of the Joker of EFFECT
    ENDED_BY,  # an index of ENDS
    CUE_JACKS,  # this turn's on the table
    CUE_ACES,
    SIZE,  # of the deck
    WORTH,  # of the numbers in the deck together
    HOLDS,
    REFILLS,
    ROUND,
    FIRST,
    ROUND_WINNER,
    STATUS,  # an index of STATUSES
    WINNER,
    DECIDED_BY,  # an index of DECISIONS
    SUDDEN_DUE,
    TIME_CALLED,
    POT,
    ROUNDS,  # played so far
    TURNS,
    ACTIONS,
    SECONDS,
    SHUFFLED,  # whether the last action reshuffled the deck
    TRIGGERED,  # whether the last action played a Queen by itself
    TAPED,
    TRACED,  # where the next turn is noted for the planner, 0 if none is (``traces``)
) = range(30)
BANKS, TOTALS, WINS, SHIELDS = 30, 32, 34, 36
HANDS, HAND_SIZES = 38, 40
HELD = 42  # Queens, Kings, Jokers of each seat
OLD_JACKS, OLD_ACES = 48, 50
KEYS, NUMBERS_DRAWN = 52, 55
ENDINGS = 58  # turns by how they ended
COUNTS, PILE = 68, 84
LEGAL = 100  # room for a list of actions
DECK = 120  # the cards of the deck in a row
MATCH_CELLS = DECK + 56

OPEN, OVER_HAND, EFFECT, THIRD_JACK, TRIGGER, ANSWER, TURN_OVER, ROUND_OVER = range(8)
ENDS = ("bank", "bust", "king", "swap", "joker_king", "countered", "shielded", "end", "deck_out", "time")
(BANKED, BUST, BY_KING, SWAPPED, BY_JOKER_KING, COUNTERED, SHIELDED, ENDED, DECK_OUT, ON_TIME) = range(10)
STATUSES = ("in_progress", "complete", "time")
IN_PROGRESS, COMPLETE, TIME = range(3)
DECISIONS = ("", "rounds", "total", "sudden_death", "time")
UNDECIDED, BY_ROUNDS, BY_TOTAL, BY_SUDDEN_DEATH, BY_TIME = range(5)
SUDDEN_DEATH, DRAWN_MATCH = -1, 2

# Cards in a hand.
QUEEN_HELD, KING_HELD, JOKER_HELD = 1, 2, 3
QUEENS, KINGS, JOKERS = HELD, HELD + 2, HELD + 4

# What a player can do, in the order of ``actions.all_actions``.
(
    DRAW,
    BANK,
    END,
    LET_BUST,
    PASS,
    COUNTER,
    SHIELD,
    PLAY_QUEEN,
    PLAY_KING,
    SWAP,
    JOKER_KING,
    JOKER_QUEEN,
    DISCARD_QUEEN,
    DISCARD_KING,
    DISCARD_JOKER,
) = range(15)
NO_OPINION = -1

# The rule set and the terms.

(
    BLITZ,
    GUIDE,
    MOST_ROUNDS,
    HAND_LIMIT,
    JOKERS_1,  # in the decks of the three rounds
    JOKERS_2,
    JOKERS_3,
    SHIELD_TOKEN,
    EXACT_BONUS,
    SEEDING_EDGE,
    ANY_JACK,
    COUNTED_FIRST,  # BO-10.2 `after`: the Jack is counted, then the Queen removes it
    WILD_QUEEN,
    IMMEDIATE,
    SHIELD_ROUND_TWO,
    NO_COUNTER,
    ROUNDS_ONLY,
    SWAP_TOTALS,
    BONUS_IN_POT,
    SUDDEN_REFILLS,
    CUES_JOIN,
    THIRD_JACK_WINDOW,
    BONUS_ON_TOTAL,
    KING_WINDOW,
    CAP_SECONDS,
    NEEDS_WINNER,
    MOST_ACTIONS,
    DRAW_SECONDS,
    ACT_SECONDS,
    SHUFFLE_SECONDS,
) = range(MATCH_CELLS, MATCH_CELLS + 30)
RULE_CELLS_END = MATCH_CELLS + 30
NO_CAP = 1 << 62

# What ``lookahead`` works with: the situation it starts from, and the states that it has yet to value.
(
    AHEAD_FACES,  # whether every face is followed
    AHEAD_HIDDEN,  # unseen cards that are not in the pile
    AHEAD_FLOOR,  # no draw goes below so many cards
    AHEAD_LOOT,
    AHEAD_NUMBERS,  # how many, and what they are worth together
    AHEAD_SUM,
    AHEAD_SWAP,  # what a swap adds to the own Bank, or NO_SWAP
    AHEAD_DIES,  # whether the last card of the pile ends the turn
    AHEAD_VALUED,
    AHEAD_BEST,  # the best act of the state that was valued last
    AHEAD_WAITING,
) = range(RULE_CELLS_END, RULE_CELLS_END + 11)
WAITING = RULE_CELLS_END + 11
WAITING_CELLS = 4096
NO_SWAP = -(1 << 40)

# What ``revising`` works with: whether a player makes rollouts and who plays on in them, the match as it stands, and by
# act what it is, its points in this run, what it gained against the first one, and the squares of that.
ROLLS, ROLL_PLAYER = WAITING + WAITING_CELLS, WAITING + WAITING_CELLS + 1
ROLL_MATCH = ROLL_PLAYER + 1
MOST_ACTS = 16
ROLL_ACTS = ROLL_MATCH + MATCH_CELLS
ROLL_POINTS, ROLL_GAINED, ROLL_SQUARES = ROLL_ACTS + MOST_ACTS, ROLL_ACTS + 2 * MOST_ACTS, ROLL_ACTS + 3 * MOST_ACTS

# The players and the tape: where each begins, the tape 0 if there is none. ``TAPED`` is where it goes on.
PLAYER = ROLL_SQUARES + MOST_ACTS
TAPE_AT = PLAYER + 2
FIXED_CELLS = TAPE_AT + 1

# A player.
CALM_LIMIT, QUEEN_LIMIT, CALM_RISK, PART_COUNT, EARLY_COUNT, VETOES, ROLLOUT_RUNS, PARTS_AT = range(8)
BY_THRESHOLD, WITHOUT_RISK, UNTROUBLED = range(3)  # CALM_RISK

# What a finished match is told by: a row of the results.

(
    ROW_STATUS,
    ROW_WINNER,
    ROW_DECIDED_BY,
    ROW_WINS,
    ROW_TOTALS,
    ROW_POT,
    ROW_ROUNDS,
    ROW_TURNS,
    ROW_ACTIONS,
    ROW_SECONDS,
    ROW_ENDINGS,
) = (0, 1, 2, 3, 5, 7, 8, 9, 10, 11, 12)
ROW_CELLS = 22

# The tape: what was played, cell by cell. The first fifteen signs are the actions; a value stands above the sign.
SIGN_BITS = 5
(TAPE_AT_ONCE_SWAP, TAPE_AT_ONCE_KING, TAPE_AT_ONCE_QUEEN, TAPE_AUTO_QUEEN, TAPE_BUST, TAPE_TIME) = range(15, 21)
(TAPE_ROUND, TAPE_FIRST, TAPE_TURN, TAPE_BANK_A, TAPE_BANK_B) = range(21, 26)
