"""The state of a bracket."""

from __future__ import annotations

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.base import EventScopedView
from matches.api.conditional import answer, event_tag
from matches.api.schema import operation
from matches.brackets.queries.overviews import bracket_overview
from matches.brackets.serializers import BracketSerializer
from matches.models import Stage

PARTS = ("event", "people", "rounds", "pairings", "results", "bracket")


class BracketView(EventScopedView):
    @operation(
        "brackets_read",
        "The state of a bracket",
        tag="standings",
        responses={200: BracketSerializer},
        conditional=True,
    )
    def get(self, request: Request, slug: str, order: int) -> HttpResponseBase:
        """Every match with its players, or where they will come from, and the places that are certain."""
        tag = event_tag(self.event, PARTS, viewer=self.viewer)
        return answer(request, tag, lambda: self._respond(order))

    def _respond(self, order: int) -> Response:
        stage = Stage.objects.filter(event=self.event, order=order).select_related("event").first()
        overview = bracket_overview(stage, staff=self.staff) if stage is not None and stage.is_bracket else None
        if overview is None:
            raise NotFound(_("This stage has no bracket, or its first round is not published."))
        return Response(self.serialized(BracketSerializer, overview))
