"""The matches that everybody can watch: the list, and each with its table and its commentary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from judging.broadcast.chance_labels import ChancesShown, chances_shown
from judging.broadcast.commentary_labels import Sentence, commentary, result_of
from judging.broadcast.queries import all_watched, chances_of, featured_matches, public_view, watched
from judging.recorder.queries.recorded import RecordedMatch
from matches.course.labels import round_label
from matches.course.queries import current_round
from matches.events.declarations.reading import options_of
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page, is_player_device
from matches.live.queries import WATCH_PART, event_versions
from matches.me.odds_queries import players_of
from matches.models import Event, Match
from matches.pages.access_views import PageRequest, Roles, public_page
from matches.pages.components import Link
from matches.people.labels.names import name_of
from matches.results.queries.results import confirmed
from rules_engine.play.fair_play import remedy, why_no_odds
from rules_engine.record import SEATS
from rules_engine.text import isolated
from rules_engine.views.drawing import felt, owned_texts
from rules_engine.views.drawn import Felt
from rules_engine.views.translation import translated

ALSO = frozenset({WATCH_PART})
MOST_SENTENCES = 60
"""The newest; older ones would make a phone's page heavy."""


@dataclass(frozen=True, slots=True)
class WatchedLine:
    """A match in the list: who plays, where, what each has as far as it may be seen, and how it ended once it is over
    there.
    """

    url: str
    where: str
    players: list[tuple[str, str]]
    begun: bool
    result: str


@cached_page(also=ALSO)
def watch(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/watch/``: the featured matches."""
    matches = list(featured_matches(event))
    seen = all_watched(event, matches)
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), versions_in(request)),
        "lines": [_line(event, match, seen.get(match.pk)) for match in matches],
        "delay": options_of(event).live_delay,
        "part_url": request.path,
        "live_url": _stream(event),
    }
    template = "judging/broadcast/_watch.html" if request.htmx else "judging/broadcast/watch.html"
    return render(request, template, context)


def _line(event: Event, match: Match, found: RecordedMatch | None) -> WatchedLine:
    names = {seat.index: name_of(seat.entry, staff=False, event=event) for seat in match.seats.all()}
    owned = owned_texts(public_view(found)) if found is not None else {}
    return WatchedLine(
        url=reverse("watch:match", args=[event.slug, match.pk]),
        where=where_of(match),
        players=[(name, owned.get(SEATS[index], "")) for index, name in sorted(names.items())],
        begun=found is not None,
        result=result_of(found.game, found.record, found.names) if found is not None else "",
    )


def where_of(match: Match) -> str:
    """The round and the table of a match."""
    return _("%(round)s, table %(table)s") % {"round": round_label(match.round), "table": match.table}


def _stream(event: Event, match: Match | None = None) -> str:
    """The stream of a page; that of a match brings its part along."""
    address = reverse("matches:live", args=[event.slug]) + "?watch=1"
    return address if match is None else f"{address}&match={match.pk}"


class WatchedContext(TypedDict):
    """A match as far as it may be seen: the table, what is waited for or how it ended, the chances if they are shown
    here, and the newest sentences first. ``chances_url`` is where a player's device asks for the chances.
    """

    now: Felt
    status: str
    acting: str
    chances: ChancesShown | None
    chances_url: str
    sentences: list[Sentence]


@cached_page(also=ALSO)
def watch_match(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/watch/ID/``: a match while it is recorded, with the event's delay."""
    match = featured_matches(event).filter(pk=pk).first()
    if match is None:
        raise Http404(_("This match is not shown live."))
    found = watched(event, match)
    names = [name_of(seat.entry, staff=False, event=event) for seat in match.seats.all()]
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), versions_in(request)),
        "crumbs": [Link(_("Live"), reverse("watch:watch", args=[event.slug]))],
        "heading": _(" against ").join(names) if len(names) == 2 else where_of(match),
        "lede": where_of(match) if len(names) == 2 else ", ".join(map(isolated, names)),
        "delay": options_of(event).live_delay,
        "shown": _shown(found, on_player_device=is_player_device(request)) if found is not None else None,
        "part_url": request.path,
        "live_url": _stream(event, match),
    }
    template = "judging/broadcast/_match.html" if request.htmx else "judging/broadcast/match.html"
    return render(request, template, context)


def _shown(found: RecordedMatch, *, on_player_device: bool) -> WatchedContext:
    view = public_view(found)
    result = result_of(found.game, found.record, found.names)
    if result:  # nobody is to move any more
        view = msgspec.structs.replace(view, to_move=None)
    acting = "" if view.turn_over else found.names.get(view.to_move or "", "")
    sentences = commentary(found.game, found.record, found.names)
    chances = _chances(found)
    apart = on_player_device and chances is not None
    return {
        "now": felt(view, found.names),
        "status": result or translated(view.status),
        "acting": acting,
        "chances": None if apart else chances,
        "chances_url": reverse("watch:chances", args=[found.event.slug, found.match.pk]) if apart else "",
        "sentences": sentences[: -MOST_SENTENCES - 1 : -1],
    }


def _chances(found: RecordedMatch) -> ChancesShown | None:
    chances, door = chances_of(found.event, found.match), found.game.chances
    return chances_shown(door, chances, found.names) if chances is not None and door is not None else None


@public_page
def watch_chances(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/watch/ID/chances/``: the chances on a device that has opened a player's page. Not before the match of
    that player is over, and never those of the player's own match while it is open.
    """
    match = featured_matches(event).filter(pk=pk).first()
    found = watched(event, match) if match is not None else None
    if match is None or found is None:
        raise Http404(_("This match is not shown live."))
    problem = _why_no_chances(request, match)
    context = {
        **public_context(event, roles, "", current_round(event, public_only=True), event_versions(event)),
        "crumbs": [
            Link(_("Live"), reverse("watch:watch", args=[event.slug])),
            Link(where_of(match), reverse("watch:match", args=[event.slug, match.pk])),
        ],
        "lede": problem,
        "remedy": remedy(request) if problem else None,
        "chances": None if problem else _chances(found),
        "part_url": request.path,
        "live_url": "" if problem else _stream(event),
    }
    template = "judging/broadcast/_chances_part.html" if request.htmx else "judging/broadcast/chances.html"
    response = render(request, template, context, status=403 if problem else 200)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _why_no_chances(request: PageRequest, match: Match) -> str:
    """Why a device is shown no chances; empty if it may see them."""
    own = {seat.entry_id for seat in match.seats.all()} & set(players_of(request))
    if own and confirmed(match) is None:
        return _("This device has opened the page of a player in this match. Come back when it is over.")
    return why_no_odds(request)
