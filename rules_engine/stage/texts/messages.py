"""What the referee says: for each finding code its kind, what happened with the rule, and what to do now.

``{player}`` is the seat charged, ``{token}`` the token named.
"""

from __future__ import annotations

from rules_engine.rules.notes import FindingText

_BACK = "Put the piece back if the opponent has not moved; otherwise the position stands as it is."
_TAKE_BACK = "Undo {token}; the turn continues from the position before it."
_CHECK_SHEET = "Check the sheet with the players and correct it; nobody is penalised."

FINDING_TEXTS: dict[str, FindingText] = {
    "wrong_seat": FindingText(
        "illegal",
        ("BS-3", "BS-10", "BS-13"),
        "{player} took a turn that was not theirs.",
        "The turn counts as that player's own, and play continues in order from there.",
        {
            "BS-10": "{player} moved while another player was to place a piece. Pieces are placed in reverse order.",
            "BS-13": "{player} took a turn although they are out, with more than 40 points in the bank.",
        },
    ),
    "wrong_row": FindingText(
        "illegal",
        ("BS-2",),
        "{player} entered with {token}, which is not in their own row.",
        _BACK,
    ),
    "not_adjacent": FindingText(
        "illegal",
        ("BS-3",),
        "{player} moved with {token} to a space that is not next to their own.",
        _BACK,
        barred="This space is not next to the piece.",
    ),
    "space_is_pit": FindingText(
        "illegal",
        ("BS-15",),
        "{player} entered a pit with {token}. A revealed space that a piece has left is a pit and cannot be entered.",
        _BACK,
        barred="This space is a pit and cannot be entered.",
    ),
    "space_occupied": FindingText(
        "illegal",
        ("BS-4",),
        "{player} moved with {token} to a space where a piece stands.",
        _BACK,
        barred="A piece stands on this space.",
    ),
    "space_before": FindingText(
        "illegal",
        ("BS-4",),
        "{player} moved back with {token} to the space they stood on in the turn before.",
        _BACK,
        barred="This is the space of the turn before.",
    ),
    "reentry_not_due": FindingText(
        "illegal",
        ("BS-15",),
        "{player} re-entered with {token}. Only a stuck player who has just missed a turn in Pitfall re-enters.",
        _BACK,
    ),
    "reentry_space": FindingText(
        "illegal",
        ("BS-15",),
        "{player} re-entered with {token} on a face-down space, which is not allowed here.",
        _BACK,
    ),
    "move_available": FindingText(
        "illegal",
        ("BS-4", "BS-15"),
        "{player} missed the turn although a move was possible. A possible move must be made.",
        "If the opponent has not moved, the player moves now; otherwise the missed turn stands.",
        {"BS-15": "{player} missed the turn although a re-entry was possible. It must be made."},
        barred="A move is possible, so it must be made.",
    ),
    "move_missing": FindingText(
        "missed",
        ("BS-3",),
        "{player} did not move. A turn starts with a move.",
        "Ask where the piece went. Without a move the turn counts as missed.",
    ),
    "action_after_turn": FindingText(
        "illegal",
        ("BS-3",),
        "{player} continued with {token} after the turn was over.",
        "Undo everything after the end of the turn; the next player plays.",
    ),
    "placing_revealed": FindingText(
        "illegal",
        ("BS-10",),
        "{player} revealed a card with {token} while placing the piece. The space stays face down.",
        "Turn the card face down again; it has no effect yet.",
    ),
    "reveal_missing": FindingText(
        "misrecorded",
        ("BS-3",),
        "The sheet has {player} enter {token} and does not say which card was revealed.",
        "Write down the card that lies there.",
    ),
    "wrong_card": FindingText(
        "misrecorded",
        ("BS-3",),
        "The sheet has {token}, but this space was shown before as another card.",
        "Look at the card and correct the sheet.",
    ),
    "impossible_draw": FindingText(
        "misrecorded",
        ("BS-1",),
        "The sheet has {token} for {player}, which is one more card of that rank than there is.",
        _CHECK_SHEET,
    ),
    "not_due": FindingText(
        "illegal",
        ("BS-5",),
        "{player} continued with {token}, which the card of the space does not ask for now.",
        _TAKE_BACK,
        barred="The card of the space does not ask for this now.",
    ),
    "wrong_count": FindingText(
        "illegal",
        ("BS-5", "BS-12"),
        "{player} banked the wrong number of cards with {token}. An Ace banks the two highest.",
        "Take the cards back and bank the right number.",
        {"BS-12": "{player} banked the wrong number of cards with {token}. In Go Fish an Ace banks one pair."},
    ),
    "not_highest": FindingText(
        "illegal",
        ("BS-5",),
        "{player} used a card lower than one they held, as {token} shows. "
        "An Ace banks the two highest cards, a King discards the highest.",
        "If it is still possible, exchange the card for the highest; otherwise it stands.",
    ),
    "not_a_pair": FindingText(
        "illegal",
        ("BS-12",),
        "{player} banked {token}, which is not a pair.",
        "Take the cards back; a pair may be banked instead.",
    ),
    "wrong_target": FindingText(
        "illegal",
        ("BS-5",),
        "{player} chose the wrong player with {token}. A Queen takes from an opponent who has cards, and gives to the "
        "same one.",
        _TAKE_BACK,
    ),
    "card_not_in_hand": FindingText(
        "illegal",
        ("BS-5",),
        "{player} used {token} but does not hold that card.",
        _TAKE_BACK,
        barred="This card is not in hand.",
    ),
    "draw_from_empty": FindingText(
        "illegal",
        ("BS-6",),
        "{player} drew {token}, but there is nothing to draw.",
        "Undo the draw; the effect is done as far as possible.",
        barred="There is nothing to draw.",
    ),
    "effect_incomplete": FindingText(
        "missed",
        ("BS-5",),
        "{player} did not do everything that the card of {token} asks for.",
        "If the next player has not moved, do the rest now.",
        barred="Finish the effect of the card first.",
    ),
    "false_call": FindingText(
        "illegal",
        ("BS-14",),
        "{player} called a lie, but there was none to call.",
        "The call costs nothing; play continues.",
    ),
    "payment_not_due": FindingText(
        "illegal",
        ("BS-14",),
        "{player} paid {token}, but no payment is due.",
        "Put the card back into the bank.",
    ),
    "payment_missing": FindingText(
        "missed",
        ("BS-14",),
        "{player} was caught and did not pay a card from the bank.",
        "Pay one card at random to the player who called.",
    ),
    "card_not_in_bank": FindingText(
        "illegal",
        ("BS-14",),
        "{player} paid {token}, which is not in their bank.",
        "Look at the bank, pay a card at random, and write it down.",
        barred="This card is not in the bank.",
    ),
    "wrong_claim": FindingText(
        "misrecorded",
        ("BS-9",),
        "The sheet gives {player} a bank of {claimed}, but the recorded turns make it {due}.",
        "Correct the bank to {due}, and check the turns since the last correct one.",
        by_case={
            "hidden": "The sheet gives {player} a bank of {claimed}, but the recorded turns make it {due} to {most}.",
        },
    ),
    "bank_not_counted": FindingText(
        "misrecorded",
        ("BS-9",),
        "The game is over, but the sheet does not say what the bank of {player} is worth.",
        "Count the bank and write it down after the last turn.",
    ),
    "match_over": FindingText(
        "misrecorded",
        ("BS-8", "BS-13", "BS-15", "BS-18"),
        "The game was over, but the sheet continues.",
        "Strike what was played after the end of the game.",
        {
            "BS-13": "The game ended when one side was left, but the sheet continues.",
            "BS-15": "The game ended because nobody had a move, but the sheet continues.",
            "BS-18": "The game ended because it was blocked, but the sheet continues.",
        },
    ),
    "wrong_round": FindingText(
        "misrecorded",
        ("BS-1",),
        "There is no Round {number} here: a record holds one game, which is Round 1.",
        "Number the game as Round 1, and use a separate sheet for another game.",
    ),
    "reshuffle": FindingText(
        "note",
        ("BS-6",),
        "The discards were shuffled into the draw pile, {size} cards.",
        "Nothing to do.",
    ),
    "slow_decision": FindingText(
        "note",
        ("BS-19",),
        "{player} took {seconds} seconds for {token}; the limit is {box}.",
        "Remind the player; take repeated slow play to the head judge.",
    ),
}

LIES = frozenset(
    {
        "wrong_row",
        "not_adjacent",
        "space_is_pit",
        "space_occupied",
        "space_before",
        "reentry_not_due",
        "reentry_space",
        "move_available",
        "not_due",
        "wrong_count",
        "not_highest",
        "not_a_pair",
        "wrong_target",
        "effect_incomplete",
    }
)
"""What stands in Liar until somebody calls it (BS-14)."""
