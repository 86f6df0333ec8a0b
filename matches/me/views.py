"""A player's personal page behind an unguessable link: the player's own match and result, nothing else.

The page starts no session, so the link gives access to this page alone; its state is read from the database. Its
cookie says only that the device is a player's, so that it is told no odds during the match.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from matches.audit.services import Actor
from matches.clock.queries import RoundClock
from matches.enums import EntryStatus, MatchKind, Source
from matches.errors import Refused
from matches.events.game_queries import shape_of
from matches.events.pod_queries import pod_setup
from matches.forecasts.views import own_chance
from matches.live.encodings import accepts_gzip
from matches.live.queries import PUBLIC_PARTS, event_versions, heard
from matches.me.act_views import act, own_index
from matches.me.labels import waiting_text
from matches.me.odds_queries import mark_device
from matches.models import Entry, Match, Round
from matches.pages.access_views import PageRequest, in_time_zone
from matches.pages.component_views import clock_shown, match_shown
from matches.pages.components import ClockShown, MatchShown, MenuItem
from matches.pairing.pods.setup import PodSetup
from matches.people.labels import name_of
from matches.people.link_services import resolve_player_link
from matches.permissions import roles_of
from matches.plugins import registry
from matches.public.player_views import own_result, player_context
from matches.public.views import PublicContext, public_context
from matches.results.alone_forms import AloneForm
from matches.results.alone_line import is_alone
from matches.results.forms import ReportForm
from matches.results.labels import with_pot
from matches.results.place_forms import ORDER, OrderForm
from matches.results.place_labels import OwnResult, seat_places
from matches.results.place_line import in_order
from matches.results.place_queries import plays_alone, seats_pods
from matches.results.queries import confirmed, differs, own_match, reports, score_of
from matches.results.round_loss_labels import round_loss_text
from matches.results.round_loss_queries import RoundLoss, round_losses
from matches.results.time_call_queries import has_time_call, is_at_time
from matches.results.time_call_views import save_time_call, time_call_context
from matches.rounds.queries import current_round
from matches.scores import Score
from rules_engine.text import isolated

_compressed = GZipMiddleware(lambda request: HttpResponse()).process_response
"""Compresses a response, with padding of a random length."""


def entry_of(token: str) -> Entry:
    """The entry that a personal link belongs to; 404 for a link that is not valid."""
    entry = resolve_player_link(token)
    if entry is None:
        raise Http404(_("This link is not valid. Ask the desk for a new one."))
    return entry


@never_cache
def me(request: PageRequest, token: str) -> HttpResponseBase:
    """``/p/TOKEN/``: the player's own page. ``POST`` reports the result of the player's open match."""
    entry = entry_of(token)
    with in_time_zone(entry.event):
        response = _page(request, entry, token)
    mark_device(request, response, entry)
    # A page that repeats nothing of the request cannot be guessed from its compressed size; an answer to a form may be.
    if request.method == "GET" and accepts_gzip(request.headers.get("accept-encoding", "")):
        return _compressed(request, response)
    return response


def _page(request: PageRequest, entry: Entry, token: str) -> HttpResponse:
    event = entry.event
    known = event_versions(event)
    match = own_match(entry)
    versions = heard(known, PUBLIC_PARTS | ({f"table {match.table}"} if match else set()))
    may_report = match is not None and match.kind == MatchKind.PLAYED and event.players_report
    reported = request.method == "POST" and not {"drop", "agree"} & request.POST.keys()
    losses = round_losses(match) if match is not None and may_report and confirmed(match) is None else []
    sent = request.POST if reported else None
    form = _report_form(request, sent, match, entry, losses) if match is not None and may_report else None
    late = ""
    if request.method == "POST":
        done, late = act(request, entry, match, form)
        if done:
            return redirect("matches:me", token)
    settled = match is not None and confirmed(match) is not None
    if settled and form is not None and form.errors:
        late = " ".join(str(error) for errors in form.errors.values() for error in errors)
    frame = public_context(event, roles_of(request.user, event), "", current_round(event, public_only=True), versions)
    context = {
        **frame,
        **player_context(event, entry),
        **(_match_context(frame, entry, match) if match else {**NO_MATCH, "live_url": frame["live_url"]}),
        "form": None if settled else form,
        "own_url": reverse("matches:me", args=[token]),
        "tapped": form.query if isinstance(form, OrderForm) else "",
        "worker_url": reverse("matches:my_worker", args=[token]),
        "own_pages": _own_pages(event.slug, token),
        "own_states": [state for read in registry.player_states if match is not None and (state := read(match))],
        "waiting": _waiting(entry, frame["round"]) if match is None or settled else "",
        "chance": own_chance(entry),
        "what_if_url": reverse("matches:my_what_if", args=[token]),
        "may_drop": entry.status == EntryStatus.CHECKED_IN,
        "late": late,
        "time_url": _time_url(entry, match, token) if form is not None and not settled else "",
        "losses": [round_loss_text(loss, event, staff=False) for loss in losses],
    }
    status = 422 if (form and form.errors) or late else 200
    return render(request, _template(request), context, status=status)


def _waiting(entry: Entry, round_: Round | None) -> str:
    return waiting_text(entry, round_.stage) if round_ and round_.stage.is_bracket else ""


def _report_form(
    request: PageRequest, sent: QueryDict | None, match: Match, entry: Entry, losses: list[RoundLoss]
) -> ReportForm | OrderForm | AloneForm:
    """The form for a report; it offers no score that leaves out a round lost by penalty. Of a pod it is the order."""
    if plays_alone(match):
        return AloneForm(sent)
    if seats_pods(match):
        names = [name_of(seat.entry, staff=False, event=entry.event) for seat in match.seats.all()]
        return OrderForm(sent, names=names, tapped=request.GET.get(ORDER, ""), base=request.path)
    given = {1 - loss.seat: loss.rounds for loss in losses}
    own = own_index(match, entry)
    return ReportForm(sent, shape=shape_of(entry.event), least=(given.get(own, 0), given.get(1 - own, 0)))


def _time_url(entry: Entry, match: Match | None, token: str) -> str:
    """Where the match is led to its result once its time is up; "" before."""
    at_time = match is not None and has_time_call(entry.event) and is_at_time(match, timezone.now())
    return reverse("matches:my_time_call", args=[token]) if at_time else ""


def _template(request: PageRequest) -> str:
    if "drop" in request.GET and not request.htmx:
        return "matches/public/me_drop.html"
    return "matches/public/_me.html" if request.htmx else "matches/public/me.html"


@never_cache
def my_time_call(request: PageRequest, token: str) -> HttpResponse:
    """``/p/TOKEN/time/``: lead the player's own match to its result when time is called; both phones report it."""
    entry = entry_of(token)
    event, match = entry.event, own_match(entry)
    if match is None or match.kind != MatchKind.PLAYED or not event.players_report:
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


def _own_pages(slug: str, token: str) -> list[MenuItem]:
    """The pages for the player that other apps have registered."""
    return [
        MenuItem(str(page.label), reverse(page.url_name, args=[slug, token]), page.icon)
        for page in registry.player_pages
    ]


@dataclass(frozen=True, slots=True)
class OwnReports:
    """What this player and the others of the table have reported, both from this player's side; ``version`` is that of
    the others' report.
    """

    mine: str = ""
    theirs: str = ""
    version: str = ""


class OwnMatchContext(TypedDict):
    """A player's current match: the time left, the reports so far, and the result once it stands (``mine``)."""

    match: MatchShown | None
    is_bye: bool
    pods: PodSetup | None
    again: int | None
    own_clock: ClockShown | None
    own_reports: OwnReports
    differs: bool
    live_url: str
    table_part: str
    table_version: int
    mine: OwnResult | None


NO_MATCH: OwnMatchContext = {
    "match": None,
    "is_bye": False,
    "pods": None,
    "again": None,
    "own_clock": None,
    "own_reports": OwnReports(),
    "differs": False,
    "live_url": "",
    "table_part": "clock",
    "table_version": 0,
    "mine": None,
}


def _match_context(frame: PublicContext, entry: Entry, match: Match) -> OwnMatchContext:
    """The current match from the player's side."""
    clock, played, result = frame["round_clock"], match.kind == MatchKind.PLAYED, confirmed(match)
    extension = clock.extensions.get(match.pk, 0) if clock else 0
    return {
        "match": match_shown(match, entry.event, staff=False, extension=extension),
        "is_bye": not played,
        "pods": pod_setup(match.round.stage),
        "again": clock.next_end(timezone.now(), match.pk) if clock and played else None,
        "own_clock": _own_clock(clock, match) if clock else None,
        "own_reports": _own_reports(match, entry),
        "differs": result is None and differs(match),
        "live_url": f"{frame['live_url']}?table={match.table}" if match.table else frame["live_url"],
        "table_part": f"table {match.table}" if match.table else "clock",
        "table_version": (frame["versions"] or {}).get(f"table {match.table}", 0),
        "mine": own_result(score_of(result), entry.event, own_index(match, entry)) if result and played else None,
    }


def _own_clock(clock: RoundClock, match: Match) -> ClockShown | None:
    """The match's own deadline, if it has an extension; without one, the clock of the round in the head is its own."""
    if match.pk not in clock.extensions or confirmed(match) is not None:
        return None
    return clock_shown(clock.read(timezone.now(), match.pk))


def _own_reports(match: Match, entry: Entry) -> OwnReports:
    found = OwnReports()
    for report in reports(match):
        score = score_of(report)
        if score.places:
            text = _order_text(match, score)
        else:
            result = own_result(score, entry.event, own_index(match, entry))
            text = with_pot(f"{result.word} {result.score}", report.pot, entry.event)
        if report.reported_by_entry_id == entry.pk:
            found = replace(found, mine=text)
        else:
            found = replace(found, theirs=text, version=str(report.version))
    return found


def _order_text(match: Match, score: Score) -> str:
    """The order of a pod by names, with the places: ``1 Cy · 2= Ada · 2= Di``; of a player alone the score."""
    event = match.round.stage.event
    if is_alone(score):
        return seat_places(score, event)[0]
    names = [name_of(seat.entry, staff=False, event=event) for seat in match.seats.all()]
    places = seat_places(score, event)
    return " · ".join(f"{places[seat]} {isolated(names[seat])}" for seat in in_order(score))
