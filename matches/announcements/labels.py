"""An announcement as pages show it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.enums import Audience
from matches.models import Announcement


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """A text with the moment up to which it shows (None: until it is ended), and since when."""

    text: str
    since: datetime
    until: datetime | None = None


def announcement_shown(row: Announcement) -> AnnouncementShown:
    """An announcement for those who read it."""
    return AnnouncementShown(row.text, row.made_at, row.until)


def audience_text(row: Announcement) -> str:
    """Whom an announcement is for."""
    if row.audience == Audience.TABLE and row.match is not None:
        return _("Table %(table)s") % {"table": row.match.table}
    return str(row.get_audience_display())


def until_text(row: Announcement, now: datetime) -> str:
    """Until when an announcement shows, with the day if that is not today; "" for one that somebody has to end."""
    if row.until is None:
        return ""
    until = timezone.localtime(row.until)
    form = "H:i" if until.date() == timezone.localtime(now).date() else "j M, H:i"
    return _("until %(time)s") % {"time": date_format(until, form)}
