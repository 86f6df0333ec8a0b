"""Standings after a round, and one place explained."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView
from matches.api.conditional import answer, event_tag
from matches.api.schema import operation
from matches.api.tables import CsvFile
from matches.course.queries import ranked_stage, stages_of
from matches.models import Stage
from matches.snapshots.queries import entries_by_number, explained_place, snapshot_of, tie_break_keys
from matches.snapshots.serializers import PlaceSerializer, StandingsQuerySerializer, StandingsSerializer
from matches.snapshots.struck_queries import struck_numbers

PARTS = ("event", "people", "standings", "rounds", "pairings", "results")
FAILS = (400, 404, 429)


def _requested(view: EventScopedView) -> tuple[Stage, int | None]:
    """Return the stage and round of the address. Raises NotFound if there are no standings."""
    query = view.read_query()
    order = query.get("stage")
    if order is None:
        stage = ranked_stage(view.event)
    else:
        stage = next((known for known in stages_of(view.event) if known.order == order), None)
    if stage is None or stage.is_bracket:
        raise NotFound(_("This stage does not exist, or is a bracket without standings."))
    return stage, query.get("after")


class StandingsView(EventScopedView):
    query_serializer = StandingsQuerySerializer
    renderer_classes = [JSONRenderer, CsvFile]

    @operation(
        "standings_read",
        "The standings",
        tag="standings",
        parameters=[StandingsQuerySerializer],
        responses={200: StandingsSerializer},
        errors=FAILS,
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """After the last closed round, or `?after=3`. All rows at once; exact values are fractions such as `2/3`."""
        stage, after = _requested(self)
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, lambda: self._respond(stage, after))

    def _respond(self, stage: Stage, after: int | None) -> Response:
        snapshot = snapshot_of(stage, after)
        if snapshot is None:
            raise NotFound(_("There are no standings: this round, or the first one, is not closed yet."))
        entries, keys = entries_by_number(self.event), tie_break_keys(snapshot)
        return Response(self.serialized(StandingsSerializer, snapshot, entries=entries, tie_breaks=keys))


class PlaceView(EventScopedView):
    query_serializer = StandingsQuerySerializer

    @operation(
        "standings_explain",
        "One player's place, explained",
        tag="standings",
        parameters=[StandingsQuerySerializer],
        responses={200: PlaceSerializer},
        errors=FAILS,
        conditional=True,
    )
    def get(self, request: Request, slug: str, number: int) -> HttpResponseBase:
        """Every tie-break with its rounds and opponents, and what separates the player from the place above."""
        stage, after = _requested(self)
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, lambda: self._respond(stage, number, after))

    def _respond(self, stage: Stage, number: int, after: int | None) -> Response:
        place = explained_place(stage, number, after)
        if place is None:
            if number in struck_numbers(stage):
                raise NotFound(_("This player has no place in these standings: the results are struck."))
            raise NotFound(_("This player has no place in these standings."))
        return Response(self.serialized(PlaceSerializer, place, entries=place.entries))
