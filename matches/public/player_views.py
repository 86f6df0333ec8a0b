"""One player's public page: the matches from the player's side, and the place with the tie-breaks explained."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from matches.course.labels import round_label
from matches.enums import EntryStatus
from matches.frame.public_views import public_context, versions_in
from matches.live.cached_views import cached_page
from matches.models import Entry, Event, Player
from matches.pages.access_views import PageRequest, Roles
from matches.pages.mould_views import Moulds
from matches.people.labels.names import name_of
from matches.prizes.labels import shares_text
from matches.public.line_views import lines_of
from matches.public.own_queries import EventNow, Person, event_now, match_rows
from matches.snapshots.history_queries import player_key
from matches.snapshots.place_views import NO_PLACE, PLACE, place_context, place_html
from matches.snapshots.trend_views import trends_html


class OwnPlace(NamedTuple):
    """Whether the player has a place; the place explained and the way there from round to round, as HTML."""

    known: bool
    place: SafeString
    trends: SafeString = SafeString()
    rank: int | None = None


MOST_PLACES = 4_096
"""The places of so many players are kept in memory as HTML, at about 10 KB each."""
_places: dict[Hashable, OwnPlace] = {}


@cached_page(stored=False)
def player(request: PageRequest, event: Event, roles: Roles, number: int) -> HttpResponse:
    """``/e/SLUG/players/NUMBER/``: one player's matches and place. 404 for a player who has only signed up."""
    entries = Entry.objects.select_related("player").exclude(status=EntryStatus.REGISTERED)
    entry = get_object_or_404(entries, event=event, number=number)
    now, moulds = event_now(event), Moulds()
    context = {
        **public_context(event, roles, "people", now.round, versions_in(request), now.stages),
        **player_context(now, entry, lines_of(now, match_rows(now, {entry.pk}), moulds)[entry.pk], moulds),
        "part_url": request.path,
    }
    template = "matches/public/_player.html" if request.htmx else "matches/public/player.html"
    return render(request, template, context)


class PlayerContext(TypedDict):
    """A player's matches, newest first, and the place, for ``matches/public/_player.html``.

    ``lines``, ``place`` and ``trends`` are HTML; ``after`` is the round after which the player has this place.
    """

    entry: Entry
    name: str
    out: str
    lines: list[SafeString]
    ranked: bool
    after: str
    final_rank: int | None
    prize: str
    place: SafeString
    trends: SafeString
    rank: int | None


def player_context(now: EventNow, entry: Entry, lines: list[SafeString], moulds: Moulds) -> PlayerContext:
    """A player's matches, which are the ``lines_of`` the player, and the place with its explanation."""
    event, snapshot = now.event, now.snapshot
    own = _place(now, entry, moulds)
    return {
        "entry": entry,
        "name": name_of(entry, staff=False, event=event),
        "out": entry.get_status_display() if entry.status in EntryStatus.out() else "",
        "lines": lines,
        "ranked": now.ranked is not None,
        "after": round_label(snapshot.round) if snapshot and own.known else "",
        "final_rank": now.final.rank_of(entry.number) if now.final is not None else None,
        "prize": shares_text(now.winners.of(entry), now.winners.table) if now.winners is not None else "",
        "place": own.place,
        "trends": own.trends,
        "rank": own.rank,
    }


def _place(now: EventNow, entry: Entry, moulds: Moulds) -> OwnPlace:
    """The player's place, made once for standings, names and language."""
    if now.snapshot is None:
        return OwnPlace(False, render_to_string(PLACE, {**NO_PLACE}))
    key = (now.snapshot.pk, now.snapshot.created_at, entry.pk, now.mark, get_language())
    found = _places.get(key)
    if found is None:
        context = place_context(now.event, entry, now.snapshot, displayed_names(now.people, now.event.name_display))
        html, trends = place_html(context, moulds), trends_html(now.snapshot, entry.number, moulds)
        place = context["place"]
        found = _places[key] = OwnPlace(place is not None, html, trends, place.rank if place is not None else None)
        while len(_places) > MOST_PLACES:
            _places.pop(next(iter(_places)), None)
    return found


@lru_cache(maxsize=4)
def displayed_names(people: Sequence[Person], name_display: int) -> dict[str, str]:
    """The players' names as all may see them in an event that shows names so, by the players' keys."""
    event = Event(name_display=name_display)
    return {
        player_key(person.number): name_of(
            Entry(
                number=person.number,
                name_display=person.name_display,
                shares_name=person.shares_name,
                player=Player(name=person.name, last_name=person.last_name),
            ),
            staff=False,
            event=event,
        )
        for person in people
    }
