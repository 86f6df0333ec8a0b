"""The kinds and states of judging records, with the groups of states that services ask for."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class RecordKind(TextChoices):
    """The kind of a record; each kind has a child table."""

    INCIDENT = "incident", _("Incident")
    RULING = "ruling", _("Ruling")
    INFRACTION = "infraction", _("Infraction")
    PENALTY = "penalty", _("Penalty")
    EXTENSION = "extension", _("Extension")
    APPEAL = "appeal", _("Appeal")
    APPEAL_STEP = "appeal_step", _("Appeal decided")
    TABLE = "table", _("Table")
    ACKNOWLEDGEMENT = "acknowledgement", _("Acceptance")
    ATTACHMENT = "attachment", _("Attachment")
    CALL = "call", _("Call")
    CALL_STEP = "call_step", _("Call update")


class RecordSource(TextChoices):
    """Where a record was made."""

    TABLET = "tablet", _("Tablet")
    DESK = "desk", _("Desk")
    PAPER = "paper", _("Paper")
    PHONE = "phone", _("Player's phone")


class PenaltyAct(TextChoices):
    """One step of a penalty; ``applied`` means that a penalty that waited for the next match took effect."""

    ISSUED = "issued", _("Issued")
    CONFIRMED = "confirmed", _("Confirmed")
    CHANGED = "changed", _("Changed")
    RESCINDED = "rescinded", _("Rescinded")
    APPLIED = "applied", _("Applied")


class PenaltyStatus(TextChoices):
    """The state of a penalty, computed from its events."""

    NOTED = "noted", _("Noted")
    PROVISIONAL = "provisional", _("Provisional")
    ISSUED = "issued", _("Issued")
    CONFIRMED = "confirmed", _("Confirmed")
    RESCINDED = "rescinded", _("Rescinded")

    @classmethod
    def unrescinded(cls) -> frozenset[PenaltyStatus]:
        """States of a penalty that was given and not rescinded; a provisional one waits and does not count yet."""
        return frozenset({cls.PROVISIONAL, cls.ISSUED, cls.CONFIRMED})

    @classmethod
    def in_force(cls) -> frozenset[PenaltyStatus]:
        """States in which the penalty affects the match and counts against the player."""
        return frozenset({cls.ISSUED, cls.CONFIRMED})


class AppealState(TextChoices):
    OPEN = "open", _("Open")
    UPHELD = "upheld", _("Decision stands")
    CHANGED = "changed", _("Overturned")
    WITHDRAWN = "withdrawn", _("Withdrawn")

    @classmethod
    def decided(cls) -> frozenset[AppealState]:
        return frozenset({cls.UPHELD, cls.CHANGED, cls.WITHDRAWN})


class TableAct(TextChoices):
    COVERED = "covered", _("Judge at the table")
    LEFT = "left", _("Judge has left")
    STOPWATCH = "stopwatch", _("Decision timed")
    PAUSED = "paused", _("Play paused for a ruling")
    RESUMED = "resumed", _("Play resumed")


class ExtensionCause(TextChoices):
    RULING = "ruling", _("Ruling")
    DECK_CHECK = "deck_check", _("Deck check")
    TIME_PENALTY = "time_penalty", _("Time penalty")
    APPEAL = "appeal", _("Appeal")
    OTHER = "other", _("Other")


class AcknowledgedBy(TextChoices):
    """How a player accepted a result."""

    TAP = "tap", _("Tapped")
    TYPED = "typed", _("Name typed")
    SIGNED = "signed", _("Signed on the sheet")


class CallState(TextChoices):
    """The state of a call, set by its steps; ``open`` before the first one."""

    OPEN = "open", _("Open")
    CLAIMED = "claimed", _("On the way")
    ESCALATED = "escalated", _("Head judge called")
    RESOLVED = "resolved", _("Resolved")

    @classmethod
    def waiting(cls) -> frozenset[CallState]:
        """States in which no judge is on the way yet."""
        return frozenset({cls.OPEN, cls.ESCALATED})


class PrizeDecision(TextChoices):
    WITHOUT_PRIZE = "without_prize", _("Without prize")
    WITH_PRIZE = "with_prize", _("With prize")


class TurnSource(TextChoices):
    """How a match's turns came to be on record."""

    TAPPED = "tapped", _("Tapped in")
    READ = "read", _("Imported from a sheet")


class FindingAct(TextChoices):
    """What was done about a finding of the referee's."""

    LOGGED = "logged", _("Infraction logged")
    DISMISSED = "dismissed", _("No infraction")
