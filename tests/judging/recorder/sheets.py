"""Records of whole matches as text, under an event's own rules."""

from __future__ import annotations

from matches.models import Event
from rules_engine import games
from rules_engine.bankout.ruleset import BankoutRuleSet
from rules_engine.bankout.simulate import Sheet, SimulatedMatch, player
from rules_engine.record.writing import to_text


def finished(event: Event, seed: int = 5) -> str:
    """A whole match."""
    rules = BankoutRuleSet.from_mapping(event.rules)
    players = (player("threshold", rules.format), player("threshold", rules.format))
    match = SimulatedMatch(rules, players, seed, sheet=Sheet())
    match.play()
    assert match.sheet is not None
    return to_text(match.sheet.record(match.state, ("A", "B"), seed), games.get(event.game).language)
