"""What a game is played under: teams, variants, and the readings of BS-17."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem
from rules_engine.rules.options import OPTIONS, VARIANTS, RuleSchema, Setting, Value, Variant
from rules_engine.rules.sets import content_hash, one_for_each

OVER = 40
"""Above this a Flush bank loses (BS-13)."""

BLOCKED = 40
"""Turns a deck without a space revealed or a card banked (BS-18)."""


def _switch(key: str, rule: str, label: str, *choices: tuple[Value, str]) -> Setting:
    """A switch whose first value is the default."""
    return Setting(key, tuple(value for value, _label in choices), label, rule, labels=dict(choices))


_FIELDS = (Setting("teams", (False, True), label="Teams", rule="BS-11", help="Teammates share a bank."),)

_VARIANTS = (
    Variant("go_fish", "BS-12", label="Go Fish: an Ace banks a pair, most pairs win"),
    Variant("flush", "BS-13", label="Flush-a-GoGo: discards are banked, over 40 points loses"),
    Variant("liar", "BS-14", label="Liar: a broken rule costs a card if an opponent notices it"),
    Variant("pitfall", "BS-15", label="Pitfall: a space that is left becomes a pit"),
    Variant(
        "poker_joker",
        "BS-16",
        label="PokerJoker (not supported)",
        unsupported="PokerJoker is not supported: its source names it without rules (BS-16).",
    ),
)

_SWITCHES = (
    _switch(
        "adjacent",
        "BS-17.1",
        "Which spaces are adjacent",
        ("orthogonal", "Those that share a side"),
        ("eight", "Those that share a corner, too"),
    ),
    _switch(
        "previous",
        "BS-17.2",
        "The bar on the space before, after a missed turn",
        ("lapses", "It is gone"),
        ("stays", "It stays"),
    ),
    _switch(
        "reshuffle_when",
        "BS-17.3",
        "When the discards go under a short draw pile",
        ("on_draw", "At a draw from the empty pile"),
        ("before_effect", "Before an effect that may draw more than the pile has"),
    ),
    _switch("shape", "BS-17.4", "The stage of more players", ("standard", "Four, six or eight rows of eight spaces")),
    _switch(
        "placing",
        "BS-17.5",
        "How more than two players place their pieces",
        ("face_down", "The space stays face down"),
        ("as_turn", "As a turn: the space is revealed and takes effect"),
    ),
    _switch(
        "go_fish_none",
        "BS-17.6",
        "An Ace without a pair, in Go Fish",
        ("nothing", "Nothing is banked or drawn"),
        ("draw_two", "Two cards are drawn"),
    ),
    _switch(
        "over_40",
        "BS-17.7",
        "When a Flush bank above 40 loses",
        ("at_once", "At once"),
        ("at_end", "At the end of the game"),
    ),
    _switch(
        "pit_reentry",
        "BS-17.8",
        "Where a stuck player re-enters",
        ("any", "On a free revealed space; if there is none, on any free space"),
        ("literal", "On a free revealed space only"),
    ),
    _switch(
        "sevens",
        "BS-17.9",
        "Two 7s banked by one Ace, in Flush",
        ("both", "Both leave the game"),
        ("one", "One leaves the game, the other goes into the pile"),
    ),
    _switch(
        "liar_undo",
        "BS-17.10",
        "What is called, in Liar",
        ("stands", "It stands; only a card is paid"),
        ("undone", "It is undone, then a card is paid"),
    ),
    _switch("queen_target", "BS-17.11", "Whom a Queen takes from", ("opponents", "Opponents only")),
    _switch(
        "count_opponents_bank",
        "BS-7",
        "A player may count an opponent's bank",
        (False, "No"),
        (True, "Yes"),
    ),
)


def _pairs_or_points(_rules: Mapping[str, Any], variants: Any, _options: Any) -> list[ConfigurationProblem]:
    """Go Fish counts pairs and Flush counts points: they cannot be together."""
    if not isinstance(variants, list | tuple | set | frozenset) or not {"go_fish", "flush"} <= {*map(str, variants)}:
        return []
    message = "go_fish counts pairs and flush counts points (BS-12, BS-13); play one of them."
    place = list(variants).index("flush")
    return [ConfigurationProblem((VARIANTS, place), "flush", message)]


SCHEMA = RuleSchema(_FIELDS, _VARIANTS, _SWITCHES, checks=(_pairs_or_points,))


@dataclass(frozen=True)
class StageRuleSet:
    """The terms of one game, with what the referee asks of them most."""

    teams: bool
    variants: frozenset[str]
    options: tuple[tuple[str, Value], ...]
    go_fish: bool = False
    flush: bool = False
    liar: bool = False
    pitfall: bool = False
    diagonals: bool = False
    bar_stays: bool = False
    early_reshuffle: bool = False
    face_down: bool = False
    draw_without_pair: bool = False
    out_at_once: bool = False
    literal_reentry: bool = False
    one_seven: bool = False
    undo: bool = False

    def __post_init__(self) -> None:
        """Look everything up once; a rule set lives longer than a game."""
        values = dict(self.options)
        wanted = {
            "go_fish": "go_fish" in self.variants,
            "flush": "flush" in self.variants,
            "liar": "liar" in self.variants,
            "pitfall": "pitfall" in self.variants,
            "diagonals": values["adjacent"] == "eight",
            "bar_stays": values["previous"] == "stays",
            "early_reshuffle": values["reshuffle_when"] == "before_effect",
            "face_down": values["placing"] == "face_down",
            "draw_without_pair": values["go_fish_none"] == "draw_two",
            "out_at_once": "flush" in self.variants and values["over_40"] == "at_once",
            "literal_reentry": values["pit_reentry"] == "literal",
            "one_seven": values["sevens"] == "one",
            "undo": values["liar_undo"] == "undone",
        }
        for name, value in wanted.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_mapping(cls, rules: Mapping[str, Any]) -> StageRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        spelt, problems = SCHEMA.spell(rules)
        if problems:
            raise ConfigurationError(problems)
        full = SCHEMA.complete(spelt)
        return cls(full["teams"], frozenset(full[VARIANTS]), tuple(full[OPTIONS].items()))

    def to_mapping(self) -> dict[str, Any]:
        """Everything spelt out, in the shape of a record's ``rules``."""
        variants = [variant.key for variant in SCHEMA.variants if variant.key in self.variants]
        return {"teams": self.teams, VARIANTS: variants, OPTIONS: dict(self.options)}

    def content_hash(self) -> str:
        """SHA-256 of the canonical JSON: equal rule sets, equal hash, on any machine."""
        return content_hash(self.to_mapping())

    def changed_options(self) -> dict[str, Value]:
        """The switches whose value differs from the default."""
        return SCHEMA.changed_switches(self.to_mapping())


rule_set_of = one_for_each(StageRuleSet.from_mapping)
"""The rule set of a record's ``rules``; those of one event are made once."""
