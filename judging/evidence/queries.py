"""An incident with everything that belongs to it: rulings, infractions, statements, photos."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.models import Q

from judging.models import Attachment, Incident, Infraction, PenaltyEvent, Record, Ruling
from judging.records.queries import as_kinds
from judging.rulings.queries.penalties import JOINED, STATEMENT

PHOTO_FOLDER = "evidence"
"""Where photos lie, below MEDIA_ROOT."""
DECK_CHECK = "deck_check"
SHEET = "sheet"
"""Kinds of incidents, in their ``finding``: a deck check, and a sheet of paper that came back."""


@dataclass(frozen=True)
class IncidentFile:
    """An incident and what belongs to it, each in the order of the log. ``records`` are rulings and infractions."""

    incident: Incident
    records: list[Ruling | Infraction]
    statements: list[Ruling]
    photos: list[Attachment]


def incident_file(incident: Incident) -> IncidentFile:
    """The incident with what belongs to it."""
    records = [row for row in as_kinds(_parts(incident)) if isinstance(row, Ruling | Infraction)]
    statements = Ruling.objects.filter(incident=incident, matter=STATEMENT, corrects=None, corrected_by=None)
    about = [incident.pk, *(row.pk for row in records)]
    return IncidentFile(
        incident=incident,
        records=records,
        statements=list(statements.select_related("concerns__player", "judge").order_by("sequence")),
        photos=list(Attachment.objects.filter(of__in=about).select_related("judge").order_by("sequence")),
    )


def _parts(incident: Incident) -> Iterable[Record]:
    """Records that were logged in the incident or joined to it; the last joining counts."""
    joined: dict[int, object] = {}
    joinings = Ruling.objects.filter(event=incident.event_id, matter=JOINED, corrects=None, corrected_by=None)
    for number, joined_to in joinings.order_by("sequence").values_list("outcome", "incident"):
        joined[int(number)] = joined_to
    here = [number for number, joined_to in joined.items() if joined_to == incident.pk]
    elsewhere = [number for number, joined_to in joined.items() if joined_to != incident.pk]
    logged = Q(as_ruling__incident=incident) | Q(as_infraction__incident=incident)
    rows = Record.objects.filter(Q(sequence__in=here) | (logged & ~Q(sequence__in=elsewhere)), event=incident.event_id)
    return rows.exclude(as_ruling__matter__in=[STATEMENT, JOINED]).order_by("sequence")


def joinable(file: IncidentFile) -> list[Ruling | Infraction]:
    """The other rulings and infractions at the incident's table, newest first."""
    rows = Record.objects.filter(match=file.incident.match_id, event=file.incident.event_id)
    known = {row.pk for row in file.records}
    found = as_kinds(rows.filter(kind__in=["ruling", "infraction"]).order_by("-sequence"))
    return [
        row
        for row in found
        if row.pk not in known
        and row.corrects_id is None
        and (isinstance(row, Infraction) or (isinstance(row, Ruling) and row.matter not in (STATEMENT, JOINED)))
    ]


def with_penalties(records: Iterable[Record]) -> list[Record]:
    """The records and the steps of their penalties, in the order of the log."""
    rows = list(records)
    steps = PenaltyEvent.objects.filter(infraction__in=[row.pk for row in rows])
    found = [*rows, *steps.select_related("judge", "round", "match", "infraction__entry__player")]
    return sorted(found, key=lambda row: row.sequence)


def file_of(photo: Attachment) -> Path:
    """Where a photo's file lies, or lay until it was deleted."""
    path: Path = settings.MEDIA_ROOT / photo.path
    return path
