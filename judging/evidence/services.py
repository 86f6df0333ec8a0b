"""Evidence of an incident: statements, photos, the records that belong to it. Old photos are deleted."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.conf import settings
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from judging.evidence.queries import PHOTO_FOLDER, file_of, incident_file
from judging.models import Attachment, Incident, Infraction, Record, Ruling
from judging.records.services import RecordWriter, Stamp, write_records_once
from judging.rulings.queries.penalties import JOINED, STATEMENT
from judging.rulings.services.infractions import check_player
from judging.rulings.services.rulings import write_ruling_about
from matches.audit.services import SYSTEM, Actor, audited_change
from matches.errors import Refused
from matches.models import Entry, Event
from matches.pictures import CONTENT_TYPE, NOT_A_PHOTO, TOO_LARGE, TOO_MANY_PIXELS, PhotoError, cleaned

MOST_BYTES = 12 * 1024 * 1024
"""Of a photo as it is sent."""
LONGEST = 2000
"""The longer side of a kept photo, in pixels: a score sheet can still be read."""
MOST_PHOTOS = 20
"""Photos of one record."""

PHOTO_PROBLEMS: dict[str, Promise] = {
    TOO_LARGE: _("The photo is larger than 12 MB. Take it at a lower resolution."),
    TOO_MANY_PIXELS: _("The photo has more than 52 megapixels, or 16 as PNG or WebP. Take it at a lower resolution."),
    NOT_A_PHOTO: _("This photo cannot be read. Choose a JPEG, PNG or WebP file."),
}


def take_statement(
    *,
    incident: Incident,
    text: str,
    actor: Actor,
    entry: Entry | None = None,
    by: str = "player",
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Ruling:
    """Log what somebody says of an incident: a player (``entry``), or ``by`` a judge or a witness."""

    def write(writer: RecordWriter) -> Ruling:
        if not text.strip():
            raise Refused("statement_missing", _("Write down what was said."), parameter="text")
        if entry is not None:
            check_player(incident.event, entry, incident.match)
        writer.touch("rulings")
        who = "player" if entry is not None else by
        return writer.append(
            Ruling(incident=incident, matter=STATEMENT, outcome=who, concerns=entry, comment=text.strip())
        )

    return write_ruling_about(incident, "take_statement", actor, stamp, at, write)


def join_incident(
    *,
    incident: Incident,
    records: Sequence[Ruling | Infraction],
    actor: Actor,
    stamp: Stamp | None = None,
    at: datetime | None = None,
) -> Ruling:
    """Say that rulings and infractions belong to an incident. They leave the one that they belonged to before."""

    def write(writer: RecordWriter) -> Ruling:
        if any(row.event_id != incident.event_id for row in records):
            raise Refused("other_event", _("This belongs to another event."), parameter="records")
        known = {row.pk for row in incident_file(incident).records}
        new = [row for row in records if row.pk not in known]
        if not new:
            raise Refused("joined", _("This is already part of the incident."), parameter="records", conflict=True)
        writer.touch("rulings")
        joinings = [
            writer.append(Ruling(incident=incident, matter=JOINED, outcome=str(row.sequence)), what=f"joins {row.pk}")
            for row in new
        ]
        return joinings[0]

    return write_ruling_about(incident, "join_incident", actor, stamp, at, write)


def attach_photo(
    *, of: Record, photo: bytes, actor: Actor, stamp: Stamp | None = None, at: datetime | None = None
) -> Attachment:
    """Keep a photo with a record, and its hash in the log. Raises Refused for a file that is not a usable photo."""
    kept = checked_photo(photo)

    def write(writer: RecordWriter) -> Attachment:
        if Attachment.objects.filter(of=of).count() >= MOST_PHOTOS:
            text = ngettext(
                "A record can have at most %(most)s photo. Start another incident.",
                "A record can have at most %(most)s photos. Start another incident.",
                MOST_PHOTOS,
            ) % {"most": MOST_PHOTOS}
            raise Refused("too_many_photos", text, parameter="photo")
        return append_photo(writer, of, kept)

    return write_records_once(
        model=Attachment,
        name="attach_photo",
        event=of.event,
        actor=actor,
        stamp=stamp,
        match=of.match,
        at=at,
        write=write,
    )


def checked_photo(photo: bytes) -> bytes:
    """The photo as it is kept. Raises Refused for a file that is not a usable photo."""
    try:
        return cleaned(photo, most_bytes=MOST_BYTES, longest=LONGEST)
    except PhotoError as error:
        raise Refused(error.code, PHOTO_PROBLEMS[error.code], parameter="photo") from error


def append_photo(writer: RecordWriter, of: Record, kept: bytes) -> Attachment:
    """Store a photo that ``checked_photo`` returned, and its record."""
    path = f"{PHOTO_FOLDER}/{writer.event.key.hex}/{uuid.uuid4().hex}.jpg"
    file = settings.MEDIA_ROOT / path
    file.parent.mkdir(parents=True, exist_ok=True)
    # The file first: a file without its record is only in the way, a record without its file looks like a loss.
    file.write_bytes(kept)
    writer.touch("rulings")
    digest = hashlib.sha256(kept).hexdigest()
    row = Attachment(of=of, path=path, content_type=CONTENT_TYPE, size=len(kept), sha256=digest)
    return writer.append(row, what="photo")


def delete_attachments(*, days: int, at: datetime | None = None) -> int:
    """Delete the photos that are older than ``days`` days, of all events, and return how many were deleted.

    Their records stay in the judging log with size and hash, so that its chain stays whole.
    """
    before = (at or timezone.now()) - timedelta(days=days)
    old = Attachment.objects.filter(server_time__lt=before).select_related("event").order_by("event_id", "sequence")
    deleted = 0
    for event, rows in groupby((row for row in old if file_of(row).is_file()), key=lambda row: row.event):
        deleted += _delete(event, list(rows), at)
    return deleted


def _delete(event: Event, photos: list[Attachment], at: datetime | None) -> int:
    with audited_change("delete_attachments", event_id=event.pk, actor=SYSTEM, at=at) as change:
        change.note(records=[photo.sequence for photo in photos])
        for photo in photos:
            file_of(photo).unlink(missing_ok=True)
    return len(photos)
