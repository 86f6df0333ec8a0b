"""What the referee says: for each finding code its kind, what happened with the rule, and what to do now."""

from __future__ import annotations

from typing import Final

from rules_engine.bankrupt.ruleset import SCHEMA
from rules_engine.rules.notes import FindingText

READINGS: Final = {switch.rule: switch.key for switch in SCHEMA.switches}
"""The switch behind each rule of BR-19: a finding under that rule rests on it."""

_TAKE_BACK = "Undo {token}; it has no effect."
_NO_OFFER = "The offer does not count; an open one is settled, and no answer to this one counts."
_CHECK_SHEET = "Check the sheet with the players and correct it; nobody is penalised."

_ORDER = {
    "wrong_seat": FindingText(
        "illegal",
        ("BR-7", "BR-8"),
        "{player} acted out of turn with {token}. Play goes from the dealer's left.",
        "An exchange or a late answer stands; an offer or acceptance out of turn does not count.",
        by_rule={"BR-7": "{player} exchanged out of turn with {token}. The exchange goes from the dealer's left."},
        barred="Play goes from the dealer's left.",
    ),
    "acted_twice": FindingText(
        "illegal",
        ("BR-7", "BR-8", "BR-10", "BR-14"),
        "{player} acted a second time with {token}. Each player does that once.",
        _TAKE_BACK,
    ),
    "out_of_phase": FindingText(
        "illegal",
        ("BR-8", "BR-10", "BR-14"),
        "{player} played {token} at a time when it is not allowed. A round goes from the exchange to the upping to "
        "the showdown, and last legs are declared before exchanging.",
        _TAKE_BACK,
    ),
    "seat_out": FindingText(
        "illegal",
        ("BR-16",),
        "{player} is out of the game but played {token}.",
        "What that player does is ignored.",
    ),
    "not_in_round": FindingText(
        "illegal",
        ("BR-7",),
        "{player} threw in but played {token}. A player who throws in is out of the round.",
        "What that player does in this round is ignored.",
    ),
    "round_over": FindingText(
        "misrecorded",
        ("BR-10", "BR-19.2", "BR-16"),
        "The sheet continues after the round was decided.",
        "What follows the decision does not count. " + _CHECK_SHEET,
    ),
    "round_unfinished": FindingText(
        "misrecorded",
        ("BR-10",),
        "Another round follows, but nobody has shown cards in this one.",
        "Nobody wins; the centre stays, the antes go back, and a run of dead rounds is over.",
    ),
    "match_over": FindingText(
        "misrecorded",
        ("BR-16", "BR-20"),
        "The sheet continues after the game was over.",
        "What follows the end does not count. " + _CHECK_SHEET,
    ),
    "wrong_round": FindingText(
        "misrecorded",
        ("BR-3",),
        "The sheet calls this round {number}, which is not the next one.",
        "It is played as the next round; correct the number.",
    ),
    "wrong_start": FindingText(
        "misrecorded",
        ("BR-3",),
        "The sheet has {player} as the dealer, but the deal moves clockwise.",
        "The round stands; the deal continues from there.",
    ),
}

_EXCHANGE = {
    "throw_in_limit": FindingText(
        "illegal",
        ("BR-7",),
        "{player} threw in too often: at most {limit} rounds in a row are allowed.",
        "The throw-in stands; explain the rule.",
    ),
    "throw_in_zero": FindingText(
        "illegal",
        ("BR-19.7",),
        "{player} threw in with no ante in this round.",
        "The throw-in stands, and nothing is paid.",
    ),
    "throw_in_last": FindingText(
        "illegal", ("BR-19.2",), "{player} is the last one in and cannot throw in.", "The player stays in the round."
    ),
    "exchange_missing": FindingText(
        "missed",
        ("BR-7",),
        "{player} has not exchanged: the player did not hold, replace a card or throw in.",
        "The player holds; a player with nothing at all on the sheet is out of this round.",
    ),
    "resign_late": FindingText(
        "illegal", ("BR-15",), "{player} resigned after the deal. Players resign before a deal.", _TAKE_BACK
    ),
    "resign_barred": FindingText(
        "illegal", ("BR-19.12",), "{player} resigned while dead rounds are running.", _TAKE_BACK
    ),
    "last_legs_false": FindingText(
        "illegal",
        ("BR-14",),
        "{player} declared last legs, but can make the full ante.",
        "The player puts in all nine pieces.",
    ),
    "last_legs_missing": FindingText(
        "missed",
        ("BR-14",),
        "{player} cannot make the full ante and did not declare last legs.",
        "The ante stays as it is; ask the player to declare it.",
    ),
}

_UPPING = {
    "dealer_offers": FindingText(
        "illegal",
        ("BR-8",),
        "{player} is the dealer, who never makes an offer.",
        _NO_OFFER,
        barred="The dealer never makes an offer.",
    ),
    "no_pieces": FindingText(
        "illegal",
        ("BR-9",),
        "{player} has nothing beyond the ante and takes no part in upping.",
        "It does not count.",
        barred="With nothing beyond the ante, a player takes no part in upping.",
    ),
    "upping_over": FindingText(
        "illegal",
        ("BR-8",),
        "{player} made an offer after everyone had declined one, which ends upping.",
        _NO_OFFER,
        barred="Everyone has declined an offer, which ends upping.",
    ),
    "offer_to_nobody": FindingText(
        "illegal",
        ("BR-19.5",),
        "{player} made an offer that no later player can accept.",
        _NO_OFFER,
        barred="No later player can accept an offer.",
    ),
    "offer_size": FindingText(
        "illegal",
        ("BR-8",),
        "{player} offered with {token}, but an offer can be only one to {cap} pieces now.",
        _NO_OFFER,
    ),
    "no_offer": FindingText("illegal", ("BR-8",), "{player} accepted, but no offer is open.", _TAKE_BACK),
}

_SHOWING = {
    "show_missing": FindingText(
        "missed",
        ("BR-10",),
        "{player} has shown no cards, and another round follows.",
        "The round is settled among the players who showed; the others neither win nor pay.",
    ),
    "show_short": FindingText(
        "missed",
        ("BR-10", "BR-17"),
        "{player} has shown one card where both are needed.",
        "The second card counts as the lowest; ask the player to show it.",
    ),
    "impossible_draw": FindingText(
        "misrecorded",
        ("BR-5",),
        "{token} is not possible: the deck does not hold that many of this card.",
        "It still counts. " + _CHECK_SHEET,
    ),
    "upturned_wrong": FindingText(
        "misrecorded",
        ("BR-5",),
        "{token} cannot be the upturned card now.",
        "If it is the first in this round, the deck is shuffled before the next round; a second one has no effect.",
    ),
    "wrong_claim": FindingText(
        "misrecorded",
        ("BR-18",),
        "The sheet gives {player} {claimed} pieces; the right number is {due}.",
        "Count the pieces together and correct the sheet.",
    ),
    "reshuffle": FindingText("note", ("BR-5",), "The upturned card came up; the deck was shuffled.", "Nothing to do."),
    "slow_decision": FindingText(
        "note",
        ("BR-20",),
        "{player} took {seconds} seconds for {token}; the limit is {box}.",
        "Remind the player; take repeated slow play to the head judge.",
    ),
}

FINDING_TEXTS: Final[dict[str, FindingText]] = _ORDER | _EXCHANGE | _UPPING | _SHOWING
