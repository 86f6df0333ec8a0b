"""Matches: the list of a round or a player, one match with its clock, and the actions on a draft's pairs."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.actions import Action, ActionView
from matches.api.base import EventScopedListView, EventScopedView
from matches.api.conditional import answer, event_tag
from matches.api.schema import operation
from matches.audit.services import Actor
from matches.draws.services import drafts
from matches.enums import MatchKind
from matches.errors import Refused
from matches.models import Match
from matches.permissions import can_run_rounds
from matches.results.queries.results import visible_matches
from matches.rounds.filters import MatchFilter
from matches.rounds.serializers.matches import MatchRowSerializer, MatchSerializer, TableSerializer

PARTS = ("event", "people", "rounds", "pairings", "results", "bracket", "clock")


def find_match(view: EventScopedView, key: uuid.UUID) -> Match:
    """Return the match of an address. Raises NotFound for a match that the client may not see."""
    match = visible_matches(view.event, staff=view.staff).filter(key=key).first()
    if match is None:
        raise no_match()
    return match


def no_match() -> NotFound:
    """What is raised for a match that is not there, or that the client may not see."""
    return NotFound(_("There is no such match, or its round is not published."))


def match_data(view: EventScopedView, key: uuid.UUID) -> dict[str, Any]:
    """A match as it is now."""
    data: dict[str, Any] = view.serialized(MatchSerializer, find_match(view, key))
    return data


class MatchListView(EventScopedListView):
    queryset = Match.objects.all()
    serializer_class = MatchRowSerializer
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return visible_matches(self.event, staff=self.staff)

    @operation(
        "matches_list",
        "The matches of an event",
        tag="matches",
        responses={200: MatchRowSerializer(many=True)},
        errors=(400, 404, 429),
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In order of play and by table, byes last. `?stage=1&round=4&missing=true` are the tables without a result."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)


class MatchView(EventScopedView):
    @operation("matches_read", "A match with its clock", tag="matches", responses={200: MatchSerializer})
    def get(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """Its seats, result and extension; for the staff also the reasons of the pairing and the reports."""
        return Response(match_data(self, key))


def _keep(match: Match, actor: Actor, data: dict[str, Any], *, keep: bool) -> None:
    if match.kind != MatchKind.PLAYED:
        raise Refused("no_opponent", _("There is no pair to keep here."))
    drafts.keep_pair(match=match, keep=keep, actor=actor)


ACTIONS = {
    "keep": Action(
        summary="Keep a pair of a draft",
        description="It is kept when the draft is paired again.",
        permission=can_run_rounds,
        perform=lambda match, actor, data: _keep(match, actor, data, keep=True),
    ),
    "free": Action(
        summary="Stop keeping a pair of a draft",
        permission=can_run_rounds,
        perform=lambda match, actor, data: _keep(match, actor, data, keep=False),
    ),
    "table": Action(
        summary="Seat a pair of a draft at a table",
        description="The pair that sat there gets this pair's old table.",
        permission=can_run_rounds,
        request=TableSerializer,
        perform=lambda match, actor, data: drafts.give_table(match=match, table=data["table"], actor=actor),
    ),
}


class MatchActionView(ActionView):
    def get_object(self, *, key: uuid.UUID) -> Match:
        return find_match(self, key)

    def respond(self, subject: Match, result: Any) -> dict[str, Any]:
        return match_data(self, subject.key)
