"""*Drop?*: asked once before a player is dropped, with the choices about a place in the cut and about results in a
round robin.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.brackets.queries.brackets import cut_of
from matches.enums import LeaverResults
from matches.events.queries.events import leaver_results
from matches.frame.desk_views import desk_context
from matches.models import Entry, Event
from matches.pages.access_views import Roles
from matches.pages.components import Link
from matches.pages.forms import CleanedData
from matches.people.forms import WALKOVER, ConfirmDropForm
from matches.roster.strike_views import strike_shown
from matches.snapshots.struck_queries import robin_player


def confirmed_drop(request: HttpRequest, event: Event, roles: Roles, entry: Entry) -> CleanedData | HttpResponse | None:
    """Return the confirmed reason and choices, or the page that asks for them; None where nobody can be dropped."""
    if not entry.is_in or event.finished_at is not None:
        return None
    cut, player = cut_of(entry), robin_player(entry)
    leaver = player if player is not None and not player.played_half else None
    strike = strike_shown(event, leaver) if leaver is not None else None
    confirmed = "confirmed" in request.POST
    form = ConfirmDropForm(
        request.POST if confirmed else None,
        initial={
            "reason": request.POST.get("reason", ""),
            "results": leaver_results(leaver.stage) if leaver is not None else "",
        },
        in_cut=cut is not None,
        in_pods=cut is not None and cut.is_pod_cut,
        may_strike=leaver is not None,
    )
    again = False
    if confirmed and form.is_valid():
        results = form.cleaned_data.get("results")
        again = results == LeaverResults.STRIKE and strike is not None and request.POST.get("seen") != strike.seen
        if not again:
            walkover = form.cleaned_data.get("cut") == WALKOVER
            return {"reason": form.cleaned_data["reason"], "walkover": walkover, "results": results}
    back = reverse("matches:person", args=[event.slug, entry.number])
    consequence = _("The player will no longer be paired. Published rounds stay as they are.")
    context = {
        **desk_context(event, roles, "people"),
        "heading": _("Drop %(name)s?") % {"name": entry.unique_name},
        "form": form,
        "consequence": consequence,
        "strike": strike,
        "again": again,
        "submit": _("Drop"),
        "cancel_url": back,
        "crumbs": [Link(entry.unique_name, back)],
    }
    return render(request, "matches/people/drop.html", context, status=409 if again else 422 if confirmed else 200)
