"""The clock of the hall, the live versions, and what a player's link opens."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.authentication_api import LinkAuthentication
from matches.api.authentication import LinkHolder
from matches.api.base import ApiView, EventScopedView
from matches.api.conditional import answer, event_tag, tag_of
from matches.api.schema import operation
from matches.clock.queries import ClockAt, round_clock
from matches.course.queries import current_round
from matches.enums import RoundStatus
from matches.live.queries import event_versions, public_versions
from matches.models import Entry
from matches.public.serializers import LiveSerializer, OwnMatch, PlayerLinkSerializer
from matches.results.queries.results import visible_matches
from matches.rounds.serializers.clock import RoundClockSerializer

CLOCK_PARTS = ("event", "clock", "rounds", "pairings")


class ClockView(EventScopedView):
    @operation(
        "clock_read",
        "The clock of the round the hall is in",
        tag="live",
        responses={200: RoundClockSerializer},
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The clock at the moment of the answer. Count down to `ends_at` and ask again with the ETag: 304 until the
        clock is started, paused or given time.
        """
        return answer(request, event_tag(self.event, CLOCK_PARTS, viewer=self.viewer), self._read)

    def _read(self) -> Response:
        round_ = current_round(self.event, public_only=not self.staff)
        if round_ is None:
            raise NotFound(_("No round is published yet."))
        return Response(self.serialized(RoundClockSerializer, ClockAt(round_, round_clock(round_), timezone.now())))


class LiveView(EventScopedView):
    @operation(
        "live_read", "The versions of what is shown", tag="live", responses={200: LiveSerializer}, conditional=True
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Ask again with the ETag: 304 until something changes. `/e/SLUG/live/` streams the same as events."""
        versions = event_versions(self.event) if self.staff else public_versions(self.event)
        return answer(request, tag_of(sorted(versions.items())), lambda: Response({"versions": versions}))


class PlayerLinkView(ApiView):
    authentication_classes = [LinkAuthentication]
    permission_classes = [IsAuthenticated]

    @operation(
        "player_read",
        "What a player's link opens",
        tag="live",
        responses={200: PlayerLinkSerializer},
        errors=(401, 429),
    )
    def get(self, request: Request) -> Response:
        """The player's match in the round that takes results now. Report it under *results* with the same link."""
        holder = request.user
        if not isinstance(holder, LinkHolder):  # IsAuthenticated admits only link holders here
            raise TypeError(type(holder))
        context = {"event": holder.entry.event, "staff": False}
        return Response(PlayerLinkSerializer(_own_match(holder.entry), context=context).data)


def _own_match(entry: Entry) -> OwnMatch:
    taking = visible_matches(entry.event, staff=False).filter(round__status__in=RoundStatus.takes_results())
    return OwnMatch(entry, taking.filter(seats__entry=entry).order_by("-round__number").first())
