"""What a match is played under: edition, format, Jokers, variants and the readings of bankout.md section 10.

A ``BankoutRuleSet`` is frozen, validated and hashable. ``SCHEMA`` declares everything that can be chosen; the reader,
the forms, the API and the rulebook pages work from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem
from rules_engine.rules.options import RuleSchema, Setting, Value, Variant
from rules_engine.rules.sets import content_hash

TARGET = 1000
BONUS = 25

EDITIONS = ("guide", "complete")
FORMATS = ("bankout", "blitz")


_FIELDS = (
    Setting(
        "edition",
        EDITIONS,
        label="Edition of the rules",
        labels={"guide": "The guide", "complete": "The complete rules"},
    ),
    Setting("format", FORMATS, label="Format", labels={"bankout": "Bankout", "blitz": "Blitz"}),
    Setting("jokers", (True, False), label="Jokers", rule="BO-1.3"),
)

_VARIANTS = (
    Variant("light_jokers", "BO-8.1", "blitz", "One Joker in the whole match"),
    Variant("shield_token", "BO-8.2", "blitz", "Each player has a shield against one Joker swap"),
    Variant("exact_bank_bonus", "BO-8.3", None, "$25 for a Bank of exactly $1,000"),
    Variant("seeding_edge", "BO-8.4", "bankout", "The winner of a round chooses who starts the next"),
    Variant("short_blitz", "BO-8.5", "blitz", "Blitz of two rounds"),
)


def _switch(key: str, rule: str, label: str, *choices: tuple[Value, str], complete: Value | None = None) -> Setting:
    """A switch whose first value is the default; ``complete`` is another default for that edition."""
    values = tuple(value for value, _label in choices)
    defaults = {} if complete is None else {"complete": complete}
    return Setting(key, values, label, rule, labels=dict(choices), defaults=defaults)


_YES, _NO = (True, "Yes"), (False, "No")

_SWITCHES = (
    _switch(
        "latent_trigger",
        "BO-10.1",
        "Which Jacks trigger Latent",
        ("any_jack", "Every Jack while Latent is above 0"),
        ("on_alert_change", "Only a Jack that sets Alert"),
    ),
    _switch(
        "auto_queen_order",
        "BO-10.2",
        "Order of a triggering Jack and the Queen that answers it",
        ("after", "The Jack is counted, then the Queen removes it"),
        ("before", "The Queen first, then the Jack is counted"),
        complete="before",
    ),
    _switch("wild_queen_window", "BO-10.4", "A Round-3 Joker may answer as a Queen", _YES, _NO),
    _switch(
        "deck_out",
        "BO-10.6",
        "When the last card of the deck is drawn",
        ("finish_turn", "The player finishes the turn"),
        ("immediate", "The round ends at once, Loot is lost"),
    ),
    _switch("shield_round_two", "BO-10.7", "A shield stops a Round-2 Joker", _YES, _NO),
    _switch("shield_replaces_counter", "BO-10.7", "Shields replace the Counter-Joker", _NO, _YES, complete=True),
    _switch(
        "light_joker_round", "BO-10.8", "Round of the single Joker", (2, "Round 2"), (1, "Round 1"), (3, "Round 3")
    ),
    _switch(
        "bankout_time_call",
        "BO-10.9",
        "Who wins a Bankout match at the time cap",
        ("lead", "The leader, by rounds and then by running Banks"),
        ("rounds_only", "The leader by rounds; running Banks do not count"),
    ),
    _switch(
        "swap_scope",
        "BO-10.10",
        "What a Blitz swap exchanges",
        ("round", "The Banks of this round"),
        ("total", "The totals of earlier rounds as well"),
    ),
    _switch("bonus_in_pot", "BO-10.11", "The $25 bonus enters the Blitz pot", _NO, _YES),
    _switch(
        "sudden_death_deck",
        "BO-10.12",
        "When the Sudden Death deck runs out",
        ("one_pass", "Play stops with that turn"),
        ("reshuffle", "The discard pile is reshuffled"),
    ),
    _switch(
        "cue_cards",
        "BO-10.13",
        "Jacks and Aces of finished turns at a reshuffle",
        ("with_reshuffle", "They join the discard pile"),
        ("held_out", "They stay out"),
    ),
    _switch("third_jack_window", "BO-10.14", "A Queen played by choice may answer a third Jack", _YES, _NO),
    _switch("joker_draw_public", "BO-10.15", "A Joker drawn to hand in Round 3 is shown", _NO, _YES),
    _switch(
        "bonus_on",
        "BO-10.16",
        "What must be exactly $1,000 for the bonus in Blitz",
        ("total", "Earlier rounds and this Bank together"),
        ("round_bank", "The Bank of the round"),
    ),
    _switch("king_window", "BO-10.17", "A King may answer a Jack where a Queen could", _NO, _YES),
    _switch(
        "overhand_default",
        "BO-3.4",
        "Which card goes if a player over the hand limit names none",
        ("oldest", "The oldest card"),
        ("random", "A random card"),
    ),
)


def _light_joker_place(_rules: Mapping[str, Any], variants: Any, options: Any) -> list[ConfigurationProblem]:
    """BO-8.1 with BO-8.5: the single Joker must lie in a round that the match has."""
    if not isinstance(options, Mapping) or not isinstance(variants, list | tuple | set | frozenset):
        return []
    if all(name in variants for name in ("light_jokers", "short_blitz")) and options.get("light_joker_round") == 3:
        message = "light_joker_round puts the single Joker in Round 3; with short_blitz there are two rounds (BO-8.1)."
        return [ConfigurationProblem(("options", "light_joker_round"), 3, message)]
    return []


SCHEMA = RuleSchema(_FIELDS, _VARIANTS, _SWITCHES, checks=(_light_joker_place,))

OPTIONS: dict[str, Setting] = {switch.key: switch for switch in SCHEMA.switches}
VARIANTS: dict[str, Variant] = {variant.key: variant for variant in SCHEMA.variants}


@dataclass(frozen=True)
class BankoutRuleSet:
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
    king_window: bool = False
    overhand_default: str = ""

    def __post_init__(self) -> None:
        """Fill in the edition's defaults and refuse terms that are not valid.

        Raises:
            ConfigurationError: with every problem found.
        """
        for option in OPTIONS.values():
            if getattr(self, option.key) in ("", None):
                object.__setattr__(self, option.key, option.default(self.edition))
        if not isinstance(self.variants, frozenset):
            object.__setattr__(self, "variants", frozenset(self.variants))
        problems = SCHEMA.problems(
            {"edition": self.edition, "format": self.format, "jokers": self.jokers},
            tuple(sorted(self.variants)),
            {name: getattr(self, name) for name in OPTIONS},
        )
        if problems:
            raise ConfigurationError(problems)

    @classmethod
    def from_mapping(cls, rules: Mapping[str, Any] | None = None) -> BankoutRuleSet:
        """The rule set of a record's ``rules``: anything may be left out, keys that mean nothing are ignored.

        Raises:
            ConfigurationError: with every problem found.
        """
        rules = {} if rules is None else rules
        variants, options = rules.get("variants", ()), rules.get("options", {})
        problems = SCHEMA.problems(rules, variants, options)
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

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON: equal rule sets, equal hash, on any machine."""
        return content_hash(self.to_mapping())

    def changed_options(self) -> dict[str, Value]:
        """The options whose value differs from the edition's default."""
        values = {name: getattr(self, name) for name in OPTIONS}
        return {name: value for name, value in values.items() if value != OPTIONS[name].default(self.edition)}

    @property
    def rounds(self) -> int:
        """How many rounds a match has at most (BO-1.4, BO-1.5, BO-8.5)."""
        return 2 if "short_blitz" in self.variants else 3

    @property
    def hand_limit(self) -> int:
        """How many cards a player may hold (BO-3.2)."""
        return 2

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


assert set(OPTIONS) < {one.name for one in fields(BankoutRuleSet)}, "every option of section 10 is a field of RuleSet"  # noqa: S101 - caught at import
