"""Standings after a round, one place explained, and the state of a bracket."""

from __future__ import annotations

from typing import Any

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import OfEvent, valid
from matches.api.conditional import answer, event_tag
from matches.api.schema import described
from matches.brackets.value_serializers import bracket_values
from matches.models import Stage
from matches.rounds.queries import ranked_stage, stages_of
from matches.snapshots.serializers import BracketShown, PlaceExplained, StandingsAsked, StandingsShown
from matches.snapshots.value_serializers import place_explained, snapshot_of, standings_shown

PARTS = ("event", "people", "standings", "rounds", "pairings", "results")
FAILS = (400, 404, 429)


def _asked(view: OfEvent) -> tuple[Stage, int | None]:
    """The stage and the round that the address names. Raises NotFound where there are no standings."""
    given = valid(StandingsAsked(data=view.request.query_params.dict()))
    order = given.get("stage")
    if order is None:
        stage = ranked_stage(view.event)
    else:
        stage = next((known for known in stages_of(view.event) if known.order == order), None)
    if stage is None or stage.is_bracket:
        raise NotFound(_("There is no such stage, or it is a bracket: see its state there."))
    return stage, given.get("after")


class Standings(OfEvent):
    @described(
        "standings_read",
        "The standings",
        tag="standings",
        parameters=[StandingsAsked],
        answers={200: StandingsShown},
        fails=FAILS,
        conditional=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """After the last closed round, or `?after=3`. All rows at once; exact values are fractions such as `2/3`."""
        stage, after = _asked(self)
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, lambda: self._shown(stage, after))

    def _shown(self, stage: Stage, after: int | None) -> Response:
        snapshot = snapshot_of(stage, after)
        if snapshot is None:
            raise NotFound(_("There are no standings: no round is closed yet, or not this one."))
        return Response(StandingsShown(standings_shown(self.event, snapshot, staff=self.staff)).data)


class Place(OfEvent):
    @described(
        "standings_explain",
        "One player's place, explained",
        tag="standings",
        parameters=[StandingsAsked],
        answers={200: PlaceExplained},
        fails=FAILS,
        conditional=True,
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """Every tie-break with the rounds and opponents it is made of, and what separates from the next better."""
        stage, after = _asked(self)
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, lambda: self._shown(stage, number, after))

    def _shown(self, stage: Stage, number: int, after: int | None) -> Response:
        place = place_explained(self.event, stage, number, after, staff=self.staff)
        if place is None:
            raise NotFound(_("This player has no place in these standings."))
        return Response(PlaceExplained(place).data)


class BracketState(OfEvent):
    @described(
        "brackets_read",
        "The state of a bracket",
        tag="standings",
        answers={200: BracketShown},
        conditional=True,
    )
    def get(self, request: Request, slug: str, order: int) -> HttpResponseBase:
        """Every match with who sits in it and where the others come from, and the places that are certain."""
        parts = ("event", "people", "rounds", "pairings", "results", "bracket")
        return answer(request, event_tag(self.event, parts, viewer=self.viewer), lambda: self._shown(order))

    def _shown(self, order: int) -> Response:
        stage = next((known for known in stages_of(self.event) if known.order == order), None)
        values: dict[str, Any] | None = None
        if stage is not None and stage.is_bracket:
            values = bracket_values(self.event, stage, staff=self.staff)
        if values is None:
            raise NotFound(_("There is no bracket here, or its first round is not published."))
        return Response(BracketShown(values).data)
