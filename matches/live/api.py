"""The clock of the hall, the live versions, and what a player's link opens."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.authentication import LinkAuthentication, LinkHolder
from matches.api.base import Api, OfEvent
from matches.api.conditional import answer, tag_of
from matches.api.schema import described
from matches.enums import RoundStatus
from matches.live.queries import event_versions, public_versions
from matches.models import Entry, Match
from matches.people.labels import name_of
from matches.results.queries import reports, score_of
from matches.results.value_serializers import match_detail, score_shown, visible_matches
from matches.rounds.queries import current_round
from matches.rounds.serializers import RoundClockShown
from matches.rounds.value_serializers import round_clock_shown
from matches.snapshots.serializers import LiveShown, PlayerShown


class Clock(OfEvent):
    @described("clock_read", "The clock of the round the hall is in", tag="live", answers={200: RoundClockShown})
    def get(self, request: Request, slug: str) -> Response:
        """At the moment of the answer; between two answers count down from `ends_at`, and look at *live*."""
        round_ = current_round(self.event, public_only=not self.staff)
        if round_ is None:
            raise NotFound(_("No round is published yet."))
        return Response(RoundClockShown(round_clock_shown(round_, timezone.now())).data)


class Live(OfEvent):
    @described("live_read", "The versions of what is shown", tag="live", answers={200: LiveShown}, conditional=True)
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Ask again with the ETag: 304 until something changes. `/e/SLUG/live/` streams the same as events."""
        versions = event_versions(self.event) if self.staff else public_versions(self.event)
        return answer(request, tag_of(sorted(versions.items())), lambda: Response({"versions": versions}))


class Player(Api):
    authentication_classes = [LinkAuthentication]
    permission_classes = [IsAuthenticated]

    @described(
        "player_read",
        "What a player's link opens",
        tag="live",
        answers={200: PlayerShown},
        fails=(401, 429),
    )
    def get(self, request: Request) -> Response:
        """The own match in the round that takes results now. Report it under *results* with the same link."""
        holder = request.user
        if not isinstance(holder, LinkHolder):  # IsAuthenticated lets nobody else through
            raise TypeError(type(holder))
        return Response(PlayerShown(_opened(holder.entry)).data)


def _opened(entry: Entry) -> dict[str, Any]:
    event = entry.event
    taking = visible_matches(event, staff=False).filter(round__status__in=RoundStatus.takes_results())
    match = taking.filter(seats__entry=entry).order_by("-round__number").first()
    return {
        "event": event,
        "number": entry.number,
        "name": name_of(entry, staff=False, event=event),
        "status": entry.status,
        "match": None if match is None else match_detail(match, event, staff=False, now=timezone.now()),
        **_told(match, entry),
    }


def _told(match: Match | None, entry: Entry) -> dict[str, Any]:
    """The own seat, and what both have reported so far."""
    told: dict[str, Any] = {"seat": None, "mine": None, "theirs": None}
    if match is None:
        return told
    told["seat"] = next(seat.index for seat in match.seats.all() if seat.entry_id == entry.pk)
    for report in reports(match):
        whose = "mine" if report.reported_by_entry_id == entry.pk else "theirs"
        told[whose] = score_shown(score_of(report), entry.event)["score"]
    return told
