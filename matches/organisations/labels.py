"""Suspensions in words, for the desk: a visitor is never shown them."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.models import Suspension

DAY = "j F Y"


def term_text(suspension: Suspension) -> str:
    """From when until when a suspension is in force."""
    values = {"since": date_format(suspension.since, DAY)}
    if suspension.until is None:
        return _("from %(since)s until it is lifted") % values
    values["until"] = date_format(suspension.until, DAY)
    return _("from %(since)s to %(until)s") % values


def suspended_text(suspension: Suspension) -> str:
    """Who is suspended, by whom and until when."""
    values = {"name": suspension.name, "club": suspension.organisation.name}
    if suspension.until is None:
        return _("%(name)s is suspended by %(club)s until further notice.") % values
    values["until"] = date_format(suspension.until, DAY)
    return _("%(name)s is suspended by %(club)s until %(until)s.") % values


def refusal_text(suspension: Suspension) -> str:
    """Why somebody does not get in, and who can let them play all the same."""
    return _("%(suspended)s The organiser can let them play at this event.") % {"suspended": suspended_text(suspension)}


def same_name_text(suspension: Suspension) -> str:
    """That somebody with this name is suspended, who may be another person."""
    values = {"name": suspension.name, "club": suspension.organisation.name}
    return _("%(club)s has suspended someone named %(name)s. Check whether this is the same person.") % values
