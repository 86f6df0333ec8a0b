"""A player's personal page behind an unguessable link: the player's own match and result, nothing else.

The page starts no session, so the link gives access to this page alone; its state is read from the database. Its
cookie says only that the device is a player's, so that it is told no odds during the match.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.audit.services import Actor
from matches.course.queries import current_round
from matches.enums import EntryStatus, MatchKind, Source
from matches.errors import Refused
from matches.frame.public_views import public_context
from matches.live.queries import event_versions
from matches.me.act_views import act
from matches.me.device_services import end_streams
from matches.me.labels import leaving_text
from matches.me.odds_queries import mark_device
from matches.me.own_views import PART, own_context, read_players, report_form
from matches.models import Entry, SignUp
from matches.pages.access_views import PageRequest, in_time_zone
from matches.people.services.links import resolve_player_link
from matches.permissions import roles_of
from matches.reporting.views.time_calls import save_time_call, time_call_context
from matches.results.kinds.pod_forms import ORDER
from matches.results.queries.results import confirmed, own_match
from matches.signups.views.own import holder_of, waiting_page


def entry_of(token: str) -> Entry:
    """The entry that a personal link belongs to; 404 for a link that is not valid."""
    entry = resolve_player_link(token)
    if entry is None:
        raise Http404(_("This link is not valid. Ask the desk for a new one."))
    return entry


@never_cache
def me(request: PageRequest, token: str) -> HttpResponseBase:
    """``/p/TOKEN/``: the player's own page. ``POST`` reports the result of the player's open match."""
    holder = holder_of(token)
    with in_time_zone(holder.event):
        if isinstance(holder, SignUp):
            return waiting_page(request, holder, token)
        response = _page(request, holder, token)
    end_streams(cookies=request.COOKIES)
    mark_device(request, response, holder)
    return response


def _page(request: PageRequest, entry: Entry, token: str) -> HttpResponse:
    event = entry.event
    players = read_players(event, {entry.pk}, roles_of(request.user, event))
    entry = players.entries[entry.pk]
    match = players.open_match(entry)
    may_report = players.may_report(entry, match)
    reported = request.method == "POST" and not {"drop", "agree"} & request.POST.keys()
    losses = players.losses(entry, match) if match is not None else []
    sent = request.POST if reported else None
    tapped = request.GET.get(ORDER, "")
    form = (
        report_form(match, entry, losses, sent, tapped=tapped, base=request.path)
        if match is not None and may_report
        else None
    )
    late = ""
    if request.method == "POST":
        done, late = act(request, entry, match, form)
        if done:
            return redirect("matches:me", token)
    settled = match is not None and confirmed(match) is not None
    if settled and form is not None and form.errors:
        late = " ".join(str(error) for errors in form.errors.values() for error in errors)
    csrf_token = get_token(request) if form is not None and not settled else ""
    context = own_context(players, entry, token, csrf_token, form=form, late=late)
    status = 422 if (form and form.errors) or late else 200
    leaving = leaving_text(entry) if "drop" in request.GET else ""
    template = _template(request, may_drop=context["may_drop"])
    return render(request, template, {**context, "leaving": leaving}, status=status)


def _template(request: PageRequest, *, may_drop: bool) -> str:
    if "drop" in request.GET and may_drop and not request.htmx:
        return "matches/public/me_drop.html"
    return PART if request.htmx else "matches/public/me.html"


@never_cache
def my_time_call(request: PageRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/time/``: lead the player's own match to its result when time is called; both phones report it."""
    entry = entry_of(token)
    event, match = entry.event, own_match(entry)
    out = entry.status == EntryStatus.DISQUALIFIED
    if out or match is None or match.kind != MatchKind.PLAYED or not event.players_report:
        return redirect("matches:me", token)
    error = ""
    with in_time_zone(event):
        if request.method == "POST":
            try:
                if save_time_call(match, request.POST, actor=Actor(entry=entry), source=Source.PLAYER):
                    return redirect("matches:me", token)
            except Refused as refused:
                error = str(refused.message)
        round_ = current_round(event, public_only=True)
        data = request.POST if request.method == "POST" else request.GET
        context = {
            **public_context(event, roles_of(request.user, event), "", round_, event_versions(event)),
            **time_call_context(match, data, staff=False, error=error),
            "back": reverse("matches:me", args=[token]),
        }
        return render(request, "matches/public/time_call.html", context, status=422 if error else 200)
