"""What a game offers to everything outside its folder: its doors, with defaults where a game needs nothing special.

A game is one folder. It subclasses ``Game``, and ``games`` registers an instance. Pages, forms, the API, commands and
the tournament read only what stands here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

import msgspec

from rules_engine.amounts import SeatAmount, places_by_most
from rules_engine.drill.door import Drill
from rules_engine.odds.door import Odds
from rules_engine.planning.door import Planning
from rules_engine.play.analysis import Analysis
from rules_engine.play.chances import Chances
from rules_engine.play.simulation import Simulation
from rules_engine.play.teaching import Teaching
from rules_engine.practice.door import Practice
from rules_engine.record import GameRecord, Language, reading
from rules_engine.record.report import Report
from rules_engine.rules.book import Rulebook, read_rulebook
from rules_engine.rules.notes import RuleNotes
from rules_engine.rules.options import RuleSchema
from rules_engine.rules.sets import ChosenRules, Preset, RuleSet
from rules_engine.scoring import PLAIN, ScoreForm
from rules_engine.table import Acts, Allowed, Barred, View
from rules_engine.time_call import TimeCall
from rules_engine.wording import Wording

ScoreUnit = Literal["rounds", "money", "points", "places"]


@dataclass(frozen=True)
class ScoreKind:
    """What a match's score looks like.

    ``unit`` says what the numbers of the seats are: ``rounds`` (game rounds won, 2-1), ``money`` (whole dollars,
    2410-1980), ``points`` (whole points, 21-15) or ``places`` (1-2; equal seats share a place, 1-1). The highest number
    wins, but for places the lowest.

    ``wins_needed`` of ``best_of`` rounds win where that is how a match is won; ``rounds`` is how many are played.
    ``least`` and ``most`` are the limits of money or points for one seat, in whole units; ``most`` is None where the
    rules set no limit. What is outside the limits is refused as a slip of the pen.

    ``tie_breaks`` is the default order of the standings. ``ends_in_draw``: whether time can leave a match drawn.
    ``form`` is what slips and score sheets ask for. ``time_call`` leads a table to its result when its time is up;
    None in a game that leaves it to the players.
    """

    unit: ScoreUnit
    best_of: int | None
    wins_needed: int | None
    rounds: int | None
    tie_breaks: tuple[str, ...]
    ends_in_draw: bool = True
    form: ScoreForm = PLAIN
    least: int = 0
    most: int | None = None
    time_call: TimeCall | None = None


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A place in a record: the round's index in it, the turn from 1 and the token from 1.

    ``turn`` is None for the start of a round; ``action`` is None for a turn without tokens.
    """

    place: int
    turn: int | None = None
    action: int | None = None


class NextRound(msgspec.Struct, frozen=True, gc=False):
    """The round that may begin now, as its heading names it, and who may start it: one seat, or a winner's choice."""

    round: int | str
    starters: tuple[str, ...]


Look = Callable[[Moment, Any], None]
"""Sees each moment of a replay with the state that it leaves. The state goes on changing afterwards."""


class Game:
    """The doors of a game. ``seats`` and ``cap_minutes`` are the least and the most.

    ``State`` below is the game's own value; outside the game it is only handed from one door to another.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    seats: ClassVar[tuple[int, int]] = (2, 2)
    presets: ClassVar[tuple[Preset, ...]] = ()
    cap_minutes: ClassVar[tuple[int, int]] = (1, 600)
    credits: ClassVar[str] = ""
    """Who made the game, as pages print it."""
    search_examples: ClassVar[tuple[str, ...]] = ()
    """What somebody could look for in the rulebook, as its search field suggests."""
    schema: ClassVar[RuleSchema] = RuleSchema()
    language: ClassVar[Language]
    wording: ClassVar[Wording] = Wording()
    notes: ClassVar[RuleNotes] = RuleNotes()
    odds: ClassVar[Odds | None] = None
    simulation: ClassVar[Simulation | None] = None
    practice: ClassVar[Practice | None] = None
    planning: ClassVar[Planning | None] = None
    analysis: ClassVar[Analysis | None] = None
    chances: ClassVar[Chances | None] = None
    drill: ClassVar[Drill | None] = None
    teaching: ClassVar[Teaching | None] = None

    @property
    def folder(self) -> Path:
        """The folder of the game's data files: ``rules.json``, ``policy.json``."""
        return Path(str(sys.modules[type(self).__module__].__file__)).parent

    # Rules

    @property
    def rulebook(self) -> Rulebook:
        """The rule texts by id; a book without rules where the game has no data file."""
        path = self.folder / "rules.json"
        return read_rulebook(path) if path.is_file() else Rulebook(self.key, self.name, "", ())

    def rule_set(self, raw: Mapping[str, Any]) -> RuleSet:
        """The rule set of a record's ``rules``.

        Raises:
            ConfigurationError: with every problem found.
        """
        return ChosenRules.of(self.schema, raw)

    def seats_under(self, rules: Any) -> tuple[int, int]:
        """The least and the most who can play at a table under a rule set of this game."""
        return self.seats

    def tables_under(self, rules: Any) -> tuple[int, ...]:
        """How many can play at a table under a rule set: from the least to the most unless it leaves some out."""
        least, most = self.seats_under(rules)
        return tuple(range(least, most + 1))

    def scoring(self, rules: Any) -> ScoreKind:
        """What a match's score looks like under a rule set of this game."""
        raise NotImplementedError

    def places(self, rules: Any, amounts: Sequence[SeatAmount]) -> tuple[int, ...]:
        """The places of a table from what its seats hold at the end; equal seats share a place.

        Raises:
            AmountsError: for amounts that a game under these rules cannot end with.
        """
        return places_by_most(amounts)

    @property
    def policy(self) -> dict[str, Any] | None:
        """What the judging policy states beyond the general one, as JSON data of its own; None if there is none."""
        path = self.folder / "policy.json"
        return msgspec.json.decode(path.read_bytes()) if path.is_file() else None

    # Records

    def read(self, source: reading.Source) -> GameRecord:
        """A record of this game, from a path, a text, bytes or a decoded JSON document.

        Raises:
            RecordError: with every place that cannot be read; a record of another game cannot.
        """
        return reading.read(
            source,
            lambda key: self.language if key.strip().lower() == self.key else None,
            self.language.max_bytes,
        )

    def referee(self, record: GameRecord, time_box: float | None = None) -> Report:
        """The report on a record; ``time_box`` is the seconds that a decision may take, None for any."""
        return self.replay(record, lambda _moment, _state: None, time_box)

    def replay(self, record: GameRecord, look: Look, time_box: float | None = None) -> Report:
        """Judge a record and let ``look`` see each moment with the state that it leaves."""
        raise NotImplementedError

    # The table

    def opening(self, record: GameRecord) -> Any:
        """The state of the record's match before its first round is judged."""
        raise NotImplementedError

    def view(self, state: Any, seat: str | None = None) -> View:
        """What the table shows in a state: to a seat, with None to a judge who sees every card, and with
        ``table.SPECTATOR`` to everybody, who see no hand."""
        return View(seats=())

    def acts(self, state: Any, seat: str) -> Acts:
        """What a seat may do now, and why other acts may not be done."""
        return Acts()

    def barred(self, state: Any, seat: str, token: str) -> Barred | None:
        """Why a seat may not write a token next, of those kinds that ``acts`` does not list; None if it may."""
        return None

    # Recording

    def standing(self, record: GameRecord) -> Any:
        """The state after a record's last token, in which what that token left open is still open.

        ``replay`` ends a turn that the record does not go on with; while it is being recorded it may still go on. A
        game whose turns leave nothing open needs no more than this.
        """
        states = [self.opening(record)]
        self.replay(record, lambda _moment, state: states.append(state))
        return states[-1]

    def unwritten(self, record: GameRecord) -> tuple[Allowed, ...]:
        """What happened by itself with the last token and may still be written down; nobody need do so.

        While an answer to the last act is open, these are also the acts of the next turn, which say that none came.
        """
        return ()

    def round_goes_on(self, state: Any) -> bool:
        """Whether a round is under way that is played out also once time was called, in games where it is (BR-20)."""
        return False

    def next_round(self, state: Any) -> NextRound | None:
        """The round that may begin in a state; None while one is played, and when the match is over."""
        return None
