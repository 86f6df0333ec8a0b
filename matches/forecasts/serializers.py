"""A forecast as the API writes it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from matches.api.serializers import EnumField, ResponseSerializer, ValueSet
from matches.forecast.certain import Certain
from matches.forecasts.labels import ForecastRow
from matches.forecasts.services import OUTCOMES, OwnWhatIf
from matches.models import Forecast
from matches.tables.outcome import Outcome

CERTAIN = ValueSet(
    "Certain",
    {
        Certain.IN.value: _("In"),
        Certain.IN_WITH_DRAW.value: _("In with a draw"),
        Certain.IN_WITH_WIN.value: _("In with a win"),
        Certain.OUT.value: _("Out, unless someone ranked higher drops"),
    },
)


class ForecastRowSerializer(ResponseSerializer):
    """One player's chance to make the cut."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    chance = serializers.FloatField(help_text="From 0 to 1; 0 or 1 only where it is proved.")
    certain = EnumField(CERTAIN, allow_null=True, help_text="What points alone prove; null: nothing.")

    def read_certain(self, row: ForecastRow) -> str | None:
        return row.certain or None


class ForecastSerializer(ResponseSerializer):
    """The newest forecast."""

    # The context holds its ``rows``, and the ``cut``.

    after = serializers.IntegerField(source="round_number", help_text="The last round that counts.")
    missing = serializers.IntegerField(help_text="Matches of that round without a result.")
    cut = serializers.IntegerField(help_text="How many advance.")
    runs = serializers.IntegerField(help_text="Simulated remainders of the stage.")
    made_at = serializers.DateTimeField()
    rows = ForecastRowSerializer(many=True, help_text="Everyone who is playing, the best chance first.")

    def read_cut(self, forecast: Forecast) -> Any:
        return self.context["cut"]

    def read_rows(self, forecast: Forecast) -> Any:
        return self.context["rows"]


class WhatIfSerializer(ResponseSerializer):
    """The chance to make the cut after each result of the own next match; null while it is being worked out.

    Where two sit at a table these are `won`, `drawn` and `lost`, where more do `places`.
    """

    after = serializers.IntegerField(allow_null=True, help_text="The last round that counts.")
    missing = serializers.IntegerField(allow_null=True, help_text="Matches of that round without a result.")
    won = serializers.FloatField(allow_null=True)
    drawn = serializers.FloatField(allow_null=True)
    lost = serializers.FloatField(allow_null=True)
    places = serializers.ListField(
        child=serializers.FloatField(),
        allow_null=True,
        help_text="After a first place, a second and so on; empty without another match.",
    )

    def read_after(self, own: OwnWhatIf) -> int | None:
        return own.forecast.round_number if own.forecast else None

    def read_missing(self, own: OwnWhatIf) -> int | None:
        return own.forecast.missing if own.forecast else None

    def read_won(self, own: OwnWhatIf) -> float | None:
        return self._chance(own, Outcome.WON)

    def read_drawn(self, own: OwnWhatIf) -> float | None:
        return self._chance(own, Outcome.DRAWN)

    def read_lost(self, own: OwnWhatIf) -> float | None:
        return self._chance(own, Outcome.LOST)

    def read_places(self, own: OwnWhatIf) -> list[float] | None:
        return own.chances if own.places and isinstance(own.chances, list) else None

    @staticmethod
    def _chance(own: OwnWhatIf, outcome: Outcome) -> float | None:
        if own.places or not isinstance(own.chances, list):
            return None
        return own.chances[OUTCOMES.index(outcome)]
