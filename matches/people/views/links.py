"""Players' personal links: created, shown once as a sheet to cut up, and exported as a list."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.events.declarations.address import players_address, why_only_here
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.pages.qr_views import qr_picture
from matches.people.queries.entries import entries_for_desk
from matches.people.services.links import NewLink, make_player_links, revoke_player_links
from matches.people.views.tabs import people_tabs
from matches.permissions import can_organise


@never_cache
@staff_page(can_organise)
def people_links(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/desk/people/links/``: how many players have a link. ``POST`` creates links and shows them once."""
    made: list[NewLink] = []
    if request.method == "POST":
        replace = request.POST.get("which") == "all"
        made = make_player_links(event=event, actor=actor_of(request), replace=replace)
        if not made:
            messages.info(request, _("Every player already has a link."))
            return redirect("matches:people_links", event.slug)
    entries = [entry for entry in entries_for_desk(event) if entry.status not in ("dropped", "disqualified")]
    with_link = len([entry for entry in entries if entry.has_link])  # type: ignore[attr-defined]
    context = {
        **desk_context(event, roles, "people"),
        "tabs": people_tabs(event, roles, "links"),
        "sheet": [_slip(link) for link in made],
        "tokens": "\n".join(link.token for link in made),
        "with_link": with_link,
        "without_link": len(entries) - with_link,
        "only_here": why_only_here(players_address(event)),
    }
    return render(request, "matches/people/links.html", context)


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's link to cut out: its address, also as a QR code."""

    entry: Entry
    address: str
    code: SafeString


def _slip(link: NewLink) -> Slip:
    address = players_address(link.entry.event) + reverse("matches:me", args=[link.token])
    return Slip(link.entry, address, qr_picture(address))


@require_POST
@staff_page(can_organise)
def people_links_revoke(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """Revoke all links of the event."""
    count = revoke_player_links(event=event, actor=actor_of(request))
    text = ngettext("%(count)d link no longer works.", "%(count)d links no longer work.", count)
    messages.success(request, text % {"count": count})
    return redirect("matches:people_links", event.slug)
