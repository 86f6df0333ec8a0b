"""Where the picture of an event's page lies."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from matches.models import Event

PICTURE_FOLDER = "event-pictures"
"""Below MEDIA_ROOT."""


def picture_file(event: Event, name: str = "") -> Path:
    """The file of the event's picture, or that of a former one by its name."""
    path: Path = settings.MEDIA_ROOT / PICTURE_FOLDER / event.key.hex / (name or event.picture)
    return path
