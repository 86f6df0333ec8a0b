"""Who makes the cut."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.accounts.authentication_api import LinkAuthentication
from matches.api.authentication import LinkHolder
from matches.api.base import ApiView, EventScopedView, Predicate, everyone
from matches.api.schema import operation
from matches.api.tables import CsvFile
from matches.enums import ForecastFor, JobState
from matches.forecasts.labels import forecast_rows
from matches.forecasts.queries import cut_of, forecast_for, forecast_stage
from matches.forecasts.serializers import ForecastSerializer, WhatIfSerializer
from matches.forecasts.services import current_forecast, own_what_if
from matches.models import Job
from matches.permissions import can_see_desk


class ForecastView(EventScopedView):
    renderer_classes = [JSONRenderer, CsvFile]

    def permission(self, request: Request) -> Predicate:
        """The staff, or everyone where the event says so."""
        return everyone if forecast_for(self.event) == ForecastFor.EVERYONE else can_see_desk

    @operation(
        "forecast_read",
        "Who makes the cut",
        tag="standings",
        responses={200: ForecastSerializer},
        errors=(401, 403, 404, 429),
        table=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The newest forecast of the Swiss stage under way. If results are newer than it, the next one is being made.

        Returns 404 if no Swiss stage with a cut is in progress, or before the first forecast is ready.
        """
        stage = forecast_stage(self.event)
        if stage is None:
            raise NotFound(_("There is no forecast. It needs Swiss rounds before a cut, with the first round closed."))
        kept = current_forecast(self.event, stage)
        if kept is None:
            raise NotFound(_("The forecast is being worked out. Try again in a moment."))
        rows = forecast_rows(kept, self.event, staff=self.staff)
        return Response(self.serialized(ForecastSerializer, kept, cut=cut_of(stage), rows=rows))


class OwnWhatIfView(ApiView):
    authentication_classes = [LinkAuthentication]
    permission_classes = [IsAuthenticated]

    @operation(
        "player_what_if",
        "What a player's next match is worth",
        tag="live",
        responses={200: WhatIfSerializer, 202: WhatIfSerializer},
        errors=(401, 404, 429),
    )
    def get(self, request: Request) -> Response:
        """The player's chance to make the cut after a win, a draw and a loss, or after each place where more than two
        sit at a table; 202 while a worker is finding it.

        Returns 404 where the event does not show players their chances, or nothing is open for this one.
        """
        holder = request.user
        if not isinstance(holder, LinkHolder):  # IsAuthenticated admits only link holders here
            raise TypeError(type(holder))
        own = own_what_if(holder.entry)
        if own is None:
            raise NotFound(_("Nothing is left to decide, or the event does not show players their chances."))
        if isinstance(own.chances, Job) and own.chances.state == JobState.FAILED:
            raise NotFound(_("The chances could not be worked out. Try again in a few minutes."))
        return Response(WhatIfSerializer(own).data, status=200 if isinstance(own.chances, list) else 202)
