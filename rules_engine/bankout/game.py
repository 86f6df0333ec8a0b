"""Bankout and Bankout Blitz as a game: the one door of this folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.bankout import engine
from rules_engine.bankout import referee as bankout_referee
from rules_engine.bankout import replay as bankout_replay
from rules_engine.bankout import view as bankout_view
from rules_engine.bankout.acts import acts_of
from rules_engine.bankout.language import BankoutLanguage
from rules_engine.bankout.notes import NOTES
from rules_engine.bankout.odds_door import BankoutOdds
from rules_engine.bankout.ruleset import SCHEMA, BankoutRuleSet
from rules_engine.bankout.score_form import ROUND_WINS, TOTALS
from rules_engine.bankout.simulation_door import BankoutSimulation
from rules_engine.bankout.state import State
from rules_engine.bankout.wording import BankoutWording
from rules_engine.game import Game, Look, Preset, ScoreKind
from rules_engine.record import Record
from rules_engine.report import Report
from rules_engine.table import Acts, View

MOST_DOLLARS = 1_000_000
"""More than any total of a match: what is typed above it has a digit too many."""


class Bankout(Game):
    """The doors of Bankout."""

    key = "bankout"
    name = "Bankout"
    search_examples = ("Queen", "BO-5.7", "deck_out")
    seats = (2, 2)
    presets = (
        Preset("spectacle", "Spectacle", {"format": "bankout", "jokers": True}, 25),
        Preset("competitive", "Competitive", {"format": "blitz", "jokers": False}, 20),
    )
    cap_minutes = (20, 25)
    schema = SCHEMA
    language = BankoutLanguage()
    wording = BankoutWording()
    notes = NOTES
    odds = BankoutOdds()
    simulation = BankoutSimulation()

    def rule_set(self, raw: Mapping[str, Any]) -> BankoutRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        return BankoutRuleSet.from_mapping(raw)

    def scoring(self, rules: BankoutRuleSet) -> ScoreKind:
        """BO-1.4: best of three rounds. BO-1.5, BO-8.5: the totals of three rounds, or of two, add up."""
        if rules.format == "bankout":
            return ScoreKind("rounds", 3, 2, 3, ("omw", "rw", "orw", "lot"), form=ROUND_WINS)
        tie_breaks = ("omw", "bank_diff", "bank_total", "lot")
        return ScoreKind("money", None, None, rules.rounds, tie_breaks, form=TOTALS, most=MOST_DOLLARS)

    def referee(self, record: Record, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        return bankout_referee.referee(record, time_box)

    def replay(self, record: Record, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        return bankout_replay.replay(record, look, time_box)

    def opening(self, record: Record) -> State:
        """The start of Round 1."""
        return engine.new_match(self.rule_set(record.rules))

    def view(self, state: State, seat: str | None = None) -> View:
        """What the table shows in a state, to a seat or, with None, to somebody who sees every card."""
        return bankout_view.view(state, seat)

    def acts(self, state: State, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        return acts_of(state, seat)


BANKOUT = Bankout()
