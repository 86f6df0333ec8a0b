"""What may be chosen before play (BK-1), with every reading of BK-6 as a switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.bank.cards import best_score
from rules_engine.rules.configuration import ConfigurationProblem
from rules_engine.rules.options import OPTIONS, RuleSchema, Setting, Value

TRICKS = ("pairs", "trios", "quads")
FIVE_O = 50
"""BK-1.8: the score that ends a game where only "on" is said."""

FIELDS = (
    Setting(
        "preset",
        ("simple", "advanced", "five_o"),
        "Preset",
        "BK-1.13",
        labels={"simple": "Simple", "advanced": "Advanced", "five_o": "Five-O"},
    ),
    Setting("deck", ("shared", "personal"), "Deck", "BK-1.1", labels={"shared": "Shared", "personal": "Personal"}),
    Setting(
        "discard",
        ("shared", "personal"),
        "Discard pile",
        "BK-1.2",
        labels={"shared": "Shared", "personal": "Personal"},
    ),
    Setting(
        "withdrawal",
        ("standard", "balanced"),
        "Withdrawal",
        "BK-1.3",
        labels={"standard": "Standard: one bank per turn", "balanced": "Balanced: two banks after one deck card"},
        defaults={"advanced": "balanced"},
    ),
    Setting(
        "tricks",
        TRICKS,
        "Tricks in play",
        "BK-1.4",
        labels={"pairs": "Pairs", "trios": "Trios", "quads": "Quads"},
        many=True,
        chosen=TRICKS,
    ),
    Setting(
        "bank_size",
        ("unlimited", "moneybox", "sievebox"),
        "Bank",
        "BK-1.5",
        labels={
            "unlimited": "Unlimited",
            "moneybox": "Moneybox: the exchanged card comes back to hand",
            "sievebox": "Sievebox: the exchanged card is discarded",
        },
        defaults={"advanced": "moneybox", "five_o": "sievebox"},
    ),
    Setting(
        "box_limit",
        (10,),
        "Cards that a box holds",
        "BK-1.5",
        whole=(1, 52),
        defaults={"five_o": 5},
    ),
    Setting(
        "bank_face", ("public", "private"), "Banks lie", "BK-1.6", labels={"public": "Face up", "private": "Face down"}
    ),
    Setting(
        "end",
        ("standard", "last_chance", "rotating"),
        "End of the game",
        "BK-1.7",
        labels={
            "standard": "With the last deck card",
            "last_chance": "Last chance: play on without a deck",
            "rotating": "Rotating: the discards become the deck",
        },
    ),
    Setting(
        "five_o",
        (False, True),
        "Five-O: the score that ends the game",
        "BK-1.8",
        labels={False: "Off", True: "At 50"},
        whole=(1, 999),
        defaults={"five_o": FIVE_O},
    ),
    Setting(
        "thieves",
        ("none", "thieves", "wild", "both"),
        "Thieves",
        "BK-1.9",
        labels={
            "none": "None",
            "thieves": "Thieves steal from a hand",
            "wild": "Wild thieves steal from a bank",
            "both": "Both",
        },
        defaults={"advanced": "both"},
    ),
    Setting(
        "scoring",
        ("standard", "advanced"),
        "Scoring",
        "BK-1.10",
        labels={"standard": "Standard", "advanced": "Advanced: more for cards of one rank"},
        defaults={"advanced": "advanced"},
    ),
    Setting("four_kings", (False, True), "Four Kings win outright", "BK-1.11"),
)


def _switch(key: str, number: int, label: str, *choices: tuple[Value, str]) -> Setting:
    """A switch of BK-6 whose first value is the default."""
    return Setting(key, tuple(value for value, _ in choices), label, f"BK-6.{number}", labels=dict(choices))


SWITCHES = (
    _switch("withdraw", 1, "May a turn skip the withdrawal?", ("must", "Not while one is possible"), ("may", "It may")),
    _switch(
        "trick_size",
        2,
        "Cards that a trick banks",
        ("fixed", "Pair one, trio two, quad four"),
        ("whole", "Also the whole pair or trio"),
    ),
    _switch(
        "last_two",
        3,
        "Two cards with one left in a rotating deck",
        ("no", "One card only"),
        ("refill_between", "The deck is replaced between them"),
    ),
    _switch("pair_of", 4, "What makes a trick", ("rank", "Equal ranks"), ("worth", "Equal worth")),
    _switch(
        "last_card",
        5,
        "A trick may empty the hand",
        ("may_empty", "Yes, then nothing is discarded"),
        ("keep_one", "No, one card stays"),
    ),
    _switch(
        "exchange",
        6,
        "Exchange with a full moneybox",
        ("simultaneous", "At once with the bank"),
        ("in_first", "The old card comes to hand first"),
    ),
    _switch(
        "thief_order",
        7,
        "Order of a thief",
        ("discard_first", "The straight is discarded first"),
        ("steal_first", "Stolen cards come first"),
    ),
    _switch(
        "ace_straight", 8, "The Ace in a straight", ("both", "High or low"), ("high", "High only"), ("low", "Low only")
    ),
    _switch(
        "victim_short",
        9,
        "A thief on fewer cards than it may steal",
        ("partial", "Steals what there is"),
        ("refuse", "Cannot be played"),
    ),
    _switch(
        "private_pick",
        10,
        "A wild thief's card from a private bank",
        ("random", "Drawn at random"),
        ("place", "Chosen by its place"),
    ),
    _switch(
        "personal_starter",
        11,
        "First discard with personal decks or piles",
        ("as_dealt", "Turned over from the deck"),
        ("none", "None with personal decks"),
    ),
    _switch(
        "personal_end",
        12,
        "Personal decks: the deck is out",
        ("first", "When the first one is"),
        ("all", "When all of them are"),
    ),
    _switch(
        "refill_from",
        13,
        "Personal decks and a shared pile, rotating",
        ("whole", "The whole pile goes to the player who needs it"),
        ("split", "The pile is split"),
    ),
    _switch(
        "lc_pick",
        14,
        "Last chance with a trick in hand: take the top discard",
        ("may", "Any"),
        ("may_not", "Not allowed"),
    ),
    _switch(
        "declare",
        15,
        "A turn without a bank after the deck ran out",
        ("silent", "Counts as declared"),
        ("goes_on", "Counts only when declared"),
    ),
    _switch(
        "five_o_when",
        16,
        "Five-O or Four Kings in mid-turn",
        ("at_once", "End the game at once"),
        ("end_of_turn", "Count at the end of the turn"),
    ),
    _switch(
        "balanced_pick",
        17,
        "Balanced: banks after a card from the discard pile",
        ("one", "One"),
        ("two", "Two"),
    ),
    _switch(
        "advanced_preset",
        18,
        "How the advanced preset is read",
        ("scoring", "Advanced scoring, standard end"),
        ("end", "Standard scoring, rotating end"),
    ),
    _switch(
        "both_kind",
        19,
        "A straight of one colour with both thieves",
        ("named", "The player names hand or bank"),
        ("bank", "Always the bank"),
    ),
    Setting(
        "stall_turns",
        (12,),
        "Turns in a row with no deck card and no progress before the game ends",
        "BK-5.3",
        whole=(1, 999),
    ),
)


class BankSchema(RuleSchema):
    """A schema in which a preset's defaults also depend on a switch (BK-6.18)."""

    __slots__ = ()

    def complete(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Valid ``rules`` with everything spelt out."""
        full = super().complete(rules)
        if full["preset"] == "advanced" and full[OPTIONS]["advanced_preset"] == "end":
            full |= {key: value for key, value in (("scoring", "standard"), ("end", "rotating")) if key not in rules}
        return full


def _box_problems(rules: Mapping[str, Any], _variants: Any, options: Any) -> list[ConfigurationProblem]:
    """BK-1.14: what a box must hold; BK-1.4: one trick at least."""
    chosen = {key: value for key, value in rules.items() if SCHEMA.field_of(key)}
    if any(field.problems((field.key,), chosen[field.key]) for field in SCHEMA.fields if field.key in chosen):
        return []
    valid = {
        switch.key: options[switch.key]
        for switch in SCHEMA.switches
        if isinstance(options, Mapping) and switch.key in options and switch.allows(options[switch.key])
    }
    full = SCHEMA.complete({**chosen, OPTIONS: valid})
    found = []
    if not full["tricks"]:
        found.append(ConfigurationProblem(("tricks",), [], "At least one trick must be in play (BK-1.4)."))
    if full["bank_size"] == "unlimited":
        return found
    limit, name = full["box_limit"], full["bank_size"]
    if full["four_kings"] and limit < 4:
        message = f"Four Kings need a {name} of four cards or more; this one holds {limit} (BK-1.14)."
        found.append(ConfigurationProblem(("four_kings",), True, message))
    most, deals = best_score(limit, full["scoring"] == "advanced"), five_o_of(full["five_o"])
    if deals and deals > most:
        message = f"A {name} of {limit} scores {most} at most, so Five-O at {deals} cannot be reached (BK-1.14)."
        found.append(ConfigurationProblem(("five_o",), full["five_o"], message))
    return found


def five_o_of(value: object) -> int:
    """The score that ends a game, from a value of ``five_o``; 0 where none does."""
    return FIVE_O if value is True else int(value) if isinstance(value, int) else 0


SCHEMA = BankSchema(FIELDS, (), SWITCHES, checks=(_box_problems,), edition="preset", home="")
