"""Rules and tokens as the second referee of Bankrupt reads them (bankrupt.md, *Readings* and *Record*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SEATS = "ABCDEFGHIJKLMNOPQ"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FIELDS: dict[str, Any] = {
    "start": 50,
    "fewest": 4,
    "show": "both",
    "dead_limit": 3,
    "throw_limit": 2,
    "round_cap": None,
}
OPTIONS: dict[str, tuple[Any, ...]] = {
    "reshuffle": ("on_upturned", "every_round"),
    "last_in": ("nothing", "takes_centre", "run_goes_on", "both"),
    "centre_claim": ("this_round", "since_built"),
    "least": ("in_round", "at_table"),
    "empty_offer": ("none", "counts"),
    "third_dead": ("all", "in_round", "upping_only", "both"),
    "throw_zero": ("barred", "free"),
    "short_front": ("front", "tops_up"),
    "pair_same_top": ("second_cards", "by_worth"),
    "second_min": (1, 0),
    "all_decline": ("ends", "passes_on"),
    "resign": ("any_round", "no_run"),
    "places": ("by_pieces", "shared"),
    "cap_multiple": ("in_all", "per_ante"),
    "last_legs_centre": ("always", "with_part"),
}
"""The values of each switch, the default first (BR-19)."""

KIND = {
    **dict.fromkeys(("wrong_seat", "acted_twice", "out_of_phase", "seat_out", "not_in_round"), "illegal"),
    **dict.fromkeys(("throw_in_limit", "throw_in_zero", "throw_in_last"), "illegal"),
    **dict.fromkeys(("resign_late", "resign_barred", "last_legs_false"), "illegal"),
    **dict.fromkeys(("dealer_offers", "no_pieces", "upping_over", "offer_to_nobody"), "illegal"),
    **dict.fromkeys(("offer_size", "no_offer"), "illegal"),
    **dict.fromkeys(("exchange_missing", "last_legs_missing", "show_missing", "show_short"), "missed"),
    **dict.fromkeys(("impossible_draw", "upturned_wrong", "wrong_claim", "round_over"), "misrecorded"),
    **dict.fromkeys(("round_unfinished", "match_over", "wrong_round", "wrong_start"), "misrecorded"),
    "reshuffle": "note",
    "slow_decision": "note",
}


@dataclass(frozen=True)
class Card:
    """A rank by its place in the order, and the suit if it is written."""

    rank: int
    suit: str | None = None


@dataclass(frozen=True)
class Token:
    """A token and where it stands. ``kind`` is one of the words of *Record*, ``T`` or ``@``."""

    turn: int
    action: int
    seat: str
    kind: str
    amount: int = 0
    cards: tuple[Card, ...] = ()

    @property
    def exchange(self) -> bool:
        """Whether it is an exchange act (BR-7)."""
        return self.kind in ("H", "R", "F")


def rules_of(given: dict[str, Any]) -> dict[str, Any]:
    """Fields and options in one mapping, the defaults filled in."""
    rules = FIELDS | {name: values[0] for name, values in OPTIONS.items()}
    rules |= {name: given[name] for name in FIELDS if given.get(name) is not None}
    rules |= given.get("options") or {}
    for name in ("start", "fewest", "dead_limit", "throw_limit", "second_min"):
        rules[name] = int(rules[name])
    rules["round_cap"] = rules["round_cap"] and int(rules["round_cap"])
    return rules


def document_of(tags: dict[str, str], rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of a record in text form, its tags sorted."""
    rules: dict[str, Any] = {name: tags[name] for name in FIELDS if name in tags}
    rules["options"] = {name: tags[name] for name in OPTIONS if name in tags}
    return {"rules": rules, "seats": {seat: tags[seat] for seat in SEATS if seat in tags}, "rounds": rounds}


def card(text: str) -> Card:
    """``10``, ``Q`` or ``7h``."""
    if text[:-1] and text[-1].lower() in "cdhs":
        return Card(RANKS.index(text[:-1].upper()), text[-1].lower())
    return Card(RANKS.index(text.upper()))


def tokens_of(one: dict[str, Any]) -> list[Token]:
    """All tokens of a round, in order."""
    return [
        read(text, turn, action, acts["seat"])
        for turn, acts in enumerate(one["turns"], 1)
        for action, text in enumerate(acts["actions"], 1)
    ]


def read(text: str, turn: int, action: int, seat: str) -> Token:
    """One token."""
    word = text.upper()
    if word[0] == "@":
        return Token(turn, action, seat, "@")
    if word in ("RS", "LL"):
        return Token(turn, action, seat, word)
    kind = word[0]
    amount = int(word[1:]) if kind == "O" else 0
    cards = tuple(card(part) for part in text[1:].split("+")) if kind in "SU" else ()
    return Token(turn, action, seat, kind, amount, cards)


def worth(rank: int) -> int:
    """BR-1."""
    return min(rank + 2, 10) if RANKS[rank] != "A" else 11
