"""The states and kinds that tables store, with the groups of states that services use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from matches.admission import State
from matches.clock.timing import ClockAct
from matches.tables.outcome import Outcome, Part


class Role(TextChoices):
    """What a person may do at one event. One person may hold several."""

    ORGANISER = "organiser", _("Organiser")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    HEAD_JUDGE = "head_judge", _("Head judge")
    DEPUTY_HEAD = "deputy_head", _("Deputy head judge")
    FLOOR_JUDGE = "floor_judge", _("Floor judge")

    @classmethod
    def desk(cls) -> frozenset[Role]:
        return frozenset({cls.ORGANISER, cls.SCOREKEEPER})

    @classmethod
    def judges(cls) -> frozenset[Role]:
        return frozenset({cls.HEAD_JUDGE, cls.DEPUTY_HEAD, cls.FLOOR_JUDGE})


class StageKind(TextChoices):
    SWISS = "swiss", _("Swiss rounds")
    SINGLE_ELIMINATION = "single_elimination", _("Single elimination")
    DOUBLE_ELIMINATION = "double_elimination", _("Double elimination")
    ROUND_ROBIN = "round_robin", _("Round robin")
    SCORE_ATTACK = "score_attack", _("Score attack")

    @classmethod
    def with_open_field(cls) -> frozenset[StageKind]:
        """The kinds of which each round is drawn from the players who are in by then: they come late and drop."""
        return frozenset({cls.SWISS, cls.SCORE_ATTACK})

    @classmethod
    def brackets(cls) -> frozenset[StageKind]:
        return frozenset({cls.SINGLE_ELIMINATION, cls.DOUBLE_ELIMINATION})


class ForecastFor(TextChoices):
    """Who sees the chances to make the cut."""

    STAFF = "staff", _("Staff")
    PLAYERS = "players", _("Staff, and each player for themselves")
    EVERYONE = "everyone", _("Everyone")


class LeaverResults(TextChoices):
    """What becomes of the results of a player who leaves a round robin before half of their matches."""

    STRIKE = "strike", _("Strike them: they do not count in the standings")
    KEEP = "keep", _("Keep them: they count")


class StrengthSpread(TextChoices):
    """How far apart players are in a forecast."""

    EQUAL = "equal", _("All equal")
    SOME = "some", _("Results so far count a little")
    MUCH = "much", _("Results so far count a lot")

    @property
    def spread(self) -> float:
        """The standard deviation of the strengths on the logit scale."""
        return {"equal": 0.0, "some": 0.5, "much": 1.0}[self.value]


class Audience(TextChoices):
    """Whom an announcement is for."""

    EVERYONE = "everyone", _("Everyone")
    TABLE = "table", _("The players at one table")
    NOT_CHECKED_IN = "not_checked_in", _("Players who are not checked in")
    STAFF = "staff", _("Staff")


class TableProperty(TextChoices):
    """What a table of a hall can be; each is a column of ``HallTable``."""

    STEP_FREE = "step_free", _("Step-free")
    QUIET = "quiet", _("Quiet")
    SOCKET = "socket", _("Near a socket")
    FEATURE = "feature", _("Feature table")
    BROKEN = "broken", _("Broken")

    @classmethod
    def wanted(cls) -> list[tuple[str, Any]]:
        """What a player can be seated at, as choices."""
        return [(one.value, one.label) for one in cls if one is not cls.BROKEN]


class RoundStatus(TextChoices):
    """The states of a round; a ``withdrawn`` round keeps its pairings for the record."""

    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    RUNNING = "running", _("Running")
    TIME_CALLED = "time_called", _("Time called")
    CLOSED = "closed", _("Closed")
    WITHDRAWN = "withdrawn", _("Withdrawn")

    @classmethod
    def steps(cls) -> tuple[RoundStatus, ...]:
        """The states of a round in order, as pages show them."""
        return (cls.DRAFT, cls.PUBLISHED, cls.RUNNING, cls.TIME_CALLED, cls.CLOSED)

    @classmethod
    def open(cls) -> frozenset[RoundStatus]:
        return frozenset({cls.DRAFT, cls.PUBLISHED, cls.RUNNING, cls.TIME_CALLED})

    @classmethod
    def public(cls) -> frozenset[RoundStatus]:
        """The states in which players may see a round."""
        return frozenset({cls.PUBLISHED, cls.RUNNING, cls.TIME_CALLED, cls.CLOSED})

    @classmethod
    def takes_results(cls) -> frozenset[RoundStatus]:
        return frozenset({cls.PUBLISHED, cls.RUNNING, cls.TIME_CALLED})

    @classmethod
    def begun(cls) -> frozenset[RoundStatus]:
        """The states in which a round is under way or over."""
        return frozenset({cls.RUNNING, cls.TIME_CALLED, cls.CLOSED})


class MatchKind(TextChoices):
    """The values of ``matches.history.Kind``."""

    PLAYED = "played", _("Match")
    BYE = "bye", _("Bye")
    ASSIGNED_LOSS = "assigned_loss", _("Assigned loss")
    ASSIGNED_DRAW = "assigned_draw", _("Assigned draw")


class MatchStatus(TextChoices):
    """Where a match is; computed from its results, not stored."""

    OPEN = "open", _("No report yet")
    REPORTED = "reported", _("One report")
    DIFFERS = "differs", _("Reports differ")
    DONE = "done", _("Result confirmed")
    BYE = "bye", _("No opponent, no result to report")


class EntryStatus(TextChoices):
    REGISTERED = "registered", _("Registered")
    CHECKED_IN = "checked_in", _("Checked in")
    DROPPED = "dropped", _("Dropped")
    DISQUALIFIED = "disqualified", _("Disqualified")

    @classmethod
    def out(cls) -> frozenset[EntryStatus]:
        return frozenset({cls.DROPPED, cls.DISQUALIFIED})


class Admission(TextChoices):
    """The values of ``matches.admission.State``: whether somebody who signed up is in. Play is ``EntryStatus``."""

    INVITED = State.INVITED.value, _("Invited")
    PENDING = State.PENDING.value, _("Waiting for approval")
    WAITING = State.WAITING.value, _("On the waiting list")
    CONFIRMED = State.CONFIRMED.value, _("Confirmed")
    DECLINED = State.DECLINED.value, _("Declined")
    WITHDRAWN = State.WITHDRAWN.value, _("Withdrawn")

    @classmethod
    def open(cls) -> frozenset[Admission]:
        """The states of those who are not in yet and want to be."""
        return frozenset({cls.PENDING, cls.WAITING})

    @classmethod
    def over(cls) -> frozenset[Admission]:
        """The states of those who no longer come."""
        return frozenset({cls.DECLINED, cls.WITHDRAWN})


class LatePolicy(TextChoices):
    """How the rounds that a late entry missed are counted."""

    LOSSES = "losses", _("Losses")
    BYES = "byes", _("Byes")
    NOTHING = "nothing", _("Not counted")


class BracketStart(TextChoices):
    """Who starts a match of a bracket."""

    LOT = "lot", _("Drawn by lot")
    HIGHER_SEED = "higher_seed", _("The higher seed starts")
    CHOICE = "choice", _("The higher seed chooses")


class ResultStatus(TextChoices):
    REPORTED = "reported", _("Reported")
    CONFIRMED = "confirmed", _("Confirmed")
    SUPERSEDED = "superseded", _("Superseded")


OUTCOMES: Mapping[str, Any] = {Outcome.WON: _("Win"), Outcome.DRAWN: _("Draw"), Outcome.LOST: _("Loss")}
"""What a match brought to a seat, with the labels."""
PARTS: Mapping[str, Any] = {
    Part.PLAYED: _("Played"),
    Part.ABSENT: _("Absent at the start"),
    Part.LEFT: _("Left after the start"),
    Part.LOST: _("Assigned a loss"),
}
"""What part a seat took in its match, with the labels."""


class DecidedBy(TextChoices):
    """What decides a match in any game. A game adds ways of its own: ``rules_engine.scoring.ScoreForm.ways``."""

    PLAYED = "played", _("Played")
    TIME = "time", _("Time")
    CONCESSION = "concession", _("Concession")
    PENALTY = "penalty", _("Penalty")
    NO_SHOW = "no_show", _("No-show")
    INTENTIONAL_DRAW = "intentional_draw", _("Intentional draw")
    WALKOVER = "walkover", _("Walkover")


class Source(TextChoices):
    """Where a report came from."""

    PLAYER = "player", _("Player")
    JUDGE = "judge", _("Judge")
    DESK = "desk", _("Desk")
    PAPER = "paper", _("Paper")
    RECORD = "record", _("Recorded turns")
    SYSTEM = "system", _("System")


CLOCK_ACT_LABELS = {
    ClockAct.START: _("Started"),
    ClockAct.PAUSE: _("Paused"),
    ClockAct.RESUME: _("Resumed"),
    ClockAct.ADD: _("Time added"),
    ClockAct.EXTEND: _("Match extended"),
    ClockAct.CALL: _("Time called"),
}


class JobState(TextChoices):
    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


class NameDisplay(IntegerChoices):
    """How a player's name is shown to the public."""

    FULL = 0, _("Full name")
    INITIAL = 1, _("First name and initial")
    NUMBER = 2, _("Number")
