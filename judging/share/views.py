"""The cards that links bring along, as pictures: kept by what they say, with an ETag by the event's versions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from judging.broadcast.queries import featured_matches, public_view, watched
from judging.share.cards import Card, scene_of
from judging.share.drawing import png_of, svg_of
from judging.share.labels import event_card, match_card, player_card, round_card, standings_card
from matches.course.queries import ranked_stage, visible_rounds
from matches.enums import EntryStatus
from matches.final.queries import final_ranking
from matches.live.cached_views import cached_page
from matches.live.queries import WATCH_PART
from matches.live.state_queries import digest
from matches.models import Entry, Event, StandingsSnapshot
from matches.pages.access_views import PageRequest, Roles
from matches.snapshots.queries import latest_snapshot
from rules_engine.views.drawing import owned_texts

SECONDS_KEPT = 24 * 3600
_drawing = threading.Lock()
"""One card is drawn at a time: each takes a processor for a third of a second."""


class Format(NamedTuple):
    """A kind of picture file."""

    content_type: str
    draw: Callable[[Card], bytes]


def _brand() -> str:
    return _("Bankout tournament")


def _png(card: Card) -> bytes:
    return png_of(scene_of(card, _brand()))


def _svg(card: Card) -> bytes:
    return svg_of(scene_of(card, _brand()), card.words).encode()


PNG, SVG = Format("image/png", _png), Format("image/svg+xml", _svg)


def _answer(card: Card, kind: Format = PNG) -> HttpResponse:
    """The card as a picture, drawn once for all who are shown the same."""
    key = f"share:{digest(kind.content_type, repr(card), _brand())}"
    body = cache.get(key)
    if body is None:
        with _drawing:
            body = cache.get(key)
            if body is None:
                body = kind.draw(card)
                cache.set(key, body, SECONDS_KEPT)
    return HttpResponse(body, content_type=kind.content_type)


@cached_page(stored=False)
def of_event(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/share/event.png``."""
    return _answer(event_card(event))


@cached_page(stored=False)
def of_round(request: PageRequest, event: Event, roles: Roles, order: int, number: int) -> HttpResponse:
    """``/e/SLUG/share/round/STAGE/NUMBER.png``: 404 for a round that is not published."""
    rounds = visible_rounds(event, staff=False)
    return _answer(round_card(event, get_object_or_404(rounds, stage__order=order, number=number)))


@cached_page(stored=False)
def of_standings(request: PageRequest, event: Event, roles: Roles) -> HttpResponse:
    """``/e/SLUG/share/standings.png``."""
    return _answer(standings_card(event, _snapshot(event)))


@cached_page(stored=False)
def of_player(request: PageRequest, event: Event, roles: Roles, number: int, kind: str) -> HttpResponse:
    """``/e/SLUG/share/players/NUMBER.png`` and ``.svg``: 404 for a player who has only signed up."""
    entries = Entry.objects.select_related("player").exclude(status=EntryStatus.REGISTERED)
    entry = get_object_or_404(entries, event=event, number=number)
    card = player_card(event, entry, _snapshot(event), final_ranking(event))
    return _answer(card, SVG if kind == "svg" else PNG)


@cached_page(stored=False, also=frozenset({WATCH_PART}))
def of_match(request: PageRequest, event: Event, roles: Roles, pk: int) -> HttpResponse:
    """``/e/SLUG/share/watch/ID.png``: a match that is shown live, with the event's delay."""
    match = featured_matches(event).filter(pk=pk).first()
    if match is None:
        raise Http404
    found = watched(event, match)
    return _answer(match_card(event, match, owned_texts(public_view(found)) if found is not None else {}))


def _snapshot(event: Event) -> StandingsSnapshot | None:
    stage = ranked_stage(event)
    return latest_snapshot(stage) if stage is not None else None
