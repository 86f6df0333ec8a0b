"""A player's page behind the personal link: the player's penalties, calling a judge, accepting a result.

It shows nothing about other players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from judging.appeals.services import acknowledge_result
from judging.calls.forms import CallForm
from judging.calls.labels import call_notice
from judging.calls.services import call_judge
from judging.enums import RecordSource
from judging.me.forms import AcceptForm
from judging.models import Acknowledgement
from judging.policies.queries import rules_of
from judging.policies.term_labels import PenaltyShown, penalty_shown
from judging.recorder.queries.recorded import matches_on_record, recorded
from judging.recorder.views.report import shared_report
from judging.records.services import Stamp
from judging.rulings.queries.cases import cases_of
from matches.audit.services import Actor
from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.enums import MatchKind
from matches.errors import Refused
from matches.frame.public_views import public_context
from matches.live.queries import Versions, event_versions
from matches.models import Entry, Event, Match, Result
from matches.pages.access_views import PageRequest
from matches.pages.components import Link
from matches.pages.refusal_views import show_refusal
from matches.people.labels.names import name_of
from matches.people.services.links import resolve_player_link
from matches.permissions import roles_of
from matches.results.match_views import match_shown
from matches.results.queries.results import confirmed, own_match


def _entry(slug: str, token: str) -> Entry:
    """The player to whom the link belongs; 404 for a link of another event."""
    entry = resolve_player_link(token)
    if entry is None or entry.event.slug != slug:
        raise Http404(_("This link is not valid. Ask the desk for a new one."))
    return entry


def _own_match(entry: Entry) -> Match | None:
    """The player's current match, or None; a bye does not count."""
    match = own_match(entry)
    return match if match is not None and match.kind == MatchKind.PLAYED else None


@never_cache
def mine(request: PageRequest, slug: str, token: str) -> HttpResponse:
    """``/e/SLUG/judge/mine/TOKEN/``: the player's own page."""
    entry = _entry(slug, token)
    return _page(request, entry, token, AcceptForm(entry=entry))


def _page(request: PageRequest, entry: Entry, token: str, form: AcceptForm) -> HttpResponse:
    event = entry.event
    versions = event_versions(event)
    match = _own_match(entry)
    result = confirmed(match) if match else None
    frame = public_context(event, roles_of(request.user, event), "", current_round(event, public_only=True))
    context = {
        **frame,
        **_live_context(event, match, token, frame["live_url"], versions),
        "name": entry.unique_name,
        "crumbs": [Link(_("Your page"), reverse("matches:me", args=[token]))],
        "match": match_shown(match, event, staff=False, people_url=False) if match else None,
        "call": call_notice(match) if match else "",
        "call_form": CallForm(),
        "form": form if result is not None and not _accepted(result, entry) else None,
        "accepted": result is not None and _accepted(result, entry),
        "protested": result is not None and _protested(result, entry),
        "rows": _penalty_rows(entry),
        "turns": [
            Link(round_label(played.round), reverse("judging:mine_turns", args=[event.slug, token, played.pk]))
            for played in matches_on_record(entry)
        ],
        "call_url": reverse("judging:mine_act", args=[event.slug, token, "call"]),
        "accept_url": reverse("judging:mine_act", args=[event.slug, token, "accept"]),
    }
    template = "judging/me/_mine.html" if request.htmx else "judging/me/mine.html"
    return render(request, template, context, status=422 if form.errors else 200)


class LiveContext(TypedDict):
    """What the page follows: its part and version, and where it is fetched again."""

    live_url: str
    table_part: str
    table_version: int
    own_url: str


def _live_context(event: Event, match: Match | None, token: str, live_url: str, versions: Versions) -> LiveContext:
    """The page follows its table: a call that is claimed and a result that is entered appear by themselves."""
    part = f"table {match.table}" if match else "pairings"
    return {
        "live_url": f"{live_url}?table={match.table}" if match else live_url,
        "table_part": part,
        "table_version": versions.get(part, 0),
        "own_url": reverse("judging:mine", args=[event.slug, token]),
    }


def _accepted(result: Result, entry: Entry) -> bool:
    return Acknowledgement.objects.filter(result=result, entry=entry).exists()


def _protested(result: Result, entry: Entry) -> bool:
    return Acknowledgement.objects.filter(result=result, entry=entry, under_protest=True).exists()


@dataclass(frozen=True, slots=True)
class OwnPenalty:
    """A record of a penalty as its player sees it; ``round`` is its number."""

    what: str
    penalty: PenaltyShown | None
    status: str
    round: int | None


def _penalty_rows(entry: Entry) -> list[OwnPenalty]:
    """The player's own records: infraction, penalty and place, without judges' comments or other players' names."""
    policy = rules_of(entry.event).policy
    rows = []
    for case in reversed(cases_of(entry.event, entry=entry)):
        row, state = case.infraction, case.state
        rows.append(
            OwnPenalty(
                what=policy.infraction(row.code).name if policy.has_infraction(row.code) else row.code,
                penalty=penalty_shown(policy, state.penalty, struck=state.status == "rescinded")
                if state.penalty
                else None,
                status=str(state.status.label),
                round=row.round.number if row.round else None,
            )
        )
    return rows


@never_cache
def mine_turns(request: HttpRequest, slug: str, token: str, pk: int) -> HttpResponse:
    """``/e/SLUG/judge/mine/TOKEN/turns/ID/``: the turns of one of the player's own matches, once it is over."""
    entry = _entry(slug, token)
    match = next((match for match in matches_on_record(entry) if match.pk == pk), None)
    found = recorded(entry.event, match) if match is not None else None
    if match is None or found is None:
        raise Http404(_("You have no recorded turns for this match."))
    event = entry.event
    found.shown_name = lambda player: name_of(player, staff=False, event=event)
    context = {
        **public_context(event, roles_of(request.user, event), "", current_round(event, public_only=True)),
        **shared_report(request, found),
        "crumbs": [
            Link(_("Your page"), reverse("matches:me", args=[token])),
            Link(_("Judge calls and penalties"), reverse("judging:mine", args=[slug, token])),
        ],
        "lede": _("Your match, turn by turn"),
    }
    return render(request, "judging/me/turns.html", context)


@never_cache
def mine_act(request: PageRequest, slug: str, token: str, name: str) -> HttpResponse:
    """Call a judge to the player's current match, or accept its result."""
    entry = _entry(slug, token)
    page = redirect("judging:mine", slug, token)
    if request.method != "POST":
        return page
    match = _own_match(entry)
    if match is None or name not in ("call", "accept"):
        messages.error(request, _("You have no match right now."))
        return page
    return _call_judge(request, entry, match, page) if name == "call" else _accept(request, entry, match, token, page)


def _call_judge(request: HttpRequest, entry: Entry, match: Match, page: HttpResponse) -> HttpResponse:
    form = CallForm(request.POST)
    about = form.cleaned_data["about"] if form.is_valid() else ""
    stamp = form.stamp(RecordSource.PHONE) if form.is_valid() else Stamp(source=RecordSource.PHONE)
    try:
        call_judge(match=match, actor=Actor(entry=entry), about=about, stamp=stamp)
    except Refused as refused:
        show_refusal(request, refused)
    else:
        messages.success(request, _("A judge has been called to your table."))
    return page


def _accept(request: PageRequest, entry: Entry, match: Match, token: str, page: HttpResponse) -> HttpResponse:
    form, result = AcceptForm(request.POST, entry=entry), confirmed(match)
    if result is None:
        messages.error(request, _("There is no result to accept yet."))
        return page
    if not form.is_valid():
        return _page(request, entry, token, form)
    data = form.cleaned_data
    try:
        acknowledge_result(
            result=result,
            entry=entry,
            actor=Actor(entry=entry),
            how=form.how(),
            under_protest=data["under_protest"],
            statement=data["statement"],
            stamp=form.stamp(RecordSource.PHONE),
        )
    except Refused as refused:
        if refused.conflict:
            show_refusal(request, refused)
            return page
        show_refusal(request, refused, form)
        return _page(request, entry, token, form)
    protest = (
        _("Your protest has been sent to the head judge.")
        if data["under_protest"]
        else _("You have accepted the result.")
    )
    messages.success(request, protest)
    return page
