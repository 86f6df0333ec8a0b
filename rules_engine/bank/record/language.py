"""How a Bank record is spelt (docs/rules/bank.md, section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.bank.cards import BY_NAME, RANKS, SUITS
from rules_engine.bank.record import notation
from rules_engine.bank.schema import SCHEMA
from rules_engine.record import Language, all_seats
from rules_engine.rules.configuration import ConfigurationProblem

DEALT = 7
"""Cards that each player is dealt (BK-2.1)."""

_SEATS = all_seats(4)
_DEAL_TAGS = {f"deal_{seat.lower()}": seat for seat in _SEATS}


class BankLanguage(Language):
    """The language of Bank records."""

    schema = SCHEMA
    seats = _SEATS
    fewest_seats = 1
    implied_round = True
    canonical = notation.CANONICAL
    clock_mark = "@"
    time_token = "T"  # noqa: S105 - no password
    draw_keys = RANKS
    suit_keys = tuple(SUITS)
    always_suited = True
    head_tags = ("starter", *_DEAL_TAGS)

    def respell(self, token: str) -> str:
        """The canonical spelling of a token; raises ``TokenError``."""
        return notation.token_of(token).text

    def head(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[ConfigurationProblem]]:
        """``starter`` and ``deal`` in canonical form, other keys as they are."""
        keys, named = dict(raw), list[str]()
        problems: list[ConfigurationProblem] = []
        if "starter" in raw:
            keys["starter"] = _starter(raw["starter"], named, problems)
        if "deal" in raw:
            keys["deal"] = _deal(raw["deal"], named, problems)
        return keys, problems

    def head_from_tags(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """The record's keys that the tags give."""
        keys: dict[str, Any] = {"starter": tags["starter"]} if "starter" in tags else {}
        dealt = {_DEAL_TAGS[name]: tags[name].split() for name in _DEAL_TAGS if name in tags}
        return {**keys, "deal": dealt} if dealt else keys

    def head_to_tags(self, extra: Mapping[str, Any]) -> dict[str, str]:
        """The tags that write the record's keys."""
        tags = {"starter": extra["starter"]} if "starter" in extra else {}
        dealt = extra.get("deal", {})
        return tags | {f"deal_{seat}": " ".join(dealt[seat]) for seat in sorted(dealt)}


def _starter(raw: object, named: list[str], problems: list[ConfigurationProblem]) -> Any:
    """One card, or one for each pile in seat order."""
    if not isinstance(raw, str) or not 1 <= len(raw.split()) <= len(_SEATS):
        message = 'The starter is a card such as "4c", or one for each pile, such as "4c 9h".'
        problems.append(ConfigurationProblem(("starter",), raw, message))
        return raw
    return " ".join(_card(word, ("starter",), named, problems) for word in raw.split())


def _deal(raw: object, named: list[str], problems: list[ConfigurationProblem]) -> Any:
    """Seven cards for a seat, ``?`` where one was not seen."""
    if not isinstance(raw, Mapping):
        problems.append(ConfigurationProblem(("deal",), raw, "The deal is seven cards by seat."))
        return raw
    dealt = {}
    for seat, cards in raw.items():
        path = ("deal", seat)
        if seat not in _SEATS:
            problems.append(ConfigurationProblem(path, seat, "This is not a seat. The seats are A to D."))
        elif not isinstance(cards, list | tuple) or len(cards) != DEALT:
            message = f"Seat {seat} is dealt seven cards; write ? for one that was not seen (BK-2.1)."
            problems.append(ConfigurationProblem(path, cards, message))
        else:
            dealt[seat] = [card if card == "?" else _card(card, path, named, problems) for card in cards]
    return dealt


def _card(word: object, path: tuple[str | int, ...], named: list[str], problems: list[ConfigurationProblem]) -> str:
    """A card's name as it is written; one that is no card, or is named twice, is a problem."""
    name = notation.spelt(word) if isinstance(word, str) else ""
    if name not in BY_NAME:
        problems.append(ConfigurationProblem(path, word, "A card is named with its suit, as in 4c."))
    elif name in named:
        problems.append(ConfigurationProblem(path, word, f"{name} cannot lie in two places at the start."))
    named.append(name)
    return name
