"""The attendance of an event, and how many Swiss rounds are suggested for it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from matches.enums import EntryStatus, RoundStatus, StageKind
from matches.events.queries.kinds import kind_of_event
from matches.models import Entry, Event, Round, Stage
from matches.models.events import ROUNDS_FOLLOW
from matches.pairing.pods.sizes import suggested_rounds as suggested_pod_rounds
from matches.recommend import Recommendation, Shape, recommend, suggested_rounds

USUAL_ROUNDS = 5
USUAL_POD_ROUNDS = 4
"""The number of rounds planned while there are no players: at tables of two, and of more."""
USUAL_SCORE_ROUNDS = 3
"""The rounds of a score attack, for any number of players."""


@dataclass(frozen=True)
class Attendance:
    """The number of players, the awarded byes of those who have any, and how many sit at a table.

    ``in_pods``: more than two; ``alone``: everyone plays for a score.
    """

    players: int
    awarded_byes: tuple[int, ...] = ()
    in_pods: bool = False
    alone: bool = False

    @property
    def pairs(self) -> bool:
        """Whether two play at a table."""
        return not (self.in_pods or self.alone)

    def recommendation(self) -> Recommendation | None:
        if self.alone:
            return None
        if self.in_pods:
            return Recommendation(self.players, Shape(suggested_pod_rounds(self.players), 0)) if self.players else None
        return recommend(self.players, self.awarded_byes)

    def rounds(self, cut: int = 0) -> int:
        """How many rounds are suggested, before this cut if there is one."""
        if self.alone:
            return USUAL_SCORE_ROUNDS
        if self.in_pods:
            return suggested_pod_rounds(self.players) if self.players else USUAL_POD_ROUNDS
        return suggested_rounds(self.players, self.awarded_byes, cut=cut) or USUAL_ROUNDS


def attendance(event: Event, *, only_here: bool = False) -> Attendance:
    """Count the players who are signed up and not out, or (``only_here``) those who are checked in. One query."""
    statuses = [EntryStatus.CHECKED_IN] if only_here else [EntryStatus.CHECKED_IN, EntryStatus.REGISTERED]
    entries = Entry.objects.filter(event=event, status__in=statuses).order_by()
    byes = dict(entries.values_list("awarded_byes").annotate(n=Count("pk")))
    awarded = tuple(rounds for rounds, n in byes.items() if rounds for _ in range(n))
    kind = kind_of_event(event)
    return Attendance(sum(byes.values()), awarded, in_pods=kind.has_order, alone=not kind.meets)


def following_stage(event: Event) -> Stage | None:
    """The stage whose number of rounds follows the attendance; None once a round of it stands. One query."""
    standing = Round.objects.filter(stage=OuterRef("pk")).exclude(status=RoundStatus.WITHDRAWN)
    first = Stage.objects.filter(event=event, order=1, kind__in=StageKind.with_open_field())
    return first.filter(~Exists(standing), **{f"options__{ROUNDS_FOLLOW}": True}).first()


def suggestion_for(event: Event, *, only_here: bool = False) -> int:
    """How many Swiss rounds are suggested for the players of the event and its cut. Two queries."""
    cut = event.stages.filter(cut_to__isnull=False).order_by("order").values_list("cut_to", flat=True).first()
    return attendance(event, only_here=only_here).rounds(cut or 0)
