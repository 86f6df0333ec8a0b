"""The terms of one match: what every game's rule set offers, and a rule set that needs only a schema."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar

import msgspec

from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.options import OPTIONS, VARIANTS, RuleSchema, Value


class RuleSet(Protocol):
    """The terms of one match, valid and hashable; equal terms are equal objects."""

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``."""

    def content_hash(self) -> str:
        """SHA-256 of the terms: equal rule sets have equal hashes on every machine."""

    def changed_options(self) -> dict[str, Value]:
        """The switches whose value differs from the edition's default."""


Made = TypeVar("Made")


def one_for_each(make: Callable[[dict[str, Any]], Made]) -> Callable[[Mapping[str, Any]], Made]:
    """Make the rule set of a record's ``rules``, once for equal ones: the records of an event share it."""

    @lru_cache(maxsize=256)
    def made(rules: bytes) -> Made:
        return make(msgspec.json.decode(rules))

    return lambda rules: made(msgspec.json.encode(rules))


def canonical_json(rules: Mapping[str, Any]) -> str:
    """Rules as one JSON text: the same for equal rules."""
    return json.dumps(rules, sort_keys=True, separators=(",", ":"))


def content_hash(rules: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical JSON of rules that are spelt out in full."""
    return hashlib.sha256(canonical_json(rules).encode()).hexdigest()


@dataclass(frozen=True)
class ChosenRules:
    """A rule set that a schema alone describes, for games that need no class of their own."""

    schema: RuleSchema
    text: str

    @classmethod
    def of(cls, schema: RuleSchema, rules: Mapping[str, Any]) -> ChosenRules:
        """The rule set of a record's ``rules``; what they leave out has its default.

        Raises:
            ConfigurationError: with every problem found.
        """
        spelt, problems = schema.spell(rules)
        if problems:
            raise ConfigurationError(problems)
        return cls(schema, canonical_json(schema.complete(spelt)))

    def __getitem__(self, key: str) -> Any:
        """The value of a field or a switch, or whether a variant is played. Raises KeyError for an unknown key."""
        rules = self.to_mapping()
        if key in rules and key not in (VARIANTS, OPTIONS):
            return rules[key]
        if self.schema.variant_of(key) is not None:
            return key in rules[VARIANTS]
        return rules[OPTIONS][key]

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``."""
        found: dict[str, Any] = json.loads(self.text)
        return self.schema.complete(found)

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON."""
        return content_hash(self.to_mapping())

    def changed_options(self) -> dict[str, Value]:
        """The switches whose value differs from the edition's default."""
        return self.schema.changed_switches(self.to_mapping())


@dataclass(frozen=True)
class Preset:
    """A named rule set with its time cap in minutes (BO-9.7)."""

    key: str
    name: str
    rules: Mapping[str, Any]
    cap_minutes: int
