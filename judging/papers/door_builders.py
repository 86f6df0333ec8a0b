"""The sheet for the door."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from judging.paper.door_sheet import DoorSheet
from judging.papers.queries import PaperTerms, heading
from matches.errors import Refused
from matches.events.declarations.address import players_address, why_only_here
from matches.events.declarations.sign_up_reading import check_in_terms, page_texts, start_of
from matches.models import Event
from matches.signups.queries import why_closed


def door_sheet_values(event: Event, terms: PaperTerms) -> DoorSheet:
    """What hangs at the door now: while players can sign up it says so, with when it begins and what it costs; later it
    leads to the pairings.

    Raises Refused where no other device can open the address, or nobody may see the page yet.
    """
    site = players_address(event)
    if reason := why_only_here(site):
        raise Refused("only_here", reason)
    if not event.published:
        raise Refused("not_public", _("Open the public page first: the code on the sheet leads there."))
    check_in = check_in_terms(event)
    takes = why_closed(event, timezone.now()) is None
    return DoorSheet(
        heading=heading(event, None, terms),
        call=_("Sign up here") if takes else _("Your table, the clock and the standings"),
        address=site + reverse("matches:public", args=[event.slug]),
        code=check_in.door_code if check_in.self_check_in else "",
        facts=_facts(event) if takes else (),
    )


def _facts(event: Event) -> tuple[str, ...]:
    """When the event begins, by its own clock, and its fee: only what is known."""
    day, start, fee = date_format(event.date, "l, j F Y"), start_of(event), page_texts(event).fee
    when = day if start is None else _("%(day)s, %(time)s") % {"day": day, "time": f"{start:%H:%M}"}
    return (when, _("Entry fee: %(fee)s") % {"fee": fee}) if fee else (when,)
