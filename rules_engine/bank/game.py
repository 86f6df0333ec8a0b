"""Bank as a game: the one door of this folder.

The engine is imported with its first use, so that the program and its commands start without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rules_engine.bank.doors.chances import BankChances
from rules_engine.bank.doors.practice import BankPractice
from rules_engine.bank.doors.simulation import BankSimulation
from rules_engine.bank.doors.time import at_time
from rules_engine.bank.record.language import BankLanguage
from rules_engine.bank.record.score_form import POINTS
from rules_engine.bank.ruleset import BankRuleSet
from rules_engine.bank.schema import SCHEMA
from rules_engine.bank.texts.notes import NOTES
from rules_engine.bank.texts.teaching import TEACHING
from rules_engine.bank.texts.wording import BankWording
from rules_engine.game import Game, Look, NextRound, ScoreKind
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from rules_engine.rules.sets import Preset
from rules_engine.table import Acts, Barred, View

if TYPE_CHECKING:
    from rules_engine.bank.turn import Table

MOST_POINTS = 896
"""All 52 cards in one bank with advanced scoring (BK-4.6): what is typed above it has a digit too many."""


class Bank(Game):
    """The doors of Bank."""

    key = "bank"
    name = "Bank"
    search_examples = ("thief", "BK-2.10", "moneybox")
    seats = (1, 4)
    presets = (
        Preset("simple", "Bank, simple", {"preset": "simple"}, 30),
        Preset("advanced", "Bank, advanced", {"preset": "advanced"}, 40),
        Preset("five_o", "Bank, Five-O", {"preset": "five_o"}, 20),
    )
    cap_minutes = (10, 60)
    schema = SCHEMA
    language = BankLanguage()
    wording = BankWording()
    notes = NOTES
    simulation = BankSimulation()
    practice = BankPractice()
    chances = BankChances()
    teaching = TEACHING

    def rule_set(self, raw: Mapping[str, Any]) -> BankRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        return BankRuleSet.from_mapping(raw)

    def scoring(self, rules: BankRuleSet) -> ScoreKind:
        """BK-4.8: points, the highest first; a match is one game."""
        return ScoreKind(
            "points", None, None, 1, ("omw", "head_to_head", "lot"), form=POINTS, most=MOST_POINTS, time_call=at_time
        )

    def referee(self, record: GameRecord, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        from rules_engine.bank.referee import RecordJudge

        return RecordJudge(record, time_box).judge()

    def replay(self, record: GameRecord, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        from rules_engine.bank.replay import replay

        return replay(record, look, time_box)

    def opening(self, record: GameRecord) -> Table:
        """The state after the deal."""
        from rules_engine.bank.referee import opening

        return opening(record)

    def view(self, state: Table, seat: str | None = None) -> View:
        """What the table shows in a state, to a seat or, with None, to somebody who sees every card."""
        from rules_engine.bank.view import view

        return view(state, seat)

    def acts(self, state: Table, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        from rules_engine.bank.acts import acts_of

        return acts_of(state, seat)

    def barred(self, state: Table, seat: str, token: str) -> Barred | None:
        """Why a seat may not write a token next, of those kinds that ``acts`` does not list; None if it may."""
        from rules_engine.bank.acts import barred

        return barred(state, token)

    def standing(self, record: GameRecord) -> Table:
        """The state after a record's last token, in which what that token left open is still open."""
        from rules_engine.bank.replay import standing

        return standing(record)

    def next_round(self, state: Table) -> NextRound | None:
        """A record holds one game of one round (section 8)."""
        return None


GAME = Bank()
