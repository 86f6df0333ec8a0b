"""The tables of the tournament. Uniqueness and exclusion are constraints of the database."""

from matches.models.announcements import Announcement
from matches.models.events import Event, Stage, StageEntry
from matches.models.flights import QualifyingEvent
from matches.models.halls import HallAct, HallDay, HallRole, HallTable
from matches.models.log import AuditHead, AuditRow, EventDeletion, Job, LiveVersion, Submission
from matches.models.organisations import Member, Organisation, OrganisationAct, Series, Suspension, SuspensionOverride
from matches.models.people import Entry, Player, PlayerLink
from matches.models.planning import MatchSample
from matches.models.results import ChanceByRound, Forecast, Result, ResultLine, StandingsSnapshot
from matches.models.rounds import ClockEvent, Match, Round, Seat
from matches.models.sign_ups import SignUp
from matches.models.site import SiteAct, WorkerSeen
from matches.models.staff import ApiToken, EventRole, User
from matches.models.walls import Wall

__all__ = [
    "Announcement",
    "ApiToken",
    "AuditHead",
    "AuditRow",
    "ChanceByRound",
    "ClockEvent",
    "Entry",
    "Event",
    "EventDeletion",
    "EventRole",
    "Forecast",
    "HallAct",
    "HallDay",
    "HallRole",
    "HallTable",
    "Job",
    "LiveVersion",
    "Match",
    "MatchSample",
    "Member",
    "Organisation",
    "OrganisationAct",
    "Player",
    "PlayerLink",
    "QualifyingEvent",
    "Result",
    "ResultLine",
    "Round",
    "Seat",
    "Series",
    "SignUp",
    "SiteAct",
    "Stage",
    "StageEntry",
    "StandingsSnapshot",
    "Submission",
    "Suspension",
    "SuspensionOverride",
    "User",
    "Wall",
    "WorkerSeen",
]
