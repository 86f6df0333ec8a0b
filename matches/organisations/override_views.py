"""Who is suspended, on the desk's pages: the sentence, and for the organiser the way to let the person play."""

from __future__ import annotations

from dataclasses import dataclass

from django.forms import BaseForm
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Entry, Event, Suspension
from matches.organisations.labels import same_name_text, suspended_text
from matches.organisations.queries.suspensions import person_of, suspensions_at
from matches.organisations.services.checks import SuspendedPerson
from matches.pages.access_views import Roles
from matches.pages.components import Link
from matches.pages.refusal_views import REFUSED
from matches.permissions import can_organise, can_run_rounds


@dataclass(frozen=True, slots=True)
class SuspendedShown:
    """Why somebody is not checked in (``_suspended.html``); ``override_url`` is for the organiser, else ""."""

    text: str
    override_url: str = ""


def override_url(event: Event, roles: Roles, suspension: Suspension) -> str:
    """The page on which the organiser lets the person play; "" for everybody else."""
    if not can_organise(roles):
        return ""
    return reverse("matches:suspension_override", args=[event.slug, suspension.key])


def suspended_shown(event: Event, roles: Roles, entry: Entry) -> SuspendedShown | None:
    """What the desk is shown of a player: a suspension, or that somebody with this name is suspended."""
    if not can_run_rounds(roles):
        return None
    known = suspensions_at(event)
    if (found := known.of(person_of(entry))) is not None:
        return SuspendedShown(suspended_text(found), override_url(event, roles, found))
    namesake = known.namesake(person_of(entry))
    return SuspendedShown(same_name_text(namesake)) if namesake is not None else None


def override_links(event: Event, roles: Roles, form: BaseForm) -> list[Link]:
    """The ways on from a form that was refused because of suspensions."""
    refused = getattr(form, REFUSED, None)
    if not isinstance(refused, SuspendedPerson) or not can_organise(roles):
        return []
    rows = Suspension.objects.filter(key__in=refused.keys, organisation=event.organisation_id).order_by("name", "pk")
    return [Link(_("Let %(name)s play") % {"name": row.name}, override_url(event, roles, row)) for row in rows]
