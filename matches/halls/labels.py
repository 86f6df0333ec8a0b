"""A hall day in words."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.halls.queries.people import Elsewhere


def elsewhere_text(one: Elsewhere) -> str:
    """That a player plays at another event now; for the staff."""
    playing = one.playing
    since = date_format(timezone.localtime(playing.since), "H:i") if playing.since else ""
    values = {"name": one.entry.unique_name, "event": playing.event, "table": playing.table, "since": since}
    if one.sure:
        return _("%(name)s is playing in %(event)s, table %(table)d, since %(since)s.") % values
    return _("Someone with the name %(name)s is playing in %(event)s, table %(table)d, since %(since)s.") % values
