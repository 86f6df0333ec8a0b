"""*Drop?*: asked once before a player is dropped, with the choice about a place in the cut."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.brackets.queries import cut_of
from matches.events.views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles
from matches.pages.components import Link
from matches.pages.forms import CleanedData
from matches.people.forms import WALKOVER, ConfirmDropForm


def confirmed_drop(request: HttpRequest, event: Event, roles: Roles, entry: Entry) -> CleanedData | HttpResponse:
    """Return the confirmed reason and choice, or the page that asks for them."""
    cut = cut_of(entry)
    confirmed = "confirmed" in request.POST
    form = ConfirmDropForm(
        request.POST if confirmed else None,
        initial={"reason": request.POST.get("reason", "")},
        in_cut=cut is not None,
        in_pods=cut is not None and cut.is_pod_cut,
    )
    if confirmed and form.is_valid():
        return {"reason": form.cleaned_data["reason"], "walkover": form.cleaned_data.get("cut") == WALKOVER}
    back = reverse("matches:person", args=[event.slug, entry.number])
    consequence = _("The player is not paired any more. Published rounds stay as they are.")
    context = {
        **desk_context(event, roles, "people"),
        "heading": _("Drop %(name)s?") % {"name": entry.unique_name},
        "form": form,
        "consequence": consequence,
        "submit": _("Drop"),
        "cancel_url": back,
        "crumbs": [Link(entry.unique_name, back)],
    }
    return render(request, "matches/people/drop.html", context, status=422 if confirmed else 200)
