"""The picture of an event's page: set, described and removed."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.audit.services import Actor, Change, audited_change
from matches.errors import Refused
from matches.events.queries.pictures import picture_file
from matches.models import Event
from matches.pictures import NOT_A_PHOTO, TOO_LARGE, TOO_MANY_PIXELS, PhotoError, cleaned, size_of

MOST_BYTES = 8 * 1024 * 1024
"""Of a picture as it is sent."""
LONGEST = 1600
"""The longer side of the kept picture, in pixels."""
MOST_ALT = 200
PICTURE_PROBLEMS: dict[str, Promise] = {
    TOO_LARGE: gettext_lazy("The picture is larger than 8 MB. Choose a smaller one."),
    TOO_MANY_PIXELS: gettext_lazy(
        "The picture has more than 52 megapixels, or 16 as PNG or WebP. Choose a smaller one."
    ),
    NOT_A_PHOTO: gettext_lazy("This picture cannot be read. Choose a JPEG, PNG or WebP file."),
}
FIELDS = ["picture", "picture_alt", "picture_width", "picture_height"]


def set_picture(*, event: Event, actor: Actor, alt: str, picture: bytes | None = None) -> Event:
    """Show a picture on the event's page or, without ``picture``, change the description of the one that is there.

    The file is written again, without what a camera or a program hides in it. Raises Refused at ``picture`` or ``alt``.
    """
    alt = " ".join(alt.split())
    kept = None if picture is None else _cleaned(picture)
    with audited_change("set_picture", event_id=event.pk, actor=actor) as change:
        now = change.event
        if kept is None and not now.picture:
            raise Refused("picture_missing", _("Choose a picture."), parameter="picture")
        if not alt or len(alt) > MOST_ALT:
            message = _("Describe the picture in 1 to %(most)d characters for people who cannot see it.")
            raise Refused("alt_missing", message % {"most": MOST_ALT}, parameter="alt")
        now.picture_alt = alt
        if kept is not None:
            _delete_later(now)
            now.picture = f"{uuid.uuid4().hex}.jpg"
            now.picture_width, now.picture_height = size_of(kept)
            file = picture_file(now)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(kept)
        _store(change)
    return now


def remove_picture(*, event: Event, actor: Actor) -> Event:
    """Show no picture any more, and delete its file."""
    with audited_change("remove_picture", event_id=event.pk, actor=actor) as change:
        _delete_later(change.event)
        change.event.picture = change.event.picture_alt = ""
        change.event.picture_width = change.event.picture_height = 0
        _store(change)
    return change.event


def _store(change: Change) -> None:
    change.event.save(update_fields=FIELDS)
    change.touch("event")


def _delete_later(event: Event) -> None:
    """Delete the file of the picture that the event has, once the change is stored."""
    if event.picture:
        file = picture_file(event)
        transaction.on_commit(lambda: file.unlink(missing_ok=True))


def _cleaned(picture: bytes) -> bytes:
    try:
        return cleaned(picture, most_bytes=MOST_BYTES, longest=LONGEST)
    except PhotoError as error:
        raise Refused(error.code, PICTURE_PROBLEMS[error.code], parameter="picture") from error
