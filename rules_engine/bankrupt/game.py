"""Bankrupt as a game: the one door of this folder.

The engine is imported with its first use, so that the program and its commands start without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules_engine.amounts import SeatAmount, places_by_most
from rules_engine.bankrupt.doors.chances import BankruptChances
from rules_engine.bankrupt.doors.practice import BankruptPractice
from rules_engine.bankrupt.doors.simulation import BankruptSimulation
from rules_engine.bankrupt.record.language import BankruptLanguage
from rules_engine.bankrupt.record.score_form import PIECES
from rules_engine.bankrupt.ruleset import MOST_PLAYERS, SCHEMA, BankruptRuleSet
from rules_engine.bankrupt.texts.notes import NOTES
from rules_engine.bankrupt.texts.teaching import TEACHING
from rules_engine.bankrupt.texts.wording import BankruptWording
from rules_engine.game import Game, Look, NextRound, ScoreKind
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from rules_engine.rules.sets import Preset
from rules_engine.table import Acts, View

if TYPE_CHECKING:
    from rules_engine.bankrupt.state import State


class Bankrupt(Game):
    """The doors of Bankrupt."""

    key = "bankrupt"
    name = "Bankrupt"
    credits = "Game by Aidan-B. Howard (2011)."
    search_examples = ("last legs", "BR-12", "dead round")
    seats = (3, MOST_PLAYERS)
    presets = (
        Preset("capped", "Bankrupt, 30 rounds", {"round_cap": 30, "fewest": 3}, 60),
        Preset("bankrupt", "Bankrupt, to the last piece", {}, 120),
    )
    cap_minutes = (20, 240)
    schema = SCHEMA
    language = BankruptLanguage()
    wording = BankruptWording()
    notes = NOTES
    simulation = BankruptSimulation()
    practice = BankruptPractice()
    chances = BankruptChances()
    teaching = TEACHING

    def rule_set(self, raw: Mapping[str, Any]) -> BankruptRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        return BankruptRuleSet.from_mapping(raw)

    def seats_under(self, rules: BankruptRuleSet) -> tuple[int, int]:
        """BR-14: the house says how few may start; two never do."""
        return max(rules.fewest, self.seats[0]), MOST_PLAYERS

    def scoring(self, rules: BankruptRuleSet) -> ScoreKind:
        """BR-20: pieces, the most first."""
        return ScoreKind(
            "points", None, None, 1, ("omw", "head_to_head", "lot"), form=PIECES, most=rules.start * MOST_PLAYERS
        )

    def places(self, rules: BankruptRuleSet, amounts: Sequence[SeatAmount]) -> tuple[int, ...]:
        """BR-20, BR-16, BR-18: the most pieces first, then those who went out. Raises AmountsError."""
        from rules_engine.bankrupt.final_pieces import check_pieces

        check_pieces(rules, amounts)
        return places_by_most(amounts)

    def referee(self, record: GameRecord, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        from rules_engine.bankrupt.referee import RecordJudge

        return RecordJudge(record, time_box).judge()

    def replay(self, record: GameRecord, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        from rules_engine.bankrupt.replay import replay

        return replay(record, look, time_box)

    def opening(self, record: GameRecord) -> State:
        """The state before the first round."""
        from rules_engine.bankrupt.referee import opening

        return opening(record)

    def view(self, state: State, seat: str | None = None) -> View:
        """What the table shows in a state."""
        from rules_engine.bankrupt.view import view

        return view(state)

    def acts(self, state: State, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        from rules_engine.bankrupt.acts import acts_of

        return acts_of(state, seat)

    def standing(self, record: GameRecord) -> State:
        """The state after a record's last token, in which what that token left open is still open."""
        from rules_engine.bankrupt.replay import standing

        return standing(record)

    def round_goes_on(self, state: State) -> bool:
        """BR-20: whether a round is under way; time ends the game once it is decided."""
        from rules_engine.bankrupt.replay import round_goes_on

        return round_goes_on(state)

    def next_round(self, state: State) -> NextRound | None:
        """The round that may begin, and who deals it."""
        from rules_engine.bankrupt.replay import next_round

        return next_round(state)


GAME = Bankrupt()
