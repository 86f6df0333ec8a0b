"""A player's day in review, once the event is over: a card to share, and what stands out of the turns on record."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from judging.me.review_labels import count_text, highlights_of
from judging.me.review_services import day_of
from matches.course.queries import current_round
from matches.final.queries import final_ranking
from matches.frame.public_views import public_context
from matches.jobs.services import asker_of
from matches.models import Entry
from matches.pages.access_views import PageRequest, in_time_zone
from matches.pages.components import Link
from matches.people.labels.names import name_of
from matches.people.services.links import resolve_player_link
from matches.permissions import roles_of

AGAIN_SECONDS = 10
"""After how long the page is loaded again while a worker plays matches on."""


def _finished(slug: str, token: str) -> Entry:
    entry = resolve_player_link(token)
    if entry is None or entry.event.slug != slug or final_ranking(entry.event) is None:
        raise Http404(_("This page opens when the event is over."))
    return entry


@never_cache
def mine_day(request: PageRequest, slug: str, token: str) -> HttpResponse:
    """``/e/SLUG/judge/mine/TOKEN/day/``: the day of a player whose event is over."""
    entry = _finished(slug, token)
    event = entry.event
    with in_time_zone(event):
        day = day_of(entry, asker_of(request.user, request.META.get("REMOTE_ADDR", "")))
        turns = {pk: reverse("judging:mine_turns", args=[slug, token, pk]) for pk in day.matches}
        context = {
            **public_context(event, roles_of(request.user, event), "", current_round(event, public_only=True)),
            "crumbs": [Link(_("Your page"), reverse("matches:me", args=[token]))],
            "name": name_of(entry, staff=False, event=event),
            "entry": entry,
            "highlights": [
                (shown, f"{turns[shown.match]}?step={shown.step}#table")
                for shown in highlights_of(day.review, day.matches)
            ],
            "count": count_text(day.review),
            "on_record": len(day.matches),
            "waiting": day.waiting,
            "again_seconds": AGAIN_SECONDS if day.waiting else 0,
        }
        return render(request, "judging/me/day.html", context)
