"""Bankout and Bankout Blitz as a game: the one door of this folder.

The engine is imported with its first use, so that the program and its commands start without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules_engine.bankout.doors.analysis import BankoutAnalysis
from rules_engine.bankout.doors.chances import BankoutChances
from rules_engine.bankout.doors.drill import BankoutDrill
from rules_engine.bankout.doors.odds import BankoutOdds
from rules_engine.bankout.doors.planning import BankoutPlanning
from rules_engine.bankout.doors.practice import BankoutPractice
from rules_engine.bankout.doors.simulation import BankoutSimulation
from rules_engine.bankout.doors.time import BankoutTimeCall
from rules_engine.bankout.record.language import BankoutLanguage
from rules_engine.bankout.record.score_form import ROUND_WINS, TOTALS
from rules_engine.bankout.ruleset import SCHEMA, BankoutRuleSet
from rules_engine.bankout.teaching import TEACHING
from rules_engine.bankout.texts.notes import NOTES
from rules_engine.bankout.texts.wording import BankoutWording
from rules_engine.bankout.time_call import TimeCallRule
from rules_engine.game import Game, Look, NextRound, ScoreKind
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from rules_engine.rules.sets import Preset
from rules_engine.table import Acts, Allowed, View

if TYPE_CHECKING:
    from rules_engine.bankout.state import State

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
    practice = BankoutPractice()
    chances = BankoutChances()
    planning = BankoutPlanning()
    analysis = BankoutAnalysis()
    drill = BankoutDrill()
    teaching = TEACHING

    def rule_set(self, raw: Mapping[str, Any]) -> BankoutRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        return BankoutRuleSet.from_mapping(raw)

    def scoring(self, rules: BankoutRuleSet) -> ScoreKind:
        """BO-1.4: best of three rounds. BO-1.5, BO-8.5: the totals of three rounds, or of two, add up.

        BO-9.2, BO-9.3, BO-10.9: what decides when time is called.
        """
        if rules.format == "bankout":
            time_call = BankoutTimeCall(TimeCallRule(rules.bankout_time_call), wins_needed=2)
            tie_breaks: tuple[str, ...] = ("omw", "rw", "orw", "head_to_head", "lot")
            return ScoreKind("rounds", 3, 2, 3, tie_breaks, form=ROUND_WINS, time_call=time_call)
        tie_breaks = ("omw", "bank_diff", "bank_total", "head_to_head", "lot")
        time_call = BankoutTimeCall(TimeCallRule.TOTAL)
        return ScoreKind(
            "money", None, None, rules.rounds, tie_breaks, form=TOTALS, most=MOST_DOLLARS, time_call=time_call
        )

    def referee(self, record: GameRecord, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        from rules_engine.bankout.referee.referee import referee

        return referee(record, time_box)

    def replay(self, record: GameRecord, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        from rules_engine.bankout.referee.replay import replay

        return replay(record, look, time_box)

    def opening(self, record: GameRecord) -> State:
        """The start of Round 1."""
        from rules_engine.bankout.engine import new_match

        return new_match(self.rule_set(record.rules))

    def view(self, state: State, seat: str | None = None) -> View:
        """What the table shows in a state, to a seat or, with None, to somebody who sees every card."""
        from rules_engine.bankout.view import view

        return view(state, seat)

    def acts(self, state: State, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        from rules_engine.bankout.acts import acts_of

        return acts_of(state, seat)

    def standing(self, record: GameRecord) -> State:
        """The state after a record's last token, in which what that token left open is still open."""
        from rules_engine.bankout.referee.replay import standing

        return standing(record)

    def unwritten(self, record: GameRecord) -> tuple[Allowed, ...]:
        """The Queen that the last Jack used up (BO-5.2), or the next turn's acts, which leave a swap unanswered."""
        from rules_engine.bankout.acts import automatic_queen, unanswered
        from rules_engine.bankout.referee.replay import may_write_queen, standing

        return automatic_queen() if may_write_queen(record) else unanswered(standing(record))

    def next_round(self, state: State) -> NextRound | None:
        """The round that may begin; with `seeding_edge` the winner of the last one chooses who starts (BO-8.4)."""
        from rules_engine.bankout import engine
        from rules_engine.bankout.state import ROUND_OVER, SEATS, SUDDEN_DEATH

        number = engine.next_round_number(state)
        if number is None or (state.phase != ROUND_OVER and not state.sudden_due):
            return None
        starter = engine.next_starter(state)
        name = "SD" if number == SUDDEN_DEATH else number
        return NextRound(name, SEATS if starter is None else (SEATS[starter],))


GAME = Bankout()
