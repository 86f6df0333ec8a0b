"""What a game tells the readers and writers of its records: seats, headings, tokens, tags, claims and limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from rules_engine.record.model import MAX_BYTES, MAX_PARTS, SEATS, GameRecord, Seat, unknown_token
from rules_engine.rules.configuration import ConfigurationProblem
from rules_engine.rules.options import VARIANTS, RuleSchema


class Language:
    """How records of a game are written. A game subclasses it and says what differs.

    ``seats`` are the letters it may use and ``fewest_seats`` how many a claim names at least; ``round_names`` what a
    round may be called beside its number; ``first_word`` what follows the seat in a heading (``Round 1, A first``).
    With ``shared_lines`` several turns may stand on one line of text, with ``implied_round`` turns before any heading
    are round 1. ``claim_unit`` is what claims count. ``clock_mark`` begins a reading of the match clock in seconds and
    ``time_token`` says that time was called, each empty where records of the game have none; ``end_marks`` are tokens
    that say how a turn has ended and never begin one; ``draw_keys`` are the faces of the cards in the order of a
    recorder's keys, and ``suit_keys`` the letters that may follow them, or must with ``always_suited``. ``head_tags``
    are tags, in lower case, that become keys of the record itself.
    """

    seats: tuple[Seat, ...] = ("A", "B")
    fewest_seats: int = 2
    round_names: tuple[str, ...] = ()
    first_word: str = "first"
    shared_lines: bool = True
    implied_round: bool = False
    claim_unit: str = "points"
    clock_mark: str = ""
    time_token: str = ""
    end_marks: frozenset[str] = frozenset()
    draw_keys: tuple[str, ...] = ()
    suit_keys: tuple[str, ...] = ()
    always_suited: bool = False
    head_tags: tuple[str, ...] = ()
    max_bytes: int = MAX_BYTES
    max_parts: int = MAX_PARTS
    schema: RuleSchema = RuleSchema()
    canonical: frozenset[str] = frozenset()
    """The usual tokens in their one spelling; any others are looked at one by one."""

    def __init__(self) -> None:
        self._spelt: dict[bytes, tuple[dict[str, Any], list[ConfigurationProblem]]] = {}

    def respell(self, token: str) -> str:
        """The canonical spelling of a token, here one of ``canonical`` in either case; raises ``TokenError``."""
        for spelling in (token, token.upper(), token.lower()):
            if spelling in self.canonical:
                return spelling
        raise unknown_token()

    def unsuited(self, token: str) -> str:
        """A draw without the suit that it names; any other token as it is."""
        rank, suit = token[:-1], token[-1:]
        free = not self.always_suited and suit in self.suit_keys
        return rank if free and rank in self.draw_keys else token

    def rules(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[ConfigurationProblem]]:
        """A record's ``rules`` in canonical form, and everything wrong with them.

        Nothing that the record leaves out is filled in. The few heads of an event are remembered.
        """
        key = msgspec.json.encode(raw)
        if key not in self._spelt:
            if len(self._spelt) > 256:
                self._spelt.clear()
            self._spelt[key] = self.schema.spell(raw)
        return self._spelt[key]

    def head(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], list[ConfigurationProblem]]:
        """Keys of the record beside the common ones, in canonical form, and what is wrong with them."""
        return dict(raw), []

    def head_from_tags(self, tags: Mapping[str, str]) -> dict[str, Any]:
        """The record's keys that ``head_tags`` give."""
        return dict(tags)

    def head_to_tags(self, extra: Mapping[str, Any]) -> dict[str, str]:
        """The tags that write the record's keys; unknown keys have no place in the text form."""
        return {key: str(value) for key, value in extra.items() if key in self.head_tags}

    def problems(self, record: GameRecord) -> list[ConfigurationProblem]:
        """What cannot be in a record that could be read part by part, such as a space that its board does not have.

        Each is at its path in the record's JSON: ``("rounds", 0, "turns", 3, "actions", 1)``.
        """
        return []

    # What follows from these

    @cached_property
    def options(self) -> tuple[str, ...]:
        """Names of the switches, which the text form writes as tags."""
        return self.schema.options

    @cached_property
    def card_tokens(self) -> dict[str, str]:
        """The tokens of drawn cards, each with the face on its key; a suit that may be left out is not in them."""
        suits = self.suit_keys if self.always_suited else ("",)
        return {face + suit: face for face in self.draw_keys for suit in suits}

    @cached_property
    def seat_set(self) -> frozenset[str]:
        """The seats, to look one up."""
        return frozenset(self.seats)

    @cached_property
    def head_words(self) -> frozenset[str]:
        """Tag names that mean something in the head, seats and switches apart."""
        return frozenset({"game", VARIANTS, *(field.key for field in self.schema.fields), *self.head_tags})

    def reserved(self, name: str) -> str | None:
        """What an unquoted tag name means, in either case: a word of the head, a seat or a switch; None if free."""
        word = name.lower()
        if word in self.head_words or word in self.options:
            return word
        return name.upper() if name.upper() in self.seat_set else None

    @property
    def no_seat(self) -> str:
        """What is said of a seat that the game does not have."""
        listed = " and ".join(self.seats) if len(self.seats) == 2 else f"{self.seats[0]} to {self.seats[-1]}"
        return f"This is not a seat. The seats are {listed}."

    @property
    def no_heading(self) -> str:
        """What is said of a heading that cannot be read."""
        return f'A round is headed "Round 1, A {self.first_word}".'

    def no_round_name(self, quote: str) -> str:
        """What is said of a round's name that cannot be one."""
        names = "".join(f", or {quote}{name}{quote}" for name in self.round_names)
        return f"A round is called by its number{names}."

    @property
    def no_claim(self) -> str:
        """What is said of a claim with too few or too many amounts."""
        if len(self.seats) == self.fewest_seats == 2:
            return 'A claim is written "= 16 0", A first, or "= 16 -".'
        return 'A claim is written "= 16 0 9": one amount for each seat, A first, and - where it is not known.'

    @property
    def no_amount(self) -> str:
        """What is said of a claimed amount that cannot be one."""
        return f"A claim is in whole {self.claim_unit}, nine digits at most."


UNKNOWN = Language()
"""The language of a game that is not known: enough to find what else cannot be read."""


def all_seats(count: int) -> tuple[Seat, ...]:
    """The first letters: the seats of a game for up to ``count`` players."""
    return SEATS[:count]
