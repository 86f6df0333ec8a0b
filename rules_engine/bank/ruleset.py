"""The rule set of a game: its terms, spelt out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.bank.schema import SCHEMA, TRICKS, five_o_of
from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.options import OPTIONS, Value
from rules_engine.rules.sets import content_hash


@dataclass(frozen=True)
class BankRuleSet:
    """The terms of one game, spelt out; ``five_o`` is 0 where no score ends the game."""

    preset: str
    deck: str
    discard: str
    withdrawal: str
    tricks: tuple[str, ...]
    bank_size: str
    box_limit: int
    bank_face: str
    end: str
    five_o: int
    thieves: str
    scoring: str
    four_kings: bool
    withdraw: str
    trick_size: str
    last_two: str
    pair_of: str
    last_card: str
    exchange: str
    thief_order: str
    ace_straight: str
    victim_short: str
    private_pick: str
    personal_starter: str
    personal_end: str
    refill_from: str
    lc_pick: str
    declare: str
    five_o_when: str
    balanced_pick: str
    advanced_preset: str
    both_kind: str
    stall_turns: int

    @classmethod
    def from_mapping(cls, rules: Mapping[str, Any]) -> BankRuleSet:
        """The rule set of a record's ``rules``: anything may be left out, keys that mean nothing are ignored.

        Raises:
            ConfigurationError: with every problem found.
        """
        spelt, problems = SCHEMA.spell(rules)
        if problems:
            raise ConfigurationError(problems)
        full = SCHEMA.complete(spelt)
        named = {field.key: full[field.key] for field in SCHEMA.fields} | full[OPTIONS]
        named["tricks"] = tuple(trick for trick in TRICKS if trick in named["tricks"])
        named["five_o"] = five_o_of(named["five_o"])
        return cls(**named)

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``; ``from_mapping`` gives an equal rule set."""
        fields = {field.key: getattr(self, field.key) for field in SCHEMA.fields}
        fields |= {"tricks": list(self.tricks), "five_o": self.five_o or False}
        return {**fields, OPTIONS: {switch.key: getattr(self, switch.key) for switch in SCHEMA.switches}}

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON."""
        return content_hash(self.to_mapping())

    def changed_options(self) -> dict[str, Value]:
        """The switches whose value differs from the default."""
        return SCHEMA.changed_switches(self.to_mapping())

    @property
    def limit(self) -> int:
        """How many cards a bank holds; 0 without a limit."""
        return 0 if self.bank_size == "unlimited" else self.box_limit
