"""The final ranking of an event."""

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
from matches.final.prize_queries import final_winners
from matches.final.queries import final_ranking
from matches.final.serializers import FinalStandingsSerializer

PARTS = ("event", "people", "standings", "rounds", "pairings", "results", "bracket")


class FinalStandingsView(EventScopedView):
    renderer_classes = [JSONRenderer, CsvFile]

    @operation(
        "standings_final",
        "The final standings",
        tag="standings",
        responses={200: FinalStandingsSerializer},
        conditional=True,
        table=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The ranking of an event whose last stage is finished; 404 before that."""
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, self._respond)

    def _respond(self) -> Response:
        ranking = final_ranking(self.event)
        if ranking is None:
            raise NotFound(_("This event has no final standings before its last stage is finished."))
        return Response(
            self.serialized(FinalStandingsSerializer, ranking, ranking=ranking, winners=final_winners(ranking))
        )
