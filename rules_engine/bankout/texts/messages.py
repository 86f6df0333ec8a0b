"""What the referee says: for each finding code its kind, what happened with the rule, and what to do now.

Sentences that a judge can read out. ``{player}`` is the seat charged, ``{limit}`` the hand limit; the other names are
the finding's parameters. Where a code stands for several rules, the sentence is chosen by the rule; the parameter
``case`` chooses one that a special case has.
"""

from __future__ import annotations

from rules_engine.rules.notes import FindingText

_TAKE_BACK = "Undo {token}; the turn continues from the position before it."
_CHECK_SHEET = "Check the sheet with both players and correct it; nobody is penalised."

FINDING_TEXTS: dict[str, FindingText] = {
    "action_after_turn": FindingText(
        "illegal",
        ("BO-4.6",),
        "{player} continued with {token} after the turn had ended. Nothing can be done in a turn after it has ended.",
        "Undo everything after the end of the turn; the opponent plays next.",
        by_case={
            "joker_king": "{player} answered with {token} after the turn had ended: a Joker played as King ends the "
            "turn at once, and only a swap can be countered or shielded (BO-5.25).",
        },
        barred="The turn has ended. Nothing can be done in a turn after it has ended.",
    ),
    "wrong_seat": FindingText(
        "illegal",
        ("BO-4.7",),
        "{player} took a turn that was not theirs. Only the active player acts.",
        "The turn counts as that player's own, and play continues in order from there.",
    ),
    "card_not_in_hand": FindingText(
        "illegal",
        ("BO-4.2",),
        "{player} used {token} but does not hold that card. Only a card in hand can be played or given up.",
        _TAKE_BACK,
        barred="This card is not in hand. Only a card in hand can be played or given up.",
    ),
    "swap_opponent_empty": FindingText(
        "illegal",
        ("BO-5.17",),
        "{player} chose to swap, but the opponent's Bank is $0. A swap needs an opponent with money in the Bank.",
        "The swap does not take place. A Joker held stays in hand; one that had to be used at once is discarded.",
        barred="The opponent's Bank is $0. A swap needs an opponent with money in the Bank.",
    ),
    "joker_held": FindingText(
        "illegal",
        ("BO-5.20",),
        "{player} drew a Joker and named no effect. In this round a Joker takes effect at once and cannot be held.",
        "If the player names an effect now, it counts; otherwise the Joker is discarded.",
        barred="A Joker takes effect at once in this round. Name its effect first.",
    ),
    "joker_effect_missing": FindingText(
        "illegal",
        ("BO-5.23",),
        "{player} played a Joker without saying which effect. Swap, King or Queen must be named.",
        "Ask for the effect before anything else; until then the Joker stays in hand.",
        barred="Swap, King or Queen must be named first.",
    ),
    "joker_from_hand": FindingText(
        "illegal",
        ("BO-5.22",),
        "{player} played a Joker from hand. Jokers are held only in a round where they go to hand.",
        _TAKE_BACK,
        barred="Jokers can be held and played from hand only in a round where they go to hand.",
    ),
    "counter_round_two": FindingText(
        "illegal",
        ("BO-5.21",),
        "{player} countered a Joker that cannot be countered in this round.",
        "The counter does not count; the swap stands unless something else stops it.",
        barred="A Joker cannot be countered in this round.",
    ),
    "counter_without_joker": FindingText(
        "illegal",
        ("BO-5.24",),
        "{player} countered a swap without holding a Joker. A counter is made with a Joker from hand.",
        "The counter does not count; the swap stands unless something else stops it.",
        barred="A counter is made with a Joker from hand, and there is none.",
    ),
    "counter_not_swap": FindingText(
        "illegal",
        ("BO-5.25",),
        "{player} answered with {token}, but no swap was just played. Only a swap can be countered or shielded.",
        "The answer does not count, and its card or token is kept.",
        barred="No swap has just been played. Only a swap can be countered or shielded.",
    ),
    "shield_unavailable": FindingText(
        "illegal",
        ("BO-8.2",),
        "{player} used a shield that is not available: each player has one per match, and only if the event plays it.",
        "The shield does not count; the swap stands unless something else stops it.",
        barred="No shield is left: each player has one per match, and only if the event plays it.",
    ),
    "jokers_off": FindingText(
        "illegal",
        ("BO-1.3",),
        "{player} used a Joker with {token}, but this match is played without Jokers.",
        "Remove the Joker from the table; if it came from the deck, turn over the next card instead.",
        barred="This match is played without Jokers.",
    ),
    "draw_from_empty": FindingText(
        "illegal",
        ("BO-6.4", "BO-7.3", "BO-2.4"),
        "{player} drew {token} from an empty deck. Nothing more can be drawn in this round.",
        "Undo the draw; the player finishes the turn with what is left to do.",
        {"BO-2.4": "{player} drew {token}, but deck and discard pile are both empty. There is nothing to reshuffle."},
        barred="There is nothing left to draw.",
    ),
    "bust_not_taken": FindingText(
        "missed",
        ("BO-5.3", "BO-5.5", "BO-5.7", "BO-5.9"),
        "{player} continued with {token} after a bust.",
        "Apply the bust: the Loot is lost, the Bank stays, and the turn is over.",
        {
            "BO-5.3": "{player} continued with {token} after a Jack triggered a latent Ace with no Queen to answer it, "
            "which is a bust.",
            "BO-5.5": "{player} continued with {token} after the third Jack of the turn, which is a bust unless a "
            "Queen answers it.",
            "BO-5.7": "{player} continued with {token} after drawing an Ace on Alert, which is a bust.",
            "BO-5.9": "{player} continued with {token} after the third latent Ace, which is a bust.",
        },
        {
            "BO-5.3 king_window": "{player} continued with {token} after a Jack triggered a latent Ace with no Queen "
            "to answer it, which is a bust unless a King answers it.",
            "BO-5.5 king_window": "{player} continued with {token} after the third Jack of the turn, which is a bust "
            "unless a Queen or a King answers it.",
        },
        barred="This is a bust.",
        barred_by={
            "BO-5.3": "A Jack has triggered a latent Ace, which is a bust unless a Queen answers it.",
            "BO-5.5": "This is the third Jack of the turn, which is a bust unless a Queen answers it.",
            "BO-5.3 king_window": "A Jack has triggered a latent Ace, which is a bust unless a King answers it.",
            "BO-5.5 king_window": "This is the third Jack of the turn, which is a bust unless a Queen or a King "
            "answers it.",
        },
    ),
    "auto_queen_missed": FindingText(
        "missed",
        ("BO-5.2",),
        "{player} held a Queen when a Jack triggered a latent Ace. The Queen must then be played automatically.",
        "If the turn is still open, play the Queen, undo the bust and continue; a later use of that Queen stands.",
        barred="A Jack has triggered a latent Ace, and the Queen must then be played automatically.",
    ),
    "over_hand": FindingText(
        "missed",
        ("BO-3.3",),
        "{player} continued with more than {limit} cards in hand. The hand must be brought down to {limit} before "
        "anything else.",
        "Bring the hand down to {limit} at once, by the event's default.",
        barred="There are more than {limit} cards in hand. Bring the hand down to {limit} first.",
    ),
    "impossible_draw": FindingText(
        "misrecorded",
        ("BO-2.5",),
        "The sheet has {player} draw {token}, but the deck cannot hold another one. This is an error on the sheet.",
        _CHECK_SHEET,
    ),
    "wrong_amount": FindingText(
        "misrecorded",
        ("BO-4.3", "BO-5.15"),
        "The sheet gives ${claimed} for {token}, but the turn was worth ${due}.",
        "Correct the amount to ${due}.",
    ),
    "wrong_claim": FindingText(
        "misrecorded",
        ("BO-9.4",),
        "The sheet gives {player} a Bank of ${claimed}, but the recorded turns make it ${due}.",
        "Correct the Bank to ${due}, and check the turns since the last correct one.",
    ),
    "bust_without_cause": FindingText(
        "misrecorded",
        ("BO-6.2",),
        "The sheet has {player} bust, but there was no bust here.",
        _CHECK_SHEET,
        barred="There is no bust here.",
    ),
    "auto_queen_without_cause": FindingText(
        "misrecorded",
        ("BO-5.2",),
        "There is no automatic Queen for {player} here: no Jack has just triggered a latent Ace.",
        _CHECK_SHEET,
        barred="No Jack has just triggered a latent Ace, so there is no automatic Queen.",
    ),
    "needless_discard": FindingText(
        "misrecorded",
        ("BO-3.2",),
        "{player} gave up a card with {token}, but the hand holds no more than {limit}.",
        _CHECK_SHEET,
        barred="The hand holds no more than {limit}, so no card can be given up.",
    ),
    "turn_not_ended": FindingText(
        "misrecorded",
        ("BO-4.5",),
        "The next turn starts, but this turn of {player} was not ended.",
        "Ask how the turn ended; until then it counts as ended without banking.",
    ),
    "round_over": FindingText(
        "misrecorded",
        ("BO-6.3", "BO-6.4", "BO-7.3"),
        "The round was decided, but the sheet has further turns in it.",
        "Strike the surplus turns.",
        {
            "BO-6.3": "The round ended when a Bank reached the target, but the sheet has further turns in it.",
            "BO-6.4": "The round ended with the turn in which the deck ran out, but the sheet has further turns in it.",
            "BO-7.3": "Sudden Death was over, but the sheet has further turns in it.",
        },
    ),
    "round_unfinished": FindingText(
        "misrecorded",
        ("BO-6.3", "BO-6.4", "BO-7.3"),
        "The next round starts, but this round was not decided.",
        "Find the missing turns; until then nobody wins this round.",
        {
            "BO-6.3": "The next round starts, but no Bank had reached the target in this one.",
            "BO-6.4": "The next round starts, but the deck of this one had not run out.",
            "BO-7.3": "Another round starts, but this Sudden Death was not decided.",
        },
    ),
    "match_over": FindingText(
        "misrecorded",
        ("BO-1.4", "BO-1.5", "BO-7.3", "BO-9.1"),
        "The match was decided, but the sheet continues.",
        "Strike what was played after the match was decided.",
        {
            "BO-1.4": "The match was decided by two round wins, but the sheet has a further round.",
            "BO-1.5": "The match was decided after its last round, but the sheet has a further round.",
            "BO-7.3": "The match was decided by Sudden Death, but the sheet has a further round.",
            "BO-9.1": "Time was called and the match ended with that turn, but the sheet continues.",
        },
    ),
    "wrong_round": FindingText(
        "misrecorded",
        ("BO-1.4", "BO-1.5", "BO-6.7"),
        "Round {number} is not the round that comes next.",
        "Number the rounds in order; this one is not counted until then.",
        {"BO-6.7": "Sudden Death is not due here: it follows a tie only."},
    ),
    "wrong_start": FindingText(
        "misrecorded",
        ("BO-1.6", "BO-7.1"),
        "{player} started this round, but the start alternates and it was the opponent's.",
        "Let the round stand; the start alternates from the player who started it.",
    ),
    "auto_queen_applied": FindingText(
        "note",
        ("BO-5.2",),
        "A Jack triggered a latent Ace, and {player}'s Queen was played automatically; the sheet does not show it.",
        "Nothing to do; write *Q after the Jack.",
    ),
    "default_discard": FindingText(
        "note",
        ("BO-3.4",),
        "{player} named no discard, so the oldest card, {card}, goes. Default at this event: {default}.",
        "Nothing to do if the oldest card went; otherwise write down which one did.",
    ),
    "reshuffle": FindingText(
        "note",
        ("BO-2.4",),
        "The deck was empty, so the discard pile was shuffled into a new deck of {size} cards.",
        "Nothing to do.",
    ),
    "slow_decision": FindingText(
        "note",
        ("BO-9.6",),
        "{player} took {seconds} seconds for {token}; the limit is {box}.",
        "Remind the player; take repeated slow play to the head judge.",
    ),
}
