"""Filters and order of a list of rounds."""

from __future__ import annotations

from django_filters import rest_framework as filters

from matches.api.filters import IntegerFilter, SeveralOrdersFilter
from matches.enums import RoundStatus
from matches.models import Round


class RoundFilter(filters.FilterSet):
    """Rounds by stage and status."""

    stage = IntegerFilter("stage__order")
    status = filters.ChoiceFilter(choices=RoundStatus.choices)
    order = SeveralOrdersFilter(fields=(("stage__order", "stage"), ("number", "number")))

    class Meta:
        model = Round
        fields: list[str] = []
