"""The suspensions of a club: the list, a new one, and lifting one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.clubs.access_views import Standings, club_page
from matches.clubs.forms import SuspendForm
from matches.clubs.lookup_services import players_named, players_of_club
from matches.clubs.views import club_tabs, clubs_crumb
from matches.errors import Refused
from matches.models import Organisation, Player, Suspension
from matches.organisations.labels import term_text
from matches.organisations.permissions import can_suspend
from matches.organisations.queries.suspensions import is_over, suspensions_of
from matches.organisations.services.suspensions import lift_suspension, suspend
from matches.pages.access_views import actor_of
from matches.pages.components import Link
from matches.pages.forms import ReasonForm
from matches.pages.refusal_views import show_refusal
from matches.pages.submission_views import rejected_status, try_once

PAGE = 200


@dataclass(frozen=True, slots=True)
class SuspensionShown:
    """A line of the list; ``lift_url`` is "" for one that is over."""

    name: str
    external_id: str
    email: str
    term: str
    reason: str
    by: str
    lifted: str
    lift_url: str


@club_page(can_suspend)
def suspensions(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/suspensions/``: those in force or to come, then those that are over."""
    today = timezone.localdate()
    page = Paginator(suspensions_of(organisation), PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    context = {
        "club": organisation,
        "crumbs": clubs_crumb(),
        "tabs": club_tabs(organisation, standing, "suspensions"),
        "current": [_shown(row, today) for row in rows if not is_over(row, today)],
        "past": [_shown(row, today) for row in rows if is_over(row, today)],
        "page": page,
    }
    return render(request, "matches/clubs/suspensions.html", context)


def _shown(row: Suspension, today: date) -> SuspensionShown:
    over = is_over(row, today)
    url = reverse("matches:suspension_lift", args=[row.organisation.slug, row.key])
    return SuspensionShown(
        name=row.name,
        external_id=row.external_id,
        email=row.email,
        term=term_text(row),
        reason=row.reason,
        by=str(row.by or ""),
        lifted=row.lifted_reason if row.lifted_at is not None else "",
        lift_url="" if over else url,
    )


@club_page(can_suspend)
def suspension_new(request: HttpRequest, organisation: Organisation, standing: Standings) -> HttpResponse:
    """``/clubs/CLUB/suspensions/new/``: from a player of the club's events (``player``), found by ``q``, or typed."""
    actor = actor_of(request)
    player = _chosen(request, organisation)
    known = {"name": player.name, "external_id": player.external_id, "email": player.email} if player else {}
    form = SuspendForm(request.POST or None, initial=known)
    if request.method == "POST" and form.is_valid():

        def make() -> str:
            suspend(organisation=organisation, actor=actor, player=player, **form.person())
            return reverse("matches:suspensions", args=[organisation.slug])

        if answer := try_once(request, form, make):
            messages.success(request, _("%(name)s is suspended.") % {"name": form.cleaned_data["name"]})
            return redirect(answer[0])
    q = request.GET.get("q", "").strip()[:120]
    context = {
        "club": organisation,
        "crumbs": suspensions_crumbs(organisation),
        "form": form,
        "q": q,
        "found": players_named(organisation, actor, q),
        "player": player,
        "list_url": reverse("matches:suspensions", args=[organisation.slug]),
    }
    return render(request, "matches/clubs/suspend.html", context, status=rejected_status(form))


def _chosen(request: HttpRequest, organisation: Organisation) -> Player | None:
    """The player whom the address names, if this person may know them."""
    try:
        key = UUID(request.GET.get("player", ""))
    except ValueError:
        return None
    return players_of_club(organisation, actor_of(request)).filter(key=key).first()


def suspensions_crumbs(organisation: Organisation) -> list[Link]:
    """The way back to the suspensions."""
    return [*clubs_crumb(), Link(organisation.name, reverse("matches:suspensions", args=[organisation.slug]))]


@club_page(can_suspend)
def suspension_lift(request: HttpRequest, organisation: Organisation, standing: Standings, key: UUID) -> HttpResponse:
    """``/clubs/CLUB/suspensions/KEY/lift/``: end a suspension at once, for a reason."""
    row = get_object_or_404(suspensions_of(organisation), key=key)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            lift_suspension(suspension=row, actor=actor_of(request), reason=form.cleaned_data["reason"])
        except Refused as refused:
            show_refusal(request, refused, form)
        else:
            messages.success(request, _("Suspension lifted."))
            return redirect("matches:suspensions", organisation.slug)
    context = {
        "club": organisation,
        "crumbs": suspensions_crumbs(organisation),
        "row": _shown(row, timezone.localdate()),
        "form": form,
        "list_url": reverse("matches:suspensions", args=[organisation.slug]),
    }
    return render(request, "matches/clubs/lift.html", context, status=rejected_status(form))
