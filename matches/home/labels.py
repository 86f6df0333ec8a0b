"""Where an event stands, in a line of the first page."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.course.labels import round_label
from matches.enums import RoundStatus
from matches.events.declarations.sign_up_reading import start_of
from matches.home.queries import EventNow
from matches.models import Round
from matches.names.labels import listed
from matches.people.labels.names import name_of


def state_text(known: EventNow) -> str:
    """``Round 4 of 6``, ``Sign-up open, 12 of 32 places taken``, ``Finished: won by Ada Lovelace``, or what is next."""
    if known.event.finished_at is not None:
        return _finished_text(known)
    if known.long_ago:
        return _("Not finished")
    if known.round is not None:
        return _round_text(known.round)
    if known.places is not None:
        return _places_text(*known.places)
    start = start_of(known.event)
    return _("Starts at %(time)s") % {"time": date_format(start, "H:i")} if start is not None else _("Not started yet")


def _finished_text(known: EventNow) -> str:
    names = listed(name_of(entry, staff=False, event=known.event) for entry in known.winners)
    return _("Finished: won by %(names)s") % {"names": names} if names else _("Finished")


def _round_text(round_: Round) -> str:
    """The round with how many there are, and what it waits for unless its clock says so."""
    label, stage = round_label(round_), round_.stage
    if stage.has_open_field and stage.rounds_planned >= round_.number:
        label = _("Round %(number)d of %(all)d") % {"number": round_.number, "all": stage.rounds_planned}
    match round_.status:
        case RoundStatus.PUBLISHED:
            return _("%(round)s, about to start") % {"round": label}
        case RoundStatus.TIME_CALLED:
            return _("%(round)s, time called") % {"round": label}
        case RoundStatus.CLOSED:
            return _("%(round)s is over") % {"round": label}
        case _:
            return label


def _places_text(taken: int, capacity: int | None) -> str:
    if capacity is None:
        return _("Sign-up open")
    if taken >= capacity:
        return _("Full, waiting list open")
    return _("Sign-up open, %(taken)d of %(all)d places taken") % {"taken": taken, "all": capacity}
