"""The attendance of an event, and how many Swiss rounds are suggested for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from matches.enums import EntryStatus, RoundStatus, StageKind
from matches.models import Entry, Event, Round, Stage
from matches.models.events import ROUNDS_FOLLOW
from matches.recommend import Recommendation, recommend, suggested_rounds

USUAL_ROUNDS = 5
"""The number of rounds planned while there are no players."""


@dataclass(frozen=True)
class Attendance:
    """The number of players, and the awarded byes of those who have any."""

    players: int
    awarded_byes: tuple[int, ...] = ()

    def recommendation(self) -> Recommendation | None:
        return recommend(self.players, self.awarded_byes)

    def rounds(self, cut: int = 0) -> int:
        """How many Swiss rounds are suggested before this cut."""
        return suggested_rounds(self.players, self.awarded_byes, cut=cut) or USUAL_ROUNDS


def attendance(event: Event, *, only_here: bool = False) -> Attendance:
    """Count the players who are signed up and not out, or (``only_here``) those who are checked in. One query."""
    statuses = [EntryStatus.CHECKED_IN] if only_here else [EntryStatus.CHECKED_IN, EntryStatus.REGISTERED]
    entries = Entry.objects.filter(event=event, status__in=statuses).order_by()
    byes = dict(entries.values_list("awarded_byes").annotate(n=Count("pk")))
    return Attendance(sum(byes.values()), tuple(rounds for rounds, n in byes.items() if rounds for _ in range(n)))


def following_stage(event: Event) -> Stage | None:
    """The Swiss stage whose number of rounds follows the attendance; None once a round of it stands. One query."""
    standing = Round.objects.filter(stage=OuterRef("pk")).exclude(status=RoundStatus.WITHDRAWN)
    first = Stage.objects.filter(event=event, order=1, kind=StageKind.SWISS)
    return first.filter(~Exists(standing), **{f"options__{ROUNDS_FOLLOW}": True}).first()


def suggestion_for(event: Event, *, only_here: bool = False) -> int:
    """How many Swiss rounds are suggested for the players of the event and its cut. Two queries."""
    cut = event.stages.filter(cut_to__isnull=False).order_by("order").values_list("cut_to", flat=True).first()
    return attendance(event, only_here=only_here).rounds(cut or 0)
