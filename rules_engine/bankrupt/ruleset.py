"""The rule set of a game of Bankrupt, with every reading of BR-19 as a switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.rules.configuration import ConfigurationError
from rules_engine.rules.options import OPTIONS, RuleSchema, Setting, Value
from rules_engine.rules.sets import content_hash

ANTE = 9
"""BR-4: what every player antes in every round."""

MOST_PLAYERS = 17

_FIELDS = (
    Setting("start", (50,), "Pieces that each player starts with", "BR-2", whole=(ANTE, 10_000)),
    Setting("fewest", (4,), "Fewest players at a table", "BR-14", whole=(2, 4)),
    Setting(
        "show",
        ("both", "enough"),
        "Cards shown in the showdown",
        "BR-17",
        labels={"both": "Both", "enough": "As many as settle the round"},
    ),
    Setting("dead_limit", (3,), "Dead rounds in a row until the centre is divided", "BR-13", whole=(1, 9)),
    Setting("throw_limit", (2,), "Rounds in a row that a player may throw in", "BR-7", whole=(1, 9)),
    Setting(
        "round_cap", (None,), "Rounds after which the game ends", "BR-20", labels={None: "No cap"}, whole=(1, 1_000_000)
    ),
)


def _switch(number: int, key: str, label: str, *choices: tuple[Value, str]) -> Setting:
    """A switch of BR-19 whose first value is the default."""
    return Setting(key, tuple(value for value, _ in choices), label, f"BR-19.{number}", labels=dict(choices))


_SWITCHES = (
    _switch(
        1,
        "reshuffle",
        "The deck is shuffled",
        ("on_upturned", "Once the upturned card has come up"),
        ("every_round", "Before every round"),
    ),
    _switch(
        2,
        "last_in",
        "All others threw in",
        ("nothing", "The last one wins nothing, and a dead run is over"),
        ("takes_centre", "The last one takes the centre"),
        ("run_goes_on", "A dead run continues"),
        ("both", "The last one takes the centre, a dead run continues"),
    ),
    _switch(
        3,
        "centre_claim",
        "Part in upping that lets a player win the centre",
        ("this_round", "In this round"),
        ("since_built", "Since the centre was last empty"),
    ),
    _switch(
        4,
        "least",
        "Whose pieces cap an offer",
        ("in_round", "Players in the round"),
        ("at_table", "Those who threw in as well"),
    ),
    _switch(
        5,
        "empty_offer",
        "An offer that nobody later can accept",
        ("none", "Does not count"),
        ("counts", "Counts as made and declined"),
    ),
    _switch(
        6,
        "third_dead",
        "What the last dead round of a run divides",
        ("all", "The whole centre, among all who are not out"),
        ("in_round", "The whole centre, among those in the round"),
        ("upping_only", "Accepted offers, among all who are not out"),
        ("both", "Accepted offers, among those in the round"),
    ),
    _switch(
        7,
        "throw_zero",
        "Throwing in with an ante of nothing",
        ("barred", "Not allowed"),
        ("free", "Costs nothing"),
    ),
    _switch(
        8,
        "short_front",
        "Antes in front that do not cover a loss",
        ("front", "Nothing more is paid"),
        ("tops_up", "The rest is paid from other pieces"),
    ),
    _switch(
        9,
        "pair_same_top",
        "A pair against the same card with a lower one",
        ("second_cards", "Second cards decide the amount"),
        ("by_worth", "Takes 1"),
    ),
    _switch(10, "second_min", "Fewest pieces won when second cards are equal in worth", (1, "1"), (0, "Nothing")),
    _switch(
        11,
        "all_decline",
        "An offer that all decline",
        ("ends", "Ends upping"),
        ("passes_on", "Passes the right on"),
    ),
    _switch(
        12,
        "resign",
        "Resigning in a dead run",
        ("any_round", "Allowed"),
        ("no_run", "Not allowed"),
    ),
    _switch(
        13,
        "places",
        "Several out in one round",
        ("by_pieces", "By the pieces they had before it"),
        ("shared", "Share their place"),
    ),
    _switch(
        14,
        "cap_multiple",
        "Last legs in a dead run: most won from each opponent",
        ("in_all", "The ante as laid"),
        ("per_ante", "The ante, times the multiple"),
    ),
    _switch(
        15,
        "last_legs_centre",
        "The centre on last legs",
        ("always", "Can be won without part in upping"),
        ("with_part", "Only with part in upping"),
    ),
)

SCHEMA = RuleSchema(_FIELDS, (), _SWITCHES, edition="", home="")


@dataclass(frozen=True)
class BankruptRuleSet:
    """The terms of one game, spelt out; ``round_cap`` is 0 without a cap."""

    start: int
    fewest: int
    show: str
    dead_limit: int
    throw_limit: int
    round_cap: int
    reshuffle: str
    last_in: str
    centre_claim: str
    least: str
    empty_offer: str
    third_dead: str
    throw_zero: str
    short_front: str
    pair_same_top: str
    second_min: int
    all_decline: str
    resign: str
    places: str
    cap_multiple: str
    last_legs_centre: str

    @classmethod
    def from_mapping(cls, rules: Mapping[str, Any]) -> BankruptRuleSet:
        """The rule set of a record's ``rules``: anything may be left out, keys that mean nothing are ignored.

        Raises:
            ConfigurationError: with every problem found.
        """
        spelt, problems = SCHEMA.spell(rules)
        if problems:
            raise ConfigurationError(problems)
        full = SCHEMA.complete(spelt)
        named = {field.key: full[field.key] for field in _FIELDS} | full[OPTIONS]
        return cls(**{**named, "round_cap": named["round_cap"] or 0})

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``; ``from_mapping`` gives an equal rule set."""
        fields = {field.key: getattr(self, field.key) for field in _FIELDS} | {"round_cap": self.round_cap or None}
        return {**fields, OPTIONS: {field.key: getattr(self, field.key) for field in _SWITCHES}}

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON."""
        return content_hash(self.to_mapping())

    def changed_options(self) -> dict[str, Value]:
        """The switches whose value differs from the default."""
        return SCHEMA.changed_switches(self.to_mapping())
