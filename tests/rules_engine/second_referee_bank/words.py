"""Rules, cards and tokens as the second referee of Bank reads them (bank.md 1, 6, 8)."""

from __future__ import annotations

from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]
TENS = RANKS[8:]
SIZE = {"pairs": 2, "trios": 3, "quads": 4}
ALL_TRICKS = list(SIZE)

SIMPLE = {
    "deck": "shared",
    "discard": "shared",
    "withdrawal": "standard",
    "tricks": ALL_TRICKS,
    "bank_size": "unlimited",
    "box_limit": 10,
    "bank_face": "public",
    "end": "standard",
    "five_o": None,
    "thieves": "none",
    "scoring": "standard",
    "four_kings": False,
}
PRESETS: dict[str, dict[str, Any]] = {
    "simple": {},
    "advanced": {"withdrawal": "balanced", "bank_size": "moneybox", "thieves": "both", "scoring": "advanced"},
    "five_o": {"bank_size": "sievebox", "box_limit": 5, "five_o": 50},
}
OPTIONS = {
    "withdraw": "must",
    "trick_size": "fixed",
    "last_two": "no",
    "pair_of": "rank",
    "last_card": "may_empty",
    "exchange": "simultaneous",
    "thief_order": "discard_first",
    "ace_straight": "both",
    "victim_short": "partial",
    "private_pick": "random",
    "personal_starter": "as_dealt",
    "personal_end": "first",
    "refill_from": "whole",
    "lc_pick": "may",
    "declare": "silent",
    "five_o_when": "at_once",
    "balanced_pick": "one",
    "advanced_preset": "scoring",
    "both_kind": "named",
    "stall_turns": 12,
}


def _switch(value: Any) -> bool:
    return value is True or str(value).lower() in ("on", "true")


def rules_of(given: dict[str, Any]) -> dict[str, Any]:
    """Dimensions and options in one mapping, the preset and the defaults filled in (BK-1.13)."""
    given = dict(given)
    options = OPTIONS | given.pop("options", {})
    preset = given.pop("preset", None) or "simple"
    rules = SIMPLE | PRESETS[preset]
    if preset == "advanced" and options["advanced_preset"] == "end":
        rules |= {"scoring": "standard", "end": "rotating"}
    rules |= given
    limit = rules["five_o"]
    if limit in (None, False) or str(limit).lower() in ("off", "false"):
        rules["five_o"] = None
    else:
        rules["five_o"] = 50 if _switch(limit) else int(limit)
    rules["four_kings"] = _switch(rules["four_kings"])
    rules["box_limit"] = int(rules["box_limit"])
    options["stall_turns"] = int(options["stall_turns"])
    return rules | options


def document_of(tags: dict[str, str], rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The JSON of a record in text form, its tags sorted."""
    document: dict[str, Any] = {"rules": {"options": {}}, "seats": {}, "deal": {}, "rounds": rounds}
    for name, value in tags.items():
        if name in OPTIONS:
            document["rules"]["options"][name] = value
        elif name == "tricks":
            document["rules"]["tricks"] = value.split()
        elif name in SIMPLE or name == "preset":
            document["rules"][name] = value
        elif name in ("A", "B", "C", "D"):
            document["seats"][name] = value
        elif name.startswith("deal_"):
            document["deal"][name[-1]] = value.split()
        elif name == "starter":
            document["starter"] = value
    return document


def card(text: str) -> str:
    """A card as it is kept: rank in capitals, suit small."""
    return text[:-1].upper() + text[-1].lower()


def rank(name: str) -> str:
    """The rank of a card."""
    return name[:-1]


def worth(name: str) -> int:
    """BK-4.5."""
    return RANKS.index(rank(name)) + 2 if rank(name) not in TENS else 10


def score(cards: list[str], advanced: bool) -> int:
    """BK-4.5, BK-4.6."""
    total = sum(map(worth, cards))
    if advanced:
        for name in cards:
            same = sum(rank(other) == rank(name) for other in cards)
            total += {1: 0, 2: 2, 3: 4, 4: 10}[same]
    return total


def is_straight(cards: list[str], aces: str) -> bool:
    """BK-3.1, 6.8."""
    if not 3 <= len(cards) <= 5:
        return False
    high = sorted(RANKS.index(rank(name)) for name in cards)
    low = sorted(-1 if rank(name) == "A" else RANKS.index(rank(name)) for name in cards)
    tried = {"both": [high, low], "high": [high], "low": [low]}[aces]
    return any(places == list(range(places[0], places[0] + len(places))) for places in tried)


def one_colour(cards: list[str]) -> bool:
    """All red or all black."""
    return len({name[-1] in "dh" for name in cards}) == 1


def read(token: str) -> tuple[str, Any]:
    """Kind and content of a token."""
    head = token[0]
    if token in ("?", "0", "~", "!"):
        return {"?": "draw", "0": "none", "~": "replace", "!": "declare"}[token], None
    if token.upper() == "T" or head == "@":
        return "aside", None
    if len(token) > 2 and token[1] == ">":
        return "thief", (head.upper(), token[2].upper(), [card(name) for name in token[4:].split("+")])
    if head in "Bb" and token[2:3] == ":":
        return "bank", (int(token[1]), [card(name) for name in token[3:].split("+")])
    if head in "</+-":
        kind = {"<": "pick", "/": "exchange", "+": "steal", "-": "discard"}[head]
        return kind, None if token[1:] == "?" else card(token[1:])
    return "draw", card(token)
