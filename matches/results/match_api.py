"""Matches: the list of a round or a player, one with its clock, and what the desk does to a draft's pairs."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import Action, ActionOn, ListOf, OfEvent
from matches.api.conditional import answer, event_tag
from matches.api.filters import MatchFilter
from matches.api.schema import described
from matches.audit.services import Actor
from matches.enums import MatchKind
from matches.errors import Refused
from matches.models import Match
from matches.permissions import can_run_rounds
from matches.results.serializers import MatchDetail, MatchShown, TableNumberGiven
from matches.results.value_serializers import extensions_of, match_detail, match_shown, visible_matches
from matches.rounds import draft_services as drafts

PARTS = ("event", "people", "rounds", "pairings", "results", "bracket", "clock")


def find_match(view: OfEvent, key: uuid.UUID, *, staff: bool | None = None) -> Match:
    """The match of an address. Raises NotFound for one that the asker may not see."""
    matches = visible_matches(view.event, staff=view.staff if staff is None else staff)
    match = matches.filter(key=key).first()
    if match is None:
        raise NotFound(_("There is no such match, or its round is not published."))
    return match


def shown(view: OfEvent, key: uuid.UUID) -> dict[str, Any]:
    """A match as it is now."""
    detail = match_detail(find_match(view, key), view.event, staff=view.staff, now=timezone.now())
    return MatchDetail(detail).data


class Matches(ListOf):
    queryset = Match.objects.all()
    serializer_class = MatchShown
    filterset_class = MatchFilter

    def get_queryset(self) -> QuerySet[Match]:
        return visible_matches(self.event, staff=self.staff)

    def values(self, rows: list[Match]) -> list[dict[str, Any]]:
        extensions = extensions_of(rows)
        return [
            match_shown(match, self.event, staff=self.staff, extension=extensions.get(match.pk, 0)) for match in rows
        ]

    @described(
        "matches_list",
        "The matches of an event",
        tag="matches",
        answers={200: MatchShown(many=True)},
        fails=(400, 404, 429),
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """In order of play and by table, byes last. `?stage=1&round=4&missing=true` are the tables to look for."""
        return answer(request, event_tag(self.event, PARTS, viewer=self.viewer), self.page)


class OneMatch(OfEvent):
    @described("matches_read", "A match with its clock", tag="matches", answers={200: MatchDetail})
    def get(self, request: Request, slug: str, key: uuid.UUID) -> Response:
        """Its seats, its result, its extension; for the staff why it was paired and what was reported."""
        return Response(shown(self, key))


def _keep(match: Match, actor: Actor, data: dict[str, Any], *, keep: bool) -> None:
    if match.kind != MatchKind.PLAYED:
        raise Refused("no_opponent", _("There is no pair to keep at this line."))
    drafts.keep_pair(match=match, keep=keep, actor=actor)


ACTS = {
    "keep": Action(
        says="Keep a pair of a draft",
        about="When the draft is paired again.",
        may=can_run_rounds,
        do=lambda match, actor, data: _keep(match, actor, data, keep=True),
    ),
    "free": Action(
        says="Let a pair of a draft go",
        may=can_run_rounds,
        do=lambda match, actor, data: _keep(match, actor, data, keep=False),
    ),
    "table": Action(
        says="Seat a pair of a draft at a table",
        about="Whoever sat there takes the pair's old table.",
        may=can_run_rounds,
        takes=TableNumberGiven,
        do=lambda match, actor, data: drafts.give_table(match=match, table=data["table"], actor=actor),
    ),
}


class MatchAct(ActionOn):
    def subject(self, *, key: uuid.UUID) -> Match:
        return find_match(self, key)

    def shown(self, subject: Match, done: Any) -> dict[str, Any]:
        return shown(self, subject.key)
