"""What a match is played under: edition, format, Jokers, variants and the readings of bankout.md section 10.

A ``RuleSet`` is frozen, validated and hashable. ``OPTIONS`` and ``VARIANTS`` are the data that the reader, the
forms and the rulebook pages share; nothing else lists them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from rules_engine.configuration import ConfigurationError, Problem, shown

EDITIONS = ("guide", "complete")
FORMATS = ("bankout", "blitz")
TARGET = 1000
BONUS = 25

# Variant -> (rule, the one format it belongs to, or None for both).
VARIANTS: dict[str, tuple[str, str | None]] = {
    "light_jokers": ("BO-8.1", "blitz"),
    "shield_token": ("BO-8.2", "blitz"),
    "exact_bank_bonus": ("BO-8.3", None),
    "seeding_edge": ("BO-8.4", "bankout"),
    "short_blitz": ("BO-8.5", "blitz"),
}

OptionValue = str | bool | int


@dataclass(frozen=True, slots=True)
class Option:
    """One switch: its rule, its values, and its default in each edition."""

    name: str
    rule: str
    values: tuple[OptionValue, ...]
    guide: OptionValue
    complete: OptionValue

    def default(self, edition: str) -> OptionValue:
        """The reading this project takes when an event does not rule otherwise."""
        return self.complete if edition == "complete" else self.guide


def _option(name: str, rule: str, *values: OptionValue, complete: OptionValue | None = None) -> Option:
    """An option whose first value is the default, in `complete` perhaps another one."""
    return Option(name, rule, values, values[0], values[0] if complete is None else complete)


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        _option("latent_trigger", "BO-10.1", "any_jack", "on_alert_change"),
        _option("auto_queen_order", "BO-10.2", "after", "before", complete="before"),
        _option("wild_queen_window", "BO-10.4", True, False),
        _option("deck_out", "BO-10.6", "finish_turn", "immediate"),
        _option("shield_round_two", "BO-10.7", True, False),
        _option("shield_replaces_counter", "BO-10.7", False, True, complete=True),
        _option("light_joker_round", "BO-10.8", 2, 1, 3),
        _option("bankout_time_call", "BO-10.9", "lead", "rounds_only"),
        _option("swap_scope", "BO-10.10", "round", "total"),
        _option("bonus_in_pot", "BO-10.11", False, True),
        _option("sudden_death_deck", "BO-10.12", "one_pass", "reshuffle"),
        _option("cue_cards", "BO-10.13", "with_reshuffle", "held_out"),
        _option("third_jack_window", "BO-10.14", True, False),
        _option("joker_draw_public", "BO-10.15", False, True),
        _option("bonus_on", "BO-10.16", "total", "round_bank"),
        _option("overhand_default", "BO-3.4", "oldest", "random"),
    )
}


@dataclass(frozen=True)
class RuleSet:
    """The terms of one match. Options left empty take the edition's default when the object is made."""

    edition: str = "guide"
    format: str = "bankout"
    jokers: bool = True
    variants: frozenset[str] = frozenset()
    latent_trigger: str = ""
    auto_queen_order: str = ""
    wild_queen_window: bool = True
    deck_out: str = ""
    shield_round_two: bool = True
    shield_replaces_counter: bool = field(default=None)  # type: ignore[assignment]
    light_joker_round: int = 2
    bankout_time_call: str = ""
    swap_scope: str = ""
    bonus_in_pot: bool = False
    sudden_death_deck: str = ""
    cue_cards: str = ""
    third_jack_window: bool = True
    joker_draw_public: bool = False
    bonus_on: str = ""
    overhand_default: str = ""

    def __post_init__(self) -> None:
        """Fill in the edition's defaults and refuse what cannot be.

        Raises:
            ConfigurationError: with every problem found.
        """
        for option in OPTIONS.values():
            if getattr(self, option.name) in ("", None):
                object.__setattr__(self, option.name, option.default(self.edition))
        if not isinstance(self.variants, frozenset):
            object.__setattr__(self, "variants", frozenset(self.variants))
        problems = find_problems(
            {"edition": self.edition, "format": self.format, "jokers": self.jokers},
            tuple(sorted(self.variants)),
            {name: getattr(self, name) for name in OPTIONS},
        )
        if problems:
            raise ConfigurationError(problems)

    @classmethod
    def from_mapping(cls, rules: Mapping[str, Any] | None = None) -> RuleSet:
        """The rule set of a record's ``rules``: anything may be left out, keys that mean nothing are ignored.

        Raises:
            ConfigurationError: with every problem found.
        """
        rules = {} if rules is None else rules
        variants, options = rules.get("variants", ()), rules.get("options", {})
        problems = find_problems(rules, variants, options)
        if problems:
            raise ConfigurationError(problems)
        named = {key: rules[key] for key in ("edition", "format", "jokers") if key in rules}
        return cls(**named, variants=frozenset(variants), **options)

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``; ``from_mapping`` gives an equal rule set."""
        return {
            "edition": self.edition,
            "format": self.format,
            "jokers": self.jokers,
            "variants": [name for name in VARIANTS if name in self.variants],
            "options": {name: getattr(self, name) for name in OPTIONS},
        }

    def to_json(self) -> str:
        """One canonical JSON text: the same for equal rule sets."""
        return json.dumps(self.to_mapping(), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes) -> RuleSet:
        """The rule set written by ``to_json``.

        Raises:
            ConfigurationError: with every problem found.
        """
        try:
            rules = json.loads(text)
        except ValueError as error:
            raise ConfigurationError([Problem((), None, f"The rules are not JSON: {error}.")]) from error
        if not isinstance(rules, dict):
            raise ConfigurationError([Problem((), rules, "The rules must be a JSON object.")])
        return cls.from_mapping(rules)

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON: equal rule sets, equal hash, on any machine."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    def changed_options(self) -> dict[str, OptionValue]:
        """The options that this rule set reads otherwise than its edition does."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return {name: value for name, value in values.items() if value != OPTIONS[name].default(self.edition)}

    def marked_rules(self) -> dict[str, dict[str, OptionValue]]:
        """Rule id -> the options of that rule that were changed: what a rulebook page of this event marks."""
        marked: dict[str, dict[str, OptionValue]] = {}
        for name, value in self.changed_options().items():
            marked.setdefault(OPTIONS[name].rule, {})[name] = value
        return marked

    @property
    def rounds(self) -> int:
        """How many rounds a match has at most (BO-1.4, BO-1.5, BO-8.5)."""
        return 2 if "short_blitz" in self.variants else 3

    def jokers_in(self, round_number: int) -> int:
        """How many Jokers a numbered round's deck holds (BO-2.2, BO-8.1)."""
        if not self.jokers:
            return 0
        if "light_jokers" in self.variants:
            return int(round_number == self.light_joker_round)
        return max(round_number - 1, 0)

    def jokers_held_in(self, round_number: int) -> bool:
        """Whether a numbered round's Jokers go to hand (Round 3's rules) and not into effect at once."""
        return round_number >= 3 and self.jokers_in(round_number) > 0


def find_problems(rules: Mapping[str, Any], variants: Any, options: Any) -> list[Problem]:
    """Everything wrong with a configuration, in the order a form would show it."""
    format_ = rules.get("format", "bankout")
    return [
        *_choice(("edition",), rules.get("edition", "guide"), EDITIONS),
        *_choice(("format",), format_, FORMATS),
        *_choice(("jokers",), rules.get("jokers", True), (True, False)),
        *_variants(variants, format_),
        *_options(options),
        *_light_joker_place(variants, options),
    ]


def _choice(path: tuple[str | int, ...], value: object, allowed: tuple[OptionValue, ...]) -> list[Problem]:
    if any(type(value) is type(one) and value == one for one in allowed):
        return []
    listed = " or ".join(shown(one) for one in allowed)
    return [Problem(path, value, f"{path[-1]} is {listed}, not {shown(value)}.")]


def _variants(variants: Any, format_: object) -> list[Problem]:
    if not isinstance(variants, list | tuple | set | frozenset):
        return [Problem(("variants",), variants, "Variants must be a list of names.")]
    return [problem for place, name in enumerate(variants) for problem in _variant(place, name, format_)]


def _variant(place: int, name: object, format_: object) -> list[Problem]:
    known = VARIANTS.get(name) if isinstance(name, str) else None
    if known is None:
        return [Problem(("variants", place), name, f"There is no variant {shown(name)}.")]
    rule, home = known
    if home is not None and format_ in FORMATS and home != format_:
        return [Problem(("variants", place), name, f"{name} belongs to {home}; this match is {format_} ({rule}).")]
    return []


def _options(options: Any) -> list[Problem]:
    if not isinstance(options, Mapping):
        return [Problem(("options",), options, "Options must be names with values.")]
    problems: list[Problem] = []
    for name, value in options.items():
        option = OPTIONS.get(name) if isinstance(name, str) else None
        if option is None:
            problems.append(Problem(("options", name), name, f"There is no option {shown(name)}."))
        else:
            problems += _choice(("options", name), value, option.values)
    return problems


def _light_joker_place(variants: Any, options: Any) -> list[Problem]:
    """BO-8.1 with BO-8.5: the single Joker must lie in a round that the match has."""
    if not isinstance(options, Mapping) or not isinstance(variants, list | tuple | set | frozenset):
        return []
    if all(name in variants for name in ("light_jokers", "short_blitz")) and options.get("light_joker_round") == 3:
        message = "light_joker_round puts the single Joker in Round 3; with short_blitz there are two rounds (BO-8.1)."
        return [Problem(("options", "light_joker_round"), 3, message)]
    return []


_FIELDS = frozenset(one.name for one in fields(RuleSet))
assert set(OPTIONS) < _FIELDS, "every option of section 10 is a field of RuleSet"  # noqa: S101 - caught at import
