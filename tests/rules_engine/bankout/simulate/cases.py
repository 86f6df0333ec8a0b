"""Rule sets, players and sheets drawn from a seed, and the match that they make."""

from __future__ import annotations

from functools import cache
from random import Random

from rules_engine.bankout.ruleset import EDITIONS, FORMATS, OPTIONS, VARIANTS, BankoutRuleSet
from rules_engine.bankout.simulate import Sheet, SimulatedMatch, SimulatedOutcome, Terms, player
from rules_engine.bankout.simulate.match import Watch
from rules_engine.record import GameRecord
from rules_engine.rules.configuration import ConfigurationError

# All but optimal_turn, which takes its time and has tests of its own.
QUICK_PARTS = (
    "threshold",
    "published",
    "king_threshold",
    "king_checkmate(20)",
    "window(20)",
    "pressure(30)",
    "queen_reactive",
    "queen_proactive(10)",
    "joker_denial(40)",
    "lead_aware",
    "swap_max",
    "counter_keeper",
    "never_bank",
)


def random_rules(chance: Random) -> BankoutRuleSet:
    """A rule set with about half of everything away from its default."""
    while True:
        format_ = chance.choice(FORMATS)
        variants = [
            name for name, variant in VARIANTS.items() if variant.home in (None, format_) and chance.random() < 0.5
        ]
        options = {name: chance.choice(option.values) for name, option in OPTIONS.items() if chance.random() < 0.5}
        rules = {"edition": chance.choice(EDITIONS), "format": format_, "jokers": chance.random() < 0.8}
        try:
            return BankoutRuleSet.from_mapping({**rules, "variants": variants, "options": options})
        except ConfigurationError:
            continue


def random_player(chance: Random) -> str:
    """Often a random one, which goes everywhere; otherwise a combination."""
    if chance.random() < 0.5:
        return f"random_legal({chance.choice((1, 3, 9))})"
    return "+".join(chance.sample(QUICK_PARTS, chance.randrange(1, 4)))


def random_terms(chance: Random) -> Terms:
    """With and without a cap, needing a winner or not, never long."""
    cap = chance.choice((None, None, 2, 20))
    return Terms(cap_minutes=cap, needs_winner=chance.random() < 0.5, most_actions=1_500)


def random_match(seed: int, watch: Watch | None = None) -> SimulatedMatch:
    """A match before its first action, with the sheet that will be kept of it."""
    chance = Random(seed)
    rules = random_rules(chance)
    first, second = (player(random_player(chance), rules.format) for _ in "AB")
    sheet = Sheet(claims=chance.random() < 0.5, unseen=chance.random() < 0.4, clock=chance.random() < 0.3)
    return SimulatedMatch(rules, (first, second), seed, random_terms(chance), sheet, watch)


@cache
def played(seed: int) -> tuple[SimulatedOutcome, GameRecord]:
    """The match of a seed, played to its end, and its record."""
    match = random_match(seed)
    outcome = match.play()
    assert match.sheet is not None
    return outcome, match.sheet.record(match.state, ("A", "B"), seed)
