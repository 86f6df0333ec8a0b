"""Clubs by name where one chooses among them; suspensions in words, for the desk: a visitor is never shown them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.models import Organisation, Suspension
from matches.names.display import name_key
from rules_engine.text import isolated

DAY = "j F Y"


def names_apart(clubs: Iterable[Organisation]) -> dict[int, str]:
    """What each club is called where one chooses among these, by its key: of several with one name each also has the
    last part of its page's address.
    """
    rows = {club.pk: club for club in clubs}
    bearers = Counter(name_key(club.name) for club in rows.values())
    return {
        pk: f"{isolated(club.name)} ({club.slug})" if bearers[name_key(club.name)] > 1 else club.name
        for pk, club in rows.items()
    }


def term_text(suspension: Suspension) -> str:
    """From when until when a suspension is in force."""
    values = {"since": date_format(suspension.since, DAY)}
    if suspension.until is None:
        return _("from %(since)s until it is lifted") % values
    values["until"] = date_format(suspension.until, DAY)
    return _("from %(since)s to %(until)s") % values


def suspended_text(suspension: Suspension) -> str:
    """Who is suspended, by whom and until when."""
    values = {"name": isolated(suspension.name), "club": isolated(suspension.organisation.name)}
    if suspension.until is None:
        return _("%(name)s is suspended by %(club)s until further notice.") % values
    values["until"] = date_format(suspension.until, DAY)
    return _("%(name)s is suspended by %(club)s until %(until)s.") % values


def refusal_text(suspension: Suspension) -> str:
    """Why somebody does not get in, and who can let them play all the same."""
    return _("%(suspended)s The organiser can let them play at this event.") % {"suspended": suspended_text(suspension)}


def same_name_text(suspension: Suspension) -> str:
    """That somebody with this name is suspended, who may be another person."""
    values = {"name": isolated(suspension.name), "club": isolated(suspension.organisation.name)}
    return _("%(club)s has suspended someone named %(name)s. Check whether this is the same person.") % values
