"""Between which entries of a device a number is missing, in words."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from judging.head.number_queries import NumberedEntry, NumberGap


def gap_text(gap: NumberGap) -> str:
    """Where and when the numbers were given, as far as the entries that came tell."""
    params = {"numbers": gap.numbers, "before": _place(gap.before)}
    if gap.after is None:
        return _("No. %(numbers)s, before %(before)s") % params
    return _("No. %(numbers)s, between %(after)s and %(before)s") % {**params, "after": _place(gap.after)}


def _place(entry: NumberedEntry) -> str:
    time = date_format(timezone.localtime(entry.at), "H:i")
    if entry.table is None:
        return time
    return _("table %(table)s at %(time)s") % {"table": entry.table, "time": time}
