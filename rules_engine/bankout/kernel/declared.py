"""What the kernel plays: every variant and reading by name, apart from the readable engine's own list.

A rule added to the readable engine is added here once the twin plays it, too. Until then the kernel refuses such a
rule set, and the readable engine plays it. This module does not import numba.
"""

from __future__ import annotations

from dataclasses import fields

from rules_engine.bankout.kernel.on_disk import ready
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.play.simulation import NOT_READY, unknown_text
from rules_engine.rules.configuration import ConfigurationError, ConfigurationProblem
from rules_engine.text import Text

VARIANTS = frozenset({"light_jokers", "shield_token", "exact_bank_bonus", "seeding_edge", "short_blitz"})
READINGS: dict[str, tuple[object, ...]] = {
    "edition": ("guide", "complete"),
    "format": ("bankout", "blitz"),
    "jokers": (True, False),
    "latent_trigger": ("any_jack", "on_alert_change"),
    "auto_queen_order": ("after", "before"),
    "wild_queen_window": (True, False),
    "deck_out": ("finish_turn", "immediate"),
    "shield_round_two": (True, False),
    "shield_replaces_counter": (True, False),
    "light_joker_round": (1, 2, 3),
    "bankout_time_call": ("lead", "rounds_only"),
    "swap_scope": ("round", "total"),
    "bonus_in_pot": (True, False),
    "sudden_death_deck": ("one_pass", "reshuffle"),
    "cue_cards": ("with_reshuffle", "held_out"),
    "third_jack_window": (True, False),
    "bonus_on": ("total", "round_bank"),
    "king_window": (True, False),
    # About cards that a record leaves unseen, and discards that nobody chooses: a dealer sees and players choose.
    "joker_draw_public": (True, False),
    "overhand_default": ("oldest", "random"),
}

HAND_LIMITS = (2,)
"""A look ahead counts each kind of card in hand by two bits, also above the limit."""


def undeclared(rules: BankoutRuleSet) -> list[str]:
    """What the rules say that the kernel does not play, by name; empty if it plays them."""
    found = sorted(rules.variants - VARIANTS)
    readings = {entry.name: getattr(rules, entry.name) for entry in fields(rules) if entry.name != "variants"}
    found += sorted(name for name, value in readings.items() if value not in READINGS.get(name, ()))
    return found if rules.hand_limit in HAND_LIMITS else [*found, "hand_limit"]


def check_declared(rules: BankoutRuleSet) -> None:
    """Raise ConfigurationError for rules that the kernel does not play."""
    problems = [
        ConfigurationProblem((name,), name, f"The compiled engine does not play {name}; the readable engine does.")
        for name in undeclared(rules)
    ]
    if problems:
        raise ConfigurationError(problems)


def played_slowly(rules: BankoutRuleSet) -> Text:
    """That the readable engine plays, and why, for the reader of a result; empty if the kernel plays these rules."""
    return unknown_text(undeclared(rules))


def slow_because(rules: BankoutRuleSet) -> Text:
    """That the kernel is not compiled, or does not play the rules; asking does not bring numba."""
    return played_slowly(rules) if ready() else NOT_READY
