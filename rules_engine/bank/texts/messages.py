"""What the referee says: for each finding code its kind, what happened with the rule, and what to do now."""

from __future__ import annotations

from typing import Final

from rules_engine.bank.schema import SCHEMA
from rules_engine.rules.notes import FindingText

READINGS: Final = {switch.rule: switch.key for switch in SCHEMA.switches}
"""The switch behind each rule of BK-6: a finding under that rule rests on it."""

_TAKE_BACK = "Undo {token}; the turn continues from the position before it."
_CHECK_SHEET = "Check the sheet with the players and correct it; nobody is penalised."
_TRICKS = ("BK-2.6", "BK-2.7", "BK-2.8")
_ENDS = ("BK-4.1", "BK-4.2", "BK-4.3", "BK-4.4", "BK-4.7", "BK-5.2", "BK-5.3")

_TURN = {
    "action_after_turn": FindingText(
        "illegal",
        ("BK-2.12", "BK-4.4", "BK-4.7"),
        "{player} continued with {token} after the turn had ended. The discard is the last action of a turn, and "
        "nothing follows the end of the game.",
        "Undo everything after the end of the turn.",
        barred="The turn or the game is over.",
    ),
    "wrong_seat": FindingText(
        "illegal",
        ("BK-2.3",),
        "{player} took a turn that was not theirs. The players take turns in order.",
        "The turn counts as that player's own, and play continues in order from there.",
    ),
    "card_not_in_hand": FindingText(
        "illegal",
        (*_TRICKS, "BK-2.12", "BK-3.1", "BK-3.2"),
        "{token} names a card that cannot be in that hand, or names a card twice.",
        "Undo {token} and look for the right card; a discard has still ended the turn.",
    ),
    "card_not_in_bank": FindingText(
        "illegal",
        ("BK-2.10", "BK-3.2"),
        "{token} names a card that could not come out of that bank.",
        "Choose another card; it is still owed.",
    ),
    "no_discard": FindingText(
        "missed",
        ("BK-2.12",),
        "{player} ended the turn without a discard. Every turn ends with one discard from hand.",
        "The turn is over and the hand stays as it is; remind the player.",
    ),
}

_WITHDRAWING = {
    "second_withdrawal": FindingText(
        "illegal",
        ("BK-2.4",),
        "{player} withdrew again with {token}. A turn has one withdrawal: the top discard, or one or two deck cards in "
        "a row.",
        _TAKE_BACK,
        barred="A turn has one withdrawal: the top discard, or one or two deck cards in a row.",
    ),
    "withdraw_late": FindingText(
        "illegal",
        ("BK-2.3",),
        "{player} withdrew with {token} after banking. Withdrawing comes before banking.",
        _TAKE_BACK,
        barred="Withdrawing comes before banking.",
    ),
    "withdrawal_missed": FindingText(
        "missed",
        ("BK-6.1",),
        "{player} withdrew no card although one could be withdrawn.",
        "The turn stands as it was played; remind the player.",
        barred="Withdraw a card first.",
    ),
    "hand_full": FindingText(
        "illegal",
        ("BK-2.2", "BK-6.6", "BK-6.7"),
        "{player} would hold more than ten cards with {token}. A hand never holds more than ten.",
        _TAKE_BACK,
        barred="A hand never holds more than ten cards.",
    ),
    "short_deck": FindingText(
        "illegal",
        ("BK-6.3",),
        "{player} drew a second card with {token} although the first was the deck's last.",
        _TAKE_BACK,
        barred="The first card was the deck's last.",
    ),
    "draw_from_empty": FindingText(
        "illegal",
        ("BK-4.1", "BK-4.2", "BK-4.3"),
        "{player} drew with {token} from an empty deck.",
        _TAKE_BACK,
        barred="The deck is empty.",
    ),
    "pile_empty": FindingText(
        "illegal", ("BK-2.4",), "{player} took {token}, but the discard pile is empty.", _TAKE_BACK
    ),
    "pick_without_move": FindingText(
        "illegal",
        ("BK-4.2",),
        "{player} took the top discard with {token}, but it allows no bank. Without a deck it may be taken only if "
        "it allows a bank, or if the player could bank already.",
        _TAKE_BACK,
    ),
    "pick_with_move": FindingText(
        "illegal",
        ("BK-6.14",),
        "{player} took the top discard with {token} while holding a trick.",
        _TAKE_BACK,
    ),
    "impossible_draw": FindingText(
        "misrecorded",
        ("BK-2.1",),
        "{token} cannot have been drawn: that card lies elsewhere.",
        "It counts as a card that nobody saw. " + _CHECK_SHEET,
    ),
    "wrong_top": FindingText(
        "misrecorded",
        ("BK-2.4",),
        "{token} is not the card that lay on top of the pile.",
        "The card on top is the one taken. " + _CHECK_SHEET,
    ),
}

_BANKING = {
    "trick_not_in_play": FindingText(
        "illegal", ("BK-1.4",), "{player} banked {token}, a trick that this rule set does not play.", _TAKE_BACK
    ),
    "trick_count": FindingText(
        "illegal",
        ("BK-2.9",),
        "{player} banked the wrong number of cards with {token}. A pair banks one, a trio two, a quad four.",
        _TAKE_BACK,
    ),
    "bank_limit": FindingText(
        "illegal", ("BK-2.5",), "{player} banked with {token}, one time more than this turn allows.", _TAKE_BACK
    ),
    "no_trick": FindingText("illegal", _TRICKS, "{player} banked {token} without holding that trick.", _TAKE_BACK),
    "box_too_small": FindingText(
        "illegal", ("BK-2.10",), "{player} banked {token}: more cards than the box holds.", _TAKE_BACK
    ),
    "last_card": FindingText(
        "illegal", ("BK-6.5",), "{player} would have emptied the hand with {token}. One card must stay.", _TAKE_BACK
    ),
    "exchange_missing": FindingText(
        "missed",
        ("BK-2.10",),
        "{player} banked into a full box and took too few cards out; still owed: {due}.",
        "The oldest cards come out.",
        barred="The box is full: take cards out first.",
    ),
    "needless_exchange": FindingText(
        "misrecorded", ("BK-2.10",), "{token} takes a card out of a bank, but none is due.", _CHECK_SHEET
    ),
}

_THIEVING = {
    "thief_not_in_play": FindingText(
        "illegal", ("BK-1.9",), "{player} played {token}, a thief that this rule set does not have.", _TAKE_BACK
    ),
    "thief_target": FindingText(
        "illegal", ("BK-3.1",), "{player} played {token}, but that player cannot be stolen from.", _TAKE_BACK
    ),
    "not_a_straight": FindingText(
        "illegal",
        ("BK-3.1",),
        "{player} played {token}, which is not a straight of three to five cards.",
        _TAKE_BACK,
    ),
    "not_one_colour": FindingText(
        "illegal",
        ("BK-3.2",),
        "{player} played {token} on a bank, but the straight is not all one colour.",
        _TAKE_BACK,
    ),
    "thief_kind": FindingText(
        "illegal",
        ("BK-6.19",),
        "{player} played {token} on a hand, but a straight of one colour always steals from a bank.",
        _TAKE_BACK,
    ),
    "victim_short": FindingText(
        "illegal", ("BK-6.9",), "{player} played {token}, but there are too few cards to steal.", _TAKE_BACK
    ),
    "steal_missing": FindingText(
        "missed",
        ("BK-3.1",),
        "{player} played a thief and stole too few cards; still owed: {due}.",
        "Only the cards written have moved; check with the players what was stolen.",
        barred="Name the stolen cards first.",
    ),
    "needless_steal": FindingText(
        "misrecorded", ("BK-3.1",), "{token} steals a card, but no thief is owed one.", _CHECK_SHEET
    ),
    "card_unnamed": FindingText(
        "misrecorded",
        ("BK-3.2",),
        "{token} does not name the card that was stolen from a bank.",
        "The oldest card is taken. " + _CHECK_SHEET,
    ),
}

_ENDING = {
    "false_declaration": FindingText(
        "illegal",
        ("BK-4.3",),
        "{player} declared that no bank is possible, but holds a trick that can be banked.",
        "The declaration does not count.",
        barred="There is a trick in hand that can be banked.",
    ),
    "needless_replacement": FindingText(
        "misrecorded",
        ("BK-4.3",),
        "{token} replaces the deck, but it does not need replacing.",
        _CHECK_SHEET,
        barred="The deck does not need replacing.",
    ),
    "needless_declaration": FindingText(
        "misrecorded",
        ("BK-4.3",),
        "{token} is declared, but nothing has to be declared here.",
        _CHECK_SHEET,
        barred="There is nothing to declare now.",
    ),
    "wrong_claim": FindingText(
        "misrecorded",
        ("BK-4.5", "BK-4.6"),
        "The sheet gives {player} a bank worth {claimed}; it is worth {due}.",
        "Count the bank together and correct the sheet.",
    ),
    "round_over": FindingText(
        "misrecorded",
        _ENDS,
        "The sheet continues after the game was over.",
        "What follows the end does not count. " + _CHECK_SHEET,
    ),
    "match_over": FindingText(
        "misrecorded",
        ("BK-4.8",),
        "The sheet continues after time was called.",
        "What follows the time call does not count.",
    ),
    "wrong_round": FindingText(
        "misrecorded",
        ("BK-6.20",),
        "The sheet has a round {number}, but a record of this game has only round 1.",
        "The round is skipped; use a separate sheet for each game.",
    ),
    "reshuffle": FindingText("note", ("BK-4.3",), "The discard pile became the deck.", "Nothing to do."),
    "undeclared": FindingText(
        "note",
        ("BK-4.3",),
        "{player} could not bank anything and did not say so.",
        "Nothing to do; remind the player to declare it.",
    ),
    "slow_decision": FindingText(
        "note",
        ("BK-4.10",),
        "{player} took {seconds} seconds for {token}; the limit is {box}.",
        "Remind the player; take repeated slow play to the head judge.",
    ),
}

FINDING_TEXTS: Final[dict[str, FindingText]] = _TURN | _WITHDRAWING | _BANKING | _THIEVING | _ENDING
