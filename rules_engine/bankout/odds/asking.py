"""Reads a situation from the plain values of the command's flags and the API, and reports every problem at once.

Keys, all optional: ``rules`` (as in a record), ``round`` (1-3 or ``"SD"``), ``loot``, ``jacks``, ``latent``, ``bank``,
``opponent_bank``, ``goal``, ``hand`` and either ``seen`` or ``pile``. Cards are a list or a text of ranks (``"Q K"``).

* ``seen``: every card turned over since the last shuffle, except the player's hand. Without it, only the hand and the
  turn's own Jacks and latent Aces count as seen.
* ``pile``: the unseen cards, as copies by rank: ``{"2": 4, "J": 3}``.
* ``hidden``: how many of the unseen Queens, Kings and Jokers lie in the opponent's hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.bankout.cards import ACE, JACK, JOKER, KING, QUEEN, RANK_NAMES, SUITS
from rules_engine.bankout.odds.situation import DrawPile, SituationError, TurnSituation, full_deck
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.state import SUDDEN_DEATH
from rules_engine.rules.configuration import ConfigurationError

AMOUNTS = ("loot", "jacks", "latent", "bank", "opponent_bank")
KEYS = frozenset((*AMOUNTS, "rules", "round", "goal", "hand", "seen", "pile", "hidden"))
MOST = 1_000_000  # no amount of this game comes near
_AMOUNT = f"a whole number from 0 to {MOST - 1:,}"

_RANKS = {name: rank for rank, name in enumerate(RANK_NAMES) if rank > 1}
_SUITS = SUITS.strip()


@dataclass(frozen=True, slots=True)
class OddsQuestion:
    """A situation to give the odds of, with the Bank to reach if the best act is to be chosen for a goal."""

    situation: TurnSituation
    goal: int | None


class _SituationReader:
    """Reads the values one by one. A wrong value is added to ``problems`` and replaced by a default."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values
        self.problems = [f"A situation has no field {key!r}." for key in values if key not in KEYS]

    def amount(self, name: str, default: int = 0) -> int:
        value = self.values.get(name, default)
        if type(value) is int and 0 <= value < MOST:
            return value
        self.problems.append(f"{name} must be {_AMOUNT}, not {value!r:.60}.")
        return default

    def rules(self) -> BankoutRuleSet:
        rules = self.values.get("rules", {})
        if not isinstance(rules, Mapping):
            self.problems.append("rules is an object with edition, format, jokers, variants and options.")
            return BankoutRuleSet()
        try:
            return BankoutRuleSet.from_mapping(rules)
        except ConfigurationError as error:
            self.problems += error.problems
            return BankoutRuleSet()

    def round(self, rules: BankoutRuleSet) -> int:
        value = self.values.get("round", 1)
        if isinstance(value, str) and value.upper() == "SD":
            return SUDDEN_DEATH
        if type(value) is int and 1 <= value <= rules.rounds:
            return value
        self.problems.append(f"round must be a number from 1 to {rules.rounds}, or SD, not {value!r:.60}.")
        return 1

    def cards(self, name: str) -> list[int]:
        """Read a list or a text of cards and return their ranks; words that are no card are left out."""
        value = self.values.get(name, ())
        words = value.replace(",", " ").split() if isinstance(value, str) else value
        if not isinstance(words, list | tuple):
            self.problems.append(f"{name} must be a list of cards, not {value!r:.60}.")
            return []
        return [rank for word in words if (rank := self._rank(word))]

    def _rank(self, word: object) -> int:
        text = str(word).upper()
        rank = _RANKS.get(text) or (_RANKS.get(text[:-1]) if text[-1:].lower() in _SUITS else None)
        if rank is None or not isinstance(word, str | int):
            self.problems.append(f"“{word!s:.60}” is not a card. Use 2 to 10, J, Q, K, A and X.")
        return rank or 0

    def pile(self, rules: BankoutRuleSet, round_number: int, hand: list[int]) -> DrawPile:
        """Return the unseen cards: those of ``pile``, or else the round's deck without the cards seen and the hand."""
        hidden = self.amount("hidden")
        if "pile" in self.values:
            if "seen" in self.values:
                self.problems.append("Send either seen or pile, not both.")
            return DrawPile.of_counts(self._copies(), hidden)
        seen = self.cards("seen")
        if "seen" not in self.values:
            seen = [JACK] * min(self.amount("jacks"), 4) + [ACE] * min(self.amount("latent"), 4)
        counts = full_deck(rules, round_number)
        for rank in seen + hand:
            counts[rank] -= 1
        self.problems += [
            f"More {RANK_NAMES[rank]}s have been seen than the deck of this round holds."
            for rank, left in enumerate(counts)
            if left < 0
        ]
        return DrawPile.of_counts([max(left, 0) for left in counts], hidden)

    def _copies(self) -> list[int]:
        counts = [0] * len(RANK_NAMES)
        copies = self.values["pile"]
        if not isinstance(copies, Mapping):
            self.problems.append('pile is an object of copies by rank, such as {"2": 4, "J": 3}.')
            return counts
        for word, count in copies.items():
            rank = self._rank(word)
            if type(count) is int and 0 <= count < MOST:
                counts[rank] = count
            else:
                self.problems.append(f"pile: the copies of {word} must be {_AMOUNT}, not {count!r:.60}.")
        return counts

    def hand(self) -> list[int]:
        cards = self.cards("hand")
        if any(card not in (QUEEN, KING, JOKER) for card in cards):
            self.problems.append("A hand holds Queens, Kings and Jokers only.")
        return cards


def question(values: Mapping[str, Any]) -> OddsQuestion:
    """Read the situation that plain values describe; the keys are listed at the top of this module.

    Raises:
        SituationError: with every problem, if a value is wrong or the situation is not possible.
    """
    reader = _SituationReader(values)
    rules = reader.rules()
    round_number = reader.round(rules)
    hand = reader.hand()
    amounts = {name: reader.amount(name) for name in AMOUNTS}
    goal = reader.amount("goal") if values.get("goal") is not None else None
    held = {"queens": hand.count(QUEEN), "kings": hand.count(KING), "jokers": hand.count(JOKER)}
    pile = reader.pile(rules, round_number, hand)
    try:
        situation = TurnSituation(pile=pile, round=round_number, rules=rules, **amounts, **held)
    except SituationError as error:
        raise SituationError(list(dict.fromkeys(reader.problems + error.problems))) from error
    if reader.problems:
        raise SituationError(list(dict.fromkeys(reader.problems)))
    return OddsQuestion(situation, goal)
