"""Bank! (the stage game) as a game: the one door of this folder.

The engine is imported with its first use, so that the program and its commands start without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.game import Game, Look, ScoreKind
from rules_engine.record import GameRecord
from rules_engine.record.report import Report
from rules_engine.rules.sets import Preset
from rules_engine.stage.board import PLAYERS
from rules_engine.stage.doors.chances import StageChances
from rules_engine.stage.doors.practice import StagePractice
from rules_engine.stage.doors.simulation import StageSimulation
from rules_engine.stage.record.language import StageLanguage
from rules_engine.stage.record.score_form import PAIRS, POINTS
from rules_engine.stage.ruleset import SCHEMA, StageRuleSet
from rules_engine.stage.state import State
from rules_engine.stage.texts.notes import NOTES
from rules_engine.stage.texts.teaching import TEACHING
from rules_engine.stage.texts.wording import StageWording
from rules_engine.table import Acts, Barred, View


class Stage(Game):
    """The doors of the stage game."""

    key = "stage"
    name = "Bank! (the stage game)"
    credits = "Rules 1.0, 2015. Development and testing: Lauren Ellacott, Kaytee Raiger, Phillip Budd."
    search_examples = ("Queen", "BS-5", "pit_reentry")
    seats = (2, 8)
    presets = (
        Preset("classic", "Classic", {}, 20),
        Preset("pitfall", "Pitfall", {"variants": ["pitfall"]}, 20),
        Preset("go_fish", "Go Fish", {"variants": ["go_fish"]}, 20),
        Preset("flush", "Flush-a-GoGo", {"variants": ["flush"]}, 20),
    )
    cap_minutes = (10, 60)
    schema = SCHEMA
    language = StageLanguage()
    wording = StageWording()
    notes = NOTES
    simulation = StageSimulation()
    practice = StagePractice()
    chances = StageChances()
    teaching = TEACHING

    def rule_set(self, raw: Mapping[str, Any]) -> StageRuleSet:
        """The rule set of a record's ``rules``. Raises ConfigurationError with every problem found."""
        return StageRuleSet.from_mapping(raw)

    def seats_under(self, rules: StageRuleSet) -> tuple[int, int]:
        """BS-11: teams begin with four."""
        tables = self.tables_under(rules)
        return tables[0], tables[-1]

    def tables_under(self, rules: StageRuleSet) -> tuple[int, ...]:
        """BS-10: two, four, six or eight; BS-11: teams begin with four."""
        return PLAYERS[1:] if rules.teams else PLAYERS

    def scoring(self, rules: StageRuleSet) -> ScoreKind:
        """BS-9: the highest sum wins, and a tie stays a tie. BS-12: the most pairs win."""
        tie_breaks = ("omw", "sonneborn_berger", "head_to_head", "lot")
        most = MOST_PAIRS if rules.go_fish else MOST_POINTS
        form = PAIRS if rules.go_fish else POINTS
        return ScoreKind("points", None, None, 1, tie_breaks, form=form, most=most)

    def referee(self, record: GameRecord, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        from rules_engine.stage.referee import RecordJudge

        return RecordJudge(record, time_box).judge()

    def replay(self, record: GameRecord, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        from rules_engine.stage.replay import replay

        return replay(record, look, time_box)

    def opening(self, record: GameRecord) -> State:
        """The state before the first turn."""
        from rules_engine.stage.referee import opening

        return opening(record)

    def view(self, state: State, seat: str | None = None) -> View:
        """What the table shows in a state, to a seat or, with None, to a judge."""
        from rules_engine.stage.view import view

        return view(state, seat)

    def acts(self, state: State, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        from rules_engine.stage.acts import acts_of

        return acts_of(state, seat)

    def barred(self, state: State, seat: str, token: str) -> Barred | None:
        """Why a seat may not write a token next, of those kinds that ``acts`` does not list; None if it may."""
        from rules_engine.stage.acts import barred

        return barred(state, seat, token)

    def standing(self, record: GameRecord) -> State:
        """The state after a record's last token, in which what that token left open is still open."""
        from rules_engine.stage.replay import standing

        return standing(record)


MOST_POINTS = 4 * sum(range(2, 11)) * 4
"""All the numbers of four decks."""

MOST_PAIRS = 18 * 4
"""All the pairs of four decks."""

GAME = Stage()
