"""Where the desk and the head judge choose the matches that everybody can watch."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from judging.broadcast.services import feature_match, unfeature_match
from judging.models import FeaturedMatch
from judging.pages.frame_views import find_match, floor_context
from judging.permissions import can_feature
from judging.recorder.queries.recorded import with_turns
from matches.course.queries import current_round
from matches.errors import Refused
from matches.events.declarations.reading import options_of
from matches.models import Event, Match
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.results.queries.results import matches_of_round

ACTS = {"show": feature_match, "stop": unfeature_match}


@dataclass(frozen=True, slots=True)
class FeatureLine:
    """A table of the round, or a match that is shown live: who plays, and whether it is shown and recorded."""

    table: int
    names: list[str]
    is_featured: bool
    is_recorded: bool
    act_url: str
    record_url: str


@staff_page(can_feature)
def featured(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/live/``: the tables of the round, with those that are shown live first."""
    round_ = current_round(event)
    shown = {row.match_id: row.order for row in FeaturedMatch.objects.filter(match__round__stage__event=event)}
    matches = [match for match in matches_of_round(round_) if match.table] if round_ and round_.is_public else []
    recorded = set(with_turns(matches))
    lines = [_line(event, match, match.pk in shown, match.pk in recorded) for match in matches]
    order = {match.pk: shown.get(match.pk, len(shown) + 1) for match in matches}
    places = {line.act_url: order[match.pk] for line, match in zip(lines, matches, strict=True)}
    context = {
        **floor_context(request.user, event, roles, "desk", round_),
        "lines": sorted(lines, key=lambda line: (places[line.act_url], line.table)),
        "delay": options_of(event).live_delay,
        "watch_url": reverse("watch:watch", args=[event.slug]) if shown else "",
    }
    return render(request, "judging/broadcast/desk.html", context)


def _line(event: Event, match: Match, is_featured: bool, is_recorded: bool) -> FeatureLine:
    act = "stop" if is_featured else "show"
    return FeatureLine(
        table=match.table or 0,
        names=[seat.entry.unique_name for seat in match.seats.all()],
        is_featured=is_featured,
        is_recorded=is_recorded,
        act_url=reverse("judging:feature_act", args=[event.slug, match.pk, act]),
        record_url=reverse("judging:recorder", args=[event.slug, match.pk]),
    )


@require_POST
@staff_page(can_feature)
def feature_act(request: HttpRequest, event: Event, roles: Roles, pk: int, act: str) -> HttpResponse:
    """Show a match live, or stop showing it."""
    if act not in ACTS:
        raise Http404
    match = find_match(event, pk)
    try:
        ACTS[act](match=match, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        shown, stopped = _("Table %(table)s is shown live."), _("Table %(table)s is no longer shown live.")
        messages.success(request, (shown if act == "show" else stopped) % {"table": match.table})
    return redirect("judging:featured", event.slug)
