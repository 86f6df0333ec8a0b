"""Where the desk and the head judge choose the matches that everybody can watch."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.broadcast.layer_labels import LAYER_LABELS
from judging.broadcast.queries import featured_matches
from judging.broadcast.services import feature_match, put_match_first, unfeature_match
from judging.broadcast.stream_services import make_stream_key, revoke_stream_key, show_on_stream
from judging.broadcast.views.public import where_of
from judging.models import FeaturedMatch, StreamKey
from judging.pages.frame_views import find_match, floor_context
from judging.permissions import can_feature
from judging.recorder.queries.recorded import with_turns
from matches.course.queries import current_round
from matches.errors import Refused
from matches.events.declarations.reading import options_of
from matches.models import Event, Match, Round
from matches.pages.access_views import Roles, actor_of, staff_page
from matches.permissions import can_organise
from matches.results.queries.results import matches_of_round

ACTS = {"show": feature_match, "stop": unfeature_match, "first": put_match_first, "stream": show_on_stream}
DONE = {
    "show": gettext_lazy("%(where)s is shown live."),
    "stop": gettext_lazy("%(where)s is no longer shown live."),
    "first": gettext_lazy("%(where)s is first among the live matches."),
    "stream": gettext_lazy("%(where)s is on the stream now."),
}


@dataclass(frozen=True, slots=True)
class FeatureLine:
    """A table of the round, or a match that is shown live: who plays, and whether it is shown and recorded.

    ``where`` is its table, and of an earlier round the round as well. ``first_url`` puts it first among those that are
    shown live; empty for the one that is.
    """

    where: str
    names: list[str]
    is_featured: bool
    is_recorded: bool
    act_url: str
    first_url: str
    record_url: str
    stream_url: str
    is_on_stream: bool


@dataclass(frozen=True, slots=True)
class LayerLine:
    """A layer of the stream, with its address."""

    label: str
    url: str


@staff_page(can_feature)
def featured(request: HttpRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/judge/live/``: the tables of the round, with those that are shown live first."""
    return _page(request, event, roles, [])


def _page(request: HttpRequest, event: Event, roles: Roles, layers: list[LayerLine]) -> HttpResponse:
    round_ = current_round(event)
    shown = {row.match_id: row.order for row in FeaturedMatch.objects.filter(match__round__stage__event=event)}
    matches = [match for match in matches_of_round(round_) if match.table] if round_ and round_.is_public else []
    matches += [match for match in featured_matches(event) if match.round != round_]
    recorded = set(with_turns(matches))
    matches.sort(key=lambda match: (shown.get(match.pk, len(shown) + 1), match.table))
    key = StreamKey.objects.filter(event=event).first()
    first = next((match.pk for match in matches if match.pk in shown), None)
    context = {
        **floor_context(request.user, event, roles, "desk", round_),
        "lines": [
            _line(
                match,
                _where(match, round_),
                match.pk in shown,
                match.pk in recorded,
                match.pk == first,
                key,
            )
            for match in matches
        ],
        "delay": options_of(event).live_delay,
        "watch_url": reverse("watch:watch", args=[event.slug]) if shown else "",
        "has_key": key is not None,
        "may_make_key": can_organise(roles),
        "layers": layers,
    }
    return render(request, "judging/broadcast/desk.html", context)


def _where(match: Match, round_: Round | None) -> str:
    """The table of a match, with its round if that is not the current one."""
    return where_of(match) if match.round != round_ else _("Table %(table)s") % {"table": match.table}


@staff_page(can_organise)
def stream_act(request: HttpRequest, event: Event, roles: Roles, act: str) -> HttpResponse:
    """Make the addresses of the stream, which are shown once, or revoke them."""
    if request.method != "POST":
        return redirect("judging:featured", event.slug)
    if act == "revoke":
        revoke_stream_key(event=event, actor=actor_of(request))
        messages.success(request, _("The stream’s addresses no longer work."))
        return redirect("judging:featured", event.slug)
    if act != "make":
        raise Http404
    token = make_stream_key(event=event, actor=actor_of(request))
    layers = [
        LayerLine(str(label), request.build_absolute_uri(reverse("stream:layer", args=[token, key.value])))
        for key, label in LAYER_LABELS.items()
    ]
    return _page(request, event, roles, layers)


def _line(
    match: Match, where: str, is_featured: bool, is_recorded: bool, is_first: bool, key: StreamKey | None
) -> FeatureLine:
    act, slug = "stop" if is_featured else "show", match.round.stage.event.slug
    return FeatureLine(
        where=where,
        names=[seat.entry.unique_name for seat in match.seats.all()],
        is_featured=is_featured,
        is_recorded=is_recorded,
        act_url=reverse("judging:feature_act", args=[slug, match.pk, act]),
        first_url=reverse("judging:feature_act", args=[slug, match.pk, "first"])
        if is_featured and not is_first
        else "",
        record_url=reverse("judging:recorder", args=[slug, match.pk]),
        stream_url=reverse("judging:feature_act", args=[slug, match.pk, "stream"])
        if key is not None and is_featured
        else "",
        is_on_stream=key is not None and key.match_id == match.pk,
    )


@staff_page(can_feature)
def feature_act(request: HttpRequest, event: Event, roles: Roles, pk: int, act: str) -> HttpResponse:
    """Show a match live, or stop showing it."""
    if act not in ACTS:
        raise Http404
    match = find_match(event, pk)
    if request.method != "POST":
        return redirect("judging:featured", event.slug)
    try:
        ACTS[act](match=match, actor=actor_of(request))
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(request, DONE[act] % {"where": _where(match, current_round(event))})
    return redirect("judging:featured", event.slug)
