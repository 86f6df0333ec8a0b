"""Who is suspended, on the desk's pages: the sentence, and for the organiser the way to let the person play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.forms import BaseForm
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _

from matches.models import Entry, Event, SignUp, Suspension
from matches.organisations.labels import same_name_text, suspended_text
from matches.organisations.queries.suspensions import Marked, marked_at
from matches.organisations.services.checks import SuspendedPerson
from matches.pages.access_views import Roles
from matches.pages.components import Link
from matches.pages.refusal_views import REFUSED
from matches.permissions import can_organise, can_run_rounds


@dataclass(frozen=True, slots=True)
class SuspendedShown:
    """Whom the desk has to look at (``_suspended.html``), in two words and in a sentence. ``override_url`` is for the
    organiser, and for somebody who is suspended, else "".
    """

    label: str
    text: str
    override_url: str = ""


def override_url(event: Event, roles: Roles, suspension: Suspension, *, back: str) -> str:
    """The page on which the organiser lets the person play, and which leads ``back``; "" for everybody else."""
    if not can_organise(roles):
        return ""
    url = reverse("matches:suspension_override", args=[event.slug, suspension.key])
    return f"{url}?{urlencode({'back': back})}"


def back_from_override(event: Event, wanted: str) -> str:
    """Where the desk goes on: on the page of the event's players from which it came, else in their list."""
    players = reverse("matches:people", args=[event.slug])
    return wanted if wanted.startswith(players) and url_has_allowed_host_and_scheme(wanted, None) else players


def all_suspended_shown(
    event: Event, roles: Roles, people: Iterable[Entry] | Iterable[SignUp], *, back: str
) -> dict[int, SuspendedShown]:
    """What the desk is shown of an event's people, by the key of their rows; nobody else is shown anything. ``back``:
    the page that shows it.
    """
    if not can_run_rounds(roles):
        return {}
    return {pk: _shown(event, roles, marked, back) for pk, marked in marked_at(event, people).items()}


def _shown(event: Event, roles: Roles, marked: Marked, back: str) -> SuspendedShown:
    if marked.by_name:
        return SuspendedShown(_("Name of someone suspended"), same_name_text(marked.suspension))
    text = suspended_text(marked.suspension)
    return SuspendedShown(_("Suspended"), text, override_url(event, roles, marked.suspension, back=back))


def override_links(event: Event, roles: Roles, form: BaseForm, *, back: str) -> list[Link]:
    """The ways on from a form that was refused because of suspensions, and ``back`` to it."""
    refused = getattr(form, REFUSED, None)
    if not isinstance(refused, SuspendedPerson) or not can_organise(roles):
        return []
    rows = Suspension.objects.filter(key__in=refused.keys, organisation=event.organisation_id).order_by("name", "pk")
    return [
        Link(_("Let %(name)s play") % {"name": row.name}, override_url(event, roles, row, back=back)) for row in rows
    ]
